import { describe, expect, it } from 'vitest'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { type Heard, judge, meets, meetsCall } from './judge'
import type { Expectation, ExpectedCall } from './phrasing'

const owner = '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const send: ExpectedCall = { does: 'send', leaves: 'ETH', amount: '500', chain: 31337, to: other }
const proposal = (parameters: Record<string, unknown> = {}, name = 'send_native_gas_token') => ({
  name,
  parameters: { to: other, chainId: 31337, value: '500', ...parameters },
})
const silent: Heard = { text: '', calls: [] }
const saying = (text: string): Heard => ({ text, calls: [] })
const proposing = (...calls: Heard['calls']): Heard => ({ text: 'Here you are.', calls })
const verdict = (heard: Heard, ...expected: Expectation[]) => judge({ expect: expected }, heard, owner)

it('treats wrapping by the wrapped coin as a swap, but no other call of that coin', () => {
  const { WETH } = devnetAddresses.tokens
  const swap: ExpectedCall = {
    ...{ does: 'swap', leaves: 'ETH', arrives: 'WETH', amount: '500', chain: 31337, toChain: 31337 },
  }
  const wrap = { functionName: 'deposit()', to: WETH, chainId: 31337, value: '500', args: [], abi: [] }
  const call = (parameters: Record<string, unknown>) => ({ name: 'call_smart_contract_function', parameters })
  expect(meetsCall(swap, call(wrap), owner)).toBe(true)
  expect(meetsCall(swap, call({ ...wrap, value: '501' }), owner)).toBe(false)
  expect(meetsCall(swap, call({ ...wrap, to: other }), owner)).toBe(false)
  expect(meetsCall(swap, call({ ...wrap, functionName: 'withdraw(uint256)', args: ['500'] }), owner)).toBe(false)
})

describe('a parameter', () => {
  it.each([
    ['500', '500', '5000'],
    [500, 500, '500'],
    [other, other.toLowerCase(), owner],
    [{ owner: true as const }, owner.toLowerCase(), other],
    [{ contains: 'trans' }, 'transfer', 'send'],
    [{ between: ['10', '20'] as [string, string] }, '20', '21'],
    [{ between: ['10', '20'] as [string, string] }, '10', '9'],
    [{ between: ['10', '20'] as [string, string] }, '15', '15.0'],
    [{ near: [1, 2] as [number, number] }, 2, 2.01],
    [{ near: [1, 2] as [number, number] }, 1, '1'],
    [{ tokens: ['1500000', '1500000'] as [string, string], decimals: 6 }, '1500000', '1500001'],
    [{ tokens: ['1500000', '1500000'] as [string, string], decimals: 6 }, '1.5', '1.6'],
    [{ tokens: ['1500000', '1500000'] as [string, string], decimals: 6 }, '1.500000', '1.5000000'],
    [{ tokens: ['1', '2'] as [string, string], decimals: 6, all: true as const }, 'all', 'most'],
    [{ tokens: ['1', '2'] as [string, string], decimals: 6 }, '2', 'all'],
    [{ oneOf: ['a', 'b'] }, 'b', 'c'],
    [{ items: ['a', { between: ['1', '2'] as [string, string] }] }, ['a', '2'], ['a', '3']],
    [{ items: ['a'] }, ['a'], ['a', 'b']],
  ])('%j accepts %j and not %j', (rule, right, wrong) => {
    expect(meets(rule, right, owner)).toBe(true)
    expect(meets(rule, wrong, owner)).toBe(false)
  })

  it('accepts a list of balances in any order, and no other', () => {
    const rule = {
      holdings: [
        { symbol: 'ETH', chainId: 1, amount: 10 },
        { symbol: 'USDC', chainId: 1, amount: 5000 },
      ],
    }
    const eth = { symbol: 'ETH', chainId: 1, amount: '10.0', price: 3500 }
    const usdc = { symbol: 'USDC', chainId: 1, amount: '5000' }
    expect(meets(rule, [usdc, eth], owner)).toBe(true)
    for (const wrong of [
      [eth],
      [eth, usdc, eth],
      [eth, { ...usdc, amount: '5001' }],
      [eth, { ...usdc, chainId: 2 }],
      {},
    ])
      expect(meets(rule, wrong, owner)).toBe(false)
  })
})

describe('a call', () => {
  it.each([
    ['as expected', proposal(), true],
    ['with a null for what it does not say', proposal({ data: null }), true],
    ['with another amount', proposal({ value: '501' }), false],
    ['to somebody else', proposal({ to: owner }), false],
    ['on another chain', proposal({ chainId: 31338 }), false],
    ['without a parameter', proposal({ value: undefined }), false],
    ['with a parameter that nobody expects', proposal({ data: '0x' }), false],
    ['of another tool', proposal({}, 'transfer_nft'), false],
  ])('%s', (_, call, right) => {
    expect(meetsCall(send, call, owner)).toBe(right)
  })
})

it('judges the effects of a call, not its tool', () => {
  const { USDC } = devnetAddresses.tokens
  const transfer = { to: USDC, chainId: 31337, value: '0', functionName: 'transfer', args: [other, '500'], abi: [] }
  const call = { name: 'call_smart_contract_function', parameters: transfer }
  expect(meetsCall({ ...send, leaves: 'USDC' }, call, owner)).toBe(true)
  expect(meetsCall(send, call, owner)).toBe(false)
  expect(meetsCall({ ...send, to: owner }, { name: 'call_smart_contract_function', parameters: transfer }, owner)).toBe(
    false,
  )
})

describe('an answer', () => {
  const twice: Expectation = { calls: [send, { ...send, amount: '600' }] }

  it('is right with the calls in their order, and with no others', () => {
    const [first, second] = [proposal(), proposal({ value: '600' })]
    expect(verdict(proposing(first), { calls: [send] })).toBe('right')
    expect(verdict(proposing(first, second), twice)).toBe('right')
    expect(verdict(proposing(second, first), twice)).toBe('wrong')
    expect(verdict(proposing(first, first), twice)).toBe('wrong')
    expect(verdict(proposing(first, second), { calls: [send] })).toBe('wrong')
  })

  it('is not wrong if it stops before the last step, and right only if that is allowed', () => {
    expect(verdict(proposing(proposal()), twice)).toBe('question')
    expect(verdict(proposing(proposal()), { ...twice, prefix: true })).toBe('right')
    expect(verdict(saying('Which first?'), { ...twice, prefix: true })).toBe('question')
  })

  it('is a question if it lacks a required call', () => {
    expect(verdict(saying('Shall I prepare that?'), { calls: [send] })).toBe('question')
    expect(verdict(silent, { calls: [send] })).toBe('question')
  })

  it('is wrong with a call if none is expected', () => {
    for (const expected of [
      { says: [] },
      { says: ['ETH'] },
      { asks: ['amount'] } as Expectation,
      { says: [], refuses: true } as Expectation,
    ])
      expect(verdict({ text: 'How much ETH? I cannot.', calls: [proposal()] }, expected)).toBe('wrong')
  })

  it.each([
    ['amount', 'How much ETH should it be?', 'Which network?'],
    ['token', 'Which token do you want?', 'How much should it be?'],
    ['chain', 'To which network?', 'How much should it be?'],
    ['recipient', 'To whom should it go?', 'How much should it be?'],
    ['position', 'Which vault do you mean?', 'How much should it be?'],
    ['nft', 'Which of your collectibles?', 'How much should it be?'],
    ['bounds', 'How much better must it be?', 'Which network?'],
    ['confirm', 'Shall I prepare that?', 'Which network?'],
    ['action', 'What would you like me to do?', 'Which network?'],
  ] as const)('asks for %s', (slot, right, wrong) => {
    expect(verdict(saying(right), { asks: [slot] })).toBe('right')
    expect(verdict(saying(wrong), { asks: [slot] })).toBe('question')
    expect(verdict(silent, { asks: [slot] })).toBe('question')
  })

  it('says one of the words', () => {
    expect(verdict(saying('1 ETH is $3,500.00.'), { says: ['3,500', '3500'] })).toBe('right')
    expect(verdict(saying('1 ETH is $3,400.00.'), { says: ['3,500', '3500'] })).toBe('question')
    expect(verdict(saying('Hello!'), { says: [] })).toBe('right')
    expect(verdict(silent, { says: [] })).toBe('question')
  })

  it('refuses with a plain no', () => {
    expect(verdict(saying('I cannot do that.'), { says: ['USDT'], refuses: true })).toBe('right')
    expect(verdict(saying('I know nothing of USDT.'), { says: ['USDT'], refuses: true })).toBe('right')
    expect(verdict(saying('Sure, here you are.'), { says: ['USDT'], refuses: true })).toBe('question')
  })

  it('is right without having understood anything only if any text is', () => {
    const helpless = saying('I did not understand that. I can swap tokens: try “swap 0.1 ETH for USDC”.')
    expect(verdict(helpless, { says: ['swap'] })).toBe('question')
    expect(verdict(helpless, { asks: ['token', 'action'] })).toBe('question')
    expect(verdict(helpless, { says: ['USDC'], refuses: true })).toBe('question')
    expect(verdict(helpless, { says: [] })).toBe('right')
    expect(verdict(helpless, { says: [], refuses: true })).toBe('right')
  })

  it('is right after taking a word for a token only if a token is refused', () => {
    const lost = saying('I do not know a token called “gas”. Which token do you want to use?')
    expect(verdict(lost, { says: ['gas'] })).toBe('question')
    expect(verdict(lost, { says: ['gas'], refuses: true })).toBe('right')
    expect(verdict(lost, { asks: ['token'] })).toBe('right')
  })

  it('is right if it matches one of several expectations', () => {
    const either: Expectation[] = [{ calls: [send] }, { asks: ['chain'] }]
    expect(verdict(proposing(proposal()), ...either)).toBe('right')
    expect(verdict(saying('On which network?'), ...either)).toBe('right')
    expect(verdict(saying('How much?'), ...either)).toBe('question')
    expect(verdict(proposing(proposal({ value: '1' })), ...either)).toBe('wrong')
  })
})
