import { clsx } from 'clsx'
import { useId } from 'react'

/** Two C's, one facing the other: one signs, one countersigns. In a square of 24 around (12, 12). */
function Monogram() {
  return (
    <g fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round">
      <path d="M16.6 8.14a6 6 0 1 0 0 7.72" />
      <path d="M9.78 13.86a2.9 2.9 0 1 0 0-3.72" />
    </g>
  )
}

/** The mark of the app. Decoration: the name stands beside it. */
export function SealMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={clsx('size-7 shrink-0 text-seal', className)}>
      <circle cx="12" cy="12" r="11" fill="currentColor" />
      <g className="text-paper forced-colors:text-[Canvas]">
        <Monogram />
      </g>
    </svg>
  )
}

/**
 * The seal pressed on a confirmed card. `inscription` runs round the rim: short, like `0x12ab34cd…ef56`.
 * Pressed once, at an angle; for people who asked for less motion it is simply there.
 */
export function PressedSeal({ inscription, className }: { inscription: string; className?: string }) {
  const rim = useId()
  const text = `COUNTERSIGNED · ${inscription} · `
  return (
    <svg
      viewBox="0 0 120 120"
      role="img"
      aria-label={`Countersigned: ${inscription}`}
      className={clsx(
        'size-28 shrink-0 -rotate-8 text-seal mix-blend-multiply motion-safe:animate-[press_420ms_var(--ease)_both] dark:mix-blend-normal forced-colors:mix-blend-normal',
        className,
      )}
    >
      <defs>
        <path id={rim} d="M60 60 m-44 0 a44 44 0 1 1 88 0 a44 44 0 1 1 -88 0" />
      </defs>
      <g fill="none" stroke="currentColor">
        <circle cx="60" cy="60" r="57" strokeWidth="2.5" />
        <circle cx="60" cy="60" r="53" strokeWidth="0.8" />
        <circle cx="60" cy="60" r="37" strokeWidth="0.8" />
      </g>
      <text fill="currentColor" className="figures text-[8.5px] font-semibold">
        <textPath href={`#${rim}`} textLength="272" lengthAdjust="spacing">
          {text}
        </textPath>
      </text>
      <g transform="translate(60 60) scale(3.1) translate(-12 -12)">
        <Monogram />
      </g>
    </svg>
  )
}
