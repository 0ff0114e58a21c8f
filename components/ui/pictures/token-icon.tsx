import { clsx } from 'clsx'
import type { Address } from 'viem'
import { nativeAddress } from '@/lib/chain/chains/chain'
import { tokenIcon } from '@/lib/chain/tokens/icons'
import type { Asset } from '@/lib/tools/plan'
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
  return (
    <span
      aria-hidden="true"
      data-icon="letter"
      data-letter={firstLetter(symbol)}
      style={{ width: size, height: size, fontSize: size * 0.5 }}
      className={clsx(
        'inline-flex shrink-0 items-center justify-center rounded-full border border-rule-strong bg-paper-sunk align-middle leading-none font-semibold text-ink-muted not-italic before:content-[attr(data-letter)] print:hidden',
        className,
      )}
    />
  )
}

/** Drawn, and not a part of the text. A middle dot for a symbol without a letter or a digit. */
const firstLetter = (symbol: string): string => /[\p{L}\p{N}]/u.exec(symbol)?.[0].toUpperCase() ?? '·'
