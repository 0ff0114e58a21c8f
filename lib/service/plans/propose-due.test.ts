import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { mostPlans } from '@/lib/agents/plans/plan'
import { QuoteError } from '@/lib/chain/routing/routing'
import { noYields } from '@/lib/chain/yields/testing/no-yields'
import type { PlanTerms } from '@/lib/wire/plan'
import { dueAt, lastDueBy } from '@/lib/wire/schedule'
import { claimCall, isBeingSigned, signingMs } from '../a2a/signing'
import { LiveLog } from '../a2a/streams/live-log'
import { findTask } from '../a2a/task-store'
import type { Database } from '../database/database'
import { listProposals } from '../proposals/api'
import { propose } from '../proposals/propose'
import { newAccount } from '../testing/client'
import { openTestDatabaseOn, stores } from '../testing/stores'
import { proposeDue } from './propose-due'
import { changePlanOf, listPlans, noteProposal, type PlanOwner } from './store'
import { planMaker } from './testing/set-up'
import { startPlanTimer } from './timer'

/** A Sunday. */
const begin = Date.UTC(2025, 0, 5, 10)
const friday = (n: number) => Date.UTC(2025, 0, 10 + 7 * n, 12)
let clock = begin
const now = () => clock
let database: Database
let people = 0

async function newOwner(): Promise<PlanOwner> {
  const userId = `user-${++people}`
  await database.query(
    `insert into auth_user (id, name, email, "emailVerified", "createdAt", "updatedAt")
     values ($1, $1, $1, true, now(), now())`,
    [userId],
  )
  return { userId, address: newAccount().address, chainId: 31337, agentId: 1 }
}

const terms = (times: number | null, value = '50'): PlanTerms => ({
  chainId: 31337,
  sells: 'USDC',
  buys: 'ETH',
  amount: { kind: 'exact', value },
  schedule: { start: '2025-01-10', hour: 12, every: { unit: 'day', count: 7 }, times },
})

const unreachable = async (): Promise<never> => {
  throw new QuoteError('unreachable', 'There is no router in this test.')
}
const routing = { quote: unreachable, routes: unreachable, status: unreachable }
/** Acts as one of several servers on the same database. None of them serves a chain. */
const look = (pageSize?: number) =>
  proposeDue(
    {
      database,
      live: new LiveLog(),
      context: { chains: new Map(), routing, yields: noYields, now },
      timeoutMs: 20_000,
      ...(pageSize ? { pageSize } : {}),
    },
    new AbortController().signal,
  )

const titles = async ({ userId }: PlanOwner) => (await listProposals(database.query, userId)).map(({ title }) => title)
async function words(owner: PlanOwner): Promise<string> {
  const [last] = await listProposals(database.query, owner.userId)
  const task = last && (await findTask(database.query, last.taskId, owner.userId))
  return task?.statusMessage?.parts.map((part) => (part.type === 'text' ? part.text : '')).join('') ?? ''
}
const at = async (when: number) => {
  clock = when
  await look()
}

/** Makes a plan whose first purchase is proposed, with a call. */
async function openPurchase(owner: PlanOwner) {
  clock = begin
  await planMaker(database, owner, now).create(terms(null))
  const [plan] = await listPlans(database.query, owner.userId)
  const call = { name: 'execute_router_swap', parameters: {} }
  const first = {
    owner,
    agentId: 1,
    kind: 'plan' as const,
    key: `first of ${owner.userId}`,
    title: 'First',
    text: '',
  }
  const made = await propose(database.query, { ...first, calls: [call] }, clock)
  if (!plan || !made) throw new Error('there is a plan and a proposal')
  await noteProposal(database.query, plan, made.taskId, 0)
  const { taskId } = made
  const callId = (await findTask(database.query, taskId, owner.userId))?.pendingCalls[0] ?? ''
  return { taskId, callId, owner: owner.userId }
}
const sign = (call: { taskId: string; callId: string; owner: string }, at: number) =>
  claimCall(database.query, { ...call, act: 'sign', browser: 'phone', over: null }, at)
const isOpen = async ({ taskId, owner }: { taskId: string; owner: string }) =>
  (await findTask(database.query, taskId, owner))?.pendingCalls.length === 1

describe.each(stores)('on %s', (store) => {
  let remove: () => Promise<void>
  beforeAll(async () => {
    ;({ database, remove } = await openTestDatabaseOn(store, now))
  })
  afterAll(() => remove())

  it('proposes a purchase once, however many instances look at the same time', async () => {
    clock = begin
    const owner = await newOwner()
    await planMaker(database, owner, now).create(terms(10))
    await look()
    expect(await titles(owner)).toEqual([])
    clock = friday(0)
    const counts = await Promise.all(Array.from({ length: 6 }, look))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(await titles(owner)).toEqual(['Plan 1: 50 USDC for ETH'])
    await look()
    expect(await titles(owner)).toHaveLength(1)
  })

  it('says that it could not be prepared, proposes nothing, and continues', async () => {
    const owner = await newOwner()
    clock = begin
    await planMaker(database, owner, now).create(terms(2))
    await at(friday(0))
    expect(await words(owner)).toContain('purchase 1 of 2, of Fri 10 Jan 2025')
    expect(await words(owner)).toContain(
      'nothing was bought. The network of this plan (chain 31337) is no longer supported',
    )
    expect(await words(owner)).toContain('continues on its next date')
    expect((await listProposals(database.query, owner.userId)).map(({ state }) => state)).toEqual(['settled'])
    await at(friday(1))
    expect(await words(owner)).toContain('That was its last date.')
    await at(friday(2))
    expect(await titles(owner)).toHaveLength(2)
    expect(await planMaker(database, owner, now).list()).toEqual([])
  })

  it('offers missed dates as one purchase and lists them', async () => {
    const owner = await newOwner()
    clock = begin
    await planMaker(database, owner, now).create(terms(10))
    await at(friday(2) + 3_600_000)
    expect(await titles(owner)).toHaveLength(1)
    expect(await words(owner)).toContain('was due on Fri 10 Jan 2025, Fri 17 Jan 2025 and Fri 24 Jan 2025')
    expect(await words(owner)).toContain('this is one purchase of 50 USDC for ETH, not 3')
    const [plan] = await planMaker(database, owner, now).list()
    expect(plan).toMatchObject({ left: 7, next: [friday(3), friday(4), friday(5)] })
  })

  it('makes one proposal at each check that finds new dates, at any time, and none after its end', async () => {
    const looks = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(looks, fc.integer({ min: 1, max: 12 }), async (gaps, times) => {
        const owner = await newOwner()
        clock = begin
        await planMaker(database, owner, now).create(terms(times))
        let offered = -1
        let expected = 0
        for (const gap of gaps) {
          // Half weeks, so that some checks find nothing new.
          await at(clock + gap * 302_400_000)
          const last = lastDueBy(terms(times).schedule, clock)
          if (last > offered) expected += 1
          offered = Math.max(offered, last)
          expect(await titles(owner)).toHaveLength(expected)
        }
        const [plan] = await planMaker(database, owner, now).list()
        const left = times - 1 - offered
        expect(plan?.left).toBe(left > 0 ? left : undefined)
        if (plan) expect(plan.next[0]).toBe(dueAt(terms(times).schedule, offered + 1))
      }),
      { seed: 20_250_105, numRuns: 12 },
    )
  })

  it('is checked periodically, and no more once the timer is closed', async () => {
    const owner = await newOwner()
    clock = begin
    await planMaker(database, owner, now).create(terms(3))
    const timer = startPlanTimer(() => look(), 10)
    clock = friday(0)
    await expect.poll(() => titles(owner)).toHaveLength(1)
    clock = friday(1)
    await expect.poll(() => titles(owner)).toHaveLength(2)
    await timer.close()
    clock = friday(2)
    expect(await timer.run()).toBe(0)
    expect(await titles(owner)).toHaveLength(2)
  })

  describe('beside a pending purchase', () => {
    it('replaces it', async () => {
      const owner = await newOwner()
      const old = await openPurchase(owner)
      await at(friday(0))
      expect(await titles(owner)).toHaveLength(2)
      expect(await isOpen(old)).toBe(false)
      expect(await words(owner)).toContain('taken back')
    })

    it('waits while it is being signed, but no longer than a wallet may take', async () => {
      const owner = await newOwner()
      const old = await openPurchase(owner)
      clock = friday(0) - 1
      await sign(old, clock)
      await at(friday(0))
      await at(friday(0) - 2 + signingMs)
      expect(await titles(owner)).toEqual(['First'])
      expect(await isOpen(old)).toBe(true)
      expect(await planMaker(database, owner, now).list()).toMatchObject([{ next: [friday(0), friday(1), friday(2)] }])
      await at(friday(0) - 1 + signingMs)
      expect(await titles(owner)).toHaveLength(2)
      expect(await isOpen(old)).toBe(false)
    })

    it('delays nobody else', async () => {
      const [first, second, other] = [await newOwner(), await newOwner(), await newOwner()]
      for (const owner of [first, second]) await sign(await openPurchase(owner), friday(0) - 1)
      await planMaker(database, other, now).create(terms(1))
      clock = friday(0)
      await look(1)
      expect(await titles(first)).toEqual(['First'])
      expect(await titles(second)).toEqual(['First'])
      expect(await titles(other)).toHaveLength(1)
    })

    it('follows at once when it was answered', async () => {
      const owner = await newOwner()
      const old = await openPurchase(owner)
      clock = friday(0)
      await sign(old, clock)
      await look()
      expect(await titles(owner)).toEqual(['First'])
      await database.query(`update calls set state = 'answered' where call_id = $1`, [old.callId])
      await look()
      expect(await titles(owner)).toHaveLength(2)
      expect(await words(owner)).not.toContain('taken back')
    })

    it('is either made or the other signed, never both, if both happen at the same time', async () => {
      for (let round = 0; round < 16; round++) {
        const owner = await newOwner()
        const old = await openPurchase(owner)
        clock = friday(0)
        const mayBe = async () => {
          // A little later in each round.
          for (let wait = 0; wait < round; wait++) await database.query('select 1')
          await sign(old, clock)
          // The person's page relies on this: the call is still pending.
          return isOpen(old)
        }
        const [mayBeSigned] = await Promise.all([mayBe(), look(), look()])
        expect(await titles(owner)).toHaveLength(mayBeSigned ? 1 : 2)
        expect(await isBeingSigned(database.query, old, clock)).toBe(mayBeSigned)
      }
    })

    it('ignores the claims of others, and of calls no longer pending', async () => {
      const owner = await newOwner()
      const old = await openPurchase(owner)
      clock = friday(0)
      await sign({ ...old, owner: 'another' }, clock)
      await sign({ ...old, taskId: 'another' }, clock)
      await look()
      expect(await titles(owner)).toHaveLength(2)
      await sign(old, clock)
      expect(await isBeingSigned(database.query, old, clock)).toBe(false)
    })
  })

  it('skips dates that pass while paused, and proposes nothing once canceled', async () => {
    const owner = await newOwner()
    clock = begin
    const book = planMaker(database, owner, now)
    await book.create(terms(6))
    expect(await book.change(1, 'paused')).toMatchObject({ state: 'paused', next: [] })
    await at(friday(2))
    expect(await titles(owner)).toEqual([])
    expect(await book.change(1, 'active')).toMatchObject({
      state: 'active',
      left: 3,
      next: [friday(3), friday(4), friday(5)],
    })
    await look()
    expect(await titles(owner)).toEqual([])
    await at(friday(3))
    expect(await titles(owner)).toHaveLength(1)
    expect(await words(owner)).toContain('purchase 4 of 6')
    expect(await book.change(1, 'canceled')).toMatchObject({ state: 'canceled', next: [] })
    expect(await book.change(1, 'active')).toBeNull()
    await at(friday(5))
    expect(await titles(owner)).toHaveLength(1)
  })

  it('ends if all dates pass while paused', async () => {
    const owner = await newOwner()
    clock = begin
    const book = planMaker(database, owner, now)
    await book.create(terms(2))
    await book.change(1, 'paused')
    clock = friday(9)
    expect(await book.change(1, 'active')).toMatchObject({ state: 'ended', left: 0, next: [] })
    await look()
    expect(await titles(owner)).toEqual([])
  })

  it('either proposes or is paused, never both, if both happen at the same time', async () => {
    const owner = await newOwner()
    clock = begin
    const book = planMaker(database, owner, now)
    await book.create(terms(5))
    clock = friday(0)
    const [plan] = await Promise.all([book.change(1, 'paused'), look()])
    expect(await titles(owner)).toHaveLength(5 - (plan?.left ?? 0))
  })

  describe('that is changed', () => {
    /** Makes a plan of this owner, and its replacement. */
    async function changed(owner: PlanOwner) {
      const book = planMaker(database, owner, now)
      const [old] = await book.list()
      if (!old) throw new Error('There is no plan')
      const { schedule } = terms(4)
      const next: PlanTerms = { ...terms(4), schedule: { ...schedule, start: '2025-01-17' } }
      return { book, replace: () => book.replace(old, next) }
    }

    it('is replaced in one step, even with the maximum number of plans', async () => {
      clock = begin
      const owner = await newOwner()
      const book = planMaker(database, owner, now)
      for (let value = 0; value < mostPlans; value++) await book.create(terms(5, String(50 + value)))
      const { replace } = await changed(owner)
      expect(await replace()).toMatchObject({
        is: 'made',
        plan: { number: mostPlans + 1, state: 'active', left: 4, next: [friday(1), friday(2), friday(3)] },
      })
      expect(await book.list()).toHaveLength(mostPlans)
      expect(await replace()).toEqual({ is: 'moved' })
      const [second] = await book.list()
      if (second)
        expect(await book.replace(second, terms(5, '60'))).toMatchObject({ is: 'there', plan: { number: 11 } })
      expect(await book.list()).toHaveLength(mostPlans)
    })

    it('either has its date proposed or is replaced, never both, if both happen at the same time', async () => {
      for (let round = 0; round < 8; round++) {
        clock = begin
        const owner = await newOwner()
        await planMaker(database, owner, now).create(terms(5))
        const { book, replace } = await changed(owner)
        clock = friday(0)
        const [replaced] = await Promise.all([replace(), look()])
        expect(await titles(owner)).toHaveLength(replaced.is === 'made' ? 0 : 1)
        expect(await book.list()).toMatchObject([{ number: replaced.is === 'made' ? 2 : 1 }])
      }
    })

    it('leaves its open purchase to the new plan, which takes it back at its next date', async () => {
      clock = begin
      const owner = await newOwner()
      const old = await openPurchase(owner)
      expect(await (await changed(owner)).replace()).toMatchObject({ is: 'made', plan: { number: 2 } })
      await at(friday(0))
      expect(await isOpen(old)).toBe(true)
      await at(friday(1))
      expect(await isOpen(old)).toBe(false)
      expect(await words(owner)).toContain('plan 2 has a purchase due: 50 USDC for ETH, purchase 1 of 4')
      expect(await words(owner)).toContain('replaces the earlier proposal')
    })
  })

  it('keeps plans apart by owner, numbers them, and stores none twice or beyond the limit', async () => {
    clock = begin
    const [ada, bob] = [await newOwner(), await newOwner()]
    const [hers, his] = [planMaker(database, ada, now), planMaker(database, bob, now)]
    expect(await hers.create(terms(null))).toMatchObject({ is: 'made', plan: { number: 1, left: null } })
    expect(await hers.create(terms(null))).toMatchObject({ is: 'there', plan: { number: 1 } })
    const made = await Promise.all(['1', '2', '3'].map((value) => hers.create(terms(null, value))))
    expect(made.map((each) => ('plan' in each ? each.plan.number : 0)).sort()).toEqual([2, 3, 4])
    expect(await his.list()).toEqual([])
    expect(await his.change(1, 'canceled')).toBeNull()
    expect(await changePlanOf(database, bob.userId, 2, 'paused', clock)).toBeNull()
    expect(await hers.list()).toHaveLength(4)
    for (let value = 4; value < mostPlans; value++) await hers.create(terms(null, String(value)))
    expect(await hers.create(terms(null, '1000'))).toEqual({ is: 'full' })
    await hers.change(1, 'canceled')
    expect(await hers.create(terms(null, '1000'))).toMatchObject({ plan: { number: mostPlans + 1 } })
  })

  it('drops a plan whose account is gone', async () => {
    clock = begin
    const owner = await newOwner()
    const book = planMaker(database, owner, now)
    await book.create(terms(null))
    await database.query('delete from auth_user where id = $1', [owner.userId])
    await at(friday(0))
    expect(await titles(owner)).toEqual([])
    expect(await book.list()).toEqual([])
    await expect(book.create(terms(null))).rejects.toThrow('no longer exists')
    const rows = await database.query('select count(*)::int as count from plans where owner = $1', [owner.userId])
    expect(z.array(z.object({ count: z.int() })).parse(rows)).toEqual([{ count: 0 }])
  })
})
