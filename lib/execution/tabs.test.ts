import 'fake-indexeddb/auto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Anvil, startAnvil } from './testing/anvil'
import { type Browser, createBrowser, proposed, type Tab, untilState } from './testing/bench'
import { makeFormer } from './testing/former-ledger'
import { neverAnswers, sendsAndIsSilent } from './testing/scripted-wallet'

describe('two tabs of one browser', () => {
  let anvil: Anvil
  let browser: Browser
  let one: Tab
  let two: Tab

  beforeAll(async () => {
    anvil = await startAnvil()
  })
  afterAll(() => anvil.stop())
  beforeEach(async () => {
    browser = createBrowser(anvil)
    one = await browser.tab()
    two = await browser.tab()
  })
  afterEach(async () => {
    one.close()
    two.close()
    await anvil.test.setAutomine(true)
    await anvil.test.mine({ blocks: 1 })
  })

  it('execute a call once when both approve at the same moment', async () => {
    const a = await proposed(one, browser.propose('a'))
    const b = await proposed(two, browser.propose('a'))
    await Promise.all([a.call.approve(), b.call.approve()])
    await untilState(one, a.key, 'confirmed')
    await untilState(two, a.key, 'confirmed')
    expect(browser.state.asked).toHaveLength(1)
  })

  it('show the same state, and the one that is not working on the call says so', async () => {
    browser.state.script.push(neverAnswers)
    const a = await proposed(one, browser.propose('a'))
    const b = await proposed(two, browser.propose('a'))
    void a.call.approve()
    await untilState(two, a.key, 'signing')
    await vi.waitFor(() => expect(b.call.getSnapshot().elsewhere).toBe(true))
    expect(a.call.getSnapshot().elsewhere).toBe(false)
    await b.call.approve()
    await b.call.resolveInterrupted('not-sent')
    expect(browser.state.asked).toHaveLength(1)
    expect(two.ledger.get(a.key)?.state).toBe('signing')
  })

  it('follow a transaction in the other tab when the sender’s tab goes away', async () => {
    await anvil.test.setAutomine(false)
    const a = await proposed(one, browser.propose('a'))
    const b = await proposed(two, browser.propose('a'))
    void a.call.approve()
    await untilState(two, a.key, 'confirming')
    one.close()
    await vi.waitFor(() => expect(b.call.getSnapshot().elsewhere).toBe(false))
    await anvil.test.mine({ blocks: 1 })
    await untilState(two, a.key, 'confirmed')
    expect(browser.state.asked).toHaveLength(1)
  })

  it('resume a call whose tab died silently at a click in the other, and do not ask for it again', async () => {
    browser.state.script.push(neverAnswers)
    const a = await proposed(one, browser.propose('a'))
    const b = await proposed(two, browser.propose('a'))
    // The dead tab wrote to the ledger without telling the others.
    const silent = vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(() => undefined)
    void a.call.approve()
    await untilState(one, a.key, 'signing')
    one.close()
    silent.mockRestore()
    expect(two.ledger.get(a.key)?.state).toBe('ready')
    await b.call.approve()
    await vi.waitFor(() => expect(b.call.getSnapshot().entry).toMatchObject({ state: 'signing', interrupted: true }))
    expect(browser.state.asked).toHaveLength(1)
  })

  it('do not let one approve a call that the other declined', async () => {
    const a = await proposed(one, browser.propose('a'))
    const b = await proposed(two, browser.propose('a'))
    await Promise.all([a.call.decline(), b.call.approve()])
    const entry = await vi.waitFor(() => {
      const at = two.ledger.get(a.key)
      if (at?.state !== 'rejected' && at?.state !== 'confirmed') throw new Error(at?.state)
      return at
    })
    expect(browser.state.asked).toHaveLength(entry.state === 'confirmed' ? 1 : 0)
  })

  it('free the card again when the check after the other tab’s click ended without a signature', async () => {
    const a = await proposed(one, browser.propose('a'))
    const b = await proposed(two, browser.propose('a'))
    let finish: () => void = () => undefined
    const review = browser.world.review
    browser.world.review = async (request) => {
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      throw new Error(`no answer for ${request.taskId}`)
    }
    const clicked = a.call.approve()
    await vi.waitFor(() => expect(a.call.getSnapshot().busy).toBe('rechecking'))
    await b.call.approve()
    await vi.waitFor(() => expect(b.call.getSnapshot().elsewhere).toBe(true))
    browser.world.review = review
    finish()
    await clicked
    expect(one.ledger.get(a.key)?.note).toMatch(/The last check failed.*no answer/)
    await vi.waitFor(() => expect(b.call.getSnapshot().elsewhere).toBe(false))
    await b.call.approve()
    await untilState(one, a.key, 'confirmed')
    expect(browser.state.asked).toHaveLength(1)
  })

  it('do not take the same nonce for two calls', async () => {
    await anvil.test.setAutomine(false)
    const a = await proposed(one, browser.propose('a'))
    const b = await proposed(two, browser.propose('b'))
    void a.call.approve()
    void b.call.approve()
    await untilState(one, a.key, 'confirming')
    await untilState(two, b.key, 'confirming')
    const nonces = browser.state.asked.map(({ nonce }) => nonce)
    expect(new Set(nonces).size).toBe(2)
    await anvil.test.mine({ blocks: 1 })
    await untilState(two, a.key, 'confirmed')
    await untilState(one, b.key, 'confirmed')
  })

  it('wait for a tab of a former version that works on a call, then find what it sent, and send nothing', async () => {
    browser.state.script.push(sendsAndIsSilent)
    const a = await proposed(one, browser.propose('a'))
    void a.call.approve()
    await vi.waitFor(() => expect(browser.state.asked).toHaveLength(1))
    one.close()
    two.close()
    const former = browser.locks.tab()
    void former.hold('countersign:call:task:a', () => new Promise(() => undefined))
    await makeFormer(browser.name)
    one = await browser.tab()
    const b = one.call(a.key)
    b.subscribe(() => undefined)
    await vi.waitFor(() => expect(b.getSnapshot().elsewhere).toBe(true))
    await b.resolveInterrupted('not-sent')
    expect(b.getSnapshot().entry.state).toBe('signing')
    former.crash()
    await untilState(one, a.key, 'confirmed')
    expect(browser.state.asked).toHaveLength(1)
  })
})
