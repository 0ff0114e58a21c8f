import { type Address, type Hash, zeroAddress } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Anvil, startAnvil } from '../testing/anvil'
import { inNonceSlot, transactionAtNonce } from './nonce-search'

describe('the search for the transaction that used a nonce', () => {
  let anvil: Anvil
  let account: Address
  let hashes: Hash[]

  beforeAll(async () => {
    anvil = await startAnvil()
    const signer = anvil.signer(3)
    account = signer.account.address
    hashes = []
    for (let nonce = 0; nonce < 3; nonce += 1) {
      await anvil.test.mine({ blocks: 7 })
      hashes.push(await signer.sendTransaction({ to: zeroAddress, value: 1n, nonce }))
    }
    await anvil.test.mine({ blocks: 5 })
  })
  afterAll(() => anvil.stop())
  afterEach(() => {
    anvil.node.refuses = () => false
  })

  const find = (nonce: number, fromBlock = 0n) => transactionAtNonce(anvil.chain.client, { account, nonce, fromBlock })
  const withoutSlots = (method: string) => method === 'eth_getTransactionBySenderAndNonce'

  it('asks the node directly if it can', async () => {
    let reads = 0
    anvil.node.refuses = (method) => {
      if (method !== 'eth_getTransactionBySenderAndNonce') reads += 1
      return false
    }
    expect(await find(1)).toMatchObject({ hash: hashes[1], nonce: 1 })
    expect(reads).toBe(0)
  })

  it.each([0, 1, 2])('finds nonce %i by bisection if it cannot', async (nonce) => {
    anvil.node.refuses = withoutSlots
    expect(await find(nonce)).toMatchObject({ hash: hashes[nonce], nonce })
  })

  it('reads the blocks if the node keeps no old state', async () => {
    anvil.node.refuses = (method, params) =>
      withoutSlots(method) ||
      (method === 'eth_getTransactionCount' && Array.isArray(params) && !['latest', 'pending'].includes(params[1]))
    expect(await find(2)).toMatchObject({ hash: hashes[2] })
    expect(await find(0, 20n)).toBe('unfound')
  })

  it('does not attribute a nonce that is free, or was used before the search begins', async () => {
    anvil.node.refuses = withoutSlots
    expect(await find(3)).toBe('unfound')
    expect(await find(0, 20n)).toBe('unfound')
  })

  it('recognises a nonce that was used up without a transaction', async () => {
    anvil.node.refuses = withoutSlots
    const other = anvil.signer(4).account.address
    const fromBlock = await anvil.test.getBlockNumber({ cacheTime: 0 })
    await anvil.test.mine({ blocks: 1 })
    await anvil.test.setNonce({ address: other, nonce: 1 })
    await anvil.test.mine({ blocks: 2 })
    expect(await transactionAtNonce(anvil.chain.client, { account: other, nonce: 0, fromBlock })).toBe('none')
  })

  it('rejects while the node is down, and concludes nothing', async () => {
    anvil.node.refuses = () => true
    await expect(find(1)).rejects.toThrow()
    expect(await inNonceSlot(anvil.chain.client, account, 1)).toBeNull()
  })
})
