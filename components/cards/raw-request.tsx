import type { LedgerEntry } from '@/lib/execution/entry'
import { revealInvisible } from '@/lib/wire/text'
import { DetailRow, DetailRows } from './detail-rows'

/** What the agent asks for, as it came: names and values, nothing interpreted. For what cannot be shown better. */
export function RawRequest({ entry }: { entry: LedgerEntry }) {
  const all = Object.entries(entry.parameters)
  const rows = all.slice(0, mostRows)
  return (
    <div className="flex flex-col gap-2">
      <p className="text-small text-ink-muted">
        The agent asked for <code className="figures break-all">{revealInvisible(entry.toolName)}</code>
        {rows.length > 0 ? ' with:' : ' without parameters.'}
      </p>
      <DetailRows>
        {rows.map(([name, value]) => (
          <DetailRow key={name} label={cut(name, longestName)}>
            <span className="figures break-all">{asText(value)}</span>
          </DetailRow>
        ))}
      </DetailRows>
      {all.length > rows.length && (
        <p className="text-small text-ink-muted">And {(all.length - rows.length).toLocaleString('en')} more.</p>
      )}
    </div>
  )
}

/** No tool has as many parameters, nor such names for them. */
const mostRows = 40
const longestName = 60
const longestValue = 400

const asText = (value: unknown): string => cut(typeof value === 'string' ? value : JSON.stringify(value), longestValue)

function cut(text: string, longest: number): string {
  const shown = revealInvisible(text.slice(0, longest))
  return text.length > longest ? `${shown}… (${text.length} characters)` : shown
}
