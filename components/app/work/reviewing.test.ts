import { encodeFunctionData, erc20Abi, erc4626Abi, getAddress, parseEther, parseUnits, zeroHash } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestUser, startTestDevnet, type TestDevnet, type TestUser } from '@/devnet/testing'
import { nativeAddress } from '@/lib/chain/chains/chain'
import { localChainIds } from '@/lib/chain/chains/chain-facts'
import { buildChains } from '@/lib/chain/chains/chains'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { spokeAbi } from '@/lib/chain/lending/abi'
import { createRouting } from '@/lib/chain/routing/lifi'
import { createYields } from '@/lib/chain/yields/all-yields'
import { chatOf, conversationOf } from '@/lib/chat/fixtures/chat-of'
import type { ChatMessage } from '@/lib/chat/store/chat'
import { createAddressBook } from '@/lib/execution/call/kept/address-book'
import { createLimitsStore } from '@/lib/execution/call/kept/limits-store'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import { ledgerEntry } from '@/lib/execution/testing/ledger-entry'
import type { Review } from '@/lib/review/review'
import { findTool } from '@/lib/tools/registry'
import type { Origin, PlanTerms } from '@/lib/wire/plan'
import { reviewFor } from './reviewing'
import { firstSeen } from './user-messages'

const { tokens, vaults, lending } = devnetAddresses
const chainId = 31337
const friend = getAddress('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')

let devnet: TestDevnet
let user: TestUser

beforeAll(async () => {
  devnet = await startTestDevnet()
  user = await createTestUser(devnet)
  await devnet.ask('POST', '/faucet', { address: user.address })
  const amount = usdc('500')
  const vault = vaults.flexibleUsdc
  const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [vault, amount] })
  await user.send(devnet.first, { to: tokens.USDC, data: approve })
  const deposit = encodeFunctionData({ abi: erc4626Abi, functionName: 'deposit', args: [amount, user.address] })
  await user.send(devnet.first, { to: vault, data: deposit })
  const allow = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [lending, usdc('2000')] })
  await user.send(devnet.first, { to: tokens.USDC, data: allow })
  for (const call of [
    { functionName: 'supply', args: [1n, usdc('2000'), user.address] },
    { functionName: 'setUsingAsCollateral', args: [1n, true, user.address] },
  ] as const)
    await user.send(devnet.first, { to: lending, data: encodeFunctionData({ abi: spokeAbi, ...call }) })
})
afterAll(() => devnet?.stop())

type Call = { name: string; parameters: Record<string, unknown> }

const usdc = (amount: string) => parseUnits(amount, 6)
const swap = (from: string, to: string, fromAmount: bigint, toChainId = chainId): Call => ({
  name: 'execute_router_swap',
  parameters: {
    ...{ fromChainId: chainId, toChainId, fromTokenAddress: from, toTokenAddress: to },
    ...{ fromAmount: fromAmount.toString(), slippage: 0.005 },
  },
})
const lend = (action: 'supply' | 'withdraw' | 'borrow', amount: string): Call => ({
  name: `lending_${action}`,
  parameters: {
    ...{ marketAddress: lending, tokenAddress: tokens.USDC, tokenSymbol: 'USDC', chainId },
    ...{ amount: usdc(amount).toString(), walletAddress: user.address },
  },
})
const vaultCall = (name: 'enter_staking_yield' | 'exit_staking_yield', amount: string, kind = 'flexible'): Call => ({
  name,
  parameters: { yieldId: `local-usdc-${kind}-vault`, amount, walletAddress: user.address },
})
const sendEther = (to: string, ether: string): Call => ({
  name: 'send_native_gas_token',
  parameters: { to, chainId, value: parseEther(ether).toString() },
})
const sendUsdc = (to: string, amount: string): Call => ({
  name: 'call_smart_contract_function',
  parameters: {
    ...{ to: tokens.USDC, chainId, value: '0', functionName: 'transfer', args: [to, usdc(amount).toString()] },
    abi: ['function transfer(address to, uint256 amount) returns (bool)'],
  },
})

const storage = { getItem: () => null, setItem: () => undefined }

let count = 0
const says = (text: string, change: Partial<ChatMessage> = {}): ChatMessage => ({
  ...{ id: `m${count++}`, role: 'user', parts: [{ type: 'text', text }], at: 0, status: 'sent' },
  ...change,
})
const told = (text: string) => says(text, { told: true })
const agent = (text: string) => says(text, { role: 'agent', status: 'complete' })

const plan: Origin = { kind: 'plan', id: 'plan_1', taskId: 'P' }
const permission: Origin = { kind: 'permission', id: 'granted', taskId: 'P' }

const buys: PlanTerms = {
  ...{ chainId, sells: 'USDC', buys: 'ETH', amount: { kind: 'exact', value: '50' } },
  schedule: { start: '2025-01-10', hour: 12, every: { unit: 'day', count: 7 }, times: null },
}
const sends: PlanTerms = {
  ...{ chainId, sells: 'ETH', to: friend, amount: { kind: 'exact', value: '1' } },
  schedule: { start: '2025-01-10', hour: 12, every: { unit: 'day', count: 7 }, times: null },
}

const granted = (): LedgerEntry =>
  ledgerEntry({
    ...{ owner: user.address, key: 'granted', taskId: 'P', callId: 'granted', state: 'confirmed' },
    consent: {
      digest: zeroHash,
      signature: '0x12',
      permission: {
        ...{ chainId, owner: user.address, agentId: 1, token: tokens.USDC, protocol: 'Flexible USDC' },
        ...{ maxAmountPerMove: usdc('1000').toString(), minYieldIncreaseBps: 50, maxLockupDays: 0 },
        ...{ validAfter: 0, validUntil: 9_999_999_999, nonce: zeroHash },
      },
    },
  })

type Scene = { messages?: readonly ChatMessage[]; origin?: Origin; terms?: PlanTerms; former?: Partial<LedgerEntry> }

/** Shows the card of a call to a page that has these messages before it, as the app does. */
async function cardOf({ name, parameters }: Call, { messages = [], origin, terms = buys, former }: Scene) {
  const chains = buildChains(localChainIds.map((id, index) => ({ id, rpcUrl: devnet.urls.chains[index] ?? '' })))
  const part = { type: 'call', callId: 'C', name, parameters } as const
  const chat = chatOf({
    messages: [...messages, says('', { role: 'agent', parts: [part] })],
    conversations: [conversationOf({ byService: true })],
  })
  const replaces = former?.callId
  const before = former ? ledgerEntry({ owner: user.address, taskId: 'T', key: 'former', ...former }) : null
  const call = { ...part, taskId: 'T', answered: null, ...(origin && { origin }), ...(replaces && { replaces }) }
  const seen = firstSeen(chat, call, (callId) => (callId === before?.callId ? before : null))
  const entry = ledgerEntry({
    owner: user.address,
    taskId: 'T',
    callId: 'C',
    key: 'C',
    parameters,
    toolName: name,
    ...seen,
  })
  const tool = findTool(name)
  if (!tool) throw new Error(`there is no tool ${name}`)
  const { signal } = new AbortController()
  const context = {
    ...{ chains, now: Date.now, account: user.address, signal },
    routing: createRouting({ apiUrl: devnet.urls.routing, integrator: 'countersign' }),
    yields: createYields({ apiUrl: devnet.urls.yield, chains, now: Date.now }),
  }
  const asked = tool.schema.parse(parameters)
  const prepared = await tool.prepare(asked, context)
  const { findings, probes = [], trials = [], checks = [], pinned = [] } = prepared
  if (!prepared.plan) throw new Error(`no plan: ${JSON.stringify(findings)}`)
  return reviewFor(
    {
      ...{ taskId: 'T', callId: 'C', plan: prepared.plan, actions: tool.actions(asked), preparedFindings: findings },
      ...{ probes, trials, checks, pinned, wallet: { account: user.address, chainId }, signal },
    },
    {
      ...{ chains, chat, owner: user.address, entry, now: Date.now },
      limits: createLimitsStore(user.address, () => storage, new EventTarget()),
      addressBook: createAddressBook(user.address, () => storage, new EventTarget()),
      planTerms: { find: () => terms, keep: () => true, subscribe: () => () => undefined },
      ledger: { all: () => [granted(), ...(before ? [before] : []), entry] },
    },
  )
}

const found = ({ findings }: Review) =>
  findings
    .filter(({ rule, level }) => ['G34', 'G35', 'G10'].includes(rule) && level !== 'INFO' && level !== 'OK')
    .map(({ rule, level, title }) => `${rule} ${level}: ${title}`)

const proposes = async (call: Call, scene: Scene) => found(await cardOf(call, scene))

describe('a call that comes by itself is held against the terms alone', () => {
  it.each<[string, () => Call, Scene]>([
    ['a due purchase', () => swap(tokens.USDC, nativeAddress, usdc('50')), { origin: plan }],
    ['a due payment', () => sendEther(friend, '1'), { origin: plan, terms: sends }],
    ['a withdrawal from the vault', () => vaultCall('exit_staking_yield', '400'), { origin: permission }],
    ['a deposit in a vault', () => vaultCall('enter_staking_yield', '500'), { origin: permission }],
    ['a withdrawal of everything', () => vaultCall('exit_staking_yield', 'all'), { origin: permission }],
    ['a withdrawal from a market', () => lend('withdraw', '500'), { origin: permission }],
    ['a deposit in a market', () => lend('supply', '500'), { origin: permission }],
  ])('finds nothing in %s that keeps to them', async (_, call, scene) => {
    expect(await proposes(call(), scene)).toEqual([])
  })

  it.each<[string, () => Call]>([
    ['a swap into another token', () => swap(tokens.USDC, tokens.WBTC, usdc('1000'))],
    ['a bridge to another network', () => swap(tokens.USDC, tokens.USDC, usdc('900'), 31338)],
    ['a payment', () => sendUsdc(friend, '50')],
    ['more than is watched', () => vaultCall('enter_staking_yield', '2000')],
    ['a longer lock-up', () => vaultCall('enter_staking_yield', '500', 'locked')],
    ['another token', () => swap(nativeAddress, tokens.DAI, parseEther('1'))],
  ])('finds a danger in %s under a permission', async (_, call) => {
    expect(await proposes(call(), { origin: permission })).toContainEqual(expect.stringMatching(/^G34 DANGER/))
  })

  it.each<[string, () => Call, PlanTerms]>([
    ['a deposit instead of a payment', () => vaultCall('enter_staking_yield', '50'), buys],
    ['more of it', () => swap(tokens.USDC, nativeAddress, usdc('5000')), buys],
    ['another token', () => swap(tokens.USDC, tokens.WBTC, usdc('50')), buys],
    ['another receiver', () => sendEther(getAddress(`0x${'1'.repeat(40)}`), '1'), sends],
    ['no payment at all', () => swap(nativeAddress, tokens.USDC, parseEther('1')), sends],
  ])('finds a danger in %s under a plan', async (_, call, terms) => {
    expect(await proposes(call(), { origin: plan, terms })).toContainEqual(expect.stringMatching(/^G34 DANGER/))
  })

  it('finds a loan under a permission', async () => {
    expect(await proposes(lend('borrow', '100'), { origin: permission })).toContainEqual('G34 DANGER: This borrows.')
  })

  it('is unknown where the service does not say why, whether or not it lists the conversation as its own', async () => {
    expect(await proposes(swap(tokens.USDC, nativeAddress, usdc('50')), {})).toEqual([
      expect.stringMatching(/^G34 UNVERIFIED/),
    ])
  })
})

describe('a call that answers the person’s words is held against them, whatever the service names', () => {
  it.each<[string, () => Call, Origin]>([
    ['hello', () => swap(tokens.USDC, tokens.WBTC, usdc('1000')), permission],
    ['never sell my usdc', () => swap(tokens.USDC, tokens.WBTC, usdc('1000')), permission],
    ['swap 10 usdc to dai', () => swap(tokens.USDC, tokens.WBTC, usdc('1000')), permission],
    ['hello', () => vaultCall('exit_staking_yield', '400'), permission],
    ['what do I have?', () => swap(tokens.USDC, nativeAddress, usdc('50')), plan],
  ])('“%s” asks for none of it', async (text, call, origin) => {
    expect(await proposes(call(), { messages: [says(text)], origin })).toContainEqual(
      expect.stringMatching(/^G35 DANGER/),
    )
  })

  it('adds the terms to the words', async () => {
    const messages = [says('swap 10 usdc to dai')]
    expect(await proposes(swap(tokens.USDC, tokens.DAI, usdc('10')), { messages })).toEqual([])
    expect(await proposes(swap(tokens.USDC, tokens.DAI, usdc('10')), { messages, origin: permission })).toEqual([
      'G34 WARN: This is not a move between places that earn.',
    ])
  })

  const former = { callId: 'A', began: 'service', unprompted: true, origin: plan } as const
  const first = () => agent('Your plan is due.')

  it.each<[string, () => Call, string[]]>([
    ['make it 60', () => swap(tokens.USDC, nativeAddress, usdc('60')), ['G34 WARN: More leaves than your plan says.']],
    [
      'swap 60 USDC for ETH instead',
      () => swap(tokens.USDC, nativeAddress, usdc('60')),
      ['G34 WARN: More leaves than your plan says.'],
    ],
  ])('an answer to its proposal may change it: “%s”', async (text, call, findings) => {
    expect(await proposes(call(), { messages: [first(), says(text)], origin: plan, former })).toEqual(findings)
  })

  it.each(['thanks, lovely', 'what is a plan?', 'what do I have?', 'send 1 USDC to ben.eth'])(
    'an answer that asks for something else softens nothing: “%s”',
    async (text) => {
      const scene = { messages: [first(), says(text)], origin: plan, former }
      expect(await proposes(swap(nativeAddress, tokens.WBTC, parseEther('9')), scene)).toEqual(
        expect.arrayContaining([
          'G34 DANGER: Something leaves that is not in your plan.',
          expect.stringMatching(/^G35 DANGER/),
        ]),
      )
    },
  )
})

describe('words that only the service reports', () => {
  const unseen = 'G35 UNVERIFIED: This browser did not see you write this.'

  it('leave it open whether the person asked for what they say', async () => {
    const review = await cardOf(swap(nativeAddress, tokens.USDC, parseEther('5')), {
      messages: [told('swap 5 eth for usdc')],
    })
    expect(found(review)).toEqual([unseen])
    expect(review.request).toMatchObject({ isReported: true, quote: 'swap 5 eth for usdc' })
    expect(review.request?.parts.every(({ is }) => is === 'met')).toBe(true)
    expect(review.verdict).toBe('acknowledge')
  })

  it.each<[string, () => Call]>([
    ['swap 1 eth for usdc', () => swap(nativeAddress, tokens.USDC, parseEther('5'))],
    ['supply 500 usdc', () => swap(tokens.USDC, tokens.WBTC, usdc('500'))],
    ['hello', () => swap(tokens.USDC, tokens.WBTC, usdc('500'))],
  ])('are compared all the same: “%s”', async (text, call) => {
    const findings = await proposes(call(), { messages: [told(text)] })
    expect(findings).toContain(unseen)
    expect(findings).toContainEqual(expect.stringMatching(/^G35 DANGER/))
  })

  it('do not count against what this browser saw', async () => {
    const call = swap(nativeAddress, tokens.USDC, parseEther('5'))
    for (const messages of [
      [says('swap 1 eth for usdc'), told('make it 5')],
      [says('swap 1 eth for usdc'), told('swap 5 eth for usdc'), says('thanks')],
      [told('swap 5 eth for usdc'), says('hello')],
      [says('hello'), told('swap 5 eth for usdc')],
    ])
      expect(await proposes(call, { messages })).toContainEqual(expect.stringMatching(/^G35 DANGER/))
  })

  it('say so where they came after the request, and keep the request as it was', async () => {
    expect(
      await proposes(swap(nativeAddress, tokens.USDC, parseEther('1')), {
        messages: [says('swap 1 eth for usdc'), told('what does that cost?')],
      }),
    ).toEqual(['G35 UNVERIFIED: This browser did not see you write the latest message.'])
  })

  it('may be changed in this browser, which leaves the rest of them open', async () => {
    const messages = [told('swap 1 eth for usdc'), agent('Here it is.'), says('make it 2')]
    expect(await proposes(swap(nativeAddress, tokens.USDC, parseEther('2')), { messages })).toEqual([unseen])
    expect(await proposes(swap(nativeAddress, tokens.USDC, parseEther('5')), { messages })).toContainEqual(
      expect.stringMatching(/^G35 DANGER/),
    )
  })

  it('are not needed for a request that is whole in this browser', async () => {
    const messages = [told('what do I have?'), agent('10 ETH.'), says('swap 1 eth for usdc')]
    expect(await proposes(swap(nativeAddress, tokens.USDC, parseEther('1')), { messages })).toEqual([])
  })
})
