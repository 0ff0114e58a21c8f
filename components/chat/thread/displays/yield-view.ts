import type { Address } from 'viem'
import { protocolOfPlace } from '@/lib/chain/accounts/listed-contracts'
import { findLendingMarket } from '@/lib/chain/lending/markets'
import { knownToken } from '@/lib/chain/tokens/tokens'
import { pinnedVaultAt } from '@/lib/chain/yields/pinned-vaults'
import { unusualRate } from '@/lib/chain/yields/yields'
import type { YieldRow } from '@/lib/wire/display'
import { cleanChainString } from '@/lib/wire/text'
import { gap } from '../../suggestions/gap'

export type YieldView = {
  /** From the app's own lists; the agent's name for a place that is on none of them. */
  place: string
  protocol: string | null
  /** Name for the picture beside the place; null for a place on no list. */
  pictured: string | null
  isListed: boolean
  token: { address: Address; symbol: string } | null
  isUnusual: boolean
  /**
   * Sentence that the row's button puts into the composer, with `gap` in place of the amount. Null for places on no
   * list.
   */
  sentence: string | null
}

/** Returns what a row says, checked against the app's own lists: an agent may give a contract any name. */
export function yieldView(row: YieldRow, chain: { id: number; name: string } | undefined): YieldView {
  const { chainId, contract } = row
  const vault = pinnedVaultAt(chainId, contract)
  const market = findLendingMarket(chainId, contract)
  const token = knownToken(chainId, row.token)
  const place = vault?.pool ?? market?.name ?? null
  const isUnusual = (row.apy ?? 0) > unusualRate
  const seen = token && { address: token.address, symbol: token.symbol }
  if (place === null || !chain)
    return {
      ...{
        place: cleanChainString(row.label, 80),
        protocol: null,
        pictured: null,
        isListed: false,
        token: seen,
        isUnusual,
      },
      sentence: null,
    }
  const named = vault ? `${vault.pool} (${vault.protocol})` : place
  return {
    ...{ place, protocol: vault?.protocol ?? null, isListed: true, token: seen, isUnusual },
    pictured: protocolOfPlace(chainId, place),
    sentence: token ? `Deposit ${gap} ${token.symbol} in ${named} on ${chain.name}` : null,
  }
}
