import { type Hash, keccak256, zeroAddress } from 'viem'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { BalanceEffect } from '@/lib/review/review'
import { sendAtomically } from '../testing/batch-account'
import { oneEther, proposed, recipient, untilState } from '../testing/bench'
import { type Answer, fails, names, neverAnswers, nothing, sendsAndFails, signs } from '../testing/scripted-wallet'
import { anvil, browser, openTab, reverts, revertsCode, setUpExecution, tab } from '../testing/setup'

/** The answer of a wallet proves nothing about what it did. */
describe('a wallet that', () => {
  setUpExecution()
  const received = () => anvil.test.getBalance({ address: recipient })
  const nonceOf = () => anvil.test.getTransactionCount({ address: browser.owner })
  const reload = async () => {
    tab.close()
    await openTab()
  }
  const unreported = () => tab.ledger.unreported(browser.owner)
  const untilRest = (call: Awaited<ReturnType<typeof proposed>>['call'], state: string) =>
    vi.waitFor(() => expect(call.getSnapshot()).toMatchObject({ busy: null, entry: { state } }), 5_000)
  /** Sends what the wallet was asked for, under the requested nonce. */
  const sendAfterAll = (at = 0) => {
    const request = browser.state.asked[at]
    if (!request) throw new Error('The wallet was not asked')
    return browser.send(request)
  }

  describe('refuses', () => {
    it.each([
      [4001, 'User rejected'],
      [5000, 'User rejected'],
      [4100, 'Not authorised'],
      [4902, 'Unknown chain'],
      [-32603, 'insufficient funds for gas * price + value'],
      [-32602, 'Invalid params'],
      [-32003, 'Transaction rejected'],
      [4900, 'Disconnected'],
    ])('after it has sent (%i, %s): the call is confirmed, and never sent again', async (code, words) => {
      const before = await received()
      browser.state.script.push(sendsAndFails(code, words))
      const { key, call } = await proposed(tab, browser.propose('a'))
      await call.approve()
      const { outcome, steps } = await untilState(tab, key, 'confirmed')
      expect(outcome).toEqual({ status: 'success', txHash: steps[0]?.hash, chainId: 31337 })
      expect((await received()) - before).toBe(oneEther)
      expect(browser.state.asked).toHaveLength(1)
    })

    it('after only queueing it: the card waits for the next blocks, and finds it there', async () => {
      await anvil.test.setAutomine(false)
      browser.state.script.push(sendsAndFails(4001))
      const { key, call } = await proposed(tab, browser.propose('a'))
      const approved = call.approve()
      await untilState(tab, key, 'confirming')
      await anvil.test.mine({ blocks: 1 })
      await approved
      await untilState(tab, key, 'confirmed')
    })

    it.each(['at the approval', 'at the action'])('after it has sent, %s of two steps', async (at) => {
      const script = at === 'at the approval' ? [sendsAndFails(4001)] : [signs, sendsAndFails(4001)]
      browser.state.script.push(...script)
      const { key, call } = await proposed(tab, browser.propose('a', { steps: 2 }))
      await call.approve()
      if (at === 'at the approval') {
        await untilRest(call, 'ready')
        expect(tab.ledger.get(key)?.steps[0]).toMatchObject({ outcome: 'success' })
        await call.approve()
      }
      const { outcome } = await untilState(tab, key, 'confirmed')
      expect(outcome).toMatchObject({ status: 'success' })
      // This tool's plan always contains the approval, whether one stands or not.
      expect(await nonceOf()).toBe(at === 'at the approval' ? 3 : 2)
    })

    it('and sends nothing: the card says so and is ready again, unreported, and can be signed once', async () => {
      browser.state.script.push(fails(4001))
      const { key, call } = await proposed(tab, browser.propose('a'))
      await call.approve()
      await untilRest(call, 'ready')
      expect(tab.ledger.get(key)?.note).toMatch(/rejected the request in your wallet.*Nothing was sent/)
      expect(unreported()).toEqual([])
      await call.approve()
      await untilState(tab, key, 'confirmed')
      expect(await nonceOf()).toBe(1)
    })

    it('while the node cannot tell: the card does not claim that nothing was sent until it can', async () => {
      browser.state.script.push(async (request, send) => {
        anvil.node.down = true
        return sendsAndFails(4001)(request, send)
      })
      const { key, call } = await proposed(tab, browser.propose('a'))
      void call.approve()
      await vi.waitFor(() => expect(tab.ledger.get(key)).toMatchObject({ state: 'signing', interrupted: true }))
      expect(tab.ledger.get(key)?.note).not.toMatch(/nothing was sent/i)
      anvil.node.down = false
      await untilState(tab, key, 'confirmed')
    })

    it('and the page goes away: the next page remembers the refusal, and asks nobody', async () => {
      browser.state.script.push(async (request, send) => {
        anvil.node.down = true
        return fails(4001)(request, send)
      })
      const { key, call } = await proposed(tab, browser.propose('a'))
      void call.approve()
      await vi.waitFor(() => expect(tab.ledger.get(key)?.refusal).toMatch(/rejected/))
      anvil.node.down = false
      await reload()
      expect((await untilState(tab, key, 'ready')).note).toMatch(/rejected the request/)
      expect(browser.state.asked).toHaveLength(1)
    })

    const ends: [string, (call: Awaited<ReturnType<typeof proposed>>['call'], key: string) => Promise<unknown>][] = [
      ['while the card is ready', async () => undefined],
      ['after the person has declined', (call) => call.decline()],
      ['after it was replaced', (_, key) => tab.ledger.apply(key, { type: 'replaced', by: 'newer' })],
      [
        'after the agent was told that it was declined',
        async (call, key) => {
          await call.decline()
          await tab.ledger.markReported(key)
        },
      ],
      [
        'after a reload',
        async (call, key) => {
          await call.decline()
          await tab.ledger.markReported(key)
          await reload()
        },
      ],
    ]
    it.each(ends)('and sends it later, %s: the card shows what happened, and the agent is told', async (_, end) => {
      browser.state.script.push(fails(4001))
      const { key, call } = await proposed(tab, browser.propose('a'))
      await call.approve()
      await untilRest(call, 'ready')
      await end(call, key)
      const hash = await sendAfterAll()
      const { outcome } = await untilState(tab, key, 'confirmed')
      expect(outcome).toEqual({ status: 'success', txHash: hash, chainId: 31337 })
      expect(unreported().map((entry) => entry.key)).toEqual([key])
      expect(browser.state.asked).toHaveLength(1)
    })

    it('and sends it after the call was planned again with other bytes: found by the requested bytes', async () => {
      browser.state.script.push(fails(4001), fails(4001))
      const tool = browser.world.tool
      const { key, call } = await proposed(tab, browser.propose('a'))
      await call.approve()
      await untilRest(call, 'ready')
      browser.world.tool = {
        ...tool,
        prepare: (parameters, ...rest) => tool.prepare({ ...(parameters as object), value: '5' }, ...rest),
      }
      call.refresh()
      await untilRest(call, 'ready')
      await call.approve()
      await untilRest(call, 'ready')
      const hash = await sendAfterAll(0)
      expect((await untilState(tab, key, 'confirmed')).outcome).toMatchObject({ txHash: hash })
    })

    it('and sends it later at a higher fee: still found', async () => {
      browser.state.script.push(fails(4001))
      const { key, call } = await proposed(tab, browser.propose('a'))
      await call.approve()
      await untilRest(call, 'ready')
      await call.decline()
      const [request] = browser.state.asked
      if (!request) throw new Error('The wallet was not asked')
      const { account: _, chainId: __, ...sent } = request
      const fees = { maxFeePerGas: 9n * 10n ** 9n, maxPriorityFeePerGas: 3n * 10n ** 9n, gas: 100_000n }
      const hash = await anvil.signer(1).sendTransaction({ ...sent, ...fees })
      expect((await untilState(tab, key, 'confirmed')).outcome).toMatchObject({ txHash: hash })
      expect(unreported().map((entry) => entry.key)).toEqual([key])
    })

    it('and sends it later, and it reverts: the agent is told', async () => {
      await anvil.test.setCode({ address: recipient, bytecode: '0x' })
      browser.state.script.push(fails(4001))
      const { key, call } = await proposed(tab, browser.propose('a'))
      await call.approve()
      await untilRest(call, 'ready')
      await call.decline()
      await anvil.test.setCode({ address: recipient, bytecode: revertsCode })
      const hash = await sendAfterAll()
      expect((await untilState(tab, key, 'reverted')).outcome).toMatchObject({ txHash: hash })
      expect(unreported().map((entry) => entry.key)).toEqual([key])
    })

    it('is no longer watched once another transaction has used the nonce', async () => {
      browser.state.script.push(fails(4001))
      const { key, call } = await proposed(tab, browser.propose('a'))
      await call.approve()
      await untilRest(call, 'ready')
      expect(tab.ledger.get(key)?.left).toHaveLength(1)
      await anvil.signer(1).sendTransaction({ to: zeroAddress, value: 1n })
      await vi.waitFor(() => expect(tab.ledger.get(key)?.left).toEqual([]))
      expect(tab.ledger.get(key)?.state).toBe('ready')
    })

    it('is checked at the click before the wallet is asked again: the transaction is found', async () => {
      browser.state.script.push(fails(4001))
      const { key, call } = await proposed(tab, browser.propose('a'))
      await call.approve()
      await untilRest(call, 'ready')
      const hash = await sendAfterAll()
      await call.approve()
      expect((await untilState(tab, key, 'confirmed')).outcome).toMatchObject({ txHash: hash })
      expect(browser.state.asked).toHaveLength(1)
    })

    it('a batch after sending it: the wallet and the chain prove otherwise', async () => {
      browser.state.atomicity = { status: 'supported', version: '2.0.0' }
      browser.state.batchScript.push(async (_, take) => {
        await take()
        throw Object.assign(new Error('No'), { code: 4001 })
      })
      const { key, call } = await proposed(tab, browser.propose('a', { steps: 2 }))
      await call.approve()
      await untilState(tab, key, 'confirmed')
      expect(browser.state.batches).toHaveLength(1)
    })

    it.each([
      [4001, 'at once'],
      [4001, 'once it was declined'],
      [-32602, 'at once'],
    ])('a batch (%i), sends it %s, and denies it when asked: found by its bytes', async (code, when) => {
      browser.state.atomicity = { status: 'supported', version: '2.0.0' }
      const sendNow = () => sendAtomically(anvil.signer(1), { calls: browser.state.batches[0]?.calls ?? [] })
      browser.state.batchScript.push(async () => {
        if (when === 'at once') await sendNow()
        throw Object.assign(new Error('No'), { code })
      })
      const { key, call } = await proposed(tab, browser.propose('a', { steps: 2 }))
      await call.approve()
      if (when !== 'at once') {
        await untilRest(call, 'ready')
        await call.decline()
        await sendNow()
      }
      const { outcome, steps } = await untilState(tab, key, 'confirmed')
      expect(outcome).toMatchObject({ status: 'success', txHash: steps[0]?.hash })
      expect(browser.state.batches).toHaveLength(1)
      expect(browser.state.asked).toHaveLength(0)
    })
  })

  describe('proves by the nonce that it sent nothing', () => {
    it.each([
      'insufficient funds for gas * price + value',
      'max fee per gas less than block base fee',
      'intrinsic gas too low',
    ])('(“%s”): the card says so, and nobody is asked', async (words) => {
      browser.state.script.push(fails(-32603, words))
      const { key, call } = await proposed(tab, browser.propose('a'))
      await call.approve()
      await untilRest(call, 'ready')
      expect(tab.ledger.get(key)?.note).toContain(words)
      expect(tab.ledger.get(key)?.note).toMatch(/Nothing was sent/)
      expect(tab.ledger.get(key)?.interrupted).toBeUndefined()
    })
  })

  describe('names another transaction:', () => {
    const send = (change: object) => anvil.signer(1).sendTransaction({ to: recipient, value: oneEther, ...change })
    const foreign: [string, () => Promise<Hash>][] = [
      ['an older one of the account, with other bytes', () => send({ value: 5n })],
      ['an older one of the account, with the same bytes', () => send({})],
      ['a stranger’s', () => anvil.signer(2).sendTransaction({ to: zeroAddress, value: 5n })],
      ['a stranger’s that reverted', () => anvil.signer(2).sendTransaction({ to: reverts, gas: 50_000n })],
      [
        'a stranger’s that sends to this account',
        () => anvil.signer(2).sendTransaction({ to: browser.owner, value: 5n }),
      ],
      ['a stranger’s with the same bytes', () => anvil.signer(2).sendTransaction({ to: recipient, value: oneEther })],
    ]

    it.each(foreign)('%s, and has sent ours: ours is confirmed', async (_, make) => {
      const other = await make()
      browser.state.script.push(names(other))
      const { key, call } = await proposed(tab, browser.propose('a'))
      await call.approve()
      const { outcome, steps, disowned } = await untilState(tab, key, 'confirmed')
      expect(disowned).toEqual([other])
      expect(steps).toMatchObject([{ outcome: 'success' }])
      expect(steps[0]?.hash).not.toBe(other)
      expect(outcome).toEqual({ status: 'success', txHash: steps[0]?.hash, chainId: 31337 })
    })

    it.each(foreign)('%s, and has sent nothing: no success, and the person is asked', async (_, make) => {
      const other = await make()
      browser.state.script.push(names(other, false))
      const { key, call } = await proposed(tab, browser.propose('a'))
      void call.approve()
      await vi.waitFor(() => expect(tab.ledger.get(key)).toMatchObject({ state: 'signing', interrupted: true }), 5_000)
      expect(tab.ledger.get(key)?.note).toMatch(/named a different transaction/)
      await reload()
      await vi.waitFor(() => expect(tab.ledger.get(key)).toMatchObject({ state: 'signing', interrupted: true }), 5_000)
      await vi.waitFor(async () => {
        await tab.call(key).resolveInterrupted('not-sent')
        expect(tab.ledger.get(key)?.state).not.toBe('signing')
      })
      expect(unreported()).toEqual([])
    })

    it.each([
      ['having sent ours', true],
      ['having sent nothing', false],
    ])('that of another call of the ledger, %s', async (_, sending) => {
      const first = await proposed(tab, browser.propose('a', { value: '5' }))
      await first.call.approve()
      const [step] = (await untilState(tab, first.key, 'confirmed')).steps
      browser.state.script.push(names(step?.hash ?? nothing, sending))
      const { key, call } = await proposed(tab, browser.propose('b'))
      void call.approve()
      if (!sending) {
        await vi.waitFor(
          () => expect(tab.ledger.get(key)).toMatchObject({ state: 'signing', interrupted: true }),
          5_000,
        )
        return
      }
      const { outcome, steps } = await untilState(tab, key, 'confirmed')
      expect(steps[0]?.hash).not.toBe(step?.hash)
      expect(outcome).toMatchObject({ txHash: steps[0]?.hash })
    })

    it('a stranger’s that appears only after the request, and has sent ours: ours is confirmed', async () => {
      browser.state.script.push(async (request, sends) => {
        await sends(request)
        return anvil.signer(2).sendTransaction({ to: zeroAddress, value: 6n })
      })
      const { key, call } = await proposed(tab, browser.propose('a'))
      await call.approve()
      const { outcome, steps, disowned } = await untilState(tab, key, 'confirmed')
      expect(disowned).toHaveLength(1)
      expect(disowned).not.toContain(steps[0]?.hash)
      expect(outcome).toEqual({ status: 'success', txHash: steps[0]?.hash, chainId: 31337 })
    })

    it('a stranger’s that is not mined yet, having sent nothing: no success once it is mined', async () => {
      await anvil.test.setAutomine(false)
      const other = await anvil.signer(2).sendTransaction({ to: recipient, value: oneEther })
      browser.state.script.push(names(other, false))
      const { key, call } = await proposed(tab, browser.propose('a'))
      void call.approve()
      await vi.waitFor(() => expect(browser.state.asked).toHaveLength(1))
      await anvil.test.mine({ blocks: 1 })
      await vi.waitFor(() => expect(tab.ledger.get(key)).toMatchObject({ state: 'signing', interrupted: true }), 5_000)
      expect(tab.ledger.get(key)?.disowned).toEqual([other])
      expect(unreported()).toEqual([])
    })

    it('the approval’s own, for the action', async () => {
      browser.state.script.push(signs, async (request, sends) => {
        await sends(request)
        const [approval] = tab.ledger.all()[0]?.steps ?? []
        return approval?.hash ?? nothing
      })
      const { key, call } = await proposed(tab, browser.propose('a', { steps: 2 }))
      await call.approve()
      const { steps } = await untilState(tab, key, 'confirmed')
      expect(new Set(steps.map(({ hash }) => hash)).size).toBe(2)
    })

    it.each([
      ['a contract', '0x00' as const],
      ['delegated to code', `0xef0100${recipient.slice(2)}` as const],
    ])('a stranger’s, of an account that is %s: no success', async (_, bytecode) => {
      const other = await anvil.signer(2).sendTransaction({ to: zeroAddress, value: 5n })
      const later: Answer = async () => anvil.signer(2).sendTransaction({ to: zeroAddress, value: 6n })
      await anvil.test.setCode({ address: browser.owner, bytecode })
      for (const [id, answer] of [
        ['a', names(other, false)],
        ['b', later],
      ] as const) {
        browser.state.script.push(answer)
        const { key, call } = await proposed(tab, browser.propose(id))
        call.acknowledge(true)
        void call.approve()
        await vi.waitFor(
          () => expect(tab.ledger.get(key)).toMatchObject({ state: 'signing', interrupted: true }),
          5_000,
        )
        await call.resolveInterrupted('not-sent')
        await untilState(tab, key, 'ready')
      }
    })

    it('a stranger’s, for a batch that it has sent: the batch is found by its bytes', async () => {
      browser.state.atomicity = { status: 'supported', version: '2.0.0' }
      browser.state.batchScript.push(async (request) => {
        await sendAtomically(anvil.signer(1), request)
        const other = await anvil.signer(2).sendTransaction({ to: zeroAddress, value: 6n })
        browser.state.says.set(request.id, { status: 200, hashes: [other] })
        return request.id
      })
      const { key, call } = await proposed(tab, browser.propose('a', { steps: 2 }))
      await call.approve()
      const { outcome, steps, disowned } = await untilState(tab, key, 'confirmed')
      expect(disowned).toHaveLength(1)
      expect(outcome).toMatchObject({ txHash: steps[0]?.hash })
    })

    it('after the call is closed: it stays closed, and the hash is recorded', async () => {
      browser.world.walletPatience = 1
      await reload()
      const other = await send({ value: 5n })
      let letGo = () => {}
      browser.state.script.push(() => new Promise((resolve) => (letGo = () => resolve(other))))
      const { key, call } = await proposed(tab, browser.propose('a'))
      void call.approve()
      await vi.waitFor(() => expect(tab.ledger.get(key)).toMatchObject({ interrupted: true }))
      await call.resolveInterrupted('not-sent')
      await untilRest(call, 'ready')
      await call.decline()
      letGo()
      await vi.waitFor(() => expect(tab.ledger.get(key)?.disowned).toEqual([other]))
      expect(tab.ledger.get(key)).toMatchObject({ state: 'rejected', outcome: { status: 'rejected' } })
    })
  })

  describe('sends something else', () => {
    /** One ether leaves, and nothing more. */
    const effect: BalanceEffect = {
      ...{ asset: { kind: 'native', chainId: 31337 }, symbol: 'ETH', decimals: 18, listed: true },
      before: 10n * oneEther,
      after: 9n * oneEther,
    }
    beforeEach(() => {
      const plain = browser.world.review
      browser.world.review = async (request) => {
        const effects = { chainId: 31337, balances: [effect], allowances: [], operators: [] }
        return { ...(await plain(request)), effects }
      }
    })

    it.each<[string, { data?: `0x${string}`; value?: bigint; to?: `0x${string}` }]>([
      ['another amount', { value: 5n }],
      ['to somebody else, and more', { to: zeroAddress, value: 2n * oneEther }],
    ])('(%s): not confirmed, and the agent is told that it was altered', async (_, change) => {
      browser.state.script.push((request, send) => send({ ...request, ...change }))
      const { key, call } = await proposed(tab, browser.propose('a'))
      await call.approve()
      const { outcome, steps } = await untilState(tab, key, 'failed')
      expect(outcome).toMatchObject({ status: 'error', code: 'altered', txHash: steps[0]?.hash })
    })

    it('with exactly the planned effect: success, and the agent is told that it was altered', async () => {
      browser.state.script.push((request, send) => send({ ...request, data: '0xc0ffee' }))
      const { key, call } = await proposed(tab, browser.propose('a'))
      await call.approve()
      const { outcome, steps, note } = await untilState(tab, key, 'confirmed')
      expect(outcome).toMatchObject({ status: 'success', altered: true, txHash: steps[0]?.hash })
      expect(note).toMatch(/something other than what was reviewed/)
    })
  })

  describe('names a hash that does not exist', () => {
    beforeEach(async () => {
      browser.world.missingAfter = 3
      await reload()
    })
    const untilMissing = (key: string) =>
      vi.waitFor(() => expect(tab.ledger.get(key)?.steps[0]?.missing).toBe(true), 5_000)

    it('having sent ours: ours is confirmed', async () => {
      browser.state.script.push(names(nothing))
      const { key, call } = await proposed(tab, browser.propose('a'))
      await call.approve()
      const { outcome } = await untilState(tab, key, 'confirmed')
      expect(outcome).toMatchObject({ status: 'success' })
      expect(outcome?.txHash).not.toBe(nothing)
    })

    it('having sent ours under a nonce other than the requested one: ours is confirmed', async () => {
      browser.state.script.push(async (request, send) => {
        await send({ ...request, to: zeroAddress, value: 7n })
        await send({ ...request, nonce: (request.nonce ?? 0) + 1 })
        return nothing
      })
      const { key, call } = await proposed(tab, browser.propose('a'))
      await call.approve()
      const { outcome, disowned } = await untilState(tab, key, 'confirmed')
      expect(disowned).toEqual([nothing])
      expect(outcome).toMatchObject({ status: 'success' })
    })

    it('having sent nothing: its nonce is freed after a while, and the person can give it up', async () => {
      browser.state.script.push(names(nothing, false))
      const { key, call } = await proposed(tab, browser.propose('a'))
      void call.approve()
      await untilState(tab, key, 'broadcast')
      await call.giveUp()
      expect(tab.ledger.get(key)?.state, 'not before that').toBe('broadcast')
      await untilMissing(key)
      const other = await proposed(tab, browser.propose('b', { value: '5' }))
      await other.call.approve()
      await untilState(tab, other.key, 'confirmed')
      expect(browser.state.asked.map(({ nonce }) => nonce)).toEqual([0, 0])
      expect((await untilState(tab, key, 'failed')).outcome).toMatchObject({ code: 'cancelled' })
    })

    it('for the second step: once given up, only that step is asked for again', async () => {
      browser.state.script.push(signs, names(nothing, false))
      const { key, call } = await proposed(tab, browser.propose('a', { steps: 2 }))
      void call.approve()
      await vi.waitFor(() => expect(tab.ledger.get(key)?.steps[1]?.missing).toBe(true), 5_000)
      await call.giveUp()
      await untilRest(call, 'ready')
      expect(unreported()).toEqual([])
      expect(tab.ledger.get(key)?.steps[0]).toMatchObject({ outcome: 'success' })
    })

    it('twice, for two calls: each can be given up, and the next request takes the first free nonce', async () => {
      browser.state.script.push(names(nothing, false), names(keccak256('0x02'), false))
      const calls = []
      for (const id of ['a', 'b']) {
        const made = await proposed(tab, browser.propose(id, { value: id === 'a' ? '5' : '6' }))
        void made.call.approve()
        await untilMissing(made.key)
        calls.push(made)
      }
      for (const { call } of calls) {
        await call.giveUp()
        await untilRest(call, 'ready')
      }
      expect(unreported()).toEqual([])
      const other = await proposed(tab, browser.propose('c', { value: '7' }))
      await other.call.approve()
      await untilState(tab, other.key, 'confirmed')
      expect(browser.state.asked.map(({ nonce }) => nonce)).toEqual([0, 0, 0])
      for (const { key } of calls) await vi.waitFor(() => expect(tab.ledger.get(key)?.left).toEqual([]))
    })

    it('can be given up, also after a reload, and then be signed again, once', async () => {
      browser.state.script.push(names(nothing, false))
      const first = await proposed(tab, browser.propose('a'))
      void first.call.approve()
      await untilMissing(first.key)
      await reload()
      const { key, call } = { key: first.key, call: tab.call(first.key) }
      call.subscribe(() => undefined)
      await call.giveUp()
      await untilRest(call, 'ready')
      expect(tab.ledger.get(key)?.note).toMatch(/can still go through/)
      expect(unreported()).toEqual([])
      await call.approve()
      await untilState(tab, key, 'confirmed')
      expect(await nonceOf()).toBe(1)
    })

    it.each(['given up', 'given up and declined'])(
      'and sends it under that hash after it was %s: found',
      async (how) => {
        const { account } = anvil.signer(1)
        const fees = { gas: 100_000n, maxFeePerGas: 50_000_000_000n, maxPriorityFeePerGas: 1n }
        let raw: Hash = '0x'
        browser.state.script.push(async ({ to, value, nonce }) => {
          raw = await account.signTransaction({ to, value, nonce, chainId: 31337, type: 'eip1559', ...fees })
          return keccak256(raw)
        })
        const { key, call } = await proposed(tab, browser.propose('a'))
        void call.approve()
        await untilMissing(key)
        await call.giveUp()
        await untilRest(call, 'ready')
        if (how === 'given up and declined') await call.decline()
        const hash = await anvil.signer(1).sendRawTransaction({ serializedTransaction: raw })
        expect((await untilState(tab, key, 'confirmed')).outcome).toMatchObject({ status: 'success', txHash: hash })
      },
    )

    it('for a call that another one repeats under the same nonce: each has its own transaction', async () => {
      browser.state.script.push(names(nothing, false))
      const first = await proposed(tab, browser.propose('a'))
      void first.call.approve()
      await untilMissing(first.key)
      const second = await proposed(tab, browser.propose('b'))
      second.call.acknowledge(true)
      await second.call.approve()
      await untilState(tab, second.key, 'confirmed')
      await untilState(tab, first.key, 'failed')
      expect(await nonceOf()).toBe(1)
    })

    it('for an account that is a contract: the person can give it up', async () => {
      await anvil.test.setCode({ address: browser.owner, bytecode: '0x00' })
      browser.state.script.push(names(nothing, false))
      const { key, call } = await proposed(tab, browser.propose('a'))
      void call.approve()
      await untilMissing(key)
      await call.giveUp()
      await untilRest(call, 'ready')
    })
  })

  it('has sent although the person says otherwise: found after the decline, and reported', async () => {
    browser.state.script.push(neverAnswers)
    const first = await proposed(tab, browser.propose('a'))
    void first.call.approve()
    await vi.waitFor(() => expect(browser.state.asked).toHaveLength(1))
    await reload()
    const call = tab.call(first.key)
    call.subscribe(() => undefined)
    await vi.waitFor(() => expect(call.getSnapshot().entry).toMatchObject({ interrupted: true }))
    await call.resolveInterrupted('not-sent')
    await untilRest(call, 'ready')
    await call.decline()
    const hash = await sendAfterAll()
    expect((await untilState(tab, first.key, 'confirmed')).outcome).toMatchObject({ txHash: hash })
  })
})
