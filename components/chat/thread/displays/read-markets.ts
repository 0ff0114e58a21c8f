import type { Address } from 'viem'
import type { ChainHandle, Chains } from '@/lib/chain/chains/chain'
import { availableToBorrow, type LendingReserve } from '@/lib/chain/lending/market'
import { findLendingMarket } from '@/lib/chain/lending/markets'
import { readMarket } from '@/lib/chain/lending/read-market'
import { fits } from '@/lib/tools/lending/resolve'
import type { MarketRow } from '@/lib/wire/display'

/** What a market says of one token. */
export type MarketFigures = {
  reserve: LendingReserve
  /** The most that the account's collateral allows to be borrowed. Null without collateral, or if the market does not tell. */
  room: bigint | null
}

export type MarketsRead = {
  figures: ReadonlyMap<string, MarketFigures>
  /** False if a chain could not be read. */
  isWhole: boolean
}

export const marketKey = ({ chainId, market, token }: MarketRow): string => `${chainId}:${market}:${token}`

/** Reads the rows that are in a market of the app's own list, on a chain that it serves. Asks no other contract. */
export async function readMarkets(rows: readonly MarketRow[], chains: Chains, owner: Address): Promise<MarketsRead> {
  const places = new Map(
    rows.flatMap(({ chainId, market }) => {
      const chain = chains.get(chainId)
      const listed = findLendingMarket(chainId, market)
      return chain && listed ? [[`${chainId}:${listed.address}`, { chain, market: listed.address }] as const] : []
    }),
  )
  const read = await Promise.allSettled([...places.values()].map((place) => readRows(place, rows, owner)))
  return {
    figures: new Map(read.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))),
    isWhole: read.every(({ status }) => status === 'fulfilled'),
  }
}

async function readRows(
  { chain, market }: { chain: ChainHandle; market: Address },
  rows: readonly MarketRow[],
  owner: Address,
): Promise<readonly [string, MarketFigures][]> {
  const { account, reserves } = await readMarket(chain, market, owner)
  return rows.flatMap((row): [string, MarketFigures][] => {
    if (row.chainId !== chain.id || row.market !== market) return []
    const own = reserves.filter(({ token }) => token === row.token)
    // As the agent does: of several reserves of one token the first that lends, and the card asks which is meant.
    const reserve =
      own.find((each) => fits('borrow', each, 0n)) ?? own.find((each) => fits('supply', each, 0n)) ?? own[0]
    if (!reserve) return []
    const room = account && account.collateral > 0n ? availableToBorrow(account, [reserve]) : null
    return [[marketKey(row), { reserve, room }]]
  })
}
