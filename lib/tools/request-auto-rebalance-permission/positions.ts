import { isAddressEqual } from 'viem'
import type { ChainHandle } from '@/lib/chain/chains/chain'
import { shareOfRay } from '@/lib/chain/lending/market'
import { lendingMarkets } from '@/lib/chain/lending/markets'
import { readLendingPositions } from '@/lib/chain/lending/positions'
import { pinnedVaultsOn } from '@/lib/chain/yields/pinned-vaults'
import type { PrepareContext } from '../tool'
import type { Parameters } from './parameters'

/** The account's holding of a token in one place. */
export type Position = {
  /** Names from our own list or the yield service, never the agent's. */
  protocol: string
  pool: string
  /** In base units of the token. */
  amount: bigint
  /** Yearly, as a fraction of one: 0.048 is 4.8%. Null if no source gives it. */
  apy: number | null
  /** Set if there may be a rate that could not be read. */
  isRateUnread?: true
}

export type Positions = {
  found: readonly Position[]
  /** Places from our own list that were checked, whether or not they hold anything. */
  places: readonly Pick<Position, 'protocol' | 'pool'>[]
}

/**
 * Lists where the account's token earns: in yields and, if supplied, in lending markets. Throws what its sources throw.
 */
export async function readPositions(
  chain: ChainHandle,
  { tokenAddress }: Parameters,
  { account, yields, signal }: PrepareContext,
): Promise<Positions> {
  const [held, markets] = await Promise.all([yields.positions(account, signal), readLendingPositions(chain, account)])
  const staked = held
    .filter((position) => position.chainId === chain.id && isAddressEqual(position.token.address, tokenAddress))
    .map(
      ({ protocol, pool, amount, apy, isRateUnread }): Position => ({
        protocol,
        pool,
        amount,
        apy,
        ...(isRateUnread ? { isRateUnread } : {}),
      }),
    )
  const supplied = markets.flatMap(({ market, reserves }) =>
    reserves
      .filter(({ token }) => isAddressEqual(token, tokenAddress))
      .map(
        ({ supplied: amount, supplyRate }): Position => ({
          protocol: market.name,
          pool: '',
          amount,
          apy: shareOfRay(supplyRate),
        }),
      ),
  )
  const vaults = pinnedVaultsOn(chain.id).filter(({ asset }) => isAddressEqual(asset.address, tokenAddress))
  return {
    found: [...staked, ...supplied].filter(({ amount }) => amount > 0n),
    places: [
      ...vaults.map(({ protocol, pool }) => ({ protocol, pool })),
      ...lendingMarkets(chain.id).map(({ name }) => ({ protocol: name, pool: '' })),
    ],
  }
}
