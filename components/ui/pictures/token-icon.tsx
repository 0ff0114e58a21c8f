import { clsx } from 'clsx'
import type { Address } from 'viem'
import { nativeAddress } from '@/lib/chain/chains/chain'
import { tokenIcon } from '@/lib/chain/tokens/icons'
import type { Asset } from '@/lib/tools/plan'
import { LetterMark } from './letter-mark'
import { Picture } from './picture'

/** Identifies a token for its icon: by chain and address, never by the symbol that it claims. */
export type IconOf = { chainId: number; address: Address }

/** Identifies the token of a moving asset. */
export const iconOf = (asset: Asset): IconOf =>
  asset.kind === 'native' ? { chainId: asset.chainId, address: nativeAddress } : asset

/**
 * The picture of a token of our own lists, by its chain and address. Whatever no list of ours has gets the first letter
 * of its symbol, on a ground that no picture has: calling itself like a listed one gives it nothing.
 */
export function TokenIcon({
  chainId,
  address,
  symbol,
  size = 20,
  className,
}: IconOf & { symbol: string; size?: number; className?: string }) {
  const source = tokenIcon(chainId, address)
  if (source) return <Picture source={source} size={size} className={clsx('rounded-full', className)} />
  return <LetterMark name={symbol} size={size} className={clsx('rounded-full', className)} />
}
