import { concat, encodeFunctionData, getAddress, type Hex, numberToHex, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { account, friend } from '../../fixtures/local-chain'
import { planOf, step } from '../../fixtures/plans'
import type { BalanceEffect } from '../../review'
import { contextOfPlan } from '../../testing/context'
import { runRules } from '../run'
import { keptRule } from './kept-rule'

const router = getAddress('0x5afe00000000000000000000000000000000005a')
const [usdc, weth] = [getAddress(`0x${'aa'.repeat(20)}`), getAddress(`0x${'bb'.repeat(20)}`)]

const call = (signature: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: parseAbi([`function ${signature}`] as readonly string[]), args } as never)
const swap = (recipient: Hex) =>
  call('exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))', [
    [usdc, weth, 500, recipient, 5n, 1n, 0n],
  ])
const multicall = (...calls: Hex[]) => call('multicall(bytes[])', [calls])

const out = { asset: { kind: 'erc20', chainId: 31337, address: usdc }, before: 5n, after: 0n } as BalanceEffect
const back = { asset: { kind: 'native', chainId: 31337 }, before: 0n, after: 5n } as BalanceEffect

/** Returns the findings, given the resulting balances. */
function found(data: Hex, ...balances: BalanceEffect[]) {
  const effects = () => ({ chainId: 31337, balances, allowances: [], operators: [] })
  const context = contextOfPlan(planOf([step(router, data)]), { effects })
  return runRules([keptRule], context).map(({ level, observed }) => [level, observed])
}
const danger = [['DANGER', router]]

describe('G33: a payout to the contract itself', () => {
  test('is a danger if no call pays it on', () => {
    expect(found(swap(router), out)).toEqual(danger)
    expect(found(multicall(swap(router)), out)).toEqual(danger)
    expect(found(multicall(swap(router), swap(router)), out, back)).toEqual(danger)
  })

  test.each([
    ['unwrapWETH9(uint256,address)', [1n, account]],
    ['unwrapWETH9(uint256)', [1n]],
    ['sweepToken(address,uint256,address)', [weth, 1n, account]],
    ['sweepToken(address,uint256)', [weth, 1n]],
  ])('is paid on by %s, unless nothing arrives', (signature, args) => {
    const both = multicall(swap(router), call(signature, args))
    expect(found(both, out, back)).toEqual([])
    expect(found(both, out)).toEqual(danger)
    // An earlier call cannot pay it on.
    expect(found(multicall(call(signature, args), swap(router)), out, back)).toEqual(danger)
  })

  test('may be paid on to someone else, whom G10 checks', () => {
    expect(found(multicall(swap(router), call('unwrapWETH9(uint256,address)', [1n, friend])), out)).toEqual([])
  })

  test.each([
    ['exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))', 0n],
    ['exactOutputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))', 0n],
    ['exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))', 2n],
    ['exactOutputSingle((address,address,uint24,address,uint256,uint256,uint160))', 2n],
    ['exactInput((bytes,address,uint256,uint256,uint256))', 0n],
    ['exactInput((bytes,address,uint256,uint256))', 2n],
    ['collect((uint256,address,uint128,uint128))', 0n],
  ])('is a danger if %s names the contract by the number %s', (signature, kept) => {
    const named = (number: bigint) => {
      const recipient = numberToHex(number, { size: 20 })
      if (signature.startsWith('collect')) return call(signature, [[7n, recipient, 5n, 5n]])
      const more = signature.match(/uint256/g)?.map(() => 1n) ?? []
      const end = signature.includes('uint160') ? [0n] : []
      return call(signature, [
        signature.startsWith('exactInput(')
          ? [concat([usdc, '0x0001f4', weth]), recipient, ...more]
          : [usdc, weth, 500, recipient, ...more, ...end],
      ])
    }
    expect(found(named(kept), out)).toEqual(danger)
    expect(found(multicall(named(kept), call('unwrapWETH9(uint256)', [1n])), out, back)).toEqual([])
    // The other numbers mean the caller, or are plain addresses.
    for (const other of [0n, 1n, 2n].filter((number) => number !== kept)) expect(found(named(other), out)).toEqual([])
  })

  test('does not occur if the account or someone else is paid', () => {
    expect(found(swap(account), out, back)).toEqual([])
    expect(found(swap(friend), out)).toEqual([])
  })
})
