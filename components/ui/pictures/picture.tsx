import { clsx } from 'clsx'

/** A picture of the app's own, beside the words that say the same. It keeps its place before it is there. */
export const Picture = ({ source, size, className }: { source: string; size: number; className?: string }) => (
  // biome-ignore lint/performance/noImgElement: nothing is gained by converting a drawing of a kilobyte
  <img
    src={source}
    alt=""
    width={size}
    height={size}
    loading="lazy"
    decoding="async"
    data-icon="picture"
    // In a line of text its middle is at that of the figures, whatever their size.
    style={{ verticalAlign: `calc(0.35em - ${size / 2}px)` }}
    className={clsx('inline-block shrink-0 bg-paper-sunk ring-1 ring-ink/10 print:hidden', className)}
  />
)
