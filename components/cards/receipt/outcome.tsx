import { PressedSeal } from '@/components/ui/seal'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import { isServiceReported } from '@/lib/execution/ledger/steps'
import { outcomeWords } from './outcome-words'

/** Shows how a call ended, and if that was reported to the agent. */
export function Outcome({ entry }: { entry: LedgerEntry }) {
  const end = outcomeWords(entry)
  if (!end) return null
  const isOurs = !isServiceReported(entry)
  const hash = entry.outcome && 'txHash' in entry.outcome ? entry.outcome.txHash : undefined
  return (
    <div data-outcome="" className="flex items-center justify-between gap-4">
      <div className="min-w-0 text-small">
        <p className="text-body font-semibold">{end.title}</p>
        <p className="text-pretty text-ink-muted">{end.text}</p>
        {end.more && <p className="text-pretty break-words text-ink-muted">{end.more}</p>}
        {entry.state !== 'superseded' && isOurs && <p className="mt-1 text-ink-faint">{toldWords(entry)}</p>}
      </div>
      {entry.state === 'confirmed' && isOurs && typeof hash === 'string' && (
        <PressedSeal inscription={inscription(hash)} />
      )}
    </div>
  )
}

function toldWords({ reported, unwanted }: LedgerEntry): string {
  if (unwanted)
    return 'The agent service did not accept this outcome, so the agent does not know it. Tell the agent in a message.'
  return reported ? 'Reported to the agent.' : 'Reporting to the agent …'
}

const inscription = (hash: string): string => `${hash.slice(0, 10)}…${hash.slice(-4)}`
