import { type Address, encodeFunctionData, erc20Abi, getAddress, type Hash, parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestUser, startTestDevnet, type TestDevnet, type TestUser } from '@/devnet/testing'
import type { ChainHandle } from '../chains/chain'
import { buildChains } from '../chains/chains'
import { devnetAddresses } from '../chains/devnet-addresses'
import { readArrivals } from './arrivals'

const friend = getAddress('0xf12e7d0000000000000000000000000000f12e7d')
const usdc = devnetAddresses.tokens.USDC

let devnet: TestDevnet
let user: TestUser
let chain: ChainHandle

beforeAll(async () => {
  devnet = await startTestDevnet()
  user = await createTestUser(devnet)
  await devnet.ask('POST', '/faucet', { address: user.address })
  const built = buildChains([{ id: 31337, rpcUrl: devnet.first.info.rpcUrl }]).get(31337)
  if (!built) throw new Error('the chain is missing')
  chain = built
})
afterAll(() => devnet?.stop())

const arrived = async (hash: Hash, account: Address) =>
  (await readArrivals(chain, hash, account)).map(({ token, amount }) => [token.symbol, amount])

test('reports a listed token from the logs, only for its receiver', async () => {
  const amount = parseUnits('49.875', 6)
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [friend, amount] })
  const { transactionHash: hash } = await user.send(devnet.first, { to: usdc, data })
  expect(await arrived(hash, friend)).toEqual([['USDC', amount]])
  expect(await arrived(hash, user.address)).toEqual([])
})

test('reports coin sent directly to the account', async () => {
  const value = parseEther('0.5')
  const { transactionHash: hash } = await user.send(devnet.first, { to: friend, value })
  expect(await arrived(hash, friend)).toEqual([['ETH', value]])
})

test('fails for a transaction that the node does not know', async () => {
  await expect(readArrivals(chain, `0x${'1'.repeat(64)}`, friend)).rejects.toThrow()
})
