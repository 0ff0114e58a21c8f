import { clsx } from 'clsx'

/** Holds the place of something that is being read. Give it the size of what will come: nothing may jump. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'block rounded-control bg-paper-sunk motion-safe:animate-[breathe_1.6s_ease-in-out_infinite]',
        className,
      )}
    />
  )
}
