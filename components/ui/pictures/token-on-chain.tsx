import { clsx } from 'clsx'
import { ChainIcon } from './chain-icon'
import { type IconOf, TokenIcon } from './token-icon'

/** Shows a token's icon, 28 px in size, with its chain's at the corner. */
export const TokenOnChain = ({
  chainId,
  address,
  symbol,
  className,
}: IconOf & { symbol: string; className?: string }) => (
  <span className={clsx('relative size-7 shrink-0 leading-none', className)}>
    <TokenIcon chainId={chainId} address={address} symbol={symbol} size={28} />
    <ChainIcon chainId={chainId} size={13} className="absolute -right-1 -bottom-1 ring-2 ring-paper-raised!" />
  </span>
)
