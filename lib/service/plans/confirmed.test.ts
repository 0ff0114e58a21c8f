import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createAgents } from '@/lib/agents/agents'
import { unreachableChains } from '@/lib/chain/testing/chains'
import { Browser, call, confirms, newAccount, offerOf, result, rpcError, signIn, words } from '../testing/client'
import { newDataFolder } from '../testing/data-folder'
import { startTestService, type TestService } from '../testing/test-service'

/** A Sunday. */
const begin = Date.UTC(2025, 0, 5, 10)
const friday = Date.UTC(2025, 0, 10, 12)

let clock = begin
let dataDir: string
let running: TestService
let ada: Browser

beforeAll(async () => {
  dataDir = await newDataFolder()
  running = await startTestService({
    dataDir,
    agents: createAgents(),
    // Nothing listens there: plans need no chain.
    chains: unreachableChains(31337),
    now: () => clock,
    planTickMs: 3_600_000,
  })
})
afterAll(async () => {
  await running.stop()
  await rm(dataDir, { recursive: true })
})
beforeEach(async () => {
  clock = begin
  ada = await newBrowser()
})

async function newBrowser(): Promise<Browser> {
  const browser = new Browser(running.origin)
  expect((await signIn(browser, newAccount(), {}, clock)).status).toBe(200)
  return browser
}

type Task = Awaited<ReturnType<typeof result>>
const textOf = ({ status }: Task) => status.message?.parts[0]?.text
const say = (text: string, task?: Task, browser = ada) =>
  result(call(browser, 'message/send', words(text, task ? { taskId: task.id } : {})))
const confirm = (id: string, { id: taskId }: Task, browser = ada) =>
  result(call(browser, 'message/send', confirms(id, { taskId })))
const plansSchema = z.object({ plans: z.array(z.looseObject({ number: z.int(), state: z.string() })) })
const plans = async (browser = ada) =>
  plansSchema.parse(await (await browser.fetch('/api/plans')).json()).plans.map(({ number, state, what, ...plan }) => ({
    number,
    state,
    what,
    offer: plan.offer,
    taskId: plan.taskId,
  }))

const weekly = 'buy $50 of ETH every Friday for 10 weeks'

describe('an offered plan', () => {
  it('is a part with all of its terms beside text that says the same, and sets up nothing', async () => {
    const task = await say(weekly)
    const [text, part, ...others] = task.status.message?.parts ?? []
    expect(others).toEqual([])
    expect(part).toEqual({
      ...{ kind: 'data', type: 'data' },
      data: {
        type: 'plan',
        id: expect.stringMatching(/^plan_[0-9a-f]{24}$/),
        terms: {
          ...{ chainId: 31337, sells: 'USDC', buys: 'ETH', amount: { kind: 'usd', value: '50' } },
          schedule: {
            ...{ start: '2025-01-10', hour: 12, every: { unit: 'day', count: 7 }, times: 10, spanEnd: '2025-03-20' },
          },
        },
        until: friday,
      },
    })
    expect(text?.text).toContain('every Friday at 12:00 UTC')
    expect(text?.text).toContain('the last on Fri 14 Mar 2025')
    expect(await plans()).toEqual([])
  })

  it('is set up once, however often it is confirmed, and names the resulting plan', async () => {
    const task = await say(weekly)
    const offer = offerOf(task)
    const confirmed = await confirm(offer, task)
    expect(textOf(confirmed)).toMatch(/^Plan 1 is set up: \$50 of ETH/)
    expect(confirmed.status.message?.parts[1]).toMatchObject({ data: { type: 'plan', id: offer, number: 1 } })
    const again = await confirm(offer, task)
    expect(textOf(again)).toContain('confirmed this before, so nothing was set up twice')
    expect(again.status.message?.parts[1]).toMatchObject({ data: { id: offer, number: 1 } })
    expect(await plans()).toEqual([{ number: 1, state: 'active', what: '$50 of ETH', offer, taskId: task.id }])
  })

  it.each(['yes', 'Confirm.', 'confirm the plan'])('can also be confirmed with “%s”', async (text) => {
    const task = await say(weekly)
    expect(textOf(await say(text, task))).toMatch(/^Plan 1 is set up/)
    expect(await plans()).toMatchObject([{ offer: offerOf(task) }])
  })

  it('is not confirmed by a yes to something else, but by “confirm the plan” later on', async () => {
    const task = await say(weekly)
    await say('what is a plan?', task)
    await say('yes', task)
    expect(await plans()).toEqual([])
    expect(textOf(await say('confirm the plan', task))).toMatch(/^Plan 1 is set up/)
  })

  it('can be confirmed by nobody else, and in no other conversation', async () => {
    const task = await say(weekly)
    const bob = await newBrowser()
    const crossSite = call(bob, 'message/send', confirms(offerOf(task), { taskId: task.id }))
    expect((await rpcError(crossSite)).error.code).toBe(-32001)
    const his = await say('hello', undefined, bob)
    expect(textOf(await confirm(offerOf(task), his, bob))).toContain('cannot find that plan in this conversation')
    const other = await say('hello')
    expect(textOf(await confirm(offerOf(task), other))).toContain('cannot find that plan in this conversation')
    expect([await plans(), await plans(bob)]).toEqual([[], []])
  })

  it('is replaced by a later offer', async () => {
    const task = await say(weekly)
    const changed = await say('make it $30 instead', task)
    expect(changed.status.message?.parts[1]).toMatchObject({ data: { replaces: offerOf(task) } })
    expect(textOf(await confirm(offerOf(task), task))).toContain('with other terms since')
    expect(await plans()).toEqual([])
    await confirm(offerOf(changed), task)
    expect(await plans()).toMatchObject([{ number: 1, what: '$30 of ETH' }])
  })

  it('cannot be confirmed after its first date', async () => {
    const task = await say(weekly)
    clock = friday
    expect(textOf(await confirm(offerOf(task), task))).toContain('no longer open')
    expect(await plans()).toEqual([])
  })

  it('is set up once if two browsers confirm it at the same time', async () => {
    const [one, other] = [await say(weekly), await say(weekly)]
    const said = await Promise.all([one, other].map((task) => confirm(offerOf(task), task)))
    expect(said.map(textOf).toSorted()).toEqual([
      expect.stringMatching(/^Plan 1 is set up/),
      expect.stringContaining('already have that plan'),
    ])
    expect(await plans()).toHaveLength(1)
  })
})

describe('a change of a plan', () => {
  it('is offered too, leaves the plan unchanged, and replaces it when confirmed', async () => {
    const task = await say(weekly)
    await confirm(offerOf(task), task)
    const changed = await say('make it every two weeks', task)
    expect(textOf(changed)).toContain('Plan 1 stays as it is until you confirm this')
    expect(await plans()).toMatchObject([{ number: 1, state: 'active' }])
    expect(textOf(await say('yes', task))).toContain('It replaces plan 1, which is canceled')
    expect((await plans()).map(({ number, state }) => [number, state])).toEqual([
      [2, 'active'],
      [1, 'canceled'],
    ])
  })

  it('is not applied to a plan that was paused or has had a date since', async () => {
    const task = await say(weekly)
    await confirm(offerOf(task), task)
    const changed = await say('double it', task)
    await say('pause plan 1', task)
    expect(textOf(await confirm(offerOf(changed), task))).toContain('left it as it is')
    expect(await plans()).toMatchObject([{ number: 1, state: 'paused' }])
  })
})

it.each([[{}], [{ id: 5 }], [{ id: 'x', more: 1 }], [{ id: 'x'.repeat(300) }]])(
  'refuses an unreadable confirmation: %j',
  async (data) => {
    const message = { role: 'user', parts: [{ kind: 'data', data: { type: 'confirmPlan', ...data } }] }
    expect((await rpcError(call(ada, 'message/send', { message }))).error.code).toBe(-32602)
  },
)
