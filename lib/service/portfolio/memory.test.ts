import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Agent } from '@/lib/agents/agent'
import { Browser, call, newAccount, result, signIn, words } from '../testing/client'
import { startTestServiceOn, stores } from '../testing/stores'
import type { TestService } from '../testing/test-service'

const begin = Date.now()
let clock = begin
let running: TestService

/** Says when the person last looked, and looks. */
const looker: Agent = {
  ...{ id: 1, name: 'Looker', description: 'An agent for tests', tags: [], examples: [] },
  answer: async function* ({ portfolio }) {
    const last = await portfolio.last()
    yield { type: 'text', delta: last ? String(last.at - begin) : 'never' }
    portfolio.note({ at: clock, chainIds: [31337], holdings: [], nfts: [], incomplete: [], loans: [] })
  },
}

const look = async (browser: Browser, at: number) => {
  clock = begin + at
  return (await result(call(browser, 'message/send', words('look')))).status.message?.parts[0]?.text
}

describe.each(stores)('on %s', (store) => {
  beforeAll(async () => {
    clock = begin
    running = await startTestServiceOn(store, { agents: [looker], now: () => clock })
  })
  afterAll(() => running.stop())

  it('keeps one look per account, the latest, until its data is deleted', async () => {
    const [ada, bob] = [new Browser(running.origin), new Browser(running.origin)]
    const account = newAccount()
    await signIn(ada, account, {}, clock)
    await signIn(bob, newAccount(), {}, clock)
    expect(await look(ada, 1)).toBe('never')
    expect(await look(bob, 2)).toBe('never')
    expect(await look(ada, 5)).toBe('1')
    // From an instance whose clock is behind.
    expect(await look(ada, 3)).toBe('5')
    expect(await look(ada, 6)).toBe('5')
    expect((await ada.fetch('/api/account', { method: 'DELETE' })).status).toBe(200)
    await signIn(ada, account, {}, clock)
    expect(await look(ada, 7)).toBe('never')
    expect(await look(bob, 8)).toBe('2')
  })
})
