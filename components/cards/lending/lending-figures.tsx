import { FullAddress } from '@/components/ui/text/address'
import { Amount } from '@/components/ui/text/amount'
import { formatPrice, percentOf } from '@/components/ui/text/figures'
import type { Cap } from '@/lib/chain/lending/market'
import type { TokenFacts } from '@/lib/chain/tokens/token-contract'
import type { Figure } from '@/lib/tools/figure'
import type { LendingDetails, LendingTerms } from '@/lib/tools/lending/details'
import { writtenSymbol } from '@/lib/tools/shared/token-words'
import { rateText } from '../controls/rate-text'
import { DetailRow, DetailRows } from '../frame/detail-rows'
import { FigureRow } from '../review/figure-list'

/** Details of the reserve and of the account. Unknown figures are named, not left out. */
export function LendingFigures({
  details,
  token,
  terms,
  figures,
}: {
  details: LendingDetails
  token: TokenFacts
  terms: LendingTerms
  figures: readonly Figure[]
}) {
  const { reserve, spending } = terms
  const { balance } = details
  const amount = (value: bigint | null) =>
    value === null ? 'not known' : <Amount value={value} {...written(token)} way="in" />
  return (
    <DetailRows>
      {figures.map((figure) => figure.inBody && <FigureRow key={figure.id} figure={figure} />)}
      <DetailRow label="Supplying earns per year">{rate(reserve.supplyRate)}</DetailRow>
      <DetailRow label="Borrowing costs per year">{rate(reserve.borrowRate)}</DetailRow>
      <DetailRow label="Available">{amount(reserve.liquidity)}</DetailRow>
      <DetailRow label="Supplied in total">{amount(reserve.totalSupplied)}</DetailRow>
      <DetailRow label="Borrowed in total">{amount(reserve.totalBorrowed)}</DetailRow>
      <DetailRow label="Supply limit">{limit(reserve.supplyCap, amount)}</DetailRow>
      <DetailRow label="Borrow limit">{limit(reserve.borrowCap, amount)}</DetailRow>
      <DetailRow label="Counts as collateral at">
        {reserve.collateralFactor === null
          ? 'not known'
          : `${percentOf(Number(reserve.collateralFactor) / 10_000)} of its value`}
      </DetailRow>
      <DetailRow label={`${writtenSymbol(token)} price, according to the market`}>
        {reserve.price === null ? 'not known' : <span className="figures">{formatPrice(reserve.price)}</span>}
      </DetailRow>
      {balance !== null && <DetailRow label="In your wallet">{amount(balance)}</DetailRow>}
      {spending && spending.approval !== 'none' && (
        <DetailRow label="Approval">
          <Amount value={spending.most} {...written(token)} />
          {spending.approval === 'reset-first' && ', after a reset to zero'}
        </DetailRow>
      )}
      <DetailRow label="Reserve">
        <span className="figures">{reserve.reserveId.toString()}</span>
      </DetailRow>
      <DetailRow label="Hub that holds it">
        <FullAddress address={reserve.hub} />
      </DetailRow>
      <DetailRow label="Market contract">
        <FullAddress address={details.market.address} />
      </DetailRow>
      <DetailRow label="Token contract">
        <FullAddress address={token.address} />
      </DetailRow>
    </DetailRows>
  )
}

const written = ({ decimals, symbol, listed }: TokenFacts) => ({ decimals, symbol, listed })

const rate = (value: bigint | null) =>
  value === null ? 'not known' : <span className="figures">{rateText(value)}</span>

const limit = (cap: Cap | null, amount: (value: bigint) => React.ReactNode) =>
  cap === null ? 'not known' : cap.limit === null ? 'none' : amount(cap.limit)
