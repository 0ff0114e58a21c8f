import { Segmented } from '@/components/ui/segmented'
import { TitledAddress } from '@/components/ui/text/address'
import { Amount } from '@/components/ui/text/amount'
import { listedProtocol } from '@/lib/chain/accounts/listed-contracts'
import type { TokenFacts } from '@/lib/chain/tokens/token-contract'
import type { LendingDetails, LendingTerms } from '@/lib/tools/lending/details'
import { type LendingAction, wayOf } from '@/lib/tools/lending/parameters'
import { rateText } from '../controls/rate-text'
import { ReserveChoice } from '../controls/reserve-choice'
import type { BodyProps } from '../frame/body-props'
import { CardDetails } from '../frame/card-details'
import { CardTitle, PlaceName } from '../frame/card-title'
import { DetailRow, DetailRows } from '../frame/detail-rows'
import { LendingFigures } from './lending-figures'

const words: Readonly<Record<LendingAction, { verb: string; side: string; all: string }>> = {
  supply: { verb: 'Supply', side: 'to', all: '' },
  borrow: { verb: 'Borrow', side: 'from', all: '' },
  repay: { verb: 'Repay', side: 'to', all: 'all you owe, ' },
  withdraw: { verb: 'Withdraw', side: 'from', all: 'ALL you have supplied, ' },
}

/** An action at a lending market: the amount, the rate, the reserve and the market. */
export function LendingBody({ details, view, open, adjust }: BodyProps<LendingDetails>) {
  const { action, chain, market, token, terms, choices } = details
  const { verb, side, all } = words[action]
  const name = market.name ?? 'an unknown lending market'
  const protocol = listedProtocol(chain, market.address)
  const isSetting = terms?.collateral?.isChoice === true && open
  return (
    <div className="flex flex-col gap-3">
      <CardTitle>
        {verb} {terms?.all && all}
        {token ? <Amount value={shownAmount(details)} {...written(token)} way={wayOf(action)} /> : 'a token'}
        {terms?.all && ','} {side} <PlaceName name={name} protocol={protocol} /> on {chain.name}
        {terms?.collateral?.use && !terms.reserve.isCollateral && ', as collateral'}
      </CardTitle>
      {market.name === null && (
        <TitledAddress
          address={market.address}
          title={
            <>
              <span className="form-label">Market</span>
              <span className="text-small text-ink-muted">This app does not know this contract.</span>
            </>
          }
        />
      )}
      {token && choices.length > 0 && (
        <ReserveChoice
          action={action}
          token={token}
          choices={choices}
          chosen={terms?.reserve.reserveId ?? null}
          open={open}
          adjust={adjust}
        />
      )}
      {token && terms && (
        <DetailRows>
          <Rate action={action} terms={terms} />
          {terms.collateral && (
            <DetailRow label="Use it as collateral">
              {isSetting ? <CollateralSetting use={terms.collateral.use} adjust={adjust} /> : collateralWords(terms)}
            </DetailRow>
          )}
        </DetailRows>
      )}
      {token && terms && (
        <CardDetails>
          <LendingFigures details={details} token={token} terms={terms} figures={view.review?.figures ?? []} />
        </CardDetails>
      )}
    </div>
  )
}

/** Without a chosen reserve, only the amount asked for is known. */
const shownAmount = ({ terms, asked }: LendingDetails): bigint => terms?.amount ?? asked

const written = ({ decimals, symbol, listed }: TokenFacts) => ({ decimals, symbol, listed })

function Rate({ action, terms }: { action: LendingAction; terms: LendingTerms }) {
  const { borrowRate, supplyRate } = terms.reserve
  const isLoan = action === 'borrow' || action === 'repay'
  const rate = isLoan ? borrowRate : supplyRate
  return (
    <DetailRow label={isLoan ? 'Costs per year' : 'Earns per year'}>
      {rate === null ? (
        'not known'
      ) : (
        <>
          <span className="figures">{rateText(rate)}</span>
          <span className="text-ink-muted"> · varies</span>
        </>
      )}
    </DetailRow>
  )
}

function collateralWords({ collateral, reserve }: LendingTerms): string {
  if (!collateral?.use) return collateral?.isChoice ? 'no' : 'not possible'
  return reserve.isCollateral ? 'yes, like what you already have there' : 'yes'
}

const collateralChoices = [
  { value: true, words: 'Yes' },
  { value: false, words: 'No' },
]

/** Lets the person choose if the supply counts as collateral. Choosing prepares and reviews again. */
function CollateralSetting({ use, adjust }: { use: boolean; adjust: (adjustments: Record<string, unknown>) => void }) {
  return (
    <Segmented
      label="Use it as collateral"
      choices={collateralChoices}
      value={use}
      onChoose={(value) => adjust({ collateral: value })}
    />
  )
}
