import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestDevnet, type TestDevnet } from '../testing'

let devnet: TestDevnet
beforeAll(async () => {
  devnet = await startTestDevnet()
})
afterAll(() => devnet.stop())
beforeEach(() => devnet.ask('POST', '/control', { reset: true }))

const defaults = { rateShiftBps: 0, statusMode: 'normal', bridgeDelayMs: 1_500, tamper: null, failNext: null }
const turn = (knobs: object) => devnet.ask('POST', '/control', knobs)

it('shows the knobs, turns some, keeps the others, and resets them', async () => {
  expect((await devnet.ask('GET', '/control')).body).toEqual(defaults)
  await turn({ rateShiftBps: -50 })
  expect((await turn({ tamper: 'min' })).body).toEqual({ ...defaults, rateShiftBps: -50, tamper: 'min' })
  expect((await turn({ reset: true, bridgeDelayMs: 0 })).body).toEqual({ ...defaults, bridgeDelayMs: 0 })
})

it('fails the next requests of a path, as many as told', async () => {
  await turn({ failNext: { path: '/routing/v1/tok', status: 429, times: 2 } })
  const ask = async (path: string) => (await devnet.ask('GET', path)).status
  expect(await ask('/routing/v1/tools')).toBe(200)
  expect(await ask('/routing/v1/tokens')).toBe(429)
  expect((await devnet.ask('GET', '/control')).body).toMatchObject({ failNext: { times: 1 } })
  expect(await ask('/routing/v1/tokens')).toBe(429)
  expect(await ask('/routing/v1/tokens')).toBe(200)
  expect((await devnet.ask('GET', '/control')).body).toEqual(defaults)
})

it('never fails the control API itself', async () => {
  await turn({ failNext: { path: '/', status: 503, times: 5 } })
  expect((await devnet.ask('GET', '/control')).status).toBe(200)
  expect((await devnet.ask('GET', '/health')).status).toBe(200)
  expect((await devnet.ask('POST', '/faucet', {})).status).toBe(503)
})

it('moves the time of both chains', async () => {
  const times = () => Promise.all(devnet.chains.map(async ({ client }) => (await client.getBlock()).timestamp))
  const before = await times()
  await turn({ advanceSeconds: 86_400 })
  for (const [index, time] of (await times()).entries()) {
    const passed = time - (before[index] ?? 0n)
    expect(passed).toBeGreaterThanOrEqual(86_400n)
    expect(passed).toBeLessThan(86_500n)
  }
})

it.each([
  [{ tamper: 'everything' }],
  [{ rateShiftBps: 20_000 }],
  [{ bridgeDelayMs: -1 }],
  [{ statusMode: 'odd' }],
  [{ failNext: { path: 'quote', status: 500, times: 1 } }],
  [{ failNext: { path: '/quote', status: 200, times: 1 } }],
  [{ advanceSeconds: 0 }],
  [{ reset: false }],
  [{ unknown: 1 }],
  [[]],
])('refuses %j and changes nothing', async (knobs) => {
  expect((await turn(knobs)).status).toBe(400)
  expect((await devnet.ask('GET', '/control')).body).toEqual(defaults)
})
