import { clsx } from 'clsx'

/** Turns, or breathes for people who asked for less motion. Decoration: say in words what is going on. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className={clsx(
        'size-4 shrink-0 motion-safe:animate-[spin_800ms_linear_infinite] motion-reduce:opacity-70',
        className,
      )}
    >
      <circle cx="8" cy="8" r="6.25" fill="none" stroke="currentColor" strokeOpacity="0.25" strokeWidth="1.75" />
      <path d="M8 1.75A6.25 6.25 0 0 1 14.25 8" fill="none" stroke="currentColor" strokeWidth="1.75" />
    </svg>
  )
}
