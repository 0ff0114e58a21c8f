import { clsx } from 'clsx'

/** The first letter of a name, in place of a picture. Drawn, and not a part of the text. */
export const LetterMark = ({ name, size, className }: { name: string; size: number; className?: string }) => (
  <span
    aria-hidden="true"
    data-icon="letter"
    data-letter={firstLetter(name)}
    style={{ width: size, height: size, fontSize: size * 0.5 }}
    className={clsx(
      'inline-flex shrink-0 items-center justify-center border border-rule-strong bg-paper-sunk align-middle leading-none font-semibold text-ink-muted not-italic before:content-[attr(data-letter)] print:hidden',
      className,
    )}
  />
)

/** A middle dot for a name without a letter or a digit. */
const firstLetter = (name: string): string => /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? '·'
