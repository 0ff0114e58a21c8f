import { ShortAddress } from '@/components/ui/address'
import { Amount } from '@/components/ui/amount'
import { Badge } from '@/components/ui/badge'
import type { Leg } from '@/lib/review/receipt'

const maxUint256 = 2n ** 256n - 1n

/** What a line of a receipt is about. */
export function LegName({ leg }: { leg: Leg }) {
  switch (leg.kind) {
    case 'balance':
      return (
        <>
          {leg.effect.debt ? (leg.change < 0n ? 'No longer owed' : 'Owed') : leg.change < 0n ? 'Leaves' : 'Arrives'}
          {!leg.effect.listed && !leg.effect.debt && (
            <> {leg.effect.vouched ? <Badge>{leg.effect.vouched}</Badge> : <Badge tone="unverified">unlisted</Badge>}</>
          )}
        </>
      )
    case 'allowance':
      return (
        <>
          May be spent by <ShortAddress address={leg.effect.spender} />
        </>
      )
    case 'operator':
      return (
        <>
          {leg.effect.tokenId === undefined ? 'All NFTs of' : `NFT #${leg.effect.tokenId} of`}{' '}
          <ShortAddress address={leg.effect.collection} /> may be moved by{' '}
          <ShortAddress address={leg.effect.operator} />
        </>
      )
  }
}

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
