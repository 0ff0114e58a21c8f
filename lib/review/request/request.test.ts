import { type Address, getAddress, parseEther, parseUnits } from 'viem'
import { describe, expect, it } from 'vitest'
import { contextOf } from '@/lib/agents/fixtures/context'
import { nativeAddress } from '@/lib/chain/chains/chain'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { localUser } from '../testing/local-user'
import { reviewProposal } from '../testing/review-proposal'
import type { Earlier } from './earlier'

const { tokens, lending } = devnetAddresses
const anna = getAddress('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
const ben = getAddress('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC')
const chainId = 31337

const local = localUser()

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
    ...{ amount: parseUnits(usdc, 6).toString(), walletAddress: local.user.address },
  },
})

/** Returns the findings of G35 for a call after these messages. */
const found = (call: Call, ...userMessages: string[]) => foundAfter([], call, ...userMessages)

/** The same after calls that were carried out. */
async function foundAfter(earlier: readonly Earlier[], { name, parameters }: Call, ...userMessages: string[]) {
  const proposal = { name, parameters, account: local.user.address, userMessages, earlier }
  const findings = await reviewProposal(proposal, contextOf(local.devnet))
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

const allow = (spender: string, usdc: string): Call => ({
  name: 'call_smart_contract_function',
  parameters: {
    ...{ to: tokens.USDC, chainId, value: '0', functionName: 'approve' },
    ...{
      args: [spender, parseUnits(usdc, 6).toString()],
      abi: ['function approve(address spender, uint256 amount) returns (bool)'],
    },
  },
})

it.each<[string, () => Call]>([
  ['sell some eth for usdc, only 6 ETH have to remain', () => swap(nativeAddress, tokens.USDC, parseEther('3.9'))],
  ['exchange 700 usdc for dai with slippage 0.6', () => swap(tokens.USDC, tokens.DAI, usdc('700'), 0.006)],
  [`120 usdc rent shared by 3 of us, my part to ${anna}`, () => transfer(anna, '40')],
  ['swap a third of my usdc to eth', () => swap(tokens.USDC, nativeAddress, usdc('3333'))],
  [`remove the USDC allowance of ${anna}`, () => allow(anna, '0')],
])('“%s”: accuses no call that does that', async (text, call) => {
  expect((await found(call(), text)).filter((each) => each.startsWith('DANGER'))).toEqual([])
})

it.each<[string, () => Call]>([
  ['sell some eth for usdc, only 6 ETH have to remain', () => swap(nativeAddress, tokens.USDC, parseEther('5'))],
  ['exchange 700 usdc for dai with slippage 0.6', () => swap(tokens.USDC, tokens.DAI, usdc('700'), 0.04)],
  ['take up to 200 usdc and get eth', () => swap(tokens.USDC, nativeAddress, usdc('260'))],
  ['swap a third of my usdc to eth', () => swap(tokens.USDC, nativeAddress, usdc('6500'))],
  ['all of my usdc into dai', () => swap(tokens.USDC, tokens.DAI, usdc('7000'))],
  [`${anna} may spend 20 usdc of mine, not a cent more`, () => allow(anna, '2000')],
  [`remove the USDC allowance of ${anna}`, () => allow(ben, '0')],
  ['over on Base: 2 eth into usdc', () => swap(nativeAddress, tokens.USDC, parseEther('2'))],
  [`forty of my usdc for ${anna}, reference 4410`, () => transfer(ben, '40')],
])('“%s”: no call that goes against what it names is silent', async (text, call) => {
  expect(await found(call(), text)).not.toEqual([])
})

const bridge = (from: number, to: number, ether: string): Call => ({
  name: 'execute_router_swap',
  parameters: {
    ...{ fromChainId: from, toChainId: to, fromTokenAddress: nativeAddress, toTokenAddress: nativeAddress },
    ...{ fromAmount: parseEther(ether).toString(), slippage: 0.005 },
  },
})

it.each<[string, () => Call]>([
  ['Bring a quarter of an ether home to Ethereum, it is lying about on Base', () => bridge(31338, 31337, '0.25')],
  [`3 nights at 95 usdc, pay ${anna}`, () => transfer(anna, '285')],
  [`0 days late, so 95 usdc to ${anna}`, () => transfer(anna, '95')],
])('“%s”: accuses nothing that the words come to together', async (text, call) => {
  expect((await found(call(), text)).filter((each) => each.startsWith('DANGER'))).toEqual([])
})

it.each<[string, () => Call]>([
  ['Bring a quarter of an ether home to Ethereum, it is lying about on Base', () => bridge(31337, 31338, '0.25')],
  ['bridge 1 ETH from Base to Ethereum', () => bridge(31337, 31338, '1')],
  [`0 days late, so 95 usdc to ${anna}`, () => transfer(anna, '950')],
])('“%s”: is not silent if the call goes the other way, or moves ten times as much', async (text, call) => {
  expect(await found(call(), text)).not.toEqual([])
})

it('takes a whole request after a question of the agent’s for itself, and not for the answer', async () => {
  const { name, parameters } = lend('supply', '100')
  const userMessages = [`send 0.1 ETH to ${anna} or ${ben}`, 'deposit 100 USDC']
  const agentBefore = ['', 'I found two different recipients. Which address should it go to?']
  const proposal = { name, parameters, account: local.user.address, userMessages, agentBefore }
  const findings = await reviewProposal(proposal, contextOf(local.devnet))
  expect(findings.filter(({ rule }) => rule === 'G35')).toEqual([])
})

it('compares what the entities of another language say, and still reports the request as unread', async () => {
  const words = `Bitte schicke fünf USDC an meine Schwester, ${anna}`
  expect(await found(transfer(ben, '5'), words)).toEqual([
    'DANGER: This goes to a different address from the one you asked for.',
    'UNVERIFIED: Not checked: whether it is what you asked for.',
  ])
})

describe('what was done before', () => {
  const asset = (address: Address) => ({ kind: 'erc20', chainId, address }) as const
  const amount = (address: Address, amount: bigint) => ({ asset: asset(address), amount })

  it('uses the request up: the same once more is a danger', async () => {
    const sent = [{ after: 1, to: [anna], out: [amount(tokens.USDC, usdc('7'))], in: [], allowed: [] }]
    const twice = 'DANGER: This request was already carried out.'
    const words = `pay ${anna} 7 usdc`
    expect(await foundAfter(sent, transfer(anna, '7'), words)).toContain(twice)
    expect(await foundAfter(sent, transfer(ben, '7'), `pay ${anna} and ${ben} 7 usdc each`)).not.toContain(twice)
  })

  it.each<[string, () => Call]>([
    ['make it 14', () => transfer(anna, '14')],
    ['double it', () => transfer(anna, '14')],
    [`to ${ben} instead`, () => transfer(ben, '7')],
  ])('leaves nothing for a change of what is under way: %s', async (words, call) => {
    const sent = [{ after: 1, to: [anna], out: [amount(tokens.USDC, usdc('7'))], in: [], allowed: [] }]
    const twice = 'DANGER: This request was already carried out.'
    expect(await foundAfter(sent, call(), `send 7 usdc to ${anna}`, words)).toContain(twice)
  })

  it('leaves it used up where a later message only adds to it', async () => {
    const sent = [{ after: 1, to: [anna], out: [amount(tokens.USDC, usdc('7'))], in: [], allowed: [] }]
    const words = [`send 7 usdc to ${anna}`, `and also 2 to ${ben}`]
    const twice = 'DANGER: This request was already carried out.'
    expect(await foundAfter(sent, transfer(anna, '7'), ...words)).toContain(twice)
    expect(await foundAfter(sent, transfer(ben, '2'), ...words)).toEqual([])
  })

  it('leaves what a figure still covers', async () => {
    const half = [{ after: 1, to: [anna], out: [amount(tokens.USDC, usdc('15'))], in: [], allowed: [] }]
    const words = `send 30 usdc to ${anna} in two halves`
    expect((await foundAfter(half, transfer(anna, '15'), words)).join()).not.toContain('already carried out')
    expect((await foundAfter(half, transfer(anna, '20'), words)).join()).toContain('already carried out')
  })

  it('lets a later step use what the earlier one brought, and no more', async () => {
    const swapped = [
      { after: 1, to: [], out: [amount(tokens.DAI, 10n ** 18n)], in: [amount(tokens.USDC, usdc('60'))], allowed: [] },
    ]
    const words = `sell my dai for usdc and send it to ${anna}`
    const more = 'DANGER: This uses more than the step before it brought.'
    expect(await foundAfter(swapped, transfer(anna, '60'), words)).not.toContain(more)
    expect(await foundAfter(swapped, transfer(anna, '90'), words)).toContain(more)
  })
})

it('accepts a call that follows a change of the request', async () => {
  const words = ['swap 100 USDC to ETH', 'make it 200']
  expect(await found(swap(tokens.USDC, nativeAddress, usdc('200')), ...words)).toEqual([])
})

it('reports a request in another language as unread', async () => {
  const [finding] = await found(transfer(anna, '5'), `Bitte schicke fünf USDC an meine Schwester, ${anna}`)
  expect(finding).toMatch(/^UNVERIFIED/)
})

describe('an offer of the agent’s', () => {
  const onYes = async (agent: string, yes: string, { name, parameters }: Call) => {
    const proposal = {
      name,
      parameters,
      account: local.user.address,
      userMessages: ['hi', yes],
      agentBefore: ['', agent],
    }
    const findings = await reviewProposal(proposal, contextOf(local.devnet))
    return findings.filter(({ rule }) => rule === 'G35')
  }
  const sell = () => swap(nativeAddress, tokens.WBTC, parseEther('5'))

  it.each([
    ['I would not swap 5 ETH for WBTC. Agreed?', 'yes'],
    ['I could swap 5 ETH for WBTC some day. Do you want to see your balances?', 'yes'],
    ['Shall I swap 5 ETH for WBTC? Do you want to see your balances first?', 'yes'],
    ['Swapped 5 ETH for WBTC. Anything else?', 'yes'],
  ])('is none in “%s”', async (agent, yes) => {
    expect(await onYes(agent, yes, sell())).toMatchObject([{ level: 'DANGER', title: 'You did not ask for this.' }])
  })

  it('is quoted, and holds the call to what was offered', async () => {
    const agent = 'I can swap 5 ETH for WBTC. Shall I?'
    expect(await onYes(agent, 'yes', sell())).toMatchObject([
      { level: 'WARN', claim: '“I can swap 5 ETH for WBTC”, and you said yes' },
    ])
    const more = swap(nativeAddress, tokens.WBTC, parseEther('9'))
    expect((await onYes(agent, 'yes', more)).map(({ title }) => title)).toContain(
      'What leaves is not what the agent offered.',
    )
  })
})

it.each([
  ['sell 1 eth into usdc then forward that to', '9000'],
  ['unstake 100 usdc and send it to', '5000'],
])('“%s …”: is a danger if a later step spends what no earlier one has brought', async (words, amount) => {
  expect(await found(transfer(anna, amount), `${words} ${anna}`)).toContain(
    'DANGER: This uses more than the step before it brought.',
  )
})
