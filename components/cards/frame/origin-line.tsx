import { ConversationLink } from '@/components/app/conversation-link'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'

/** Names the plan or permission that the service proposed this by, and the conversation that set it up. */
export function OriginLine({ entry: { origin } }: { entry: LedgerEntry }) {
  if (!origin) return null
  return (
    <p className="text-small text-pretty text-ink-muted" data-origin={origin.kind}>
      {origin.kind === 'plan'
        ? 'Proposed by the service, for a plan set up in '
        : 'Proposed by the service, under a permission signed in '}
      <ConversationLink taskId={origin.taskId} cardId={origin.id} />
    </p>
  )
}
