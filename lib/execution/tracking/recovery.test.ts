import { parseGwei, zeroAddress } from 'viem'
import { describe, expect, it, vi } from 'vitest'
import { oneEther, proposed, recipient, untilState } from '../testing/bench'
import { fails, neverAnswers, sendsAndIsSilent, signs } from '../testing/scripted-wallet'
import { anvil, browser, openTab, setUpExecution, tab } from '../testing/setup'

describe('a reload', () => {
  setUpExecution()

  const reload = async () => {
    tab.close()
    await openTab()
  }
  const nonceOf = () => anvil.test.getTransactionCount({ address: browser.owner })
  const send = (change: { to?: `0x${string}`; value?: bigint; nonce?: number } = {}) =>
    anvil.signer(1).sendTransaction({ to: recipient, value: oneEther, nonce: 0, gas: 100_000n, ...change })
  /** Approves with a wallet that never answers, and reloads. */
  const crashInSigning = async () => {
    browser.state.script.push(neverAnswers)
    const { key, call } = await proposed(tab, browser.propose('a'))
    void call.approve()
    await vi.waitFor(() => expect(browser.state.asked).toHaveLength(1))
    await reload()
    return key
  }
  const untilInterrupted = (key: string) =>
    vi.waitFor(() => expect(tab.ledger.get(key)).toMatchObject({ state: 'signing', interrupted: true }), 5_000)

  it('before approval: the card is reviewed again and can be approved once', async () => {
    const { key } = await proposed(tab, browser.propose('a'))
    await reload()
    const { call } = await proposed(tab, browser.propose('a'))
    await call.approve()
    await untilState(tab, key, 'confirmed')
    expect(browser.state.asked).toHaveLength(1)
  })

  it('while signing, before the wallet was used: asks, and never sends by itself', async () => {
    const key = await crashInSigning()
    await untilInterrupted(key)
    await tab.call(key).approve()
    expect(browser.state.asked).toHaveLength(1)
    expect(await nonceOf()).toBe(0)
    expect(tab.ledger.get(key)?.note).toMatch(/its answer was lost/)
  })

  it('while signing, and the person says that nothing was sent: the card is ready again, once', async () => {
    const key = await crashInSigning()
    await untilInterrupted(key)
    const { call } = await proposed(tab, browser.propose('a'))
    await call.resolveInterrupted('not-sent')
    await vi.waitFor(() => expect(call.getSnapshot()).toMatchObject({ busy: null, entry: { state: 'ready' } }))
    await call.approve()
    await untilState(tab, key, 'confirmed')
    expect(await nonceOf()).toBe(1)
  })

  it.each(['the next click', 'the next visit'])(
    'while signing, confirmed in the wallet only after “nothing was sent”: found at %s, and not sent again',
    async (found) => {
      const key = await crashInSigning()
      await untilInterrupted(key)
      const { call } = await proposed(tab, browser.propose('a'))
      await call.resolveInterrupted('not-sent')
      await vi.waitFor(() => expect(call.getSnapshot()).toMatchObject({ busy: null, entry: { state: 'ready' } }))
      const hash = await send()
      if (found === 'the next click') await call.approve()
      else await reload()
      const entry = await untilState(tab, key, 'confirmed')
      expect(entry.outcome).toMatchObject({ status: 'success', txHash: hash })
      expect(browser.state.asked).toHaveLength(1)
      expect(await nonceOf()).toBe(1)
    },
  )

  it('while signing, in an app that no longer serves the chain: says so, and takes the person’s word', async () => {
    browser.state.script.push(neverAnswers)
    const { key, call } = await proposed(tab, browser.propose('a'))
    void call.approve()
    await vi.waitFor(() => expect(browser.state.asked).toHaveLength(1))
    anvil.chains.delete(31337)
    try {
      await reload()
      await untilInterrupted(key)
      expect(tab.ledger.get(key)?.note).toMatch(/no longer supports chain 31337/)
      const again = tab.call(key)
      again.subscribe(() => undefined)
      await vi.waitFor(async () => {
        await again.resolveInterrupted('not-sent')
        expect(tab.ledger.get(key)?.state).not.toBe('signing')
      })
      await again.decline()
      expect(tab.ledger.get(key)?.state).toBe('rejected')
    } finally {
      anvil.chains.set(31337, anvil.chain)
    }
  })

  it('while signing, and the node cannot tell who used the nonce: claims nothing about the chain', async () => {
    const key = await crashInSigning()
    await untilInterrupted(key)
    expect(tab.ledger.get(key)?.note).toMatch(/No transaction is on the chain yet/)
    tab.close()
    // This was long ago, and the node has discarded the state of old blocks.
    await anvil.test.mine({ blocks: 300 })
    await send({ to: zeroAddress })
    anvil.node.refuses = (method, params) =>
      method === 'eth_getTransactionBySenderAndNonce' ||
      (method === 'eth_getTransactionCount' && (params as [string, string])[1] !== 'latest')
    try {
      await openTab()
      await vi.waitFor(() => expect(tab.ledger.get(key)?.note).toMatch(/cannot say/), 10_000)
      expect(tab.ledger.get(key)?.note).not.toMatch(/No transaction is on the chain/)
    } finally {
      anvil.node.refuses = () => false
    }
  })

  it('while signing, and the wallet had sent: finds the transaction and continues', async () => {
    browser.state.script.push(sendsAndIsSilent)
    const { key, call } = await proposed(tab, browser.propose('a'))
    void call.approve()
    await vi.waitFor(async () => expect(await nonceOf()).toBe(1))
    await anvil.test.mine({ blocks: 20 })
    await reload()
    const entry = await untilState(tab, key, 'confirmed')
    expect(entry.outcome).toMatchObject({ status: 'success', txHash: entry.steps[0]?.hash })
    expect(browser.state.asked).toHaveLength(1)
  })

  it('while signing, and the wallet sends only afterwards: finds it then', async () => {
    const key = await crashInSigning()
    await untilInterrupted(key)
    await anvil.test.setAutomine(false)
    const hash = await send()
    const entry = await untilState(tab, key, 'confirming')
    expect(entry.steps[0]?.hash).toBe(hash)
    await anvil.test.mine({ blocks: 1 })
    await untilState(tab, key, 'confirmed')
  })

  it('while signing, and the wallet took a higher nonce than requested: finds it by its bytes', async () => {
    const key = await crashInSigning()
    tab.close()
    await send({ to: zeroAddress, value: 1n })
    const hash = await send({ nonce: 1 })
    await openTab()
    const entry = await untilState(tab, key, 'confirmed')
    expect(entry.steps[0]?.hash).toBe(hash)
  })

  it('while signing, and it waits in the pool behind another one: finds it, whatever the person says', async () => {
    const key = await crashInSigning()
    tab.close()
    await anvil.test.setAutomine(false)
    await send({ to: zeroAddress, value: 1n })
    const hash = await send({ nonce: 1 })
    await openTab()
    const entry = await untilState(tab, key, 'confirming')
    expect(entry.steps[0]?.hash).toBe(hash)
  })

  it('while signing, and another transaction took the nonce: fails and says so', async () => {
    const key = await crashInSigning()
    await untilInterrupted(key)
    await send({ to: zeroAddress, value: 1n })
    const entry = await untilState(tab, key, 'failed')
    expect(entry.outcome).toMatchObject({ status: 'error', code: 'cancelled' })
    expect(entry.note).toMatch(/was not executed/)
  })

  it('while signing, and another transaction took the nonce: says so only once that is final', async () => {
    browser.world.confirmations = 2
    const key = await crashInSigning()
    await untilInterrupted(key)
    await send({ to: zeroAddress, value: 1n })
    let looks = 0
    anvil.node.refuses = (method) => {
      if (method === 'eth_getTransactionCount') looks += 1
      return false
    }
    await vi.waitFor(() => expect(looks).toBeGreaterThan(2))
    expect(tab.ledger.get(key)?.state).toBe('signing')
    await anvil.test.mine({ blocks: 1 })
    await untilState(tab, key, 'failed')
  })

  it('while signing: does not take the equal transaction of another call as its own', async () => {
    const key = await crashInSigning()
    await untilInterrupted(key)
    const b = await proposed(tab, browser.propose('b'))
    b.call.acknowledge(true)
    await b.call.approve()
    await untilState(tab, b.key, 'confirmed')
    const entry = await untilState(tab, key, 'failed')
    expect(entry.steps[0]?.hash).toBeUndefined()
    expect(await nonceOf()).toBe(1)
  })

  it('while signing, with the node down: concludes nothing, and looks again when it is back', async () => {
    browser.state.script.push(sendsAndIsSilent)
    const { key, call } = await proposed(tab, browser.propose('a'))
    void call.approve()
    await vi.waitFor(async () => expect(await nonceOf()).toBe(1))
    anvil.node.down = true
    await reload()
    await untilInterrupted(key)
    await tab.call(key).resolveInterrupted('not-sent')
    expect(tab.ledger.get(key)).toMatchObject({ state: 'signing', interrupted: true })
    anvil.node.down = false
    await untilState(tab, key, 'confirmed')
  })

  it('while signing: takes the hash that the person names only if it is this call’s', async () => {
    const key = await crashInSigning()
    await untilInterrupted(key)
    const call = tab.call(key)
    await call.resolveInterrupted({ hash: `0x${'12'.repeat(32)}` })
    expect(tab.ledger.get(key)).toMatchObject({ state: 'signing', note: expect.stringMatching(/does not know/) })
    const others = await anvil.signer(2).sendTransaction({ to: recipient, value: oneEther })
    await call.resolveInterrupted({ hash: others })
    expect(tab.ledger.get(key)).toMatchObject({ state: 'signing', note: expect.stringMatching(/is not this call/) })
    // Out-of-reach nonce, so that only the person can name the transaction.
    await anvil.test.setNonce({ address: browser.owner, nonce: 40 })
    const own = await send({ nonce: 40 })
    await vi.waitFor(async () => {
      await call.resolveInterrupted({ hash: own })
      expect(tab.ledger.get(key)?.steps[0]?.hash).toBe(own)
    })
  })

  it('while broadcast or confirming: keeps waiting, and finds what happened meanwhile', async () => {
    await anvil.test.setAutomine(false)
    const { key, call } = await proposed(tab, browser.propose('a'))
    void call.approve()
    await untilState(tab, key, 'confirming')
    tab.close()
    const faster = await anvil.signer(1).sendTransaction({
      to: recipient,
      value: oneEther,
      nonce: 0,
      gas: 100_000n,
      maxFeePerGas: parseGwei('500'),
      maxPriorityFeePerGas: parseGwei('50'),
    })
    await anvil.test.mine({ blocks: 3 })
    await openTab()
    const entry = await untilState(tab, key, 'confirmed')
    expect(entry.steps[0]).toMatchObject({ replacedBy: faster, outcome: 'success' })
    expect(browser.state.asked).toHaveLength(1)
  })

  it('between two steps: keeps the first and has the rest reviewed again', async () => {
    await anvil.test.setAutomine(false)
    const { key, call } = await proposed(tab, browser.propose('a', { steps: 2 }))
    void call.approve()
    await untilState(tab, key, 'confirming')
    tab.close()
    await anvil.test.mine({ blocks: 1 })
    await openTab()
    const entry = await untilState(tab, key, 'ready')
    expect(entry.note).toMatch(/review it again/)
    expect(entry.steps[0]).toMatchObject({ outcome: 'success' })
    expect(browser.state.asked).toHaveLength(1)
  })

  it('while the second step is signing: keeps the first step’s hash when the second was not sent', async () => {
    browser.state.script.push(signs, neverAnswers)
    const { key, call } = await proposed(tab, browser.propose('a', { steps: 2 }))
    void call.approve()
    await vi.waitFor(() => expect(browser.state.asked).toHaveLength(2))
    const first = tab.ledger.get(key)?.steps[0]?.hash
    await reload()
    await untilInterrupted(key)
    await tab.call(key).resolveInterrupted('not-sent')
    const entry = await untilState(tab, key, 'ready')
    expect(entry.steps[0]).toMatchObject({ hash: first, outcome: 'success' })
  })

  it.each([
    ['confirmed', signs],
    ['rejected', fails(4001)],
  ] as const)('once %s: stays so, and is reported until it is acknowledged', async (state, answer) => {
    browser.state.script.push(answer)
    const { key, call } = await proposed(tab, browser.propose('a'))
    await call.approve()
    if (state === 'rejected') await call.decline()
    await untilState(tab, key, state)
    await reload()
    await tab.ledger.propose(browser.propose('a'))
    const again = tab.call(key)
    again.subscribe(() => undefined)
    await again.approve()
    again.refresh()
    expect(tab.ledger.get(key)?.state).toBe(state)
    expect(browser.state.asked).toHaveLength(1)
    expect(tab.ledger.unreported(browser.owner).map((entry) => entry.key)).toEqual([key])
    await tab.ledger.markReported(key)
    await reload()
    expect(tab.ledger.unreported(browser.owner)).toEqual([])
    expect(tab.ledger.get(key)).toMatchObject({ state, reported: true })
  })
})
