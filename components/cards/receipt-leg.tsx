import { Amount } from '@/components/ui/amount'
import { Badge } from '@/components/ui/badge'
import type { ChainInfo } from '@/lib/chain/chain'
import type { Leg } from '@/lib/review/receipt'
import { ListedAddress } from './listed-address'

const maxUint256 = 2n ** 256n - 1n

/** What a line of a receipt is about. */
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

/** What is known of a token that is in no list; nothing for any other. */
export function LegOrigin({ leg }: { leg: Leg }) {
  if (!hasOrigin(leg)) return null
  return leg.effect.vouched ? <Badge>{leg.effect.vouched}</Badge> : <Badge tone="unverified">unlisted</Badge>
}

export const hasOrigin = (leg: Leg): leg is Extract<Leg, { kind: 'balance' }> =>
  leg.kind === 'balance' && !leg.effect.listed && !leg.effect.debt

/** How much of it. Cut after six digits. */
export function LegValue({ leg }: { leg: Leg }) {
  switch (leg.kind) {
    case 'balance': {
      const { asset, decimals, symbol } = leg.effect
      const id = asset.kind === 'erc721' || asset.kind === 'erc1155' ? ` #${asset.tokenId}` : ''
      const size = leg.change < 0n ? -leg.change : leg.change
      return (
        <Amount
          value={size}
          decimals={decimals}
          symbol={`${symbol}${id}`}
          sign={leg.change < 0n ? 'out' : 'in'}
          maxFraction={6}
        />
      )
    }
    case 'allowance':
      return leg.effect.amount === maxUint256 ? (
        <span>
          unlimited <bdi className="font-medium">{leg.effect.symbol}</bdi>
        </span>
      ) : (
        <Amount value={leg.effect.amount} decimals={leg.effect.decimals} symbol={leg.effect.symbol} maxFraction={6} />
      )
    case 'operator':
      return <span>{leg.effect.approved ? 'given' : 'taken'}</span>
  }
}
