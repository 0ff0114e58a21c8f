import type { Work } from '@/components/app/work-context'
import type { ChatMessage } from '@/lib/chat/store/chat'
import type { LedgerState } from '@/lib/execution/ledger/entry'

/** States of calls without a request in the wallet that may still take effect. */
const harmless: ReadonlySet<LedgerState> = new Set(['reviewing', 'ready', 'blocked', 'rejected', 'superseded'])

/**
 * True if the answer has no more effect than words: none of its proposals was carried out, is in the wallet, or may
 * have been sent.
 */
export function isUndone({ parts, taskId }: ChatMessage, calls: Pick<Work['calls'], 'find'>): boolean {
  return parts.every((part) => {
    if (part.type !== 'call') return true
    const view = taskId === undefined ? null : calls.find(taskId, part.callId)?.getSnapshot()
    if (!view) return false
    if (view.tool?.kind === 'display') return true
    const { state, left = [] } = view.entry
    return harmless.has(state) && left.length === 0
  })
}
