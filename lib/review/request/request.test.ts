import { getAddress, parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestUser, startTestDevnet, type TestDevnet, type TestUser } from '@/devnet/testing'
import { contextOf } from '@/lib/agents/fixtures/context'
import { nativeAddress } from '@/lib/chain/chains/chain'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { loadReader } from '@/lib/language/reader/reader'
import { reviewProposal } from '../testing/review-proposal'

const { tokens, lending } = devnetAddresses
const anna = getAddress('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
const ben = getAddress('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC')
const chainId = 31337

let devnet: TestDevnet
let user: TestUser

beforeAll(async () => {
  devnet = await startTestDevnet()
  user = await createTestUser(devnet)
  await devnet.ask('POST', '/faucet', { address: user.address })
})
afterAll(() => devnet?.stop())

type Call = { name: string; parameters: Record<string, unknown> }

const swap = (from: string, to: string, fromAmount: bigint, slippage = 0.005): Call => ({
  name: 'execute_router_swap',
  parameters: {
    ...{ fromChainId: chainId, toChainId: chainId, fromTokenAddress: from, toTokenAddress: to },
    ...{ fromAmount: fromAmount.toString(), slippage },
  },
})
const send = (to: string, ether: string): Call => ({
  name: 'send_native_gas_token',
  parameters: { to, chainId, value: parseEther(ether).toString() },
})
const transfer = (to: string, usdc: string): Call => ({
  name: 'call_smart_contract_function',
  parameters: {
    ...{ to: tokens.USDC, chainId, value: '0', functionName: 'transfer' },
    ...{
      args: [to, parseUnits(usdc, 6).toString()],
      abi: ['function transfer(address to, uint256 amount) returns (bool)'],
    },
  },
})
const lend = (action: 'supply' | 'withdraw', usdc: string): Call => ({
  name: `lending_${action}`,
  parameters: {
    ...{ marketAddress: lending, tokenAddress: tokens.USDC, tokenSymbol: 'USDC', chainId },
    ...{ amount: parseUnits(usdc, 6).toString(), walletAddress: user.address },
  },
})

/** Returns the findings of G35 for a call after these messages. */
async function found({ name, parameters }: Call, ...userMessages: string[]) {
  const proposal = { name, parameters, account: user.address, userMessages, reader: await loadReader() }
  const findings = await reviewProposal(proposal, contextOf(devnet))
  return findings.filter(({ rule }) => rule === 'G35').map(({ level, title }) => `${level}: ${title}`)
}

const usdc = (amount: string) => parseUnits(amount, 6)

it.each<[string, () => Call]>([
  ['swap 1 ETH for USDC', () => swap(nativeAddress, tokens.USDC, parseEther('1'))],
  ['Buy DAI with 100 USDC', () => swap(tokens.USDC, tokens.DAI, usdc('100'))],
  [`Send five USDC to ${anna}`, () => transfer(anna, '5')],
  [`Give ${anna} 5 USDC`, () => transfer(anna, '5')],
  ['supply 500 USDC to the lending market', () => lend('supply', '500')],
  ['swap 1 ETH to DAI with at most 1 % slippage', () => swap(nativeAddress, tokens.DAI, parseEther('1'))],
])('“%s”: finds nothing if the call does that', async (text, call) => {
  expect(await found(call(), text)).toEqual([])
})

it.each<[string, () => Call, string]>([
  ['hello', () => swap(nativeAddress, tokens.USDC, parseEther('8')), 'You did not ask for this.'],
  ['what is the price of ETH?', () => send(anna, '1'), 'You did not ask for this.'],
  [
    'Buy DAI with 100 USDC',
    () => swap(tokens.USDC, tokens.WBTC, usdc('100')),
    'What arrives is not what you asked for.',
  ],
  [`Send five USDC to ${anna}`, () => transfer(anna, '5000'), 'What leaves is not what you asked for.'],
  [`Send 5 USDC to ${anna}`, () => send(anna, '5'), 'What leaves is not what you asked for.'],
  [`Send 5 USDC to ${anna}`, () => transfer(ben, '5'), 'This goes to a different address from the one you asked for.'],
  [
    'swap 1 ETH for USDC',
    () => swap(nativeAddress, tokens.USDC, parseEther('9')),
    'What leaves is not what you asked for.',
  ],
])('“%s”: is a danger if the call does something else', async (text, call, title) => {
  expect(await found(call(), text)).toContain(`DANGER: ${title}`)
})

it('accepts a call that follows a change of the request', async () => {
  const words = ['swap 100 USDC to ETH', 'make it 200']
  expect(await found(swap(tokens.USDC, nativeAddress, usdc('200')), ...words)).toEqual([])
})

it('reports a request in another language as unread', async () => {
  const [finding] = await found(transfer(anna, '5'), `Bitte schicke fünf USDC an meine Schwester, ${anna}`)
  expect(finding).toMatch(/^UNVERIFIED/)
})
