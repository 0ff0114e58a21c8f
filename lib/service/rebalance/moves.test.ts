import { describe, expect, it } from 'vitest'
import type { EarningPosition } from '@/lib/agents/abilities/earning-positions'
import type { YieldOption } from '@/lib/agents/abilities/yield-options'
import { unreachableChains } from '@/lib/chain/testing/chains'
import { tokenBySymbol } from '@/lib/chain/tokens/tokens'
import { pinnedVaultsOn } from '@/lib/chain/yields/pinned-vaults'
import { movesWithin } from './moves'

const chain = unreachableChains(31337).get(31337)
const token = chain && tokenBySymbol(chain, 'USDC')
const [pinned] = pinnedVaultsOn(31337)
if (!chain || !token || !pinned) throw new Error('The local chain has a token and a vault')

const terms = { protocol: '', maxAmountPerMove: '1000', minYieldIncreaseBps: 100, maxLockupDays: 7 }
const earning = (change: Partial<EarningPosition> & { amount?: bigint; apy?: number | null } = {}): EarningPosition => {
  const { amount = 400n, apy = 0.04, ...rest } = change
  return {
    spot: 'here',
    label: 'Here',
    position: { protocol: 'Vaults', pool: 'Flexible', amount, apy },
    canLeave: true,
    leave: () => ({ name: 'exit_staking_yield', parameters: {} }),
    ...rest,
  }
}
const place = (change: Partial<Extract<YieldOption, { kind: 'vault' }>> & { minimum?: bigint } = {}): YieldOption => {
  const { minimum = null, ...rest } = change
  return {
    kind: 'vault',
    spot: 'there',
    label: 'There',
    contract: pinned.contract,
    chain,
    token,
    apy: 0.05,
    lockupSeconds: 0,
    isListed: true,
    readAt: 0,
    yield: {
      id: 'there',
      chainId: chain.id,
      token: pinned.asset,
      contract: pinned.contract,
      pinned,
      protocol: 'Vaults',
      pool: 'There',
      apy: 0.05,
      lockupSeconds: 0,
      cooldownSeconds: null,
      rewardSymbols: [],
      minimum,
      isOpen: { enter: true, exit: true },
      source: 'pinned',
    },
    ...rest,
  }
}
const count = (change: Partial<typeof terms>, from = earning(), to = place(), targets: string[] = []) =>
  movesWithin({ ...terms, ...change }, [from], [to], targets).length

describe('a move clears the bounds of a permission', () => {
  it('with exactly the required gain, and not with less', () => {
    expect(count({ minYieldIncreaseBps: 100 })).toBe(1)
    expect(count({ minYieldIncreaseBps: 101 })).toBe(0)
    expect(count({}, earning({ apy: 0.0401 }))).toBe(0)
    // In binary, 0.058 - 0.048 is slightly more than 0.01, and 0.057 - 0.047 slightly less.
    for (const apy of [0.047, 0.048]) expect(count({}, earning({ apy }), place({ apy: apy + 0.01 }))).toBe(1)
  })

  it('with a lock-up of exactly the accepted days, and not with a longer or unknown one', () => {
    const days = (seconds: number | null) => count({ maxLockupDays: 7 }, earning(), place({ lockupSeconds: seconds }))
    expect([days(7 * 86_400), days(7 * 86_400 + 1), days(null), days(0)]).toEqual([1, 0, 0, 1])
    expect(count({ maxLockupDays: 0 }, earning(), place({ lockupSeconds: 1 }))).toBe(0)
  })

  it('only if both rates are known, the place is listed in this app, and its rate is no bait', () => {
    expect(count({}, earning({ apy: null }))).toBe(0)
    expect(count({}, earning(), place({ apy: null }))).toBe(0)
    expect(count({}, earning(), place({ isListed: false }))).toBe(0)
    expect(count({}, earning(), place({ apy: 0.5 }))).toBe(1)
    expect(count({}, earning(), place({ apy: 0.501 }))).toBe(0)
  })

  it('only out of covered positions that can be left', () => {
    expect(count({ protocol: 'Vaults, Flexible' })).toBe(1)
    expect(count({ protocol: 'Vaults' })).toBe(1)
    expect(count({ protocol: 'Vaults, Locked' })).toBe(0)
    // The target of an earlier move under the same permission.
    expect(count({ protocol: 'Elsewhere' }, earning(), place(), ['here'])).toBe(1)
    expect(count({}, earning({ canLeave: false }))).toBe(0)
    expect(count({}, earning({ amount: 0n }))).toBe(0)
    expect(count({}, earning(), place({ spot: 'here' }))).toBe(0)
  })

  it('with no more than the limit, and no less than the place accepts', () => {
    const move = (amount: bigint) => movesWithin(terms, [earning({ amount })], [place({ minimum: 400n })], [])[0]
    expect(move(1000n)).toMatchObject({ amount: 1000n, isAll: true })
    expect(move(1001n)).toMatchObject({ amount: 1000n, isAll: false })
    expect(move(400n)).toMatchObject({ amount: 400n, isAll: true })
    expect(move(399n)).toBeUndefined()
  })
})

it('using the higher rate if two sources differ about the position', () => {
  const own = place({ spot: 'here', apy: 0.045 })
  expect(movesWithin(terms, [earning()], [place(), own], [])).toEqual([])
  expect(movesWithin(terms, [earning({ apy: null })], [place({ apy: 0.055 }), own], [])).toHaveLength(1)
})

it('ordered by gain, largest first', () => {
  const options = [place({ apy: 0.06, spot: 'good' }), place({ apy: 0.07, spot: 'best' }), place({ apy: 0.041 })]
  const moves = movesWithin(terms, [earning()], options, [])
  expect(moves.map(({ to, gainBps }) => [to.spot, gainBps])).toEqual([
    ['best', 300],
    ['good', 200],
  ])
})
