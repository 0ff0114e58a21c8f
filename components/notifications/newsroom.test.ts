import { expect, it, vi } from 'vitest'
import { chatOf, conversationOf } from '@/lib/chat/fixtures/chat-of'
import { manualTimers } from '@/lib/chat/fixtures/manual-timers'
import type { Conversation } from '@/lib/chat/store/chat'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import type { Locks } from '@/lib/execution/signing/locks'
import { ledgerEntry, stepRecord } from '@/lib/execution/testing/ledger-entry'
import { createListeners } from '@/lib/store'
import type { News } from './news'
import { createNewsroom } from './newsroom'
import type { NotifySettings } from './notify-settings'
import { createTold } from './told'

const parameters = { to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', value: '100000000000000000', chainId: 31337 }
const entry = (state: LedgerEntry['state'], more: Partial<LedgerEntry> = {}): LedgerEntry =>
  ledgerEntry({ parameters, state, steps: [stepRecord({ hash: '0x01', outcome: 'success' })], ...more })
const now = 1_700_000_000_000

/** Locks that several tabs of one browser share: one holder after the other. */
function sharedLocks(): Locks {
  let last: Promise<unknown> = Promise.resolve()
  return {
    hold: (_, work) => {
      const done = last.then(work)
      last = done.catch(() => undefined)
      return done
    },
    tryAcquire: async (_, work) => ({ acquired: true, value: await work() }),
  }
}

/** A browser with one ledger that all its tabs see. */
function browser() {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  const locks = sharedLocks()
  const entries = new Map<string, LedgerEntry>()
  const ledger = createListeners<string | null>()
  let conversations: Conversation[] = []
  const chat = createListeners()
  const snapshot = chatOf().getSnapshot()
  const tab = (
    visible: boolean,
    { settings = { system: true, details: true }, permissions = [] as { id: string; endsAt: number }[], at = '' } = {},
  ) => {
    const { timers, advance } = manualTimers()
    const run = () => advance(10_000)
    const shown: { id: string; title: string; body: string }[] = []
    const open = vi.fn<(news: News) => void>()
    const newsroom = createNewsroom({
      ledger: { all: () => [...entries.values()], subscribe: ledger.subscribe },
      owner: ledgerEntry().owner,
      chat: { subscribe: chat.subscribe, getSnapshot: () => ({ ...snapshot, conversations }) },
      permissions: async () =>
        permissions.map(({ id, endsAt }) => ({ id, state: 'active', permission: { validUntil: endsAt / 1000 } })),
      told: createTold(locks, () => storage, new EventTarget()),
      settings: (): NotifySettings => settings,
      visible: { isVisible: () => visible, subscribe: () => () => undefined },
      timers,
      now: () => now,
      show: (each) => shown.push(each),
      open,
      isOnScreen: ({ about }) => about !== 'permissions' && about.taskId === at,
    })
    return { newsroom, shown, open, run, inPage: () => newsroom.getSnapshot().map(({ title }) => title) }
  }
  return {
    tab,
    put: (changed: LedgerEntry) => {
      entries.set(changed.key, changed)
      ledger.tell(changed.key)
    },
    list: (...all: Conversation[]) => {
      conversations = all
      chat.tell()
    },
  }
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

it('tells a confirmation once, in the background, and leads to its card', async () => {
  const { tab, put } = browser()
  put(entry('broadcast'))
  const [one, two] = [tab(false), tab(false)]
  put(entry('confirming'))
  put(entry('confirmed'))
  for (const { run } of [one, two]) run()
  await settle()
  expect([...one.shown, ...two.shown]).toEqual([
    {
      id: 'task:call:confirmed',
      title: expect.stringContaining('confirmed'),
      body: expect.stringContaining('0.1 ETH'),
    },
  ])
  const [news] = [...one.newsroom.getSnapshot(), ...two.newsroom.getSnapshot()]
  if (news) one.newsroom.open(news)
  expect(one.open).toHaveBeenCalledWith(expect.objectContaining({ about: { taskId: 'task', callId: 'call' } }))
  expect(one.inPage()).toEqual([])
})

it('leaves it to the tab that somebody looks at, which shows no notification of the browser', async () => {
  const { tab, put } = browser()
  put(entry('signing'))
  const [hidden, seen] = [tab(false), tab(true)]
  put(entry('reverted'))
  await settle()
  hidden.run()
  await settle()
  expect(seen.inPage()).toEqual([expect.stringContaining('failed on the chain')])
  expect([...hidden.shown, ...seen.shown]).toEqual([])
  expect(hidden.inPage()).toEqual([])
})

it('says nothing of what is on screen, was over before, or was not sent from here', async () => {
  const { tab, put } = browser()
  put(entry('confirmed', { key: 'old' }))
  put(entry('ready', { key: 'declined' }))
  put(entry('signing', { key: 'seen' }))
  const { inPage, run } = tab(true, { at: 'task' })
  put(entry('rejected', { key: 'declined' }))
  put(entry('confirmed', { key: 'seen' }))
  put(entry('confirmed', { key: 'elsewhere' }))
  run()
  await settle()
  expect(inPage()).toEqual([])
})

it('names no amounts, addresses or titles in a notification unless that is wanted', async () => {
  const { tab, put, list } = browser()
  list()
  put(entry('broadcast'))
  const { shown, run } = tab(false, { settings: { system: true, details: false } })
  put(entry('confirmed'))
  list(conversationOf({ id: 'p', taskId: 'p', byService: true, unread: true, title: 'Buy $50 of ETH' }))
  run()
  await settle()
  expect(shown.map(({ title, body }) => `${title}|${body}`)).toEqual([
    expect.stringMatching(/confirmed\|$/),
    'A proposal waits for you|',
  ])
  expect(JSON.stringify(shown)).not.toMatch(/0\.1|0x7|\$50/)
})

it('shows nothing by the browser unless that is switched on', async () => {
  const { tab, put } = browser()
  put(entry('broadcast'))
  const { shown, inPage, run } = tab(false, { settings: { system: false, details: true } })
  put(entry('confirmed'))
  run()
  await settle()
  expect(shown).toEqual([])
  expect(inPage()).toHaveLength(1)
})

it('tells of a bridge only once it has arrived', async () => {
  const transfer = { fromChainId: 31337, toChainId: 31338, tool: 'localbridge' }
  const { tab, put } = browser()
  put(entry('broadcast', { transfer }))
  const { inPage } = tab(true)
  put(entry('confirming', { transfer }))
  await settle()
  expect(inPage()).toEqual([])
  put(entry('confirmed', { transfer }))
  await settle()
  expect(inPage()).toEqual(['Your bridge has arrived'])
})

it('tells of a conversation that the service begins, and of none that was there before', async () => {
  const { tab, list } = browser()
  const before = conversationOf({ id: 'old', taskId: 'old', byService: true, unread: true })
  list(before)
  const { inPage } = tab(true)
  list(
    before,
    conversationOf({ id: 'new', taskId: 'new', byService: true, unread: true }),
    conversationOf({ id: 'mine' }),
  )
  await settle()
  expect(inPage()).toEqual(['A proposal waits for you'])
})

it('tells of a permission that ends within a day, and of no other', async () => {
  const permissions = [
    { id: 'soon', endsAt: now + 3_600_000 },
    { id: 'later', endsAt: now + 10 * 86_400_000 },
    { id: 'over', endsAt: now - 1_000 },
  ]
  const { inPage, run } = browser().tab(true, { permissions })
  run()
  await settle()
  await settle()
  expect(inPage()).toEqual(['A permission ends soon'])
})
