import { exactAmount, formatAmount, type Way } from '@/lib/chain/tokens/amount'
import type { Asset } from '@/lib/tools/plan'
import type { TokenInfo } from '../simulation/effects'

/**
 * Formats an amount of an asset: “5 USDC”, “5 shares of Savings DAI”. An unlisted token is named by its address,
 * because its contract chooses the symbol, which must never read like part of an amount.
 */
export function figure(
  amount: bigint,
  asset: Asset,
  { symbol, decimals, listed, vouched }: TokenInfo,
  way: Way | 'exact' = 'out',
): string {
  if (asset.kind === 'erc721') return `token number ${asset.tokenId} of the collection ${asset.address}`
  if (asset.kind === 'erc1155')
    return `${formatAmount(amount, 0)} of token number ${asset.tokenId} of the collection ${asset.address}`
  const number = way === 'exact' ? exactAmount(amount, decimals) : formatAmount(amount, decimals, way)
  if (listed) return `${number} ${symbol}`
  if (vouched) return `${number} ${vouched}`
  const address = asset.kind === 'native' ? '' : ` ${asset.address}`
  return `${number} of the unlisted token${address}`
}

/** Formats two amounts of an asset for comparison, exactly if they would otherwise read alike. */
export function figures(
  one: bigint,
  other: bigint,
  asset: Asset,
  info: TokenInfo,
  way: Way = 'out',
): readonly [string, string] {
  const [first, second] = [one, other].map((amount) => figure(amount, asset, info, way))
  const isAlike = first === second && one !== other
  return isAlike
    ? [figure(one, asset, info, 'exact'), figure(other, asset, info, 'exact')]
    : [first ?? '', second ?? '']
}
