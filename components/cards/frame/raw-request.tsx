import { count } from '@/components/ui/text/figures'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import { revealInvisible } from '@/lib/wire/text'
import { DetailRow, DetailRows } from './detail-rows'
import { FoldedLine } from './folded-line'

/**
 * Shows the agent's request as it came: names and values, without interpretation. For calls that cannot be shown
 * better.
 */
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
        <p className="text-small text-ink-muted">And {count(all.length - rows.length)} more.</p>
      )}
    </div>
  )
}

/** Shows the raw request, closed until asked for, if parts of it were not understood and therefore ignored. */
export function NotUnderstood({ entry, ignored }: { entry: LedgerEntry; ignored: readonly string[] }) {
  if (ignored.length === 0) return null
  const names = ignored.slice(0, mostRows).map((name) => cut(name, longestName))
  return (
    <div data-not-understood="">
      <FoldedLine
        summary={`Original request, with ${count(ignored.length)} ${ignored.length === 1 ? 'part' : 'parts'} not understood`}
      >
        <RawRequest entry={entry} />
        <p className="text-small text-pretty">
          Not understood and not used here:{' '}
          <span className="figures break-all">{names.map((name) => `“${name}”`).join(', ')}</span>
          {ignored.length > names.length && ` and ${count(ignored.length - names.length)} more`}
        </p>
      </FoldedLine>
    </div>
  )
}

/** No tool has as many parameters, nor names as long. */
const mostRows = 40
const longestName = 60
const longestValue = 400

const asText = (value: unknown): string => cut(typeof value === 'string' ? value : JSON.stringify(value), longestValue)

function cut(text: string, longest: number): string {
  const shown = revealInvisible(text.slice(0, longest))
  return text.length > longest ? `${shown}… (${text.length} characters)` : shown
}
