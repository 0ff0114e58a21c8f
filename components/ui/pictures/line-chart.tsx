import { clsx } from 'clsx'

export type ChartPoint = { value: bigint; at: number }

const [width, height] = [600, 72]

/** Draws values over time as a line. The label must say what the line shows. */
export const LineChart = ({
  points,
  label,
  className,
}: {
  points: readonly ChartPoint[]
  label: string
  className?: string
}) => {
  const line = lineOf(points).join(' ')
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      className={clsx('w-full overflow-visible', className)}
    >
      <path d={`M0,${height} L${line.replaceAll(' ', ' L')} L${width},${height} Z`} className="fill-accent-wash" />
      <polyline
        points={line}
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
export function lineOf(points: readonly ChartPoint[]): readonly string[] {
  const sorted = points.map(({ value }) => value).toSorted((a, b) => (a < b ? -1 : 1))
  const [low, high] = [sorted[0] ?? 0n, sorted.at(-1) ?? 0n]
  const [start, end] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0]
  return points.map(({ at, value }) => {
    const x = end === start ? 0 : ((at - start) / (end - start)) * width
    const share = high === low ? 0.5 : Number(((value - low) * 10_000n) / (high - low)) / 10_000
    return `${x.toFixed(1)},${(height - 8 - share * (height - 16)).toFixed(1)}`
  })
}
