'use client'

import type { ReactNode } from 'react'
import type { App } from '@/components/app/app-context'
import type { Work } from '@/components/app/work-context'
import type { ChatMessage, Conversation } from '@/lib/chat/store/chat'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import { account, chains, now } from './call'

/** A page of the gallery, with a title and its specimens. */
export type Page = { title: string; things: () => ReactNode }

/** The agents of the gallery. */
export const agents = [
  {
    id: 1,
    name: 'Countersign',
    description: 'Swaps, sends, lends and answers questions about what you hold.',
    tags: ['swap', 'bridge', 'send', 'lending'],
    examples: ['What do I have?', 'Swap half my ETH for USDC', 'Send 0.1 ETH to friend.countersign.eth'],
  },
  {
    id: 2,
    name: 'Yield scout',
    description: 'Looks for better yields.',
    tags: ['yield', 'staking'],
    examples: ['Best yield for my USDC'],
  },
]

/** Stands in for a whole object of which the gallery reads only these parts. */
export const only = <Whole extends object>(part: { [Key in keyof Whole]?: Partial<Whole[Key]> }): Whole => part as Whole

const still = <Value,>(value: Value) => ({ subscribe: () => () => {}, getSnapshot: () => value })

/** Stands in for the app. */
export const app = only<App>({
  chains,
  agents,
  wallet: { switchChain: async () => {} },
  session: { expire: () => {} },
})

/** Stands in for the signed-in state, with these conversations, messages and calls. */
export const workWith = ({
  conversations = [],
  messages = [],
  entries = [],
  loaded = true,
}: {
  conversations?: readonly Conversation[]
  messages?: readonly ChatMessage[]
  entries?: readonly LedgerEntry[]
  loaded?: boolean
}) =>
  only<Work>({
    owner: account,
    chat: {
      ...still({
        conversations,
        loaded,
        connection: 'online',
        rateLimit: null,
        storageProblem: null,
        announcement: null,
      }),
      message: (id: string) => still(messages.find((each) => each.id === id) ?? null),
      stream: () => still({ blocks: ['The best yield for USDC is now'], tail: ' at **Flagship USDC**, wi' }),
      thread: () => still({ messageIds: [], running: false, stopping: false }),
      remove: async () => null,
      retry: () => {},
    },
    calls: { subscribe: () => () => {}, find: () => null },
    ledger: { all: () => entries, subscribe: () => () => {} },
    listCalls: async () => ({ entries: [], nextPageToken: null }),
  })

export const nothing = () => {}

/** A specimen with its title. */
export function Thing({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section data-thing={title} className="flex min-w-0 flex-col gap-2">
      <h2 className="form-label">{title}</h2>
      {children}
    </section>
  )
}

/** A specimen as narrow as a list beside the page. */
export const List = ({ title, children }: { title: string; children: ReactNode }) => (
  <Thing title={title}>
    <div className="flex max-w-72 flex-col">{children}</div>
  </Thing>
)

/** Conversations of the gallery. */
const conversation = (id: string, title: string, more: Partial<Conversation> = {}): Conversation => ({
  id,
  taskId: id,
  contextId: null,
  agentId: 1,
  title,
  createdAt: now,
  updatedAt: now,
  ended: false,
  ...more,
})

export const conversations = [
  conversation('c1', 'Swap 500 USDC for ETH'),
  conversation('c2', 'Your plan 3 is due', { unread: true, byService: true }),
  conversation(
    'c3',
    'Send my Postcard number 7 to friend.countersign.eth and then tell me what is left of the collection',
  ),
  conversation('c4', ''),
]
