import { PressedSeal } from '@/components/ui/seal'
import type { LedgerEntry, LedgerState } from '@/lib/execution/entry'

/** What each end means for the person's money. */
const words: Partial<Record<LedgerState, { title: string; text: string }>> = {
  confirmed: { title: 'Done', text: 'The chain has confirmed it.' },
  reverted: {
    title: 'Reverted',
    text: 'The transaction was mined and undone. Nothing moved but the network fee.',
  },
  rejected: { title: 'Declined', text: 'It was not sent.' },
  failed: { title: 'Failed', text: 'It did not go through.' },
  superseded: {
    title: 'Superseded',
    text: 'A newer message took its place, it was taken back, or the conversation ended. Nothing was sent from here.',
  },
}

/** What the agent is told went wrong; undefined where nothing did. */
export const errorOf = ({ outcome }: LedgerEntry): string | undefined =>
  outcome?.status === 'error' ? outcome.error : undefined

/** A permission that was signed: what that means, and where it is taken back. */
function grantedWords({ consent, outcome }: LedgerEntry): { title: string; text: string } {
  const until =
    consent && new Intl.DateTimeFormat(undefined, { dateStyle: 'long' }).format(consent.permission.validUntil * 1000)
  const onChain = outcome?.status === 'success' && outcome.enforcement === 'onchain'
  const power = onChain
    ? 'Your wallet also lets the service’s account spend within the limit, by itself: that part is revoked in your wallet.'
    : 'It gives no power over your money: every move still comes as a card.'
  return {
    title: 'Permission signed',
    text: `It holds until ${until}. Nothing was sent. ${power} Revoke it under Account, Permissions.`,
  }
}

/** How a call ended, and whether the agent has been told. */
export function Outcome({ entry }: { entry: LedgerEntry }) {
  const end = (entry.state === 'confirmed' && entry.consent && grantedWords(entry)) || words[entry.state]
  if (!end) return null
  // In a call of several steps an earlier one may stand although the call did not come to its end.
  const last = entry.steps.at(-1)
  const approved =
    entry.steps.some(({ outcome, id }) => outcome === 'success' && id !== last?.id) && last?.outcome !== 'success'
  const text = endWords(entry, approved) ?? errorOf(entry) ?? end.text
  const hash = entry.outcome && 'txHash' in entry.outcome ? entry.outcome.txHash : undefined
  return (
    <div role="status" className="flex items-center justify-between gap-4">
      <div className="min-w-0 text-small">
        <p className="text-body font-semibold">{end.title}</p>
        <p className="text-pretty text-ink-muted">{text}</p>
        {approved && entry.state !== 'confirmed' && (
          <p className="text-pretty text-ink-muted">
            The approval before it went through: what it allows stays allowed until it is used or revoked.
          </p>
        )}
        {entry.state !== 'superseded' && <p className="mt-1 text-ink-faint">{toldWords(entry)}</p>}
      </div>
      {entry.state === 'confirmed' && typeof hash === 'string' && <PressedSeal inscription={inscription(hash)} />}
    </div>
  )
}

/** Ends about which their state alone would say too much or too little. */
function endWords({ state }: LedgerEntry, approved: boolean): string | null {
  if (state === 'rejected' && !approved) return 'Nothing was sent and nothing moved.'
  if (state === 'superseded' && approved)
    return 'A newer message took its place, it was taken back, or the conversation ended. The rest was not signed here.'
  return null
}

function toldWords({ reported, untold }: LedgerEntry): string {
  if (untold) return 'The agent no longer waited for this outcome, so it was not told.'
  return reported ? 'The agent has been told.' : 'Telling the agent …'
}

const inscription = (hash: string): string => `${hash.slice(0, 10)}…${hash.slice(-4)}`
