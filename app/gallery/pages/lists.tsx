'use client'

import Activity from '@/components/activity/activity'
import { SidePageSkeleton } from '@/components/app/frame/side-page-skeleton'
import Tray from '@/components/app/tray/tray'
import { WorkContext } from '@/components/app/work-context'
import { ConversationList } from '@/components/chat/sidebar/conversation-list'
import { FoldedCall } from '@/components/chat/thread/calls/folded-call'
import { MessageRow } from '@/components/chat/thread/message-row'
import { ThreadSkeleton } from '@/components/chat/thread/thread-skeleton'
import { ListProblem } from '@/components/lists/list-problem'
import PermissionList from '@/components/permissions/permission-list'
import PlanList from '@/components/plans/plan-list'
import { BrokenPage } from '@/components/ui/page/broken-page'
import { NotLoaded } from '@/components/ui/page/not-loaded'
import { ShortAddress } from '@/components/ui/text/address'
import { AccountMenu } from '@/components/wallet/account-menu'
import type { ChatMessage } from '@/lib/chat/store/chat'
import { toolNames } from '@/lib/wire/tool-names'
import { account, chains, entryOf, now } from '../call'
import { examples } from '../examples/examples'
import { conversations, List, nothing, type Page, Thing, workWith } from '../stand-ins'
import { states } from '../states'
import { Permissions, Plans } from './plans'

const text = (of: string) => [{ type: 'text', text: of } as const]
const said = (id: string, status: ChatMessage['status'], more: Partial<ChatMessage> = {}): ChatMessage => ({
  id,
  role: 'user',
  parts: text('Swap 500 USDC for ETH'),
  at: now,
  status,
  ...more,
})
const answered = (id: string, status: ChatMessage['status'], more: Partial<ChatMessage> = {}): ChatMessage => ({
  id,
  role: 'agent',
  parts: text(
    'You hold **2.4 ETH** and 1,840.2 USDC.\n\n| token | rate |\n|---|---|\n| USDC | 4.6% |\n\n- [A link](https://example.org)\n- `0x7c1f…e1a2`',
  ),
  at: now,
  status,
  ...more,
})

const messages: readonly (readonly [string, ChatMessage])[] = [
  ['Your message', said('m1', 'sent')],
  [
    'Your message, with names',
    said('m13', 'sent', { parts: text(`Send 20 USDC to friend.countersign.eth, not to ${account}, on Base`) }),
  ],
  ['Your message, being sent', said('m2', 'sending', { problem: 'Waiting for the network.' })],
  [
    'Your message, not sent',
    said('m3', 'failed', { problem: 'The agent service could not be reached. Nothing was sent.' }),
  ],
  [
    'Your message, perhaps not sent',
    said('m4', 'failed', { unsure: true, problem: 'The connection broke while it was sent.' }),
  ],
  ['Written elsewhere', said('m5', 'sent', { told: true })],
  ['Sent as suggested', said('m6', 'sent', { suggested: true })],
  ['An answer', answered('m7', 'complete')],
  [
    'An answer, with names',
    answered('m14', 'complete', { parts: text('`friend.countersign.eth` gets **20 USDC** on Base. Is that right?') }),
  ],
  ['An answer, coming in', answered('m8', 'streaming', { parts: text('') })],
  ['An answer, stopped', answered('m9', 'stopped')],
  [
    'An answer, broken off',
    answered('m10', 'broken', { problem: 'The connection broke before the answer was whole.' }),
  ],
  ['No answer: the task ended', answered('m11', 'ended', { parts: [], problem: 'The agent ended this conversation.' })],
  [
    'Something that cannot be read',
    answered('m12', 'complete', { parts: [{ type: 'unreadable', reason: 'A file, which this app does not open' }] }),
  ],
]

const activity = toolNames.flatMap((name, index) => {
  const state = states.filter(({ title }) => /^(Ready|Confirmed|Declined|Failed|Reverted|In the wallet)$/.test(title))
  const view = state[index % state.length]?.of(examples[name])
  return view ? [{ ...view.entry, key: name, createdAt: now - index * 3_600_000 }] : []
})

const waiting = activity.map((entry, index) => ({ ...entry, taskId: `c${(index % 3) + 1}` }))

/** Messages, lists and menus, and what stands in the place of a list. */
export const listPages: Readonly<Record<string, Page>> = {
  messages: {
    title: 'Messages',
    things: () => (
      <WorkContext value={workWith({ messages: messages.map(([, message]) => message) })}>
        {messages.map(([title, { id }]) => (
          <Thing key={id} title={title}>
            <MessageRow id={id} agentId={1} />
          </Thing>
        ))}
        <Thing title="A call that waits for its turn">
          <FoldedCall entry={entryOf(examples.execute_router_swap)} words="Waiting for the one before it." />
        </Thing>
        <Thing title="A call that is coming in">
          <FoldedCall entry={null} words={null} />
        </Thing>
      </WorkContext>
    ),
  },
  floating: {
    title: 'Menus',
    things: () => (
      <>
        <Thing title="An account’s menu">
          <AccountMenu
            address={account}
            account={{
              status: 'connected',
              address: account,
              chainId: 1,
              connectorId: 'rabby',
              connectorName: 'Rabby',
            }}
            chains={chains}
            signedIn
            actions={{
              connect: nothing,
              disconnect: nothing,
              switchChain: nothing,
              signOut: nothing,
              playMoney: nothing,
              permissions: nothing,
              plans: nothing,
              activity: nothing,
              settings: nothing,
            }}
          />
        </Thing>
        <List title="An entry’s menu">
          <WorkContext value={workWith({ conversations })}>
            <ConversationList currentId="c1" onOpen={nothing} onPage={nothing} onCommands={nothing} />
          </WorkContext>
        </List>
        <Thing title="Open proposals">
          <WorkContext value={workWith({ conversations, entries: waiting })}>
            <div className="flex">
              <Tray />
            </div>
          </WorkContext>
        </Thing>
        <Thing title="An address">
          <p>
            <ShortAddress address={account} />
          </p>
        </Thing>
        <Thing title="Filters">
          <WorkContext value={workWith({ entries: activity })}>
            <Activity />
          </WorkContext>
        </Thing>
      </>
    ),
  },
  lists: {
    title: 'Lists',
    things: () => (
      <>
        <List title="Conversations">
          <WorkContext value={workWith({ conversations })}>
            <ConversationList currentId="c1" onOpen={nothing} onPage={nothing} onCommands={nothing} />
          </WorkContext>
        </List>
        <Thing title="Activity">
          <WorkContext value={workWith({ entries: activity })}>
            <Activity />
          </WorkContext>
        </Thing>
        <WorkContext value={workWith({ conversations })}>
          <Plans />
          <Permissions />
        </WorkContext>
      </>
    ),
  },
  empty: {
    title: 'Empty, loading, broken',
    things: () => (
      <>
        <List title="No conversations">
          <WorkContext value={workWith({})}>
            <ConversationList currentId={null} onOpen={nothing} onPage={nothing} onCommands={nothing} />
          </WorkContext>
        </List>
        <List title="Conversations, loading">
          <WorkContext value={workWith({ loaded: false })}>
            <ConversationList currentId={null} onOpen={nothing} onPage={nothing} onCommands={nothing} />
          </WorkContext>
        </List>
        <Thing title="No activity">
          <WorkContext value={workWith({})}>
            <Activity />
          </WorkContext>
        </Thing>
        <Thing title="No plans">
          <PlanList />
        </Thing>
        <Thing title="No permissions">
          <PermissionList />
        </Thing>
        <Thing title="A list that could not be read">
          <ListProblem
            problem={{ words: 'The service cannot be reached. Check your connection.', lasting: false }}
            again={nothing}
          />
        </Thing>
        <Thing title="A list that is not kept">
          <ListProblem
            problem={{
              words: 'This app keeps no plans: its agents belong to another service. Ask the agent for them.',
              lasting: true,
            }}
            again={nothing}
          />
        </Thing>
        <Thing title="A list, loading">
          <SidePageSkeleton />
        </Thing>
        <Thing title="A conversation, loading">
          <ThreadSkeleton />
        </Thing>
        <Thing title="A part that did not load">
          <NotLoaded />
        </Thing>
        <Thing title="A page that broke">
          <BrokenPage error={new Error('Example')} />
        </Thing>
      </>
    ),
  },
}
