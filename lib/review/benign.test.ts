import { getAddress, parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestUser, startTestDevnet, type TestDevnet, type TestUser } from '@/devnet/testing'
import { contextOf } from '@/lib/agents/fixtures/context'
import { nativeAddress } from '@/lib/chain/chains/chain'
import { buildChains, type ChainEntry, chainEntries } from '@/lib/chain/chains/chains'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { startNodeProxy, withoutSimulateV1 } from './fixtures/node-proxy'
import { reviewProposal } from './testing/review-proposal'

/** A friend with transactions, so that the recipient does not look new. */
const friend = getAddress('0xf12e7d0000000000000000000000000000f12e7d')
const { tokens, nfts, vaults, lending, router } = devnetAddresses

let devnet: TestDevnet
let user: TestUser
let old: Awaited<ReturnType<typeof startNodeProxy>>
/** Token id of the user's postcard. */
let postcard: string

beforeAll(async () => {
  devnet = await startTestDevnet()
  user = await createTestUser(devnet)
  old = await startNodeProxy(devnet.urls.chains[0] ?? '')
  old.reset(withoutSimulateV1)
  const faucet = await devnet.ask('POST', '/faucet', { address: user.address })
  const gifts = z.looseObject({ given: z.array(z.looseObject({ kind: z.string(), tokenId: z.string().optional() })) })
  postcard = gifts.parse(faucet.body).given.find(({ kind }) => kind === 'erc721')?.tokenId ?? ''
  await devnet.first.client.setNonce({ address: friend, nonce: 9 })
})
afterAll(async () => {
  await old?.stop()
  await devnet?.stop()
})

/** Reviews a proposal that the person asked for in these words. */
function review(name: string, parameters: Record<string, unknown>, asked: string, other: readonly ChainEntry[] = []) {
  const entries = chainEntries({ CHAINS: 'devnet', rpcUrls: new Map(), DEVNET_PORT: devnet.port })
  const context = { ...contextOf(devnet), chains: buildChains([...entries, ...other]) }
  return reviewProposal({ name, parameters, account: user.address, userMessages: [asked] }, context)
}

const chainId = 31337
const swap = (more: Record<string, unknown>) => ({
  fromChainId: chainId,
  toChainId: chainId,
  fromTokenAddress: nativeAddress,
  toTokenAddress: tokens.USDC,
  fromAmount: parseEther('0.1').toString(),
  slippage: 0.005,
  fromTokenSymbol: 'ETH',
  toTokenSymbol: 'USDC',
  fromTokenDecimals: 18,
  toTokenDecimals: 6,
  ...more,
})
const call = (to: string, signature: string, args: string[]) => ({
  to,
  chainId,
  value: '0',
  functionName: /function (\w+)/.exec(signature)?.[1] ?? '',
  args,
  abi: [signature],
})
const supply = (amount: bigint) => ({
  marketAddress: lending,
  tokenAddress: tokens.USDC,
  tokenSymbol: 'USDC',
  amount: amount.toString(),
  walletAddress: user.address,
  chainId,
})

const everyday: [string, string, () => Record<string, unknown>, string][] = [
  [
    'a send of the native coin',
    'send_native_gas_token',
    () => ({ to: friend, chainId, value: parseEther('0.25').toString() }),
    `send 0.25 ETH to ${friend}`,
  ],
  ['a swap of the native coin', 'execute_router_swap', () => swap({}), 'swap 0.1 ETH to USDC'],
  [
    'a swap of a token, with its approval',
    'execute_router_swap',
    () =>
      swap({
        fromTokenAddress: tokens.USDC,
        toTokenAddress: tokens.DAI,
        fromAmount: parseUnits('100', 6).toString(),
        fromTokenSymbol: 'USDC',
        toTokenSymbol: 'DAI',
        fromTokenDecimals: 6,
        toTokenDecimals: 18,
      }),
    'swap 100 USDC to DAI',
  ],
  [
    'a bridge',
    'execute_router_swap',
    () => swap({ toChainId: 31338, toTokenAddress: nativeAddress, toTokenSymbol: 'ETH', toTokenDecimals: 18 }),
    'bridge 0.1 ETH to Base',
  ],
  [
    'a token sent by a call',
    'call_smart_contract_function',
    () => call(tokens.USDC, 'function transfer(address to, uint256 amount) returns (bool)', [friend, '5000000']),
    `send 5 USDC to ${friend}`,
  ],
  [
    'a swap at a router by a call, with a minimum',
    'call_smart_contract_function',
    () => ({
      ...call(router, 'function swapExactETHForTokens(uint256, address[], address, uint256) payable', [
        parseUnits('345', 6).toString(),
        JSON.stringify([tokens.WETH, tokens.USDC]),
        user.address,
        '99999999999',
      ]),
      value: parseEther('0.1').toString(),
    }),
    'swap 0.1 ETH to USDC at the router',
  ],
  [
    'a revoked permission',
    'call_smart_contract_function',
    () =>
      call(tokens.USDC, 'function approve(address spender, uint256 amount) returns (bool)', [vaults.flexibleUsdc, '0']),
    'revoke the allowance of the vault',
  ],
  [
    'an NFT sent to a friend',
    'transfer_nft',
    () => ({ contractAddress: nfts.postcards, tokenId: postcard, toAddress: friend, amount: '1', chainId }),
    `give my postcard to ${friend}`,
  ],
  [
    'a deposit into a vault',
    'enter_staking_yield',
    () => ({
      yieldId: 'local-usdc-flexible-vault',
      amount: '40',
      walletAddress: user.address,
      tokenSymbol: 'USDC',
      tokenAddress: tokens.USDC,
      chainId,
    }),
    'put 40 USDC into the flexible vault',
  ],
  ['a supply to the lending market', 'lending_supply', () => supply(50_000_000n), 'supply 50 USDC'],
]

test.each(everyday)('%s raises no danger', async (_, name, parameters, asked) => {
  const found = await review(name, parameters(), asked)
  expect(found.length).toBeGreaterThan(0)
  expect(found.filter(({ level }) => level === 'DANGER' || level === 'BLOCK' || level === 'UNVERIFIED')).toEqual([])
})

test.each(everyday)(
  '%s raises no danger without eth_simulateV1 either, and the unchecked rules are unverified',
  async (...given) => {
    const [, name, parameters, asked] = given
    const found = await review(name, parameters(), asked, [{ id: 31337, rpcUrl: old.url }])
    expect(found.filter(({ level }) => level === 'DANGER' || level === 'BLOCK')).toEqual([])
    const unverified = found.filter(({ level }) => level === 'UNVERIFIED').map(({ rule }) => rule)
    // Several steps also leave the fee unknown, and thus whether it is large or uses up the balance.
    expect([
      ['G7', 'G23.environment'],
      ['G6', 'G7', 'G24', 'G31', 'G23.environment'],
    ]).toContainEqual(unverified)
  },
)
