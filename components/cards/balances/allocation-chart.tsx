import { formatUsd, percentOfWhole } from '@/components/ui/text/figures'

export type Slice = { key: string; label: string; value: bigint }

/** Shades of the accent in per cent, from full to faint. Slices beyond them merge into "Others". */
const shades = [100, 68, 46, 30, 18]
export const shadeOf = (index: number): string =>
  `color-mix(in oklab, var(--accent) ${shades[Math.min(index, shades.length - 1)]}%, var(--paper-raised))`

/** Returns each slice's shade by its key. Slices merged into "Others" share the last one. */
export function shadesOf(slices: readonly Slice[]): ReadonlyMap<string, string> {
  const drawn = merged(slices)
  const others = shadeOf(drawn.length - 1)
  const indexOf = (key: string) => drawn.findIndex((slice) => slice.key === key)
  return new Map(
    slices.filter(({ value }) => value > 0n).map(({ key }) => [key, indexOf(key) < 0 ? others : shadeOf(indexOf(key))]),
  )
}

const radius = 42
const around = 2 * Math.PI * radius

/** Draws the value as a ring with the total inside. The table beside it has the same figures. */
export function AllocationChart({ slices, total }: { slices: readonly Slice[]; total: bigint }) {
  const shown = merged(slices)
  const sum = formatUsd(total)
  let turned = 0
  return (
    <svg
      viewBox="0 0 112 112"
      role="img"
      aria-label={`${formatUsd(total)} in all: ${shown.map(({ label, value }) => `${label} ${shareText(value, total)}`).join(', ')}`}
      className="size-24 shrink-0 -rotate-90 sm:size-36"
    >
      {shown.map(({ key, value }, index) => {
        const length = (Number((value * 100_000n) / total) / 100_000) * around
        const start = turned
        turned += length
        return (
          <circle
            key={key}
            cx="56"
            cy="56"
            r={radius}
            fill="none"
            strokeWidth="13"
            style={{ stroke: shadeOf(index) }}
            // Leaves a hair of paper between slices. A slice thinner than that stays a hair wide.
            strokeDasharray={`${Math.max(length - 1.2, 0.6)} ${around}`}
            strokeDashoffset={-start}
          />
        )
      })}
      <text
        x="56"
        y="59.5"
        textAnchor="middle"
        transform="rotate(90 56 56)"
        className="figures fill-ink font-semibold"
        // A longer sum gets a smaller size, to fit inside the ring.
        fontSize={Math.min(11, 110 / sum.length)}
      >
        {sum}
      </text>
    </svg>
  )
}

/** Sorts the slices, largest first, and merges those beyond the number of shades. */
export function merged(slices: readonly Slice[]): readonly Slice[] {
  const sorted = slices.filter(({ value }) => value > 0n).toSorted((a, b) => Number(b.value - a.value))
  if (sorted.length <= shades.length) return sorted
  const rest = sorted.slice(shades.length - 1)
  const value = rest.reduce((sum, slice) => sum + slice.value, 0n)
  return [...sorted.slice(0, shades.length - 1), { key: 'others', label: 'Others', value }]
}

export const shareText = (value: bigint, total: bigint): string =>
  total === 0n ? '0%' : percentOfWhole(value, total, 1)
