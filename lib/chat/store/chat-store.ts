import type { Address } from 'viem'
import type { CallClaims } from '@/lib/execution/claims/call-claims'
import { titleOf } from '@/lib/wire/conversations'
import { createKeptList } from '../page/kept-list'
import type { Online } from '../page/online'
import { createSearch } from '../page/search'
import type { Timers } from '../page/timers'
import type { Typing } from '../page/typing'
import type { Looked } from '../page/watch'
import type { AgentClient } from '../service/agent-client'
import type { AgentError } from '../service/agent-error'
import { createCallClaims } from '../service/call-claims'
import type { Proposal } from '../service/proposals'
import { takeServiceMade } from '../service/service-made'
import { createChatQueue } from '../turns/chat-queue'
import { createConversationReading } from '../turns/conversation-reading'
import { createConversationTurns } from '../turns/conversation-turns'
import { createDeferredRetries } from '../turns/deferred-retries'
import { createOutgoingMessages } from '../turns/outgoing-messages'
import { createReturns, type ReturnAnswer, type ReturnToSend } from '../turns/returns'
import type { ChatStore, Conversation } from './chat'
import { type ChatState, createChatState } from './chat-state'
import type { ProposedCall } from './proposed-call'
import type { ChatStorage } from './storage'

export type ChatStoreOptions = {
  client: AgentClient
  storage: ChatStorage
  /** The account that is signed in. Every account has its own store. */
  owner: Address
  now: () => number
  /** Creates a unique id. */
  ids: () => string
  timers: Timers
  online: Online
  typing?: Typing
  /** Enters a call in the ledger. May be called again for the same call. */
  onCall: (call: ProposedCall) => Promise<unknown>
  /**
   * Called with the calls of a task that the service waits for. Resolves with true if open ones are no longer among them.
   */
  onAwaited: (taskId: string, callIds: readonly string[]) => Promise<boolean>
  /** True if the ledger has open or pending calls of the task. */
  hasOpenCalls: (taskId: string) => boolean
  /** The id of this browser profile, stored with the ledger. Null if nothing can be stored. */
  browserId: () => Promise<string | null>
  /** Asks the service if the session belongs to this account. Resolves with false also if it cannot tell. */
  isSignedIn: () => Promise<boolean>
  /** Name of the channel between tabs. */
  tabsName?: string
}

/** The chat store with what the rest of the app needs. */
export type Chat = ChatStore & {
  /** Sends what was held back while nobody was signed in, and resumes interrupted answers. */
  resumeAfterSignIn: () => void
  /** Sends a call's outcome to the agent and shows its answer. See `createReturns`. */
  sendReturn: (outcome: ReturnToSend) => Promise<ReturnAnswer>
  /** Merges the conversations that the service began, and rereads those that were settled meanwhile. */
  takeProposals: (proposals: readonly Proposal[]) => Promise<void>
  /**
   * Synchronises the list of conversations with the service. `isStale` tells if somebody else has signed in meanwhile.
   */
  takeList: (isStale: () => boolean) => Promise<Looked>
  /** Asks the service about calls, and tells it about them. */
  claims: CallClaims
  /** Stops sending, reading and listening. The agent goes on. */
  dispose: () => void
}

/**
 * Creates the store for one account's conversations. Starts reading storage at once; `loaded` tells when that is done.
 */
export function createChatStore(options: ChatStoreOptions): Chat {
  const { client, storage, owner, now, ids, timers, online } = options
  /** Conversations opened in this tab. */
  const opened = new Set<string>()
  const queue = createChatQueue()
  const retries = createDeferredRetries({ timers, online, now })
  const state = createChatState({
    owner,
    storage,
    tabsName: options.tabsName ?? 'countersign-chat',
    isOnline: online.isOnline,
    now,
    onRunningElsewhere: (id) => {
      if (opened.has(id) && !queue.isBusy(id)) reading.follow(id)
    },
    onRemovedElsewhere: (id) => leave(id),
  })
  /** Drops everything pending in a conversation. */
  const leave = (id: string) => {
    queue.clear(id)
    turns.leave(id)
    opened.delete(id)
  }
  /** The answer does not say what became of calls that the service no longer waits for. Its record does. */
  const lookAgain = (taskId: string) => {
    const conversation = conversationOf(state, taskId)
    if (conversation) reading.lookAgain(conversation.id)
  }
  const connection = watchConnection(state, client, online)
  const ports = {
    state,
    client,
    timers,
    online,
    now,
    typing: options.typing,
    ...createCallRecording(options, state, lookAgain),
  }
  const turns = createConversationTurns({ ...ports, hasOpenCalls: options.hasOpenCalls, note: connection.note })
  const common = { ...ports, queue, retries, turns, loaded: state.load(), note: connection.note, ids }
  const reading = createConversationReading(common)
  const { bringUpToDate, open: openAgain } = reading
  const outgoing = createOutgoingMessages({ ...common, bringUpToDate, openAgain })
  const returns = createReturns({ ...common, openAgain, isSignedIn: options.isSignedIn })
  const openIfOpened = (id: string) => {
    if (opened.has(id)) openAgain(id)
  }
  const kept = createKeptList({
    ...common,
    isSignedIn: options.isSignedIn,
    isOpened: (id) => opened.has(id),
    isBusy: queue.isBusy,
    readAgain: openAgain,
    leave,
  })

  return {
    subscribe: state.overview.subscribe,
    getSnapshot: state.overview.getSnapshot,
    thread: state.threadHandle,
    message: state.messageHandle,
    stream: state.writer,
    start: (text, agentId, wording) => {
      const conversation = newConversation(ids(), text, agentId, now())
      const { id } = conversation
      state.put({ conversation, messageIds: [], lastEventId: null, running: false, stopping: false, notice: null })
      opened.add(id)
      outgoing.send(id, text, wording)
      return id
    },
    send: outgoing.send,
    retry: outgoing.retry,
    stop: (id) => {
      void turns.stop(id)
    },
    open: (id) => {
      opened.add(id)
      // Work in progress will leave the conversation up to date.
      if (!queue.isBusy(id)) openAgain(id)
    },
    look: (id) => {
      kept.read(id)
      return state.look(id)
    },
    rename: kept.rename,
    pin: kept.pin,
    remove: kept.remove,
    restore: kept.restore,
    find: kept.find,
    search: createSearch({ owner, state, storage, client, isKept: kept.isKept, takeFound: kept.takeFound }),
    takeList: kept.look,
    resumeAfterSignIn: retries.releaseSignedIn,
    sendReturn: returns.send,
    takeProposals: createProposalTaking(state, common.loaded, now, openIfOpened),
    claims: createCallClaims({
      client,
      timers,
      now,
      browserId: options.browserId,
      conversationOf: (taskId) => conversationOf(state, taskId),
      readAgain: openAgain,
    }),
    dispose: () => {
      queue.close()
      turns.close()
      retries.close()
      connection.stop()
      state.close()
    },
  }
}

const conversationOf = (state: ChatState, taskId: string): Conversation | undefined =>
  state
    .ids()
    .map((id) => state.thread(id)?.conversation)
    .find((conversation) => conversation?.taskId === taskId)

/** Tracks the connection that the page shows. `note` sets the state that an error implies. */
function watchConnection(state: ChatState, client: AgentClient, online: Online) {
  const stops = [
    client.subscribeRateLimit(state.setRateLimit),
    online.subscribe(() => state.setConnection(online.isOnline() ? 'online' : 'offline')),
  ]
  return {
    note: (error: AgentError) => {
      if (error.code === 'offline' || error.code === 'unreachable') state.setConnection(error.code)
    },
    stop: () => {
      for (const stop of stops) stop()
    },
  }
}

/** Enters calls in the ledger, and reports failures. `onLetGo` gets the task of calls that are no longer waited for. */
function createCallRecording(
  { onCall, onAwaited }: ChatStoreOptions,
  state: ChatState,
  onLetGo: (taskId: string) => void,
) {
  const recorded = (writing: Promise<unknown>) =>
    writing.catch(() =>
      state.setStorageProblem(
        'A request from the agent could not be recorded. Reload the page before you approve anything.',
      ),
    )
  return {
    onCalls: async (calls: readonly ProposedCall[]) => {
      const enter = (call: ProposedCall) => recorded(onCall(call))
      await Promise.all(calls.filter(({ replaces }) => replaces === undefined).map(enter))
      // The replaced call must be there first.
      for (const call of calls) if (call.replaces !== undefined) await enter(call)
    },
    onAwaited: (taskId: string, callIds: readonly string[]) =>
      void recorded(onAwaited(taskId, callIds).then((isAnyLeft) => isAnyLeft && onLetGo(taskId))),
  }
}

/** Merges the conversations that the service began. Passes those that may be out of date to `readAgain`. */
function createProposalTaking(
  state: ChatState,
  loaded: Promise<void>,
  now: () => number,
  readAgain: (conversationId: string) => void,
): Chat['takeProposals'] {
  /** The state last listed for each task. */
  const listed = new Map<string, Proposal['state']>()
  return async (proposals) => {
    await loaded
    const added = takeServiceMade(state, proposals, now())
    const settled = proposals.filter(({ taskId, state }) => state === 'settled' && listed.get(taskId) !== 'settled')
    for (const { taskId, state } of proposals) listed.set(taskId, state)
    // An added conversation may have been opened by its address before it was known. A settled one may show an open
    // card.
    const ids = [...added, ...settled.flatMap(({ taskId }) => conversationOf(state, taskId)?.id ?? [])]
    for (const id of new Set(ids)) readAgain(id)
  }
}

const newConversation = (id: string, text: string, agentId: number, at: number): Conversation => ({
  id,
  taskId: null,
  contextId: null,
  agentId,
  title: titleOf(text) ?? '',
  createdAt: at,
  updatedAt: at,
  ended: false,
})
