import type { LedgerEntry } from '@/lib/execution/entry'
import { revealInvisible } from '@/lib/wire/text'
import { DetailRow, DetailRows } from './detail-rows'

/** What the agent asks for, as it came: names and values, nothing interpreted. For what cannot be shown better. */
export function RawRequest({ entry }: { entry: LedgerEntry }) {
  const rows = Object.entries(entry.parameters)
  return (
    <div className="flex flex-col gap-2">
      <p className="text-small text-ink-muted">
        The agent asked for <code className="figures break-all">{revealInvisible(entry.toolName)}</code>
        {rows.length > 0 ? ' with:' : ' without parameters.'}
      </p>
      <DetailRows>
        {rows.map(([name, value]) => (
          <DetailRow key={name} label={revealInvisible(name)}>
            <span className="figures break-all">{asText(value)}</span>
          </DetailRow>
        ))}
      </DetailRows>
    </div>
  )
}

const limit = 400

function asText(value: unknown): string {
  const text = revealInvisible(typeof value === 'string' ? value : JSON.stringify(value))
  return text.length > limit ? `${text.slice(0, limit)}… (${text.length} characters)` : text
}
