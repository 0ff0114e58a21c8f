import { Badge } from '@/components/ui/badge'
import { iconOf } from '@/components/ui/pictures/token-icon'
import { Amount, TokenSymbol } from '@/components/ui/text/amount'
import type { ChainInfo } from '@/lib/chain/chains/chain'
import { findToken } from '@/lib/chain/tokens/tokens'
import type { Leg } from '@/lib/review/findings/receipt'
import { isNamedByUs } from '@/lib/tools/shared/token-words'
import { ListedAddress } from '../review/listed-address'

const maxUint256 = 2n ** 256n - 1n

/** Names the subject of a line of a receipt. */
export function LegName({ leg, chain }: { leg: Leg; chain: ChainInfo | undefined }) {
  switch (leg.kind) {
    case 'balance':
      return (
        <>
          {leg.effect.debt ? (leg.change < 0n ? 'No longer owed' : 'Owed') : leg.change < 0n ? 'Leaves' : 'Arrives'}
          {hasOrigin(leg) && (
            <span className="max-sm:hidden">
              {' '}
              <LegOrigin leg={leg} />
            </span>
          )}
        </>
      )
    case 'allowance':
      return (
        <>
          May be spent by <ListedAddress address={leg.effect.spender} chain={chain} />
        </>
      )
    case 'operator':
      return (
        <>
          {leg.effect.tokenId === undefined ? 'All NFTs of' : `NFT #${leg.effect.tokenId} of`}{' '}
          <ListedAddress address={leg.effect.collection} chain={chain} /> may be moved by{' '}
          <ListedAddress address={leg.effect.operator} chain={chain} />
        </>
      )
  }
}

/** Shows what is known of an unlisted token. Nothing for any other. */
export function LegOrigin({ leg }: { leg: Leg }) {
  if (!hasOrigin(leg)) return null
  return leg.effect.vouched ? <Badge>{leg.effect.vouched}</Badge> : <Badge tone="unverified">unlisted</Badge>
}

export const hasOrigin = (leg: Leg): leg is Extract<Leg, { kind: 'balance' }> =>
  leg.kind === 'balance' && !leg.effect.listed && !leg.effect.debt

/** Shows the amount. */
export function LegValue({ leg, chain }: { leg: Leg; chain: ChainInfo | undefined }) {
  switch (leg.kind) {
    case 'balance': {
      const { asset, decimals, symbol, debt } = leg.effect
      const size = leg.change < 0n ? -leg.change : leg.change
      return (
        <>
          <Amount
            value={size}
            decimals={decimals}
            symbol={symbol}
            listed={isNamedByUs(leg.effect)}
            sign={leg.change < 0n ? 'out' : 'in'}
            of={iconOf(asset)}
            {...(debt ? { way: 'out' } : {})}
          />
          {'tokenId' in asset && <span className="figures break-all"> #{asset.tokenId.toString()}</span>}
        </>
      )
    }
    case 'allowance': {
      const { token, amount, decimals, symbol } = leg.effect
      const listed = chain !== undefined && findToken(chain, token) !== null
      return amount === maxUint256 ? (
        <span>
          unlimited <TokenSymbol symbol={symbol} listed={listed} />
        </span>
      ) : (
        <Amount value={amount} decimals={decimals} symbol={symbol} listed={listed} />
      )
    }
    case 'operator':
      return <span>{leg.effect.approved ? 'given' : 'taken'}</span>
  }
}
