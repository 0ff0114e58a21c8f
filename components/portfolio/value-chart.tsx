import { formatUsd } from '@/lib/chain/tokens/amount'
import { dayAndTime } from '@/lib/chat/page/time-words'
import type { Snapshot } from './history'

const [width, height] = [600, 72]

/** Draws the value over time as a line. Its label gives the first, last, lowest and highest value. */
export function ValueChart({ snapshots }: { snapshots: readonly Snapshot[] }) {
  const points = pointsOf(snapshots)
  const words = ({ total, at }: Snapshot) => `${formatUsd(total)} on ${dayAndTime.format(at)}`
  const sorted = snapshots.toSorted((a, b) => (a.total < b.total ? -1 : 1))
  const [first, last, lowest, highest] = [snapshots[0], snapshots.at(-1), sorted[0], sorted.at(-1)]
  if (!first || !last || !lowest || !highest) return null
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`Value over time: ${words(first)}, ${words(last)}; lowest ${words(lowest)}, highest ${words(highest)}`}
      className="mt-auto h-18 w-full overflow-visible pt-2"
    >
      <path d={`M0,${height} L${points.join(' L')} L${width},${height} Z`} className="fill-accent-wash" />
      <polyline
        points={points.join(' ')}
        fill="none"
        className="stroke-accent"
        strokeWidth="2"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

/** Returns the points of the line, from the left edge to the right, with the lowest value a little above the bottom. */
export function pointsOf(snapshots: readonly Snapshot[]): readonly string[] {
  const sorted = snapshots.map(({ total }) => total).toSorted((a, b) => (a < b ? -1 : 1))
  const [low, high] = [sorted[0] ?? 0n, sorted.at(-1) ?? 0n]
  const [start, end] = [snapshots[0]?.at ?? 0, snapshots.at(-1)?.at ?? 0]
  return snapshots.map(({ at, total }) => {
    const x = end === start ? 0 : ((at - start) / (end - start)) * width
    const share = high === low ? 0.5 : Number(((total - low) * 10_000n) / (high - low)) / 10_000
    return `${x.toFixed(1)},${(height - 8 - share * (height - 16)).toFixed(1)}`
  })
}
