import { expect, it, vi } from 'vitest'
import type { Finding } from '@/lib/tools/finding'
import { tools } from '@/lib/tools/registry'
import { plainTool, proposed, type Tab, untilState } from '../../testing/bench'
import { signs } from '../../testing/scripted-wallet'
import { anvil, browser, openTab, setUpExecution, tab } from '../../testing/setup'
import { decidedView } from '../controller'

const danger: Finding = { rule: 'X1', level: 'DANGER', title: 'Dangerous', claim: '1 USDC', observed: '2 USDC' }
const block: Finding = { rule: 'X2', level: 'BLOCK', title: 'It would take another token.' }

setUpExecution()

/** Sets the send tool with these additional findings. */
const finds = (...findings: Finding[]) => {
  const { send_native_gas_token: send } = tools
  browser.world.tool = {
    ...send,
    prepare: async (...request) => {
      const prepared = await send.prepare(...request)
      return { ...prepared, findings: [...prepared.findings, ...findings] }
    },
  }
}

const send = (callId: string) => {
  const { parameters, ...rest } = browser.propose(callId)
  return { ...rest, parameters: { ...parameters, to: anvil.signer(2).account.address, chainId: 31337 } }
}

const recordOf = (call: ReturnType<Tab['call']>) =>
  vi.waitFor(() => {
    const view = call.getSnapshot()
    if (!view.record) throw new Error('not read yet')
    return decidedView(view)
  })

const reopened = async (key: string) => {
  tab.close()
  await openTab()
  const call = tab.call(key)
  call.subscribe(() => undefined)
  return call
}

it('shows a signed call after a reload as it was when it was signed', async () => {
  finds(danger)
  const { key, call } = await proposed(tab, send('a'))
  call.acknowledge(true)
  await call.approve()
  await untilState(tab, key, 'confirmed')
  const before = await recordOf(call)
  const after = await recordOf(await reopened(key))
  expect(after.prepared).toEqual(before.prepared)
  expect(after.review).toEqual(before.review)
  expect(after.prepared?.details).toMatchObject({ to: anvil.signer(2).account.address, facts: { recipient: {} } })
  expect(after.review?.findings).toContainEqual(danger)
  expect(after.record?.at).toBe(browser.world.now)
})

it('has written to disk what is signed before the wallet is asked', async () => {
  finds()
  const { key, call } = await proposed(tab, send('a'))
  let kept: unknown
  browser.state.script.push(async (...request) => {
    kept = await tab.cards.read(key, browser.world.tool)
    return signs(...request)
  })
  await call.approve()
  expect(kept).toMatchObject({ signed: { problem: null, review: { verdict: 'ready' } } })
})

it('keeps in the ledger and on its card why a call was blocked, when it is closed', async () => {
  finds(block)
  const { key, call } = await proposed(tab, send('a'))
  expect(tab.ledger.get(key)).toMatchObject({ state: 'blocked', worst: { rule: 'X2', level: 'BLOCK' } })
  await call.decline()
  const after = await recordOf(await reopened(key))
  expect(after.entry.worst?.title).toBe(block.title)
  expect(after.review?.findings[0] ?? after.prepared?.findings[0]).toEqual(block)
})

it('keeps why a call could not even be prepared', async () => {
  browser.world.tool = plainTool({ prepare: () => Promise.reject(new Error('There is no route.')) })
  const { key, call } = await proposed(tab, browser.propose('a'))
  await call.decline()
  const after = await recordOf(await reopened(key))
  expect(after.problem).toBe('There is no route.')
  expect(after.entry.worst?.title).toBe('There is no route.')
})

it('carries a call out even if what its card shows cannot be kept', async () => {
  finds()
  vi.spyOn(console, 'warn').mockReturnValue()
  const { key, call } = await proposed(tab, send('a'))
  tab.cards.close()
  vi.spyOn(tab.cards, 'keep').mockReturnValue(new Promise(() => undefined))
  await call.approve()
  await untilState(tab, key, 'confirmed')
  vi.restoreAllMocks()
})

it('shows no record of a call while it is open', async () => {
  finds()
  const { call } = await proposed(tab, send('a'))
  expect(call.getSnapshot().record).toBeNull()
})
