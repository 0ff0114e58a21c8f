import { formatUnits, isAddressEqual, maxUint256 } from 'viem'
import type { ChainHandle, Token } from '@/lib/chain/chains/chain'
import { shareOfRay } from '@/lib/chain/lending/market'
import type { Position } from '@/lib/tools/request-auto-rebalance-permission/positions'
import { lendingParameters } from '../lending/lend'
import { labelPart } from '../options'
import type { Scene } from '../reading'
import type { Reply } from '../reply'
import { lendingOf } from './earn'
import { stakedPositionsIn } from './stake'
import { spotOf } from './yield-options'
import { yieldLabel } from './yield-words'

/** A token that the account holds in one place, and the call that withdraws from it. */
export type EarningPosition = {
  /** The place of the position; equal to the `spot` of a place. */
  spot: string
  label: string
  position: Position
  /** False if it is locked, halted, used up, or backs a loan. */
  canLeave: boolean
  /** `amount` in base units. `isAll` withdraws whatever is there by then. */
  leave: (amount: bigint, isAll: boolean) => Reply['calls'][number]
}

/** Returns everything of one token that earns on one chain. Throws what its sources throw. */
export async function earningPositionsIn(
  chain: ChainHandle,
  token: Token,
  scene: Scene,
): Promise<readonly EarningPosition[]> {
  const [held, markets] = await Promise.all([stakedPositionsIn(scene), lendingOf(scene)])
  const { account } = scene
  const inVaults = held.flatMap(({ chain: on, position }): EarningPosition[] => {
    const { contract, protocol, pool, amount, apy, state, yieldId } = position
    if (on !== chain || contract === null || !isAddressEqual(position.token.address, token.address)) return []
    return [
      {
        spot: spotOf(chain, contract),
        label: yieldLabel(position, chain),
        position: { protocol, pool, amount, apy },
        canLeave: state === 'active',
        leave: (value, isAll) => ({
          name: 'exit_staking_yield',
          parameters: { yieldId, amount: formatUnits(isAll ? amount : value, token.decimals), walletAddress: account },
        }),
      },
    ]
  })
  const supplied = markets.flatMap(({ chain: on, market, account: lendingAccount, reserves }): EarningPosition[] => {
    if (on !== chain) return []
    const own = reserves.filter((each) => isAddressEqual(each.token, token.address) && each.supplied > 0n)
    const [reserve, ...others] = own
    // A call names only the token: with two reserves of it, the call would be ambiguous.
    if (!reserve || others.length > 0) return []
    const { supplied: amount, supplyRate, paused, liquidity } = reserve
    return [
      {
        spot: spotOf(chain, market.address, token.address),
        label: labelPart(`${token.symbol} in ${market.name} on ${chain.name}`),
        position: { protocol: market.name, pool: '', amount, apy: shareOfRay(supplyRate) },
        canLeave: !paused && lendingAccount.debt === 0n && (liquidity === null || liquidity >= amount),
        leave: (value, isAll) => ({
          name: 'lending_withdraw',
          parameters: lendingParameters(market.address, token, isAll ? maxUint256 : value, account),
        }),
      },
    ]
  })
  return [...inVaults, ...supplied]
}
