'use client'

import { type ComponentProps, type ReactNode, useState, useSyncExternalStore } from 'react'
import Activity from '@/components/activity/activity'
import { type App, AppContext } from '@/components/app/app-context'
import { Banners } from '@/components/app/frame/banners'
import { SidePageSkeleton } from '@/components/app/frame/side-page-skeleton'
import { StorageBlocked } from '@/components/app/frame/storage-blocked'
import { Welcome } from '@/components/app/frame/welcome'
import Tray from '@/components/app/tray/tray'
import { type Work, WorkContext } from '@/components/app/work-context'
import { DraftSheet } from '@/components/cards/draft/draft-card'
import { CallCard } from '@/components/cards/frame/call-card'
import { PlanSheet } from '@/components/cards/plan/plan-card'
import { ConversationList } from '@/components/chat/sidebar/conversation-list'
import { FoldedCall } from '@/components/chat/thread/calls/folded-call'
import { MessageRow } from '@/components/chat/thread/message-row'
import { ThreadSkeleton } from '@/components/chat/thread/thread-skeleton'
import { ListProblem } from '@/components/lists/list-problem'
import { PermissionItem } from '@/components/permissions/permission-item'
import PermissionList from '@/components/permissions/permission-list'
import type { ListedPermission } from '@/components/permissions/permissions-client'
import { PlanItem } from '@/components/plans/plan-item'
import PlanList from '@/components/plans/plan-list'
import type { ListedPlan } from '@/components/plans/plans-client'
import { Tooltips } from '@/components/ui/floating/tooltips'
import { BrokenPage } from '@/components/ui/page/broken-page'
import { NotLoaded } from '@/components/ui/page/not-loaded'
import { ShortAddress } from '@/components/ui/text/address'
import { AccountMenu } from '@/components/wallet/account-menu'
import { PlayMoneyNotice } from '@/components/wallet/demo/play-money-notice'
import { SignInPanel } from '@/components/wallet/sign-in-panel'
import { WalletNotices } from '@/components/wallet/wallet-notices'
import type { ChatMessage, Conversation } from '@/lib/chat/store/chat'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import type { AnsweredRequest } from '@/lib/review/review'
import { tools } from '@/lib/tools/registry'
import type { RequestFields } from '@/lib/wire/draft'
import type { PlanOffer } from '@/lib/wire/plan'
import { type ToolName, toolNames } from '@/lib/wire/tool-names'
import { account, chains, controllerOf, type Example, entryOf, now, reviewOf, viewOf } from './call'
import { choices } from './examples/choices'
import { examples } from './examples/examples'
import { permission } from './examples/permission'
import { requests } from './examples/requests'
import { bridge } from './examples/swap'
import { type State, states } from './states'

/** A page of the gallery, with a title and its specimens. */
type Page = { title: string; things: () => ReactNode }

const agents = [
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
const only = <Whole extends object>(part: { [Key in keyof Whole]?: Partial<Whole[Key]> }): Whole => part as Whole

const still = <Value,>(value: Value) => ({ subscribe: () => () => {}, getSnapshot: () => value })

const app = only<App>({
  chains,
  agents,
  wallet: { switchChain: async () => {} },
  session: { expire: () => {} },
})

/** Stands in for the signed-in state, with these conversations, messages and calls. */
const workWith = ({
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

const nothing = () => {}

function Thing({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section data-thing={title} className="flex min-w-0 flex-col gap-2">
      <h2 className="form-label">{title}</h2>
      {children}
    </section>
  )
}

const Card = ({ example, state }: { example: Example; state: State }) => {
  const [controller] = useState(() => {
    const view = state.of(example)
    return view && controllerOf(view)
  })
  return (
    controller && (
      <Thing title={state.title}>
        <CallCard controller={controller} />
      </Thing>
    )
  )
}

const asking = (example: Example) =>
  viewOf(example, { entry: entryOf(example, { state: example.plan ? 'ready' : 'blocked' }) })

const answering = (request: AnsweredRequest) => (example: Example) =>
  viewOf(example, { review: { ...reviewOf(example, example.findings), request } })

const cards = (example: Example) => () => (
  <WorkContext value={workWith({})}>
    {states.map((state) => (
      <Card key={state.title} example={example} state={state} />
    ))}
  </WorkContext>
)

const plan: ListedPlan = {
  number: 3,
  state: 'active',
  chainId: 1,
  sells: 'USDC',
  what: '$50 of ETH',
  rhythm: 'every Friday at 12:00 UTC',
  next: [now + 3 * 86_400_000, now + 10 * 86_400_000],
  left: 8,
  offer: 'plan_1',
  taskId: 'c1',
}

const granted: ListedPermission = {
  id: 'p1',
  state: 'active',
  permission,
  enforcement: 'advisory',
  createdAt: now,
  revokedAt: null,
  taskId: 'c4',
  callId: 'call',
}

const words = (_: unknown, otherwise: string) => otherwise

const offer: PlanOffer = {
  type: 'plan',
  id: 'plan_1',
  terms: {
    ...{ chainId: 31337, sells: 'USDC', buys: 'ETH', amount: { kind: 'usd', value: '50' }, slippage: 0.01 },
    schedule: { start: '2040-11-23', hour: 12, every: { unit: 'day', count: 7 }, times: 10, spanEnd: '2041-01-31' },
  },
  until: Date.UTC(2040, 10, 23, 12),
}
const rent: PlanOffer = {
  ...offer,
  terms: {
    ...{ chainId: 31337, sells: 'DAI', to: account, amount: { kind: 'exact', value: '250' } },
    schedule: { start: '2040-11-30', hour: 9, every: { unit: 'month', count: 1, day: 31 }, times: null },
  },
}
const unknown: PlanOffer = { ...offer, terms: { ...offer.terms, sells: 'WAGMI' } }

const sheets: readonly (readonly [string, Partial<ComponentProps<typeof PlanSheet>>])[] = [
  ['To confirm', {}],
  ['To confirm, a transfer without an end', { offer: rent }],
  ['To confirm, a change', { offer: { ...offer, changes: { number: 3, left: 8, next: now } } }],
  ['Confirmed, and not answered yet', { asked: true }],
  ['Set up', { offerState: { set: 3 }, agreed: 'yes' }],
  ['Set up, confirmed elsewhere', { offerState: { set: 3 } }],
  ['Replaced', { offerState: 'replaced' }],
  ['Expired', { offer: { ...offer, until: 1 } }],
  ['Of a token that is not listed', { offer: unknown }],
  ['Other terms than were confirmed', { agreed: 'other' }],
  ['That could not be kept', { problem: 'This browser cannot keep what you confirm, so nothing was confirmed.' }],
]

const send: RequestFields = {
  action: 'send',
  amount: { kind: 'exact', value: '20' },
  token: 'USDC',
  receiver: account,
  chainId: 31337,
}
const swap: RequestFields = {
  action: 'swap',
  amount: { kind: 'exact', value: '0.5' },
  token: 'ETH',
  receives: 'USDC',
  slippage: 0.003,
}
const deposit: RequestFields = {
  action: 'stake',
  amount: { kind: 'exact', value: '800' },
  token: 'USDC',
  place: { lockDays: 0 },
}
const drafts: readonly (readonly [string, RequestFields, Partial<ComponentProps<typeof DraftSheet>>])[] = [
  ['A draft', swap, {}],
  ['A draft of which something is missing', { action: 'send', token: 'USDC' }, {}],
  [
    'A draft with what the person did not write',
    send,
    {
      agreedIn: () => [
        { field: 'chainId', value: 'Ethereum (local)' },
        { field: 'receiver', value: account, wrote: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' },
      ],
    },
  ],
  ['A draft that says where', deposit, {}],
  [
    'A draft that names a place',
    { ...deposit, place: { name: 'Steakhouse USDC (Morpho) on Ethereum' } },
    {
      agreedIn: () => [{ field: 'place', value: 'Steakhouse USDC (Morpho) on Ethereum', wrote: 'without a lock-up' }],
    },
  ],
  ['A draft with a place, confirmed', deposit, { draftState: { is: 'confirmed', fields: deposit } }],
  ['A draft, confirmed', send, { draftState: { is: 'confirmed', fields: send } }],
  ['A draft that was not used', swap, { draftState: { is: 'passed' } }],
]

const isOver = (state: ListedPlan['state']) => state === 'ended' || state === 'canceled'

function Plans() {
  return (
    <>
      {(['active', 'paused', 'ended', 'canceled'] as const).map((state) => (
        <Thing key={state} title={`A plan, ${state}`}>
          <PlanItem
            plan={{
              ...plan,
              state,
              ...(state === 'paused' ? { left: null } : {}),
              ...(isOver(state) ? { next: [] } : {}),
            }}
            onChanged={nothing}
            words={words}
          />
        </Thing>
      ))}
    </>
  )
}

function Permissions() {
  return (
    <>
      {(['active', 'expired', 'revoked'] as const).map((state) => (
        <Thing key={state} title={`A permission, ${state}`}>
          <PermissionItem
            listed={{ ...granted, id: state, state, revokedAt: state === 'revoked' ? now : null }}
            onRevoked={nothing}
            words={words}
          />
        </Thing>
      ))}
      <Thing title="A permission that the wallet enforces">
        <PermissionItem listed={{ ...granted, enforcement: 'onchain' }} onRevoked={nothing} words={words} />
      </Thing>
    </>
  )
}

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

const conversations = [
  conversation('c1', 'Swap 500 USDC for ETH'),
  conversation('c2', 'Your plan 3 is due', { unread: true, byService: true }),
  conversation(
    'c3',
    'Send my Postcard number 7 to friend.countersign.eth and then tell me what is left of the collection',
  ),
  conversation('c4', ''),
]

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

const wallet = (problem: string | null) =>
  only<Parameters<typeof WalletNotices>[0]['wallet']>({ money: { state: 'none' }, problem, dismissProblem: nothing })

const List = ({ title, children }: { title: string; children: ReactNode }) => (
  <Thing title={title}>
    <div className="flex max-w-72 flex-col">{children}</div>
  </Thing>
)

/** Returns the tool’s label, with the tool’s name if another has the same label. */
const titleOf = (name: ToolName): string => {
  const { label } = tools[name]
  const isShared = toolNames.filter((each) => tools[each].label === label).length > 1
  return isShared ? `${label} (${name})` : label
}

/** Maps each address to its page. */
export const pages: Readonly<Record<string, Page>> = {
  ...Object.fromEntries(toolNames.map((name) => [name, { title: titleOf(name), things: cards(examples[name]) }])),
  bridge: { title: 'Bridge', things: cards(bridge) },
  asked: {
    title: 'You asked',
    things: () => (
      <WorkContext value={workWith({})}>
        {requests.map(({ title, request }) => (
          <Card key={title} example={examples.execute_router_swap} state={{ title, of: answering(request) }} />
        ))}
      </WorkContext>
    ),
  },
  choices: {
    title: 'Choices',
    things: () => (
      <WorkContext value={workWith({})}>
        {choices.map(({ title, example }) => (
          <Card key={title} example={example} state={{ title, of: asking }} />
        ))}
      </WorkContext>
    ),
  },
  plan: {
    title: 'Plan',
    things: () => (
      <WorkContext value={workWith({})}>
        {sheets.map(([title, more]) => (
          <Thing key={title} title={title}>
            <PlanSheet
              offer={offer}
              offerState="open"
              agreed="no"
              asked={false}
              problem={null}
              onConfirm={nothing}
              onKeep={nothing}
              {...more}
            />
          </Thing>
        ))}
      </WorkContext>
    ),
  },
  draft: {
    title: 'Draft',
    things: () =>
      drafts.map(([title, fields, more]) => (
        <Thing key={title} title={title}>
          <DraftSheet
            draft={{ type: 'draft', id: title, fields }}
            draftState={{ is: 'open' }}
            agreedIn={() => []}
            onConfirm={async () => {}}
            {...more}
          />
        </Thing>
      )),
  },
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
  notices: {
    title: 'Notices',
    things: () => (
      <>
        {(['offline', 'unreachable'] as const).map((connection) => (
          <Thing key={connection} title={connection}>
            <Banners connection={connection} rateLimit={null} storageProblem={null} />
          </Thing>
        ))}
        <Thing title="Too many messages">
          <Banners
            connection="online"
            rateLimit={{ limit: 120, remaining: 0, resetAt: Date.now() + 40_000, retryAt: Date.now() + 40_000 }}
            storageProblem={null}
          />
        </Thing>
        <Thing title="Storage that fails">
          <Banners
            connection="online"
            rateLimit={null}
            storageProblem="This browser cannot keep your conversations. They last until you close this page."
          />
        </Thing>
        <Thing title="Records held by another tab">
          <StorageBlocked />
        </Thing>
        <Thing title="A wallet that refuses">
          <WalletNotices
            wallet={wallet('It did not switch to Base. Try again, or switch in the wallet.')}
            fresh={false}
          />
        </Thing>
        {(['wanted', 'asking', 'here'] as const).map((state) => (
          <Thing key={state} title={`Play money, ${state}`}>
            <PlayMoneyNotice money={{ state }} onAsk={nothing} />
          </Thing>
        ))}
        <Thing title="Play money, failed">
          <PlayMoneyNotice
            money={{ state: 'failed', problem: 'The faucet did not answer. Try again.' }}
            onAsk={nothing}
          />
        </Thing>
      </>
    ),
  },
  signIn: {
    title: 'Welcome and sign-in',
    things: () => (
      <>
        <Thing title="Welcome, signed out">
          <Welcome agents={agents} />
        </Thing>
        <Thing title="Welcome, signed in">
          <Welcome agents={agents} agentId={1} onAgent={nothing} onTake={nothing} />
        </Thing>
        {(
          [
            ['Sign in', { status: 'signed-out', problem: null }],
            [
              'Sign in, after a refusal',
              { status: 'signed-out', problem: 'You rejected the signature. Nothing was signed.' },
            ],
            ['Sign in, in the wallet', { status: 'signing-in', step: 'wallet' }],
            ['Session ended', { status: 'expired', problem: null }],
            ['Another account', { status: 'other-account', problem: null }],
          ] as const
        ).map(([title, session]) => (
          <Thing key={title} title={title}>
            <SignInPanel
              session={session as Parameters<typeof SignInPanel>[0]['session']}
              domain="chat.example.org"
              walletName="Rabby"
              onSignIn={nothing}
            />
          </Thing>
        ))}
      </>
    ),
  },
}

/** Answers every request with empty lists. Only lists send requests in the gallery. */
function answerWithNothing() {
  window.fetch = async () => Response.json({ plans: [], permissions: [] })
}

const never = () => () => {}

/**
 * Shows one page of the gallery, or its index. Renders in the browser only, because it shows times in the local time
 * zone.
 */
export function Gallery({ page }: { page: string | undefined }) {
  const inBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return inBrowser ? <Shown page={page} /> : null
}

function Shown({ page }: { page: string | undefined }) {
  useState(answerWithNothing)
  const shown = page === undefined ? undefined : pages[page]
  return (
    <AppContext value={app}>
      <main data-gallery="" className="h-dvh overflow-y-auto">
        <div className="mx-auto flex max-w-measure flex-col gap-8 px-4 py-6 sm:px-6">
          <nav aria-label="Gallery" className="flex flex-wrap gap-x-4 gap-y-1 border-b pb-4 text-small">
            {Object.entries(pages).map(([key, { title }]) => (
              <a
                key={key}
                href={`?page=${key}`}
                aria-current={key === page ? 'page' : undefined}
                className="py-1 text-accent underline underline-offset-4 aria-[current]:font-semibold aria-[current]:no-underline"
              >
                {title}
              </a>
            ))}
          </nav>
          {shown ? (
            shown.things()
          ) : (
            <p className="text-ink-muted">
              Every card in every state, every list, notice and empty state, from fixtures. Nothing here asks a chain or
              a service.
            </p>
          )}
        </div>
      </main>
      <Tooltips />
    </AppContext>
  )
}
