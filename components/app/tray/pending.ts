import type { Address } from 'viem'
import type { Conversation } from '@/lib/chat/store/chat'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import { openCalls } from '@/lib/execution/ledger/history/open-calls'
import type { Ledger } from '@/lib/execution/ledger/ledger'
import { isOpen } from '@/lib/execution/ledger/machine'
import { conversationOf } from '../work/conversation-of'
import type { Work } from '../work-context'

/** A call that has not ended, with the conversation of its card. Null if that is not in this browser. */
export type PendingCall = { entry: LedgerEntry; conversation: Conversation | null }

/** Open proposals and transactions under way in all conversations of this browser, newest first. */
export type Pending = { toSign: readonly PendingCall[]; underWay: readonly PendingCall[] }

/** Creates a store for React's useSyncExternalStore. */
export function createPending(
  ledger: Pick<Ledger, 'all' | 'subscribe'>,
  chat: Pick<Work['chat'], 'subscribe' | 'getSnapshot' | 'thread' | 'message'>,
  owner: Address,
) {
  const read = () => pendingOf(openCalls(ledger.all(), owner), (taskId) => conversationOf(chat, taskId))
  let pending = read()
  return {
    getSnapshot: () => pending,
    subscribe: (listener: () => void) => {
      const changed = () => {
        const next = read()
        if (isSame(pending, next)) return
        pending = next
        listener()
      }
      const stops = [ledger.subscribe(changed), chat.subscribe(changed)]
      changed()
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

function pendingOf(entries: readonly LedgerEntry[], find: (taskId: string) => Conversation | null): Pending {
  const all = entries.map((entry): PendingCall => ({ entry, conversation: find(entry.taskId) }))
  return {
    // Nobody can sign a proposal whose conversation, and with it the card, was deleted here.
    toSign: all.filter(({ entry, conversation }) => isOpen(entry.state) && conversation !== null),
    underWay: all.filter(({ entry }) => !isOpen(entry.state)),
  }
}

const isSame = (one: Pending, other: Pending): boolean =>
  isSameList(one.toSign, other.toSign) && isSameList(one.underWay, other.underWay)

const isSameList = (one: readonly PendingCall[], other: readonly PendingCall[]): boolean =>
  one.length === other.length &&
  one.every(({ entry, conversation }, at) => entry === other[at]?.entry && conversation === other[at]?.conversation)
