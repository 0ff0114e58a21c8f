import { createPublicClient, custom, type Hash } from 'viem'
import { foundry } from 'viem/chains'
import type { Routing } from '@/lib/chain/routing/routing'
import { noRouting } from '@/lib/chain/routing/testing/no-routing'
import { noYields } from '@/lib/chain/yields/testing/no-yields'
import { createOutbox } from '@/lib/chat/turns/outbox'
import type { ReturnAnswer, ReturnToSend } from '@/lib/chat/turns/returns'
import type { Tool } from '@/lib/tools/tool'
import { supersededResult, type ToolResult } from '@/lib/wire/result'
import type { CallController } from '../../call/controller'
import { openExecution } from '../../execution'
import type { Ledger } from '../../ledger/ledger'
import { LedgerStorageError, type LedgerStore, openStore } from '../../ledger/ledger-store'
import type { Locks } from '../../signing/locks'
import type { BatchRequest, Wallet, WalletRequest } from '../../signing/wallet'
import type { Anvil } from '../anvil'
import { plainReview, plainTermsReview, uncontested } from '../bench'
import type { memoryLocks } from '../memory-locks'
import type { scriptedWallet } from '../scripted-wallet'
import type { Life, World } from './world'

/** A request that is open in the wallet. It stays there when the tab that asked is gone. */
export type Prompt = {
  request: WalletRequest | BatchRequest
  by: Life
  /** Counts the requests from 0. */
  nth: number
  resolve: (answer: string) => void
  reject: (error: Error) => void
}

/** A call, and its outcome in the conversation's history, if any. */
type Proposed = { proposal: Parameters<Ledger['propose']>[0]; answered: ToolResult | undefined }

/** A tab's end of the channel between tabs. */
type Channel = {
  onmessage: ((event: MessageEvent) => void) | null
  postMessage: (data: unknown) => void
  close: () => void
}

/** State shared by the tabs of one browser, and the world beyond it. */
export type Browser = {
  name: string
  world: World
  anvil: Anvil
  owner: `0x${string}`
  locks: ReturnType<typeof memoryLocks>
  channels: Set<Channel>
  tool: Tool
  wallet: ReturnType<typeof scriptedWallet>
  prompts: Prompt[]
  /** Returns the number of the current request. */
  askedFor: () => number
  status: Routing['status']
  /** Delivers an outcome to the agent service. */
  take: (outcome: ReturnToSend) => ReturnAnswer
}

/** The parts of the page that a person can act on. */
export type Page = {
  /** Empty while the conversation is deleted. */
  calls: readonly CallController[]
  /** Deletes the conversation; `show` restores it. */
  hide: () => void
  show: () => Promise<void>
  /** Makes the service let go of every call, as some do when more is written. */
  letGo: () => void
  close: () => void
}

/**
 * Creates a tab as the app does (`openWork`), whose every contact with the world goes through its life. `open` shows a
 * card for each call. It may die at any moment, even before it is open.
 */
export function createTab(browser: Browser) {
  const { world, anvil, owner } = browser
  const life = world.createLife()
  const mine = browser.locks.tab()
  const locks = countedLocks(mine, browser, life)
  const channel = openChannel(browser, life)
  const store = openStore(browser.name)
  const client = createPublicClient({
    chain: foundry,
    pollingInterval: 20,
    transport: custom(
      { request: (request) => life.read(() => anvil.chain.client.request(request)) },
      { retryCount: 0 },
    ),
  })
  let page: Page | null = null

  const open = async (proposed: readonly Proposed[], isHidden: boolean): Promise<void> => {
    const execution = await openExecution({
      wallet: walletOf(browser, life),
      chains: new Map([[anvil.chain.id, { ...anvil.chain, client }]]),
      routing: { ...noRouting, status: (...request) => life.ask(() => browser.status(...request)) },
      yields: noYields,
      now: world.now,
      findTool: () => browser.tool,
      review: plainReview,
      reviewTerms: plainTermsReview,
      claims: uncontested(),
      locks,
      kept: { name: browser.name, store: countedStore(store, life), channel },
      pace: { sleep: life.sleep, confirmations: () => 1, privateFor: () => 0, missingAfter: 2 },
    })
    const { ledger } = execution
    const outbox = createOutbox({
      unreported: async () =>
        ledger.unreported(owner).flatMap(({ outcome, ...entry }) => (outcome ? [{ ...entry, outcome }] : [])),
      markReported: ledger.markReported,
      subscribe: (listener) => ledger.subscribe(() => listener()),
      send: (outcome) => life.ask(async () => browser.take(outcome)),
      locks,
      owner,
      timers: { after: life.after },
      now: world.now,
    })
    const calls: CallController[] = []
    const leave: (() => void)[] = []
    const show = async () => {
      if (calls.length > 0) return
      for (const { proposal, answered } of proposed) {
        const { key } = await ledger.propose(proposal, answered)
        const call = execution.call(key)
        leave.push(call.subscribe(() => undefined))
        calls.push(call)
      }
    }
    const hide = () => {
      calls.length = 0
      for (const each of leave.splice(0)) each()
    }
    if (!isHidden) await show()
    const close = () => {
      outbox.dispose()
      execution.close()
      die()
    }
    const letGo = () => {
      for (const { proposal } of proposed) {
        // Both as a turn's end reports it and as the history does.
        void ledger.awaited(proposal, []).catch(() => undefined)
        void ledger.propose(proposal, supersededResult).catch(() => undefined)
      }
    }
    page = { calls, hide, show, letGo, close }
  }
  /** Kills the tab in the middle of whatever it does. */
  const die = () => {
    life.end()
    browser.channels.delete(channel)
    mine.crash()
    store.close()
  }
  return { open, die, isAlive: life.isAlive, page: () => page }
}
export type CrashTab = ReturnType<typeof createTab>

function countedStore(store: LedgerStore, life: Life): LedgerStore {
  return {
    all: () => life.ask(store.all),
    read: (key) => life.ask(() => store.read(key)),
    browserId: () => life.ask(store.browserId),
    update: (key, change) =>
      life.ask(async () => {
        if (life.writeFails()) throw new LedgerStorageError('The disk is full.')
        let changes = false
        const entry = await store.update(key, (row) => {
          const after = change(row)
          changes = after !== row
          return after
        })
        if (changes) life.effect(`written: ${entry.state}${entry.reported ? ', reported' : ''}`)
        return entry
      }),
    close: store.close,
  }
}

/**
 * Counts a lock as an effect if another tab is there to see it. The outbox takes its own at every change: what it does
 * under the lock is counted, not the lock.
 */
function countedLocks(locks: Locks, { channels }: Browser, life: Life): Locks {
  const isSeen = (kind: string | undefined) => kind !== 'outbox' && channels.size > 1
  const counted =
    <T>(name: string, work: () => Promise<T>) =>
    async () => {
      const [, kind] = name.split(':')
      if (isSeen(kind)) life.effect(`lock taken: ${kind}`)
      const done = await life.await(work)
      if (isSeen(kind)) life.effect(`lock let go: ${kind}`)
      return done
    }
  return {
    hold: (name, work, signal) => life.await(() => locks.hold(name, counted(name, work), signal)),
    tryAcquire: (name, work) => life.await(() => locks.tryAcquire(name, counted(name, work))),
  }
}

function openChannel({ channels }: Browser, life: Life): Channel {
  const channel: Channel = {
    onmessage: null,
    postMessage: (data) => {
      if (!channels.has(channel)) return
      const others = [...channels].filter((other) => other !== channel)
      for (const other of others) other.onmessage?.(new MessageEvent('message', { data }))
      if (others.length > 0) life.effect('other tabs told')
    },
    close: () => void channels.delete(channel),
  }
  channels.add(channel)
  return channel
}

function walletOf({ wallet: { wallet }, prompts, askedFor }: Browser, life: Life): Wallet {
  const ask = (request: WalletRequest | BatchRequest) => {
    const answer = () =>
      new Promise<string>((resolve, reject) => {
        prompts.push({ request, by: life, nth: askedFor(), resolve, reject })
        life.effect('wallet asked')
      })
    return life.await(answer)
  }
  const { batchStatus } = wallet
  return {
    ...wallet,
    sendTransaction: async (request) => (await ask(request)) as Hash,
    sendBatch: ask,
    ...(batchStatus ? { batchStatus: (id) => life.ask(() => batchStatus(id)) } : {}),
  }
}
