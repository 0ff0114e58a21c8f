import type { Address } from 'viem'
import type { ChainHandle } from '../chains/chain'
import type { LendingAccount, LendingReserve } from './market'
import { type LendingMarket, lendingMarkets } from './markets'
import { readMarket } from './read-market'

/** An account's position in one market, with all of its reserves, including those without a holding. */
export type LendingPosition = {
  market: LendingMarket
  account: LendingAccount
  reserves: readonly LendingReserve[]
}

/**
 * Returns every market of the chain that this app vouches for, in one round trip. The account has something in those
 * with a reserve whose `supplied` or `debt` is not zero. Throws ChainReadError.
 */
export async function readLendingPositions(chain: ChainHandle, account: Address): Promise<readonly LendingPosition[]> {
  const markets = lendingMarkets(chain.id)
  const readings = await Promise.all(markets.map(({ address }) => readMarket(chain, address, account)))
  return readings.flatMap(({ kind, account: lendingAccount, reserves }, index) => {
    const market = markets[index]
    // A pinned market that does not exist is none of this chain (a fork, an empty local chain).
    return market && kind === 'market' && lendingAccount ? [{ market, account: lendingAccount, reserves }] : []
  })
}
