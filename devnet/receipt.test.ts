import { type Hash, HttpRequestError, parseEther, zeroHash } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { deployer, thief } from './accounts'
import { type Anvil, startAnvil } from './anvil'
import { type DevnetChain, openChain } from './chain'
import { minedReceipt } from './receipt'

let anvil: Anvil
let chain: DevnetChain

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31337, allowOrigin: 'http://localhost' })
  chain = openChain({ id: 31337, rpcUrl: anvil.url })
  await chain.client.impersonateAccount({ address: deployer })
  await chain.client.setBalance({ address: deployer, value: parseEther('100') })
})
afterAll(() => anvil?.stop())
beforeEach(() => chain.client.setAutomine(false))

const sent = (to = thief, data: `0x${string}` = '0x'): Promise<Hash> =>
  chain.client.sendTransaction({ account: deployer, chain: null, to, data, value: 1n, gas: 100_000n })

/** Wraps the client to count its requests. */
function counted() {
  const seen = { questions: 0 }
  const getTransactionReceipt = (transaction: { hash: Hash }) => {
    seen.questions++
    return chain.client.getTransactionReceipt(transaction)
  }
  return { seen, getTransactionReceipt }
}

it('waits until the transaction is mined, and needs no further block', async () => {
  const client = counted()
  const hash = await sent()
  const waiting = minedReceipt(client, hash)
  await expect.poll(() => client.seen.questions).toBeGreaterThan(2)
  await chain.client.mine({ blocks: 1 })
  const receipt = await waiting
  expect(receipt).toMatchObject({ transactionHash: hash, status: 'success' })
  expect(await chain.client.getBlockNumber({ cacheTime: 0 })).toBe(receipt.blockNumber)
})

it('resolves to the receipt of an automatically mined transaction, even a reverted one', async () => {
  await chain.client.setAutomine(true)
  expect(await minedReceipt(chain.client, await sent())).toMatchObject({ status: 'success' })
  const reverts = '0x000000000000000000000000000000000000beef'
  await chain.client.setCode({ address: reverts, bytecode: '0x60006000fd' })
  expect(await minedReceipt(chain.client, await sent(reverts))).toMatchObject({ status: 'reverted' })
})

it('reports that nothing is mined in time', async () => {
  await expect(minedReceipt(chain.client, zeroHash, 40)).rejects.toThrow(
    `has not mined transaction ${zeroHash} within 0.04 seconds`,
  )
})

it('rejects at once if the node is away', async () => {
  const hash = await sent()
  const away = openChain({ id: 31337, rpcUrl: 'http://127.0.0.1:22971' })
  await expect(minedReceipt(away.client, hash)).rejects.toBeInstanceOf(HttpRequestError)
  const waiting = minedReceipt(chain.client, hash)
  const refused = expect(waiting).rejects.toBeInstanceOf(HttpRequestError)
  await anvil.stop()
  await refused
})
