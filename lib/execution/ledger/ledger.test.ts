import 'fake-indexeddb/auto'
import { deleteDB, openDB } from 'idb'
import { type Address, zeroAddress } from 'viem'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  notAwaitedResult,
  refusedResult,
  rejectedByUser,
  replacedResult,
  supersededResult,
  takenBackResult,
  taskEndedResult,
} from '@/lib/wire/result'
import { callLock } from '../signing/locks'
import { makeFormer } from '../testing/former-ledger'
import { stepRecord } from '../testing/ledger-entry'
import { entryKey } from './entry-key'
import { type Ledger, openLedger } from './ledger'
import type { LedgerEvent } from './ledger-event'
import { LedgerStorageError } from './ledger-store'
import { IllegalTransition } from './machine'

const owner: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const other: Address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const hash = (n: number): `0x${string}` => `0x${n.toString(16).padStart(64, '0')}`
const call = {
  taskId: 'task',
  callId: 'call',
  toolName: 'send_native_gas_token',
  parameters: { to: other, value: '1', nested: { a: 1, b: [2] } },
  owner,
}
const step = stepRecord({ to: other, value: '1' })
const reviewed: LedgerEvent = { type: 'reviewed', verdict: 'ready', planHash: hash(9) }
const signing: LedgerEvent = {
  type: 'signing',
  account: owner,
  planHash: hash(9),
  rest: [step],
  nonce: 0,
  fromBlock: '1',
}
const hashed: LedgerEvent = { type: 'hash', attempt: step, rest: [], hash: hash(1) }

describe('the ledger', () => {
  const opened: Ledger[] = []
  const freshName = () => `ledger-test-${crypto.randomUUID()}`
  const open = async (name: string) => {
    const ledger = await openLedger({ now: () => 5, name })
    opened.push(ledger)
    return ledger
  }
  afterEach(() => {
    vi.restoreAllMocks()
    for (const ledger of opened.splice(0)) ledger.close()
  })

  it('keeps one entry per account, task and call id, across a reload', async () => {
    const name = freshName()
    const ledger = await open(name)
    const entry = await ledger.propose(call)
    expect(entry).toMatchObject({ key: entryKey(call), state: 'reviewing', reported: false, createdAt: 5 })
    const sameInOtherOrder = { ...call, parameters: { nested: { b: [2], a: 1 }, value: '1', to: other } }
    expect(await ledger.propose(sameInOtherOrder)).toBe(entry)
    await ledger.apply(entry.key, reviewed)
    ledger.close()
    const again = await open(name)
    expect(await again.propose(call)).toMatchObject({ state: 'ready', planHash: hash(9) })
    expect(again.all()).toHaveLength(1)
  })

  it('keeps the calls of two accounts apart if a service gives both the same ids', async () => {
    const name = freshName()
    const ledger = await open(name)
    const ids = { taskId: '1', callId: '1' }
    const mine = await ledger.propose({ ...call, ...ids })
    for (const event of [reviewed, signing, hashed]) await ledger.apply(mine.key, event)
    const theirs = await ledger.propose({ ...call, ...ids, owner: other, parameters: { to: owner, value: '2' } })
    expect(theirs).toMatchObject({ owner: other, state: 'reviewing', steps: [] })
    expect(theirs).not.toHaveProperty('conflicting')
    expect(ledger.get(mine.key)).not.toHaveProperty('conflicting')
    expect(callLock(theirs)).not.toBe(callLock(mine))
    await ledger.apply(theirs.key, reviewed)
    await ledger.apply(theirs.key, { ...signing, account: other })
    ledger.close()
    const again = await open(name)
    expect(again.find({ ...ids, owner })).toMatchObject({ state: 'broadcast', steps: [{ hash: hash(1) }] })
    expect(again.find({ ...ids, owner: other })).toMatchObject({ state: 'signing', owner: other })
    expect(again.find({ ...ids, owner: zeroAddress })).toBeNull()
  })

  it('treats an account as the same however its address is written', async () => {
    const ledger = await open(freshName())
    const entry = await ledger.propose(call)
    expect(await ledger.propose({ ...call, owner: owner.toLowerCase() as Address })).toBe(entry)
  })

  it.each([
    [
      ['a', 'b:c'],
      ['a:b', 'c'],
    ],
    [
      ['a', 'b","c'],
      ['a","b', 'c'],
    ],
    [
      ['a', 'b\\u003ac'],
      ['a', 'b:c'],
    ],
    [
      ['a', '\\:'],
      ['a', '\\\\u003a'],
    ],
  ])('keeps calls apart whose ids look alike when joined: %j, %j', async (...pair) => {
    const ledger = await open(freshName())
    const [one, two] = await Promise.all(
      pair.map(([taskId = '', callId = '']) => ledger.propose({ ...call, taskId, callId })),
    )
    expect(one?.key).not.toBe(two?.key)
    expect(ledger.all()).toHaveLength(2)
  })

  it.each([
    ['other parameters', { parameters: { to: other, value: '2' } }],
    ['another tool', { toolName: 'transfer_nft' }],
  ])('marks the same id with %s, keeps the first, and never signs it', async (_, change) => {
    const ledger = await open(freshName())
    const { key, callHash } = await ledger.propose(call)
    await ledger.apply(key, reviewed)
    const entry = await ledger.propose({ ...call, ...change })
    expect(entry).toMatchObject({ conflicting: true, state: 'blocked', callHash, parameters: call.parameters })
    await ledger.apply(key, reviewed)
    await expect(ledger.apply(key, signing)).rejects.toThrow(IllegalTransition)
  })

  it('enters a call that the history has answered as settled and reported', async () => {
    const ledger = await open(freshName())
    const outcome = { status: 'success' as const, txHash: hash(3) }
    const { key } = await ledger.propose(call)
    const settled = { state: 'confirmed', reported: true, recorded: true, outcome }
    expect(await ledger.propose(call, outcome)).toMatchObject(settled)
    expect(await ledger.refresh(key), 'as it is read from disk').toMatchObject(settled)
    await expect(ledger.apply(key, reviewed)).rejects.toThrow(IllegalTransition)
    expect(ledger.unreported(owner)).toEqual([])
    expect(await ledger.propose({ ...call, callId: 'new' }, rejectedByUser)).toMatchObject({ state: 'rejected' })
    // Nobody declined a call that was taken back.
    const voided = await ledger.propose({ ...call, callId: 'voided' })
    expect(await ledger.propose({ ...call, callId: 'voided' }, takenBackResult)).toMatchObject({
      key: voided.key,
      state: 'superseded',
      reported: true,
    })
  })

  it.each([supersededResult, notAwaitedResult, taskEndedResult])(
    'keeps open what a service merely lets go, and says so: $error',
    async (letGo) => {
      const ledger = await open(freshName())
      const { key } = await ledger.propose(call)
      await ledger.apply(key, reviewed)
      expect(await ledger.propose(call, letGo)).toMatchObject({ state: 'ready', unawaited: true })
      expect(await ledger.refresh(key), 'as it is read from disk').toMatchObject({ state: 'ready', unawaited: true })
      expect(await ledger.propose(call), 'the service has it among its own again').not.toHaveProperty('unawaited')
      await ledger.propose(call, letGo)
      expect(await ledger.apply(key, signing)).toMatchObject({ state: 'signing' })
      expect(await ledger.propose({ ...call, callId: 'news' }, letGo), 'seen for the first time').toMatchObject({
        state: 'superseded',
        reported: true,
      })
    },
  )

  it('marks what is open and no longer waited for, only for that task and account', async () => {
    const ledger = await open(freshName())
    const keyOf = async (change: object) => (await ledger.propose({ ...call, ...change })).key
    const let1 = await keyOf({ callId: 'let' })
    const rest = [await keyOf({}), await keyOf({ taskId: 'U' }), await keyOf({ callId: 'x', owner: other })]
    const done = await keyOf({ callId: 'done' })
    await ledger.apply(done, { type: 'answered', outcome: rejectedByUser })
    expect(await ledger.awaited(call, [call.callId])).toBe(true)
    expect(await ledger.awaited(call, [call.callId]), 'it tells so once').toBe(false)
    expect(ledger.get(let1)).toMatchObject({ state: 'reviewing', unawaited: true })
    for (const key of [...rest, done]) expect(ledger.get(key)).not.toHaveProperty('unawaited')
    await ledger.awaited(call, [call.callId, 'let'])
    expect(ledger.get(let1)).not.toHaveProperty('unawaited')
  })

  it('learns from the history that an outcome has arrived, and leaves calls in flight alone', async () => {
    const ledger = await open(freshName())
    const { key } = await ledger.propose(call)
    await ledger.apply(key, { type: 'answered', outcome: rejectedByUser })
    expect(ledger.unreported(owner)).toHaveLength(1)
    expect(await ledger.propose(call, rejectedByUser)).toMatchObject({ reported: true })

    const flying = await ledger.propose({ ...call, callId: 'flying' })
    await ledger.apply(flying.key, reviewed)
    await ledger.apply(flying.key, signing)
    expect(await ledger.propose({ ...call, callId: 'flying' }, rejectedByUser)).toMatchObject({ state: 'signing' })
  })

  it('still reports the outcome of a call for which the history has another', async () => {
    const ledger = await open(freshName())
    const { key } = await ledger.propose(call)
    const mined: LedgerEvent = { type: 'mined', hash: hash(1), outcome: 'success' }
    for (const event of [reviewed, signing, hashed, mined]) await ledger.apply(key, event)
    // Newer words voided it while it was under way.
    await ledger.propose(call, supersededResult)
    await ledger.apply(key, { type: 'completed' })
    expect(await ledger.propose(call, supersededResult)).toMatchObject({ state: 'confirmed', reported: false })
    expect(await ledger.propose(call, { status: 'success', txHash: hash(2) })).toMatchObject({ reported: false })
    expect(ledger.unreported(owner).map((entry) => entry.key)).toEqual([key])
    expect(await ledger.propose(call, { status: 'success', txHash: hash(1) })).toMatchObject({ reported: true })
  })

  it('remembers that the service did not want an outcome until it takes it', async () => {
    const name = freshName()
    const ledger = await open(name)
    const { key } = await ledger.propose(call)
    await ledger.apply(key, { type: 'answered', outcome: rejectedByUser })
    await ledger.markReported(key, 'unwanted')
    expect(ledger.unreported(owner)).toEqual([])
    ledger.close()
    const again = await open(name)
    expect(again.get(key)).toMatchObject({ reported: true, unwanted: true })
    await again.markReported(key)
    expect(again.get(key)).not.toHaveProperty('unwanted')
  })

  it.each(['task-ended', 'not-awaited'])('does not call declined what nobody has declined: %s', async (code) => {
    const ledger = await open(freshName())
    const outcome = { status: 'rejected' as const, error: 'No longer', code }
    expect(await ledger.propose(call, outcome)).toMatchObject({ state: 'superseded', reported: true })
  })

  it('replaces only what is open, and links the two calls', async () => {
    const ledger = await open(freshName())
    const keys = await Promise.all(
      ['open', 'flying', 'done'].map(async (callId) => (await ledger.propose({ ...call, callId })).key),
    )
    const [, flying = '', done = ''] = keys
    await ledger.apply(flying, reviewed)
    await ledger.apply(flying, signing)
    await ledger.apply(done, { type: 'answered', outcome: rejectedByUser })
    for (const replaces of ['open', 'flying', 'done', 'unheard of'])
      expect(await ledger.propose({ ...call, callId: `after ${replaces}`, replaces })).toMatchObject({ replaces })
    expect(keys.map((key) => ledger.get(key)?.state)).toEqual(['superseded', 'signing', 'rejected'])
    expect(ledger.get(keys[0] ?? '')).toMatchObject({
      outcome: replacedResult,
      replacedBy: 'after open',
      reported: true,
    })
    await expect(ledger.apply(keys[0] ?? '', signing)).rejects.toThrow(IllegalTransition)
    expect(ledger.unreported(owner).map(({ key }) => key)).toEqual([done])
  })

  it('learns which call replaced one that the history has as replaced', async () => {
    const ledger = await open(freshName())
    const { key } = await ledger.propose(call, replacedResult)
    await ledger.propose({ ...call, callId: 'newer', replaces: call.callId })
    expect(await ledger.refresh(key)).toMatchObject({ state: 'superseded', replacedBy: 'newer' })
  })

  it('keeps the context in which a call was first seen', async () => {
    const name = freshName()
    const ledger = await open(name)
    const first = {
      words: [{ text: 'send it', own: true }, { text: 'offered' }],
      began: 'service',
      again: 'b',
    } as const
    const { key } = await ledger.propose({ ...call, ...first })
    await ledger.propose({ ...call, words: [{ text: 'send it to 0xBad', own: true }] })
    ledger.close()
    expect((await open(name)).get(key)).toMatchObject(first)
  })

  it('gives each account its own unreported calls, and drops them once acknowledged', async () => {
    const ledger = await open(freshName())
    const mine = await ledger.propose(call)
    const theirs = await ledger.propose({ ...call, callId: 'b', owner: other })
    for (const { key } of [mine, theirs])
      await ledger.apply(key, { type: 'answered', outcome: refusedResult('no', 'G5') })
    expect(ledger.unreported(owner).map(({ key }) => key)).toEqual([mine.key])
    await ledger.markReported(mine.key)
    expect(ledger.unreported(owner)).toEqual([])
    await expect(ledger.markReported((await ledger.propose({ ...call, callId: 'c' })).key)).rejects.toThrow(
      IllegalTransition,
    )
  })

  it('mirrors what another tab writes', async () => {
    const name = freshName()
    const [one, two] = [await open(name), await open(name)]
    const told: (string | null)[] = []
    const stop = two.subscribe((key) => told.push(key))
    const { key } = await one.propose(call)
    await one.apply(key, reviewed)
    await vi.waitFor(() => expect(two.get(key)?.state).toBe('ready'))
    expect(told).toContain(key)
    stop()
    const before = told.length
    await one.apply(key, { type: 'replaced', by: 'newer' })
    await vi.waitFor(() => expect(two.get(key)?.state).toBe('superseded'))
    expect(told).toHaveLength(before)
  })

  it('judges an event by what is on disk, not by what this tab has seen', async () => {
    const name = freshName()
    const [one, two] = [await open(name), await open(name)]
    const { key } = await one.propose(call)
    await one.apply(key, reviewed)
    const results = await Promise.allSettled([one.apply(key, signing), two.apply(key, signing)])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it.each<[string, (row: Record<string, unknown>) => unknown]>([
    ['a state that does not exist', (row) => ({ ...row, state: 'approved' })],
    ['an end without an outcome', (row) => ({ ...row, state: 'confirmed' })],
    ['another call’s row', (row) => ({ ...row, callId: 'else' })],
    ['no steps', ({ steps: _, ...row }) => row],
    ['no object at all', () => 'rubbish'],
  ])('shows a damaged row as failed, never executable: %s', async (_, damage) => {
    const name = freshName()
    const first = await open(name)
    const { key } = await first.propose(call)
    await first.apply(key, reviewed)
    await first.apply(key, signing)
    await first.apply(key, hashed)
    first.close()
    const db = await openDB(name)
    await db.put('calls', damage(await db.get('calls', key)), key)
    db.close()

    const ledger = await open(name)
    const entry = ledger.get(key)
    expect(entry).toMatchObject({ key, state: 'failed', outcome: { status: 'error', code: 'record-damaged' } })
    expect(entry?.note).toMatch(/damaged/)
    for (const event of [reviewed, signing]) await expect(ledger.apply(key, event)).rejects.toThrow(IllegalTransition)
  })

  it('saves the hashes of a damaged row', async () => {
    const name = freshName()
    const first = await open(name)
    const { key } = await first.propose(call)
    for (const event of [reviewed, signing, hashed]) await first.apply(key, event)
    first.close()
    const db = await openDB(name)
    await db.put('calls', { ...(await db.get('calls', key)), owner: 7 }, key)
    db.close()
    const entry = (await open(name)).get(key)
    expect(entry).toMatchObject({ state: 'failed', owner: zeroAddress, steps: [{ hash: hash(1) }] })
  })

  it('signs nothing without durable storage, says why, and still keeps every fact in memory', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    const ledger = await open(freshName())
    expect(ledger.problem()).toMatch(/cannot safely record/)
    const { key } = await ledger.propose(call)
    await ledger.apply(key, reviewed)
    await expect(ledger.apply(key, signing)).rejects.toThrow(LedgerStorageError)
    expect(ledger.get(key)?.state).toBe('ready')
    await ledger.apply(key, { type: 'answered', outcome: rejectedByUser })
    expect(ledger.unreported(owner)).toHaveLength(1)
  })

  it('does not lose a hash when storage breaks at that moment, and writes it when storage is back', async () => {
    const name = freshName()
    const ledger = await open(name)
    const { key } = await ledger.propose(call)
    await ledger.apply(key, reviewed)
    await ledger.apply(key, signing)
    const broken = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const entry = await ledger.apply(key, hashed)
    expect(entry).toMatchObject({ state: 'broadcast', steps: [{ hash: hash(1) }] })
    expect(ledger.problem()).toMatch(/cannot safely record/)
    broken.mockRestore()
    await ledger.apply(key, { type: 'seen', hash: hash(1), nonce: 0, altered: false })
    expect(ledger.problem()).toBeNull()
    ledger.close()
    expect((await open(name)).get(key)).toMatchObject({ state: 'confirming', steps: [{ hash: hash(1) }] })
  })

  describe('whose storage broke for a moment, while another tab continued', () => {
    const full = () =>
      vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
        throw new DOMException('full', 'QuotaExceededError')
      })

    it('does not sign what that tab has sent, and adopts what it wrote', async () => {
      const name = freshName()
      const [one, two] = [await open(name), await open(name)]
      const { key } = await one.propose(call)
      const broken = full()
      await one.apply(key, reviewed)
      broken.mockRestore()
      for (const event of [reviewed, signing, hashed]) await two.apply(key, event)
      await expect(one.apply(key, signing)).rejects.toThrow(IllegalTransition)
      expect(one.get(key)).toMatchObject({ state: 'broadcast', steps: [{ hash: hash(1) }] })
      await one.apply(key, { type: 'noted', note: 'x' })
      expect(one.problem()).toBeNull()
      one.close()
      expect((await open(name)).get(key)).toMatchObject({ state: 'broadcast', steps: [{ hash: hash(1) }], note: 'x' })
    })

    it('keeps a hash that only this tab knows', async () => {
      const name = freshName()
      const [one, two] = [await open(name), await open(name)]
      const { key } = await one.propose(call)
      for (const event of [reviewed, signing]) await one.apply(key, event)
      const broken = full()
      await one.apply(key, hashed)
      broken.mockRestore()
      await two.propose({ ...call, toolName: 'transfer_nft' })
      await one.apply(key, { type: 'seen', hash: hash(1), nonce: 0, altered: false })
      one.close()
      const entry = (await open(name)).get(key)
      expect(entry).toMatchObject({ state: 'confirming', conflicting: true, steps: [{ hash: hash(1) }] })
    })

    it('keeps an end that only this tab knows, if that tab has sent nothing', async () => {
      const name = freshName()
      const [one, two] = [await open(name), await open(name)]
      const { key } = await one.propose(call)
      const broken = full()
      await one.apply(key, { type: 'answered', outcome: rejectedByUser })
      broken.mockRestore()
      await two.apply(key, reviewed)
      await one.markReported(key)
      one.close()
      expect((await open(name)).get(key)).toMatchObject({ state: 'rejected', reported: true })
    })
  })

  it('shows what another tab wrote silently if that makes it refuse a change', async () => {
    const name = freshName()
    const [one, two] = [await open(name), await open(name)]
    const { key } = await one.propose(call)
    await vi.waitFor(() => expect(two.get(key)).not.toBeNull())
    const silent = vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(() => undefined)
    for (const event of [reviewed, signing]) await one.apply(key, event)
    silent.mockRestore()
    await expect(two.apply(key, { type: 'answered', outcome: rejectedByUser })).rejects.toThrow(IllegalTransition)
    expect(two.get(key)?.state).toBe('signing')
  })

  it('records what is learned after it was closed, and tells open tabs', async () => {
    const name = freshName()
    const one = await open(name)
    const { key } = await one.propose(call)
    for (const event of [reviewed, signing]) await one.apply(key, event)
    one.close()
    const two = await open(name)
    await one.apply(key, hashed)
    await vi.waitFor(() => expect(two.get(key)).toMatchObject({ state: 'broadcast', steps: [{ hash: hash(1) }] }))
  })

  describe('with rows of a version whose keys named no account', () => {
    /** Creates a ledger of that version, with one call that went through `events`. */
    const formerly = async (events: LedgerEvent[], damage?: Parameters<typeof makeFormer>[1]) => {
      const name = freshName()
      const ledger = await open(name)
      const { key } = await ledger.propose(call)
      for (const event of events) await ledger.apply(key, event)
      ledger.close()
      const tab = await makeFormer(name, damage)
      return { name, key, tab }
    }

    it.each<[string, LedgerEvent[], object]>([
      ['open', [reviewed], { state: 'ready' }],
      ['in the wallet', [reviewed, signing], { state: 'signing' }],
      ['under way', [reviewed, signing, hashed], { state: 'broadcast', steps: [{ hash: hash(1) }] }],
      ['settled and not yet reported', [{ type: 'answered', outcome: rejectedByUser }], { state: 'rejected' }],
    ])('still reads a call that is %s, for its own account', async (_, events, expected) => {
      const { name, key } = await formerly(events)
      const ledger = await open(name)
      expect(ledger.all()).toHaveLength(1)
      expect(ledger.find(call)).toMatchObject({ key, owner, parameters: call.parameters, ...expected })
      expect(await ledger.propose(call)).toBe(ledger.get(key))
      expect(ledger.unreported(owner)).toHaveLength(events.length === 1 && events[0] !== reviewed ? 1 : 0)
      const theirs = await ledger.propose({ ...call, owner: other })
      expect(theirs).toMatchObject({ owner: other, state: 'reviewing', steps: [] })
      ledger.close()
      const again = await open(name)
      expect(again.get(key)).toMatchObject(expected)
      expect(again.all()).toHaveLength(2)
    })

    it('continues with what was under way, and never signs it again', async () => {
      const { name, key } = await formerly([reviewed, signing, hashed])
      const ledger = await open(name)
      await expect(ledger.apply(key, signing)).rejects.toThrow(IllegalTransition)
      await ledger.apply(key, { type: 'mined', hash: hash(1), outcome: 'success' })
      await ledger.apply(key, { type: 'completed' })
      expect(ledger.unreported(owner).map((entry) => entry.key)).toEqual([key])
    })

    it('migrates all rows or none, and signs nothing before that', async () => {
      const { name, key } = await formerly([reviewed])
      const broken = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
        throw new DOMException('full', 'QuotaExceededError')
      })
      const ledger = await open(name)
      expect(ledger.problem()).toMatch(/cannot safely record/)
      broken.mockRestore()
      expect(await ledger.refresh(key)).toMatchObject({ state: 'ready', formerKey: 'task:call' })
    })

    it('locks such a call as that version does: one of its tabs may still be at work', async () => {
      const { name, key } = await formerly([reviewed, signing])
      const entry = (await open(name)).get(key)
      expect(entry && callLock(entry)).toBe('countersign:call:task:call')
    })

    it('shuts out tabs of that version, which would not see what is written here', async () => {
      const { name } = await formerly([reviewed])
      await open(name)
      await expect(openDB(name, 1)).rejects.toThrow(/version/)
    })

    it.each<[string, (row: Record<string, unknown>) => unknown]>([
      ['no account', ({ owner: _, ...row }) => row],
      ['an invalid account', (row) => ({ ...row, owner: 7 })],
      ['another call', (row) => ({ ...row, callId: 'else' })],
      ['another key', (row) => ({ ...row, key: 'task:else' })],
      ['nothing', () => 'rubbish'],
    ])('assigns a row that names %s to the account that opens it, as failed', async (_, damage) => {
      const { name } = await formerly([reviewed, signing, hashed], damage)
      const ledger = await open(name)
      for (const account of [owner, other]) {
        const found = ledger.find({ ...call, owner: account })
        expect(found).toMatchObject({ state: 'failed', outcome: { code: 'record-damaged' } })
        const entry = await ledger.propose({ ...call, owner: account })
        await expect(ledger.apply(entry.key, reviewed)).rejects.toThrow(IllegalTransition)
      }
      expect(ledger.all()).toHaveLength(1)
    })

    it('keeps a damaged row with the account that it names', async () => {
      const { name, key } = await formerly([reviewed, signing, hashed], (row) => ({ ...row, state: 'approved' }))
      const ledger = await open(name)
      expect(ledger.find(call)).toMatchObject({ key, state: 'failed', steps: [{ hash: hash(1) }] })
      expect(await ledger.propose({ ...call, owner: other })).toMatchObject({ state: 'reviewing' })
    })
  })

  it('says once that another tab keeps it from opening, and opens as soon as that tab is gone', async () => {
    const name = freshName()
    // A sleeping tab of a former version, which does not hear the request to close.
    const asleep = await openDB(name, 1, { upgrade: (db) => void db.createObjectStore('calls') })
    let elapse = () => {}
    const sleep = vi.fn((_: number, signal: AbortSignal) => {
      const waited = new Promise<void>((resolve, reject) => {
        elapse = resolve
        signal.addEventListener('abort', () => reject(signal.reason))
      })
      return waited
    })
    const onSlow = vi.fn()
    const opening = openLedger({ now: () => 5, name, sleep, onSlow })
    expect(sleep).toHaveBeenCalledWith(4_000, expect.anything())
    elapse()
    await vi.waitFor(() => expect(onSlow).toHaveBeenCalledTimes(1))
    asleep.close()
    const ledger = await opening
    opened.push(ledger)
    expect((await ledger.propose(call)).state).toBe('reviewing')
    expect(ledger.problem()).toBeNull()

    opened.push(await openLedger({ now: () => 5, name: freshName(), sleep, onSlow }))
    elapse()
    expect(onSlow).toHaveBeenCalledTimes(1)
  })

  it('gives this browser an id that lasts as long as the ledger, the same in every tab', async () => {
    const name = freshName()
    const [one, two] = [await open(name), await open(name)]
    const [id, same] = await Promise.all([one.browserId(), two.browserId()])
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(same).toBe(id)
    one.close()
    expect(await (await open(name)).browserId()).toBe(id)
    expect(await (await open(freshName())).browserId()).not.toBe(id)
  })

  it('has no id while nothing can be stored, and one as soon as storage works again', async () => {
    const broken = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    const ledger = await open(freshName())
    expect(await ledger.browserId()).toBeNull()
    broken.mockRestore()
    expect(await ledger.browserId()).toMatch(/^[0-9a-f]{32}$/)
  })

  it('takes over a ledger of the version that stored no such id', async () => {
    const name = freshName()
    const ledger = await open(name)
    const { key } = await ledger.propose(call)
    await ledger.apply(key, reviewed)
    ledger.close()
    const db = await openDB(name)
    const row = await db.get('calls', key)
    db.close()
    await deleteDB(name)
    const former = await openDB(name, 2, { upgrade: (made) => void made.createObjectStore('calls') })
    await former.put('calls', row, key)
    former.close()
    const again = await open(name)
    expect(again.get(key)).toEqual(row)
    expect(await again.browserId()).toMatch(/^[0-9a-f]{32}$/)
  })

  it('refuses to sign what could not be read back', async () => {
    const ledger = await open(freshName())
    const { key } = await ledger.propose(call)
    await ledger.apply(key, reviewed)
    const unreadable = { ...step, value: '-1' }
    await expect(ledger.apply(key, { ...signing, rest: [unreadable] } as LedgerEvent)).rejects.toThrow(
      /cannot be recorded/,
    )
    expect(ledger.get(key)?.state).toBe('ready')
  })
})
