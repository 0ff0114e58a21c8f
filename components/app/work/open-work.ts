import { type Address, bytesToHex } from 'viem'
import { openNewsroom } from '@/components/notifications/open-newsroom'
import { quietRouting } from '@/lib/chain/routing/routing'
import { browserOnline } from '@/lib/chat/page/online'
import { createQueuedMessages } from '@/lib/chat/page/queued-messages'
import { systemTimers } from '@/lib/chat/page/timers'
import { type Typing, watchTyping } from '@/lib/chat/page/typing'
import { browserVisible } from '@/lib/chat/page/visible'
import { createWatch } from '@/lib/chat/page/watch'
import { type AgentClient, createAgentClient } from '@/lib/chat/service/agent-client'
import { createProposalWatch } from '@/lib/chat/service/proposals'
import { type Chat, createChatStore } from '@/lib/chat/store/chat-store'
import { createChatStorage } from '@/lib/chat/store/storage'
import { createOutbox, type Outbox } from '@/lib/chat/turns/outbox'
import { createAddressBook } from '@/lib/execution/call/kept/address-book'
import { createLimitsStore } from '@/lib/execution/call/kept/limits-store'
import { createOwnSlippage } from '@/lib/execution/call/kept/own-slippage'
import { createPlanTermsStore } from '@/lib/execution/call/kept/plan-terms-store'
import { type Execution, openExecution } from '@/lib/execution/execution'
import { type CardStore, openCardStore } from '@/lib/execution/ledger/cards/card-store'
import { openCalls } from '@/lib/execution/ledger/history/open-calls'
import type { Ledger } from '@/lib/execution/ledger/ledger'
import { type Locks, webLocks } from '@/lib/execution/signing/locks'
import { missingParts } from '@/lib/missing-parts'
import { loadPart } from '@/lib/tools/part'
import { findTool } from '@/lib/tools/registry'
import type { App } from '../app-context'
import type { Work } from '../work-context'
import { loadReviewing } from './load-reviewing'
import { routingLater, yieldsLater } from './sources'
import { agentTextsOf, firstSeen } from './user-messages'

/** The network as far as this page can tell: also back once its scripts come again. */
const browserNetwork = {
  isOnline: browserOnline.isOnline,
  subscribe: (listener: () => void) => {
    const stops = [
      browserOnline.subscribe(listener),
      missingParts.isMissing.subscribe(() => !missingParts.isMissing.getSnapshot() && listener()),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  },
}

const now = () => Date.now()
// Not `randomUUID`, which is missing on pages without HTTPS.
const ids = () => bytesToHex(crypto.getRandomValues(new Uint8Array(16))).slice(2)

/** Assembles the conversations, ledger, reviews and outbox of an account. */
export async function openWork(app: App, owner: Address, onSlow: () => void): Promise<Work & { close: () => void }> {
  const { session } = app
  const locks = webLocks(navigator.locks)
  const stores = openAccountStores(owner)
  const cards = openCardStore('countersign-cards')
  const execution = await openAccountExecution(app, owner, { ...stores, locks, cards, onSlow, chat: () => chat })
  const { ledger } = execution
  const ask: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    if (response.status === 401) session.expire()
    return response
  }
  const client = createAgentClient({ now, timers: systemTimers, online: browserOnline.isOnline, fetch: ask })
  const typing = watchTyping()
  const chat = openChat({ client, owner, ledger, typing, isSignedIn: () => session.isOf(owner) })
  const outbox = openOutbox({ chat, owner, ledger, locks })
  const proposals = createProposalWatch({
    fetch: ask,
    timers: systemTimers,
    online: browserOnline,
    // The browser may tell of a proposal while nobody looks.
    visible: { ...browserVisible, isVisible: () => browserVisible.isVisible() || app.notify.read().system },
    onList: (list) => void chat.takeProposals(list),
  })
  const list = createWatch({
    timers: systemTimers,
    online: browserOnline,
    visible: browserVisible,
    interval: 5_000,
    look: chat.takeList,
  })
  const newsroom = openNewsroom(app, { owner, chat, ledger, locks })
  const queued = createQueuedMessages({ chat, owner, ids, storage: () => sessionStorage })
  return {
    ...stores,
    owner,
    chat,
    ledger,
    outbox,
    proposals,
    listCalls: client.listCalls,
    list,
    newsroom,
    queued,
    calls: {
      subscribe: (listener) => ledger.subscribe(() => listener()),
      find: (taskId, callId) => {
        const entry = ledger.find({ owner, taskId, callId })
        return entry && execution.call(entry.key)
      },
    },
    close: () => {
      newsroom.dispose()
      proposals.dispose()
      list.dispose()
      queued.dispose()
      outbox.dispose()
      chat.dispose()
      typing.stop()
      execution.close()
      cards.close()
    },
  }
}

type AccountStores = Pick<Work, 'limits' | 'addressBook' | 'ownSlippage' | 'planTerms'>

/** Opens what an account keeps in this browser besides its ledger: its settings, and the terms of its plans. */
const openAccountStores = (owner: Address): AccountStores => ({
  limits: createLimitsStore(owner, () => localStorage, window),
  addressBook: createAddressBook(owner, () => localStorage, window),
  ownSlippage: createOwnSlippage(owner, () => localStorage, window),
  planTerms: createPlanTermsStore(owner, () => localStorage, window, now),
})

/** Opens the conversations of an account. They pass each call on to its ledger. */
function openChat({
  client,
  owner,
  ledger,
  typing,
  isSignedIn,
}: {
  client: AgentClient
  owner: Address
  ledger: Ledger
  typing: Typing
  isSignedIn: () => Promise<boolean>
}): Chat {
  const chat: Chat = createChatStore({
    client,
    storage: createChatStorage(),
    owner,
    now,
    ids,
    timers: systemTimers,
    online: browserOnline,
    typing,
    browserId: ledger.browserId,
    isSignedIn,
    onCall: (call) => {
      const { name, answered, taskId, callId, parameters } = call
      const find = (callId: string) => ledger.find({ owner, taskId, callId })
      const seen = find(callId) ? {} : firstSeen(chat, call, find)
      return ledger.propose({ ...seen, taskId, callId, parameters, toolName: name, owner }, answered ?? undefined)
    },
    onAwaited: (taskId, callIds) => ledger.awaited({ owner, taskId }, callIds),
    hasOpenCalls: (taskId) => openCalls(ledger.all(), owner).some((entry) => entry.taskId === taskId),
  })
  return chat
}

/** Opens the outbox, which reports what the ledger has as not reported. */
const openOutbox = ({
  chat,
  owner,
  ledger,
  locks,
}: {
  chat: Chat
  owner: Address
  ledger: Ledger
  locks: Locks | null
}): Outbox =>
  createOutbox({
    unreported: async () =>
      ledger.unreported(owner).flatMap(({ outcome, ...entry }) => (outcome ? [{ ...entry, outcome }] : [])),
    markReported: ledger.markReported,
    subscribe: (listener) => ledger.subscribe(() => listener()),
    send: chat.sendReturn,
    locks,
    owner,
    timers: systemTimers,
    now,
  })

type AccountParts = AccountStores & {
  locks: Locks | null
  cards: CardStore
  onSlow: () => void
  /** Returns the account's conversations, which are created after the ledger. */
  chat: () => Chat
}

/** Opens the ledger of an account, with reviews that read its conversations. */
function openAccountExecution(
  { chains, wallet, settings, quiet }: App,
  owner: Address,
  { locks, limits, addressBook, ownSlippage, planTerms, cards, onSlow, chat }: AccountParts,
): Promise<Execution> {
  const execution = openExecution({
    locks,
    // Undefined on pages without HTTPS.
    storage: navigator.storage,
    kept: { onSlow, makeRoom: cards.makeRoom },
    cards,
    wallet,
    chains,
    routing: quietRouting(routingLater(), quiet.read),
    yields: yieldsLater(chains, now, quiet.read),
    now,
    findTool,
    ownSlippage: ownSlippage.read,
    agentOf: (taskId) =>
      chat()
        .getSnapshot()
        .conversations.find((each) => each.taskId === taskId)?.agentId ?? null,
    agentSaid: (taskId, since) => agentTextsOf(chat(), taskId, since),
    ...(settings.rebalanceSessionAddress ? { sessionAddress: settings.rebalanceSessionAddress } : {}),
    review: async (request) => {
      const [{ reviewFor }, { ledger }] = await Promise.all([loadPart(loadReviewing), execution])
      const entry = ledger.find({ owner, taskId: request.taskId, callId: request.callId })
      return reviewFor(request, { chains, chat: chat(), limits, addressBook, planTerms, owner, ledger, entry, now })
    },
    reviewTerms: async (request) => {
      const [{ reviewTermsFor }, { ledger }] = await Promise.all([loadPart(loadReviewing), execution])
      const entry = ledger.find({ owner, taskId: request.taskId, callId: request.callId })
      return reviewTermsFor(request, { chains, chat: chat(), planTerms, ledger, entry, now })
    },
    network: browserNetwork,
    claims: {
      check: (...asked) => chat().claims.check(...asked),
      renew: (...asked) => chat().claims.renew(...asked),
      release: (call) => chat().claims.release(call),
    },
  })
  return execution
}
