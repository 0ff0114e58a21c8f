import { type Address, encodeFunctionData, erc20Abi, erc4626Abi, type Hex, maxUint256, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import type { YieldStep } from '@/lib/chain/yields/yields'
import { type Expected, matchSteps } from './steps'

const account: Address = '0x00000000000000000000000000000000000A11cE'
const stranger: Address = '0x1111111111111111111111111111111111111111'
const contract: Address = '0x2222222222222222222222222222222222222222'
const address = '0x3333333333333333333333333333333333333333'
const token = {
  chainId: 1,
  address,
  symbol: 'USDC',
  name: 'USD Coin',
  decimals: 6,
  listed: true,
  ownSymbol: 'USDC',
} as const
const entering: Expected = {
  action: 'enter',
  account,
  chainId: 1,
  token,
  contract,
  amount: 100n,
  all: false,
  shares: 90_000n,
}
const leaving: Expected = { ...entering, action: 'exit' }

const step = (data: Hex, change: Partial<YieldStep> = {}): YieldStep => ({
  from: account,
  chainId: 1,
  to: contract,
  data,
  value: 0n,
  ...change,
})
const vault = (functionName: 'deposit' | 'mint', figure: bigint, receiver: Hex = account) =>
  step(encodeFunctionData({ abi: erc4626Abi, functionName, args: [figure, receiver] }))
const out = (functionName: 'withdraw' | 'redeem', figure: bigint, receiver: Hex = account, owner: Hex = account) =>
  step(encodeFunctionData({ abi: erc4626Abi, functionName, args: [figure, receiver, owner] }))
const approve = (amount: bigint, spender: Hex = contract, to: Hex = address) =>
  step(encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }), { to })
const other = parseAbi([
  'function sweep(address to)',
  'function requestRedeem(uint256 shares, address controller, address owner)',
])

const rules = (steps: readonly YieldStep[], expected: Expected) =>
  matchSteps(steps, expected).findings.map(({ rule, level }) => `${rule} ${level}`)

describe('steps that fit', () => {
  it.each([
    ['a deposit', [vault('deposit', 100n)], entering, 'deposit'],
    ['an approval and a deposit', [approve(100n), vault('deposit', 100n)], entering, 'deposit'],
    ['a reset, an approval and a deposit', [approve(0n), approve(100n), vault('deposit', 100n)], entering, 'deposit'],
    ['a mint of about the same number of shares', [vault('mint', 90_090n)], entering, 'mint'],
    ['a withdrawal', [out('withdraw', 100n)], leaving, 'withdraw'],
    ['a redemption of about the same number of shares', [out('redeem', 89_910n)], leaving, 'redeem'],
    ['a redemption of all', [out('redeem', 90_000n)], { ...leaving, all: true }, 'redeem'],
    ['steps without a sender', [{ ...vault('deposit', 100n), from: null }], entering, 'deposit'],
  ])('%s', (_, steps, expected, kind) => {
    const { findings, action } = matchSteps(steps, expected)
    expect(findings).toEqual([])
    expect(action).toEqual({ kind, data: steps.at(-1)?.data })
  })

  it('a request for a queue', () => {
    const data = encodeFunctionData({ abi: other, functionName: 'requestRedeem', args: [90_000n, account, account] })
    expect(matchSteps([step(data)], leaving).action?.kind).toBe('requestRedeem')
  })

  it('a larger approval, which is cut', () => {
    for (const amount of [101n, maxUint256])
      expect(rules([approve(amount), vault('deposit', 100n)], entering)).toEqual(['staking.approval WARN'])
  })
})

describe('steps that do not fit', () => {
  const deposit = vault('deposit', 100n)
  it.each([
    ['from somebody else', [{ ...deposit, from: stranger }], entering, 'staking.from'],
    ['on another chain', [{ ...deposit, chainId: 10 }], entering, 'staking.network'],
    ['with value', [{ ...deposit, value: 1n }], entering, 'staking.value'],
    ['to a different contract', [{ ...deposit, to: stranger }], entering, 'staking.target'],
    ['an approval at another token', [approve(100n, contract, stranger), deposit], entering, 'staking.target'],
    ['an approval for somebody else', [approve(100n, stranger), deposit], entering, 'staking.spender'],
    ['in favour of somebody else', [vault('deposit', 100n, stranger)], entering, 'staking.receiver'],
    ['for another amount', [vault('deposit', 101n)], entering, 'staking.amount'],
    ['for more shares', [vault('mint', 90_091n)], entering, 'staking.amount'],
    ['a withdrawal to somebody else', [out('withdraw', 100n, stranger)], leaving, 'staking.receiver'],
    ['of somebody else’s shares', [out('redeem', 90_000n, account, stranger)], leaving, 'staking.receiver'],
    ['a redemption of less than all', [out('redeem', 89_999n)], { ...leaving, all: true }, 'staking.amount'],
    ['a withdrawal on entry', [out('withdraw', 100n)], entering, 'staking.calldata'],
    ['a deposit on exit', [deposit], leaving, 'staking.calldata'],
    ['excess bytes', [{ ...deposit, data: `${deposit.data}00` as Hex }], entering, 'staking.calldata'],
    ['too few bytes', [{ ...deposit, data: deposit.data.slice(0, -2) as Hex }], entering, 'staking.calldata'],
    ['no data', [{ ...deposit, data: '0x' as Hex }], entering, 'staking.calldata'],
    [
      'something else',
      [step(encodeFunctionData({ abi: other, functionName: 'sweep', args: [stranger] }))],
      entering,
      'staking.calldata',
    ],
    ['twice', [deposit, deposit], entering, 'staking.steps'],
    ['an approval alone', [approve(100n)], entering, 'staking.steps'],
    ['nothing', [], entering, 'staking.steps'],
  ])('%s', (_, steps, expected, rule) => {
    expect(matchSteps(steps, expected).action).toBeNull()
    expect(rules(steps, expected)).toContain(`${rule} BLOCK`)
  })
})
