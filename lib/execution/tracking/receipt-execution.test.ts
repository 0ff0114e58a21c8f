import { type Address, encodeFunctionData, type Hex, keccak256, parseEther, stringToHex } from 'viem'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { readArtifact } from '@/devnet/contracts/artifact'
import { minedReceipt } from '@/devnet/receipt'
import { compareReceipt } from '@/lib/review/findings/receipt'
import type { Effects } from '@/lib/review/review'
import { readPrediction, readReceipt } from '../ledger/stored-effects'
import { oneEther, proposed, recipient, untilState } from '../testing/bench'
import { signs } from '../testing/scripted-wallet'
import { anvil, browser, openTab, setUpExecution, tab } from '../testing/setup'

const reverts: Address = '0x000000000000000000000000000000000000beef'
const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** Builds the review's prediction: this much native coin leaves. */
const leaves = (amount: bigint): Effects => ({
  chainId: 31337,
  balances: [
    {
      asset: { kind: 'native', chainId: 31337 },
      before: parseEther('100'),
      after: parseEther('100') - amount,
      symbol: 'ETH',
      decimals: 18,
      listed: true,
    },
  ],
  allowances: [],
  operators: [],
})

describe('the effects of a call, read from a real chain', () => {
  setUpExecution()

  const predict = (effects: Effects | null) => {
    const { review } = browser.world
    browser.world.review = async (request) => ({ ...(await review(request)), effects })
  }
  const receiptOf = (key: string) =>
    vi.waitFor(
      () => {
        const entry = tab.ledger.get(key)
        if (!entry?.receipt || !entry.predicted) throw new Error('not read yet')
        const [receipt, predicted] = [readReceipt(entry.receipt), readPrediction(entry.predicted)]
        const none: Effects = { chainId: 31337, balances: [], allowances: [], operators: [] }
        return { receipt, predicted, lines: compareReceipt(predicted.effects ?? none, receipt.effects ?? none) }
      },
      { timeout: 20_000, interval: 10 },
    )
  const deploy = async (name: string, args: readonly unknown[], value = 0n): Promise<Address> => {
    const { abi, bytecode } = readArtifact(name)
    const hash = await anvil.signer(3).deployContract({ abi, bytecode, args: [...args], value })
    const { contractAddress } = await minedReceipt(anvil.test, hash)
    if (!contractAddress) throw new Error('not deployed')
    return contractAddress
  }

  it('match the prediction, network fee apart, and are kept with the request', async () => {
    predict(leaves(oneEther))
    const { key, call } = await proposed(tab, browser.propose('a'))
    await call.approve()
    const { steps } = await untilState(tab, key, 'confirmed')
    const { receipt, predicted, lines } = await receiptOf(key)
    expect(lines.map(({ comparison }) => comparison)).toEqual(['same'])
    expect(predicted.headline).toBe('Send')
    const [hash] = steps.flatMap((step) => step.hash ?? [])
    if (!hash) throw new Error('no hash')
    const { gasUsed, effectiveGasPrice } = await anvil.test.getTransactionReceipt({ hash })
    expect(receipt).toMatchObject({ method: 'reads', fee: gasUsed * effectiveGasPrice, feeByOthers: false, others: [] })
  })

  it('are there after a reload, and are read once', async () => {
    predict(leaves(oneEther))
    const { key, call } = await proposed(tab, browser.propose('a'))
    await call.approve()
    await receiptOf(key)
    const before = tab.ledger.get(key)?.receipt
    tab.close()
    anvil.node.down = true
    await openTab()
    expect(tab.ledger.get(key)?.receipt).toEqual(before)
  })

  it('expose a contract that behaves differently on the chain than in the simulation', async () => {
    const trap = await deploy('TwoFaced', [parseEther('0.4')], parseEther('1'))
    // In a simulation, where gas has no price, everything comes back.
    const { abi } = readArtifact('TwoFaced')
    const data = encodeFunctionData({ abi, functionName: 'deposit' })
    const simulated = await anvil.test.simulateCalls({
      account: browser.owner,
      calls: [{ to: trap, data, value: oneEther }],
    })
    expect(simulated.results[0]?.status).toBe('success')
    predict({ chainId: 31337, balances: [], allowances: [], operators: [] })
    const { key, call } = await proposed(tab, browser.propose('a', { to: trap, data }))
    await call.approve()
    await untilState(tab, key, 'confirmed')
    const { lines } = await receiptOf(key)
    expect(lines).toMatchObject([{ comparison: 'unpredicted', actual: { change: -parseEther('0.4') } }])
  })

  it('are empty if the transaction reverted', async () => {
    predict(leaves(oneEther))
    const { key, call } = await proposed(tab, browser.propose('a', { to: reverts }))
    await call.approve()
    await untilState(tab, key, 'reverted')
    const { lines, receipt } = await receiptOf(key)
    expect(lines).toMatchObject([{ comparison: 'missing', actual: null }])
    expect(receipt.fee).toBeGreaterThan(0n)
  })

  it('name other transactions of the account in the same block', async () => {
    predict(leaves(oneEther))
    await anvil.test.setAutomine(false)
    const { key, call } = await proposed(tab, browser.propose('a'))
    const approved = call.approve()
    await untilState(tab, key, 'confirming')
    const other = await anvil.signer(2).sendTransaction({ to: browser.owner, value: 7n })
    await anvil.test.mine({ blocks: 1 })
    await approved
    await untilState(tab, key, 'confirmed')
    expect((await receiptOf(key)).receipt.others).toEqual([other])
  })

  it('fall back to the logs if the node has no state of those blocks, and say so', async () => {
    predict(leaves(oneEther))
    anvil.node.refuses = (method, params) =>
      (method === 'eth_call' || method === 'eth_getBalance') &&
      JSON.stringify(params).match(/"0x[0-9a-f]{1,6}"\]$/) !== null
    const { key, call } = await proposed(tab, browser.propose('a'))
    await call.approve()
    await untilState(tab, key, 'confirmed')
    const { receipt, lines } = await receiptOf(key)
    expect(receipt.method).toBe('logs')
    expect(lines.map(({ comparison }) => comparison)).toEqual(['same'])
  })

  it('are read once the node answers again', async () => {
    predict(leaves(oneEther))
    const { key, call } = await proposed(tab, browser.propose('a'))
    anvil.node.refuses = (method) => {
      if (method !== 'eth_getBalance') return false
      throw new Error('connection refused')
    }
    await call.approve()
    await untilState(tab, key, 'confirmed')
    expect(tab.ledger.get(key)?.receipt).toBeUndefined()
    anvil.node.refuses = () => false
    expect((await receiptOf(key)).receipt.method).toBe('reads')
  })

  it('are compared with a prediction of the steps that follow it', async () => {
    predict(leaves(0n))
    browser.state.script.push(signs, () => Promise.reject(Object.assign(new Error('No'), { code: 4902 })))
    const { key, call } = await proposed(tab, browser.propose('a', { steps: 2 }))
    await call.approve()
    await untilState(tab, key, 'ready')
    await vi.waitFor(() => expect(call.getSnapshot().busy).toBeNull())
    predict(leaves(oneEther))
    browser.world.tool = { ...browser.world.tool }
    call.refresh()
    await vi.waitFor(() => expect(call.getSnapshot()).toMatchObject({ busy: null, entry: { state: 'ready' } }))
    await call.approve()
    const entry = await untilState(tab, key, 'confirmed')
    expect(entry.predicted?.firstStep).toBe(1)
  })

  describe('a contract as the account', () => {
    let wallet: Address
    const { abi } = readArtifact('OwnedWallet')
    const number: Hex = keccak256(stringToHex('operation'))
    const carryIn = (request: { to: Address; data: Hex; value: bigint }) =>
      anvil.signer(1).writeContract({
        abi,
        address: wallet,
        functionName: 'execute',
        args: [request.to, request.value, request.data, number],
        gas: 300_000n,
      })

    beforeEach(async () => {
      wallet = await deploy('OwnedWallet', [owner])
      await anvil.test.setBalance({ address: wallet, value: parseEther('5') })
      browser.use(wallet)
    })
    const proposal = (change = {}) => ({ ...browser.propose('a', change), owner: wallet })

    it('does not call the outer transaction altered, gives no nonce, and shows the account’s effects', async () => {
      predict(leaves(oneEther))
      browser.state.script.push(carryIn)
      const { key, call } = await proposed(tab, proposal())
      await call.approve()
      const [step] = (await untilState(tab, key, 'confirmed')).steps
      expect(browser.state.asked[0]).not.toHaveProperty('nonce')
      expect(step).toMatchObject({ via: 'contract', inclusion: 'proven' })
      expect(step).not.toHaveProperty('altered')
      const { lines, receipt } = await receiptOf(key)
      expect(lines.map(({ comparison }) => comparison)).toEqual(['same'])
      expect(receipt, 'its owner paid').toMatchObject({ fee: 0n, feeByOthers: true })
    })

    it('counts an operation that failed within a successful transaction as reverted', async () => {
      browser.state.script.push(carryIn)
      const { key, call } = await proposed(tab, proposal({ to: reverts, value: '0' }))
      await call.approve()
      await untilState(tab, key, 'reverted')
    })

    it('may get an operation hash first: the transaction is found by the account’s event, however late', async () => {
      browser.state.script.push(async () => number)
      const { key, call } = await proposed(tab, proposal())
      void call.approve()
      await vi.waitFor(() => expect(tab.ledger.get(key)?.note).toContain('Your account is a contract'))
      const hash = await carryIn({ to: recipient, data: '0x', value: oneEther })
      const entry = await untilState(tab, key, 'confirmed')
      expect(entry.steps[0]).toMatchObject({ hash: number, replacedBy: hash })
      expect(entry.outcome).toMatchObject({ txHash: hash })
    })

    it('counts bytes that cannot be found in the outer transaction as unproven, not altered', async () => {
      browser.state.script.push(() => anvil.signer(2).sendTransaction({ to: wallet, value: 1n }))
      const { key, call } = await proposed(tab, proposal())
      await call.approve()
      const [step] = (await untilState(tab, key, 'confirmed')).steps
      expect(step).toMatchObject({ inclusion: 'unproven' })
      expect(step).not.toHaveProperty('altered')
    })

    it('learns nothing from the nonce after a crash: the person is asked, and told so', async () => {
      browser.state.script.push(() => new Promise(() => undefined))
      const { key, call } = await proposed(tab, proposal())
      void call.approve()
      await vi.waitFor(() => expect(browser.state.asked).toHaveLength(1))
      tab.close()
      await openTab()
      await vi.waitFor(() =>
        expect(tab.ledger.get(key)).toMatchObject({
          interrupted: true,
          note: expect.stringContaining('cannot be found by nonce'),
        }),
      )
    })
  })
})
