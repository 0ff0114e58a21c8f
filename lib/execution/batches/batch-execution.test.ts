import { type Hash, type Hex, parseEther } from 'viem'
import { describe, expect, it, vi } from 'vitest'
import { openLedger } from '../ledger/ledger'
import type { BatchRequest } from '../signing/wallet'
import { sendAtomically } from '../testing/batch-account'
import { oneEther, proposed, recipient, untilState } from '../testing/bench'
import { type BatchAnswer, late } from '../testing/scripted-wallet'
import { anvil, browser, openTab, reverts, setUpExecution, tab } from '../testing/setup'

const refuses =
  (code: number): BatchAnswer =>
  () =>
    Promise.reject(Object.assign(new Error('No'), { code }))
/** Accepts the batch, and then the answer is lost. */
const takesAndIsSilent: BatchAnswer = async (_, take) => {
  await take()
  return new Promise(() => undefined)
}
const neverAnswers: BatchAnswer = () => new Promise(() => undefined)

describe('several steps as one, on a real chain', () => {
  setUpExecution((browser) => {
    browser.state.atomicity = { status: 'supported', version: '2.0.0' }
  })

  const received = () => anvil.test.getBalance({ address: recipient })
  const sentBy = () => anvil.test.getTransactionCount({ address: browser.owner })

  it('asks once, for exactly the reviewed bytes, and reports the one transaction', async () => {
    const { key, call } = await proposed(tab, browser.propose('a', { steps: 3 }))
    expect(call.getSnapshot().atomicity).toEqual({ status: 'supported', version: '2.0.0' })
    const plan = call.getSnapshot().prepared?.plan
    let onDisk: unknown
    browser.state.batchScript.push(async (_, take) => {
      const other = await browser.tab()
      onDisk = other.ledger.get(key)
      other.close()
      return take()
    })
    await call.approve()
    const entry = await untilState(tab, key, 'confirmed')
    expect(browser.state.asked).toHaveLength(0)
    const [request] = browser.state.batches
    expect(browser.state.batches).toHaveLength(1)
    expect(request?.calls).toEqual(plan?.steps.map(({ to, data, value }) => ({ to, data, value })))
    expect(onDisk, 'its id is on record before the wallet is asked').toMatchObject({
      state: 'signing',
      batch: { id: request?.id, version: '2.0.0' },
    })
    const [hash] = entry.steps.map((step) => step.hash)
    expect(new Set(entry.steps.map((step) => step.hash)).size).toBe(1)
    expect(entry.outcome).toEqual({ status: 'success', txHash: hash, chainId: 31337 })
    expect(entry.steps.every(({ altered, inclusion }) => !altered && inclusion === 'proven')).toBe(true)
    expect(await received()).toBe(oneEther)
  })

  it('is all or nothing: one step that reverts undoes the rest', async () => {
    const { key, call } = await proposed(tab, browser.propose('a', { to: reverts, value: '0', steps: 2 }))
    await call.approve()
    const { outcome, steps } = await untilState(tab, key, 'reverted')
    expect(outcome).toMatchObject({ status: 'error', code: 'reverted', txHash: steps[0]?.hash })
    expect(browser.state.batches).toHaveLength(1)
  })

  it('is ready again when the person rejects it, and ends when they decline', async () => {
    browser.state.batchScript.push(refuses(4001))
    const { key, call } = await proposed(tab, browser.propose('a', { steps: 2 }))
    await call.approve()
    expect((await untilState(tab, key, 'ready')).note).toMatch(/rejected the request/)
    await call.decline()
    await untilState(tab, key, 'rejected')
    expect(browser.state.asked).toHaveLength(0)
    expect(await sentBy()).toBe(0)
  })

  it.each([5700, 5710, 5740, 5750, 5760, 4200, -32601, -32602])(
    'refused with %i: nothing is sent until the person clicks again, and then step by step',
    async (code) => {
      browser.state.batchScript.push(refuses(code))
      const { key, call } = await proposed(tab, browser.propose('a', { steps: 2 }))
      await call.approve()
      await vi.waitFor(() => expect(call.getSnapshot()).toMatchObject({ busy: null, entry: { state: 'ready' } }))
      expect(call.getSnapshot().entry.note).toContain('one after the other')
      expect(call.getSnapshot().atomicity).toBeNull()
      expect(browser.state.asked).toHaveLength(0)
      await call.approve()
      await untilState(tab, key, 'confirmed')
      expect(browser.state.asked).toHaveLength(2)
      expect(browser.state.batches).toHaveLength(1)
    },
  )

  it('a duplicate id (5720) is no refusal: the wallet is asked what it has', async () => {
    browser.state.batchScript.push(async (_, take) => {
      await take()
      throw Object.assign(new Error('Duplicate ID'), { code: 5720 })
    })
    const { key, call } = await proposed(tab, browser.propose('a', { steps: 2 }))
    await call.approve()
    await untilState(tab, key, 'confirmed')
    expect(browser.state.batches).toHaveLength(1)
    expect(await received()).toBe(oneEther)
  })

  it('follows the wallet’s own id if it answers with another', async () => {
    browser.state.batchScript.push((_, take) => take('0xwallets-own'))
    const { key, call } = await proposed(tab, browser.propose('a', { steps: 2 }))
    await call.approve()
    expect((await untilState(tab, key, 'confirmed')).batch?.id).toBe('0xwallets-own')
  })

  it('after a crash, asks the wallet by the id on record and never sends again', async () => {
    browser.state.batchScript.push(takesAndIsSilent)
    const { key, call } = await proposed(tab, browser.propose('a', { steps: 2 }))
    void call.approve()
    // Its authorization of the code counts too.
    await vi.waitFor(async () => expect(await sentBy()).toBeGreaterThan(0))
    expect(tab.ledger.get(key)?.state).toBe('signing')
    tab.close()
    await openTab()
    await untilState(tab, key, 'confirmed')
    expect(browser.state.batches).toHaveLength(1)
    expect(await received()).toBe(oneEther)
  })

  it('after a crash with a wallet that never accepted it: asks the person, and trusts the answer', async () => {
    browser.state.batchScript.push(neverAnswers)
    const { key, call } = await proposed(tab, browser.propose('a', { steps: 2 }))
    void call.approve()
    await vi.waitFor(() => expect(browser.state.batches).toHaveLength(1))
    tab.close()
    await openTab()
    await vi.waitFor(() => expect(tab.ledger.get(key)).toMatchObject({ state: 'signing', interrupted: true }))
    const again = tab.call(key)
    again.subscribe(() => undefined)
    await again.resolveInterrupted('not-sent')
    await vi.waitFor(() => expect(again.getSnapshot()).toMatchObject({ busy: null, entry: { state: 'ready' } }))
    expect(await sentBy()).toBe(0)
    expect(browser.state.batches).toHaveLength(1)
  })

  it('a wallet that answers only after the person said that nothing was sent: still followed', async () => {
    browser.world.walletPatience = 1
    tab.close()
    await openTab()
    const { answer, letGo } = late(((_, take) => take()) satisfies BatchAnswer)
    browser.state.batchScript.push(answer)
    const { key, call } = await proposed(tab, browser.propose('a', { steps: 2 }))
    void call.approve()
    await vi.waitFor(() => expect(tab.ledger.get(key)).toMatchObject({ interrupted: true }))
    await call.resolveInterrupted('not-sent')
    await untilState(tab, key, 'ready')
    letGo()
    await untilState(tab, key, 'confirmed')
    expect(browser.state.batches).toHaveLength(1)
  })

  it('a wallet that gave it up (400): failed, nothing moved', async () => {
    browser.state.batchScript.push(async (request) => {
      browser.state.says.set(request.id, { status: 400, hashes: [] })
      return request.id
    })
    const { key, call } = await proposed(tab, browser.propose('a', { steps: 2 }))
    await call.approve()
    const { outcome } = await untilState(tab, key, 'failed')
    expect(outcome).toMatchObject({ status: 'error', code: 'batch-failed' })
    expect(outcome).not.toHaveProperty('txHash')
    expect(await sentBy()).toBe(0)
  })

  describe('that a reorganisation takes off the chain', () => {
    /** Gets a batch accepted, mined and shown, then reverts the chain to before it. Returns the wallet's request. */
    const takenOffAgain = async () => {
      browser.world.confirmations = 2
      tab.close()
      await openTab()
      browser.state.batchScript.push(async (request) => {
        const hash = await sendAtomically(anvil.signer(1), request)
        browser.state.says.set(request.id, { status: 200, hashes: [hash] })
        return request.id
      })
      const { key, call } = await proposed(tab, browser.propose('a', { steps: 2 }))
      const before = await anvil.test.snapshot()
      void call.approve()
      await untilState(tab, key, 'confirming')
      await anvil.test.revert({ id: before })
      const [request] = browser.state.batches
      if (!request) throw new Error('no batch')
      return { key, request }
    }

    it.each([
      [200, 'confirmed'],
      [500, 'reverted'],
    ] as const)('is followed if the wallet carries it again under another hash (%i)', async (status, state) => {
      const { key, request } = await takenOffAgain()
      // A carrier sends from whatever state it has by then.
      await anvil.signer(1).sendTransaction({ to: browser.owner, value: 1n })
      const again = await sendAtomically(anvil.signer(1), request)
      browser.state.says.set(request.id, { status, hashes: [again] })
      await anvil.test.mine({ blocks: 1 })
      const { outcome, steps } = await untilState(tab, key, state)
      expect(outcome).toMatchObject({ txHash: again })
      expect(steps.every(({ hash, replacedBy }) => replacedBy === again && hash !== again)).toBe(true)
      expect(browser.state.batches).toHaveLength(1)
    })

    it('has failed if the wallet then gives it up, and nothing moved', async () => {
      const { key, request } = await takenOffAgain()
      browser.state.says.set(request.id, { status: 400, hashes: [] })
      const { outcome } = await untilState(tab, key, 'failed')
      expect(outcome).toMatchObject({ code: 'batch-failed', error: expect.stringMatching(/dropped it. Nothing/) })
      expect(outcome).not.toHaveProperty('txHash')
      expect(await received()).toBe(0n)
    })

    it('is still looked for if the wallet says that a part was carried out, but names nothing', async () => {
      const { key, request } = await takenOffAgain()
      browser.state.says.set(request.id, { status: 600, hashes: [] })
      await vi.waitFor(() => expect(tab.ledger.get(key)?.note).toContain('does not know this transaction'))
      expect(tab.ledger.get(key)?.state).toBe('confirming')
      const again = await sendAtomically(anvil.signer(1), request)
      browser.state.says.set(request.id, { status: 200, hashes: [again] })
      await anvil.test.mine({ blocks: 2 })
      const { outcome } = await untilState(tab, key, 'confirmed')
      expect(outcome).toMatchObject({ txHash: again })
    })
  })

  it('a wallet that reports an undo (500) of a successful transaction: reverted, as it alone knows', async () => {
    browser.state.batchScript.push(async (request) => {
      const hash = await anvil.signer(2).sendTransaction({ to: browser.owner, value: 1n })
      browser.state.says.set(request.id, { status: 500, hashes: [hash] })
      return request.id
    })
    const { key, call } = await proposed(tab, browser.propose('a', { steps: 2 }))
    await call.approve()
    await untilState(tab, key, 'reverted')
  })

  it('a wallet that breaks its promise and does a part (600): failed as partial, with what stands', async () => {
    browser.state.batchScript.push(async (request) => {
      const [first] = request.calls
      if (!first) throw new Error('no calls')
      const done = await anvil.signer(1).sendTransaction({ ...first, gas: 100_000n })
      const undone = await anvil.signer(1).sendTransaction({ to: reverts, gas: 100_000n })
      browser.state.says.set(request.id, { status: 600, hashes: [done, undone] })
      return request.id
    })
    const { key, call } = await proposed(tab, browser.propose('a', { steps: 2 }))
    await call.approve()
    const { outcome, steps } = await untilState(tab, key, 'failed')
    expect(outcome).toMatchObject({ status: 'error', code: 'partial' })
    expect(steps.map((step) => step.outcome)).toEqual(['success', 'reverted'])
  })

  it.each<[string, number, ('done' | 'undone')[], ('success' | 'reverted')[]]>([
    ['a part (600), with fewer transactions than calls', 600, ['done', 'undone'], ['success', 'reverted', 'reverted']],
    [
      'undone (500), though one of its transactions succeeded',
      500,
      ['done', 'undone'],
      ['success', 'reverted', 'reverted'],
    ],
    [
      'a part (600), and the last of its transactions succeeded',
      600,
      ['undone', 'done'],
      ['reverted', 'success', 'success'],
    ],
    ['a part (600), and names none that was undone', 600, ['done', 'done', 'done'], ['success', 'success', 'reverted']],
  ])('a wallet that says %s: failed as partial, never as nothing moved', async (_, status, sent, outcomes) => {
    browser.state.batchScript.push(async (request) => {
      const hashes: Hash[] = []
      for (const each of sent)
        hashes.push(
          await anvil
            .signer(1)
            .sendTransaction({ to: each === 'done' ? recipient : reverts, value: 1n, gas: 100_000n }),
        )
      browser.state.says.set(request.id, { status, hashes })
      return request.id
    })
    const { key, call } = await proposed(tab, browser.propose('a', { steps: 3 }))
    await call.approve()
    const { outcome, steps } = await untilState(tab, key, 'failed')
    expect(outcome).toMatchObject({ status: 'error', code: 'partial' })
    expect(steps.map((step) => step.outcome)).toEqual(outcomes)
  })

  it('a wallet that reports a part (600) of one successful transaction: partial, never confirmed', async () => {
    browser.state.batchScript.push(async (request) => {
      const hash = await anvil.signer(2).sendTransaction({ to: browser.owner, value: 1n })
      browser.state.says.set(request.id, { status: 600, hashes: [hash] })
      return request.id
    })
    const { key, call } = await proposed(tab, browser.propose('a', { steps: 2 }))
    await call.approve()
    const { outcome } = await untilState(tab, key, 'failed')
    expect(outcome).toMatchObject({ status: 'error', code: 'partial' })
  })

  it('a wallet that says done and names no transaction is not believed', async () => {
    browser.state.batchScript.push(async (request) => {
      browser.state.says.set(request.id, { status: 200, hashes: [] })
      return request.id
    })
    const { key, call } = await proposed(tab, browser.propose('a', { steps: 2 }))
    void call.approve()
    await vi.waitFor(() => expect(tab.ledger.get(key)?.note).toContain('names no transaction'))
    expect(tab.ledger.get(key)?.state).toBe('broadcast')
  })

  it('a wallet that accepts it after sign-out: recorded, under its own id', async () => {
    const { answer, letGo } = late(((_, take) => take('the wallet’s own')) satisfies BatchAnswer)
    browser.state.batchScript.push(answer)
    const { key, call } = await proposed(tab, browser.propose('a', { steps: 2 }))
    const approved = call.approve()
    await vi.waitFor(() => expect(browser.state.batches).toHaveLength(1))
    tab.close()
    await approved
    const ledger = await openLedger({ now: () => 0, name: browser.name })
    letGo()
    await vi.waitFor(() =>
      expect(ledger.get(key)).toMatchObject({ state: 'broadcast', batch: { id: 'the wallet’s own', sent: true } }),
    )
    ledger.close()
    await openTab()
    await untilState(tab, key, 'confirmed')
    expect(browser.state.batches).toHaveLength(1)
  })

  it('a wallet that forgot it: the person names the transaction, which must carry the bytes', async () => {
    const hidden: { request?: BatchRequest } = {}
    browser.state.batchScript.push(async (request) => {
      hidden.request = request
      browser.state.says.set(request.id, Object.assign(new Error('Unknown'), { code: 5730 }))
      return request.id
    })
    const { key, call } = await proposed(tab, browser.propose('a', { steps: 2 }))
    void call.approve()
    await vi.waitFor(() => expect(tab.ledger.get(key)).toMatchObject({ state: 'broadcast', interrupted: true }))
    const other = await anvil.signer(1).sendTransaction({ to: recipient, value: 5n })
    await call.resolveInterrupted({ hash: other })
    expect(tab.ledger.get(key)?.note).toContain('does not contain this call')
    const data = hidden.request?.calls.reduce<Hex>((all, { to, data: bytes, value }) => {
      const amount = value.toString(16).padStart(64, '0')
      return `${all}${to.slice(2)}${bytes.slice(2)}${amount}`
    }, '0x')
    const hash = await anvil.signer(1).sendTransaction({ to: browser.owner, ...(data ? { data } : {}), gas: 200_000n })
    await call.resolveInterrupted({ hash })
    const entry = await untilState(tab, key, 'confirmed')
    expect(entry.outcome).toMatchObject({ txHash: hash })
  })

  it('asks for a one-step plan plainly', async () => {
    const { key, call } = await proposed(tab, browser.propose('a'))
    expect(call.getSnapshot().atomicity).toBeNull()
    await call.approve()
    await untilState(tab, key, 'confirmed')
    expect(browser.state.asked).toHaveLength(1)
    expect(browser.state.batches).toHaveLength(0)
  })

  it('a wallet that stopped accepting batches since the review: the person looks again', async () => {
    const { call } = await proposed(tab, browser.propose('a', { steps: 2 }))
    browser.state.atomicity = null
    await call.approve()
    expect(call.getSnapshot().entry).toMatchObject({
      state: 'ready',
      note: expect.stringContaining('differently from'),
    })
    expect(browser.state.batches).toHaveLength(0)
    expect(browser.state.asked).toHaveLength(0)
  })

  describe('accounts with code', () => {
    it('a delegated account sends one step plainly, and that is not called altered', async () => {
      const first = await proposed(tab, browser.propose('a', { steps: 2 }))
      await first.call.approve()
      await untilState(tab, first.key, 'confirmed')
      expect(await anvil.test.getCode({ address: browser.owner })).toMatch(/^0xef0100/)
      const { key, call } = await proposed(tab, browser.propose('b'))
      await call.approve()
      const [step] = (await untilState(tab, key, 'confirmed')).steps
      expect(step).toMatchObject({ via: 'delegated', nonce: expect.any(Number) })
      expect(step?.altered).toBeUndefined()
    })

    it('a plain transaction to elsewhere, signed by the account’s own key, is altered, code or not', async () => {
      const first = await proposed(tab, browser.propose('a', { steps: 2 }))
      await first.call.approve()
      await untilState(tab, first.key, 'confirmed')
      browser.state.script.push((request, send) => send({ ...request, value: parseEther('2') }))
      const { key, call } = await proposed(tab, browser.propose('b'))
      await call.approve()
      expect((await untilState(tab, key, 'failed')).steps[0]).toMatchObject({ altered: true })
    })
  })
})
