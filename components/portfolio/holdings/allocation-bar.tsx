import { merged, type Slice, shadeOf, shareText } from '@/components/cards/balances/allocation-chart'

/** Shows how the value is spread over assets, before debts: as a bar, and in words and figures. */
export function AllocationBar({ slices }: { slices: readonly Slice[] }) {
  const shown = merged(slices)
  const total = shown.reduce((sum, { value }) => sum + value, 0n)
  return (
    <section aria-label="By asset, before debts">
      <div aria-hidden="true" className="flex h-3 gap-px overflow-hidden rounded-[3px] print:hidden">
        {shown.map(({ key, value }, index) => (
          <span
            key={key}
            className="min-w-0.5 forced-color-adjust-none"
            style={{ flexGrow: Number((value * 10_000n) / total), background: shadeOf(index) }}
          />
        ))}
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-small">
        {shown.map(({ key, label, value }, index) => (
          <li key={key} className="flex items-center gap-1.5">
            <span
              aria-hidden="true"
              className="size-2.5 rounded-[2px] border border-rule-strong forced-color-adjust-none"
              style={{ background: shadeOf(index) }}
            />
            <bdi>{label}</bdi> <span className="figures text-ink-muted">{shareText(value, total)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
