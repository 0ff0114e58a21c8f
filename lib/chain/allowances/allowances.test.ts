import {
  createPublicClient,
  custom,
  type EIP1193RequestFn,
  encodeFunctionData,
  erc20Abi,
  isAddressEqual,
  maxUint256,
  parseAbi,
  parseUnits,
} from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { friend } from '@/devnet/accounts'
import { createTestUser, deployArtifact, startTestDevnet, type TestDevnet, type TestUser } from '@/devnet/testing'
import type { ChainHandle } from '../chains/chain'
import { buildChains } from '../chains/chains'
import { devnetAddresses } from '../chains/devnet-addresses'
import { readAllowances } from './allowances'
import { findAllowances } from './find-allowances'

const { tokens, vaults, nfts, diamond } = devnetAddresses
const usdc = (amount: string) => parseUnits(amount, 6)

let devnet: TestDevnet
let chain: ChainHandle
let user: TestUser
beforeAll(async () => {
  devnet = await startTestDevnet()
  chain = chainAt(devnet.urls.chains[0] ?? '')
  user = await createTestUser(devnet)
  await devnet.ask('POST', '/faucet', { address: user.address })
})
afterAll(() => devnet.stop())

function chainAt(rpcUrl: string): ChainHandle {
  const handle = buildChains([{ id: 31337, rpcUrl }]).get(31337)
  if (!handle) throw new Error('chain 31337 is known')
  return handle
}

const approve = (token: `0x${string}`, spender: `0x${string}`, amount: bigint) =>
  user.send(devnet.first, {
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
  })
const setForAll = (operator: `0x${string}`, isGiven: boolean) =>
  user.send(devnet.first, {
    to: nfts.postcards,
    data: encodeFunctionData({
      abi: parseAbi(['function setApprovalForAll(address operator, bool approved)']),
      functionName: 'setApprovalForAll',
      args: [operator, isGiven],
    }),
  })

/** A node that refuses to search the chain's events, as many public ones do. */
function withoutSearch(handle: ChainHandle): ChainHandle {
  const request: EIP1193RequestFn = async ({ method, params }) => {
    if (method === 'eth_getLogs') throw new Error('block range is too large')
    return handle.client.request({ method, params } as never)
  }
  const transport = custom({ request }, { retryCount: 0 })
  return { ...handle, client: createPublicClient({ chain: handle.viemChain, transport }) }
}

describe('the permissions that an account has given', () => {
  it('are none at first', async () => {
    expect(await findAllowances(chain, user.address)).toEqual({ found: [], searched: 'all', isCut: false })
  })

  it('are those that stand, by what the contracts say, the latest first', async () => {
    await approve(tokens.USDC, diamond, maxUint256)
    await approve(tokens.DAI, diamond, 5n)
    await approve(tokens.DAI, diamond, 0n)
    await approve(tokens.USDC, friend, usdc('25'))
    await setForAll(friend, true)
    const { found, searched } = await findAllowances(chain, user.address)
    const since = expect.any(Number)
    expect(searched).toBe('all')
    expect(found).toEqual([
      { kind: 'collection', contract: nfts.postcards, spender: friend, held: 1n, name: 'Countersign Postcards', since },
      {
        ...{
          kind: 'token',
          contract: tokens.USDC,
          spender: friend,
          decimals: 6,
          symbol: 'USDC',
          isListed: true,
          since,
        },
        ...{ allowed: usdc('25'), exposed: usdc('25') },
      },
      {
        ...{
          kind: 'token',
          contract: tokens.USDC,
          spender: diamond,
          decimals: 6,
          symbol: 'USDC',
          isListed: true,
          since,
        },
        ...{ allowed: null, exposed: usdc('10000') },
      },
    ])
    await setForAll(friend, false)
    const keys = found.map(({ kind, contract, spender }) => ({ kind, contract, spender }))
    expect((await readAllowances(chain, user.address, keys)).map((each) => each !== null)).toEqual([false, true, true])
  })

  it('are found for contracts on our lists if the node lets nobody search', async () => {
    await approve(tokens.USDC, vaults.flexibleUsdc, 7n)
    const { found, searched } = await findAllowances(withoutSearch(chain), user.address)
    expect(searched).toBe('nothing')
    expect(found.map(({ spender, since }) => [spender, since])).toEqual([
      [diamond, null],
      [vaults.flexibleUsdc, null],
    ])
  })

  it('include what a contract on no list claims, by that claim', async () => {
    const { address } = await deployArtifact(devnet.first, 'DemoToken', ['USD Coin', 'USDC', 6], friend)
    await approve(address, friend, 3n)
    const { found } = await findAllowances(chain, user.address)
    expect(found.find(({ contract }) => isAddressEqual(contract, address))).toMatchObject({
      isListed: false,
      allowed: 3n,
      exposed: 0n,
    })
  })
})
