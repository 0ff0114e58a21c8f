import { formatAmount } from '@/lib/chain/amount'
import type { Asset } from '@/lib/tools/plan'
import type { TokenInfo } from './effects'

/**
 * An amount of an asset in words, exact: “5 USDC”, “5 shares of Savings DAI”. The symbol of an unlisted token is what
 * its contract calls itself, and that must never read like part of an amount: such a token is named by its address.
 */
export function figure(amount: bigint, asset: Asset, { symbol, decimals, listed, vouched }: TokenInfo): string {
  if (asset.kind === 'erc721') return `token number ${asset.tokenId} of the collection ${asset.address}`
  if (asset.kind === 'erc1155')
    return `${formatAmount(amount, 0)} of token number ${asset.tokenId} of the collection ${asset.address}`
  if (listed) return `${formatAmount(amount, decimals)} ${symbol}`
  if (vouched) return `${formatAmount(amount, decimals)} ${vouched}`
  const address = asset.kind === 'native' ? '' : ` ${asset.address}`
  return `${formatAmount(amount, decimals)} of the unlisted token${address}`
}
