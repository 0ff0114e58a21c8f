import { LineChart } from '@/components/ui/pictures/line-chart'
import { formatUsd } from '@/components/ui/text/figures'
import { dayAndTime } from '@/lib/chat/page/time-words'
import type { Snapshot } from './history'

/** Draws the value over time as a line. Its label gives the first, last, lowest and highest value. */
export function ValueChart({ snapshots }: { snapshots: readonly Snapshot[] }) {
  const words = ({ total, at }: Snapshot) => `${formatUsd(total)} on ${dayAndTime.format(at)}`
  const sorted = snapshots.toSorted((a, b) => (a.total < b.total ? -1 : 1))
  const [first, last, lowest, highest] = [snapshots[0], snapshots.at(-1), sorted[0], sorted.at(-1)]
  if (!first || !last || !lowest || !highest) return null
  return (
    <LineChart
      points={snapshots.map(({ total, at }) => ({ value: total, at }))}
      label={`Value over time: ${words(first)}, ${words(last)}; lowest ${words(lowest)}, highest ${words(highest)}`}
      className="mt-auto h-18 pt-2"
    />
  )
}
