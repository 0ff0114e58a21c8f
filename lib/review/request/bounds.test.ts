import { parseEther, parseUnits } from 'viem'
import { expect, it } from 'vitest'
import { contextOf } from '@/lib/agents/fixtures/context'
import { nativeAddress } from '@/lib/chain/chains/chain'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { localUser } from '../testing/local-user'
import { reviewProposal } from '../testing/review-proposal'

const { tokens } = devnetAddresses
const kim = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const lee = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

const local = localUser()

type Call = { name: string; parameters: Record<string, unknown> }

const send = (usdc: string, to = kim): Call => ({
  name: 'call_smart_contract_function',
  parameters: {
    ...{ to: tokens.USDC, chainId: 31337, value: '0', functionName: 'transfer' },
    args: [to, parseUnits(usdc, 6).toString()],
    abi: ['function transfer(address to, uint256 amount) returns (bool)'],
  },
})
const swap = (from: string, to: string, amount: bigint, chainId = 31337): Call => ({
  name: 'execute_router_swap',
  parameters: {
    ...{ fromChainId: chainId, toChainId: chainId, fromTokenAddress: from, toTokenAddress: to },
    ...{ fromAmount: amount.toString(), slippage: 0.005 },
  },
})
const sell = (ether: string): Call => swap(nativeAddress, tokens.USDC, parseEther(ether))
const spend = (token: string, amount: bigint): Call => swap(token, nativeAddress, amount)
const deposit = (kind: 'locked' | 'flexible'): Call => ({
  name: 'enter_staking_yield',
  parameters: { yieldId: `local-usdc-${kind}-vault`, amount: '100', tokenSymbol: 'USDC', chainId: 31337 },
})
const usdc = parseUnits('100', 6)

/** `asking`: what the agent asks after the text, and the answer. */
async function found({ name, parameters }: Call, text: string, asking?: readonly [string, string]): Promise<string[]> {
  const own = 'yieldId' in parameters ? { ...parameters, walletAddress: local.user.address } : parameters
  const [agent, answer] = asking ?? []
  const words = agent && answer ? { userMessages: [text, answer], agentBefore: ['', agent] } : { userMessages: [text] }
  const proposal = { name, parameters: own, account: local.user.address, ...words }
  const findings = await reviewProposal(proposal, contextOf(local.devnet))
  return findings.filter(({ rule }) => rule === 'G35').map(({ level }) => level)
}

it.each<[string, Call]>([
  [`pay ${kim} 50 usdc on friday`, send('50')],
  [`send ${kim} 50 usdc on the 1st of december`, send('50')],
  [`wait a week then send 50 usdc to ${kim}`, send('50')],
  ['if usdc depegs swap all my usdc for dai', swap(tokens.USDC, tokens.DAI, parseUnits('9000', 6))],
  [`after my rent is paid send 50 usdc to ${kim}`, send('50')],
  [`send 50 usdc to ${kim} as soon as the gas is low`, send('50')],
  [`later tonight send 50 usdc to ${kim}`, send('50')],
  ['in two hours swap 1 eth for usdc', sell('1')],
  [`send 50 usdc to ${kim} when he confirms`, send('50')],
  ['leave 3000 usdc and sell the rest for eth', spend(tokens.USDC, parseUnits('9900', 6))],
  // A vault on a fresh chain has paid nothing yet to compare with.
  ['deposit 100 usdc at 8% apy', deposit('flexible')],
  ['stake 100 usdc, i need it back tomorrow', deposit('locked')],
  [`order 950: pay ${kim} 80 usdc for order no 950`, send('950')],
])('“%s”: is not silent, as nothing accounts for those words', async (text, call) => {
  expect(await found(call, text)).not.toEqual([])
})

it.each<[string, Call]>([
  [`tomorrow at noon send 50 usdc to ${kim}`, send('50')],
  ['stake 100 usdc locked for no more than a day', deposit('locked')],
  ['stake 100 usdc max 3 days locked', deposit('locked')],
  ['deposit 100 usdc, unlocked', deposit('locked')],
  ['put 100 usdc in a vault with no waiting period', deposit('locked')],
  ['stake 100 usdc, nothing that locks me in', deposit('locked')],
  ['sell all my usdc apart from 2000 for eth', spend(tokens.USDC, parseUnits('9900', 6))],
  ['sell all my eth for usdc other than 1', sell('9.9')],
  ['buy 100 usdc of eth and never use dai', spend(tokens.DAI, parseEther('100'))],
  ['buy 100 dollars of eth, dont use my usdc', spend(tokens.USDC, usdc)],
  ['lend 500 usdc but not in the locked vault', deposit('locked')],
  [`split 100 usdc equally between ${kim} and ${lee}`, send('100', lee)],
  [`send 100 usdc, half to ${kim}, half to ${lee}`, send('100', lee)],
  [`pay ${kim} the 12 usdc i owe for 2026`, send('2026')],
  [`30 usdc for flat 210 to ${kim}`, send('210')],
])('“%s”: is a danger if the call goes against it', async (text, call) => {
  expect(await found(call, text)).toContain('DANGER')
})

it.each<[string, Call]>([
  [`pay ${kim} 50 usdc for the September retainer`, send('50')],
  [`send it today: 50 usdc to ${kim}`, send('50')],
  [`send 50 usdc to ${kim} now`, send('50')],
  [`pay ${kim} 50 usdc for last week`, send('50')],
  [`pay ${kim} 50 usdc for tuesday's dinner`, send('50')],
  ['if you can, swap 1 eth for usdc', sell('1')],
  ['swap 1 eth for usdc before it drops', sell('1')],
  ['i have a meeting tomorrow. swap 1 eth for usdc', sell('1')],
  ['stake 100 usdc locked for 7 days', deposit('locked')],
  ['stake 100 usdc, at most 10 days locked', deposit('locked')],
  ['deposit 100 usdc, unlocked', deposit('flexible')],
  ['stake 100 usdc, nothing that locks me in', deposit('flexible')],
  ['sell all my usdc apart from 2000 for eth', spend(tokens.USDC, parseUnits('8000', 6))],
  ['buy 100 usdc of eth and never use dai', spend(tokens.USDC, usdc)],
  [`split 100 usdc equally between ${kim} and ${lee}`, send('50', lee)],
  [`send ${kim} and ${lee} 30 usdc each`, send('30', lee)],
  [`pay ${kim} the 12 usdc i owe for 2026`, send('12')],
])('“%s”: finds nothing if the call does that', async (text, call) => {
  expect(await found(call, text)).toEqual([])
})

it.each<[string, Call]>([
  ['cambia 50 USDC por ETH', swap(tokens.USDC, tokens.WBTC, parseUnits('50', 6))],
  ['verkaufe 2 ETH fuer USDC', swap(nativeAddress, tokens.DAI, parseEther('2'))],
])('“%s”: a token that contradicts words in another language is a danger', async (text, call) => {
  expect(await found(call, text)).toEqual(['DANGER', 'UNVERIFIED'])
})

const places =
  'More than one place takes USDC:\n\n1. Locked USDC (Countersign vaults) on Ethereum (local): 12% a year\n2. Flexible USDC (Countersign vaults) on Ethereum (local): 5% a year\n3. Flexible USDC (Countersign vaults) on Base (local): 4% a year\n4. Local lending on Ethereum (local): 3% a year\n\nWhich of these do you mean?'

it.each<[string, Call, string[]]>([
  ['the first', deposit('locked'), []],
  ['the first', deposit('flexible'), ['DANGER']],
  ['2', deposit('flexible'), []],
  ['2', deposit('locked'), ['DANGER']],
  ['the third', deposit('flexible'), ['DANGER']],
  ['the last', deposit('flexible'), ['DANGER']],
  ['Flexible USDC (Countersign vaults) on Ethereum (local)', deposit('flexible'), []],
  ['Flexible USDC (Countersign vaults) on Ethereum (local)', deposit('locked'), ['DANGER']],
])('“%s” of the agent’s options is held against the one that the call takes', async (answer, call, levels) => {
  expect(await found(call, 'stake 100 USDC', [places, answer])).toEqual(levels)
})
