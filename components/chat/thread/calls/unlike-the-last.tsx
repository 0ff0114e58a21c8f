import { getAddress, isAddress } from 'viem'
import { Notice } from '@/components/ui/notice'
import { FullAddress } from '@/components/ui/text/address'
import { differences } from '@/lib/execution/call/comparison/differences'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'

/**
 * Shows how a call differs from the one before it of the same kind: among many similar cards, the one that pays
 * somebody else is easily missed.
 */
export function UnlikeTheLast({ before, entry }: { before: LedgerEntry; entry: LedgerEntry }) {
  const changed = differences(before, entry)
  if (changed.length === 0)
    return (
      <Notice tone="warn" title="An exact repeat of the one before it">
        The agent is asking for this a second time. If you countersign both, both are carried out.
      </Notice>
    )
  return (
    <Notice title="Similar to the one before it, but not the same">
      <dl className="mt-1 flex flex-col gap-1">
        {changed.map(({ field, before: was, after: is }) => (
          <div key={field} className="flex flex-wrap items-baseline gap-x-2" data-differs={field}>
            <dt className="form-label">{field}</dt>
            <dd className="min-w-0 break-words">
              <span className="text-ink-muted">
                <Value of={was} />
              </span>{' '}
              <span aria-hidden="true">→</span>
              <span className="sr-only">now</span> <Value of={is} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-1 text-ink-muted">
        These are the agent’s own figures. The card shows what the call really does.
      </p>
    </Notice>
  )
}

function Value({ of: value }: { of: string | null }) {
  if (value === null) return <span>not there</span>
  if (isAddress(value, { strict: false })) return <FullAddress address={getAddress(value)} />
  return <bdi className="figures">{value}</bdi>
}
