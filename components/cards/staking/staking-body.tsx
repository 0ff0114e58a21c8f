import { FullAddress, TitledAddress } from '@/components/ui/text/address'
import { Amount } from '@/components/ui/text/amount'
import { formatPrice, percentOf } from '@/components/ui/text/figures'
import { listedProtocol } from '@/lib/chain/accounts/listed-contracts'
import type { TokenFacts } from '@/lib/chain/tokens/token-contract'
import { written as inOwnWay } from '@/lib/chat/page/reading'
import type { Figure } from '@/lib/tools/figure'
import { writtenSymbol } from '@/lib/tools/shared/token-words'
import { paidFigure, type StakingDetails } from '@/lib/tools/staking/details'
import { durationWords } from '@/lib/tools/staking/lockup'
import { AmountQuestion } from '../controls/amount-question'
import type { BodyProps } from '../frame/body-props'
import { CardDetails, CardTerms } from '../frame/card-details'
import { CardTitle, PlaceName } from '../frame/card-title'
import { dateWords } from '../frame/date-words'
import { DetailRow, DetailRows } from '../frame/detail-rows'

/** A deposit into a yield, or a withdrawal: the amount, the place, and the agent's claims beside what was found. */
export function StakingBody({ details, view, open, adjust }: BodyProps<StakingDetails>) {
  const { action, chain, token, question, contract, pinned, balance, position } = details
  const protocol = contract !== null && chain !== null ? listedProtocol(chain, contract) : null
  return (
    <div className="flex flex-col gap-3">
      <Sentence details={details} protocol={protocol} />
      {question && token && open && (
        <AmountQuestion {...question} token={token} most={action === 'enter' ? balance : position} adjust={adjust} />
      )}
      {action === 'enter' && <Claims details={details} figures={view.review?.figures ?? []} />}
      {/* The title names a listed one, whose address is among the details. */}
      {contract && protocol === null && (
        <TitledAddress
          address={contract}
          title={
            <>
              <span className="form-label">{action === 'enter' ? 'Into the vault' : 'Out of the vault'}</span>
              <span className="text-small text-ink-muted">
                {pinned ? 'on the app’s own list' : 'not on the app’s own list'}
                {action === 'exit' && placeWords(details) && <> · {placeWords(details)}</>}
              </span>
            </>
          }
        />
      )}
      {token && <Holdings details={details} />}
    </div>
  )
}

const written = ({ decimals, symbol, listed }: TokenFacts) => ({ decimals, symbol, listed })

/** Says what goes where. `protocol`: of a vault on our own lists. */
function Sentence({ details, protocol }: { details: StakingDetails; protocol: string | null }) {
  const { action, token, amount, all, chain } = details
  const what = amount !== null && token && (
    <Amount {...written(token)} value={amount} way={action === 'enter' ? 'out' : 'in'} />
  )
  return (
    <CardTitle>
      {action === 'enter' ? 'Deposit' : 'Withdraw'}{' '}
      {all ? <>everything{what && <>, now {what},</>}</> : what || (details.question && 'an unclear amount')}{' '}
      {action === 'enter' ? 'in' : 'from'}{' '}
      {details.pool.found ? <PlaceName name={details.pool.found} protocol={protocol} /> : 'a yield'}
      {chain && <> on {chain.name}</>}
    </CardTitle>
  )
}

const placeWords = ({ protocol, pool }: StakingDetails): string =>
  [protocol.found, pool.found].filter((name) => name !== null).join(' · ')

/** Sets the agent's claims beside what was found. A dash stands for no claim, or for no result. */
function Claims({ details, figures }: { details: StakingDetails; figures: readonly Figure[] }) {
  const { apy, lockup, protocol, pool, rewards } = details
  const paid = paidWords(details, figures)
  const lock = lockup.found === null ? null : lockWords(lockup.found)
  const rows: readonly [string, string | null, string | null][] = [
    ['Yearly rate', apy.claimed, paid],
    ['Lock-up', lockup.claimed, lock],
    ['Protocol', protocol.claimed, protocol.found],
    ['Pool', pool.claimed, pool.found],
    ['Rewards in', rewards.claimed?.join(', ') ?? null, rewards.found?.join(', ') ?? null],
  ]
  return (
    <CardTerms
      summary={
        <>
          Rate: <bdi>{paid ?? 'not known'}</bdi> · {lockSummary(lockup.found)}
        </>
      }
    >
      <table className="w-full table-fixed text-small">
        <thead>
          <tr className="border-b text-left">
            <th className="w-[26%] py-1 font-normal">
              <span className="sr-only">What</span>
            </th>
            <th scope="col" className="form-label py-1 pr-3">
              The agent says
            </th>
            <th scope="col" className="form-label py-1">
              Found
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-rule">
          {rows.map(([label, claimed, found]) => (
            <tr key={label} className="align-baseline">
              <th scope="row" className="py-1.5 pr-3 text-left font-normal text-ink-muted">
                {label}
              </th>
              <td className="break-words py-1.5 pr-3 text-ink-muted">{claimed ? <bdi>{claimed}</bdi> : '–'}</td>
              <td className="break-words py-1.5">{found ? <bdi>{found}</bdi> : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </CardTerms>
  )
}

/** Says what the shares have earned on the chain. If the chain cannot tell, what the description states. */
function paidWords({ apy: { stated } }: StakingDetails, figures: readonly Figure[]): string | null {
  const paid = figures.find(({ id }) => id === paidFigure)?.after
  if (paid?.kind === 'text') return paid.text
  return stated === null ? null : `${percentOf(stated)} stated, not checked`
}

const lockSummary = (seconds: number | null): string =>
  seconds === null
    ? 'lock-up not known'
    : seconds === 0
      ? 'no lock-up stated'
      : `locked for ${inOwnWay(durationWords(seconds))}`

const lockWords = (seconds: number): string => (seconds === 0 ? 'none stated' : inOwnWay(durationWords(seconds)))

function Holdings({ details }: { details: StakingDetails }) {
  const { token, balance, position, lockedUntil, price, yieldId, contract, protocol } = details
  if (!token) return null
  return (
    <CardDetails>
      <DetailRows>
        {balance !== null && (
          <DetailRow label="Your balance">
            <Amount {...written(token)} value={balance} way="in" />
          </DetailRow>
        )}
        {position !== null && (
          <DetailRow label="Already deposited">
            <Amount {...written(token)} value={position} way="in" />
          </DetailRow>
        )}
        {lockedUntil !== null && (
          <DetailRow label="Locked until">{dateWords(BigInt(Math.floor(lockedUntil / 1000)))}</DetailRow>
        )}
        {price && (
          <DetailRow label={`Price of ${writtenSymbol(token)}`}>
            <span className="figures">{formatPrice(price.usd)}</span> · {price.source}
          </DetailRow>
        )}
        {protocol.found !== null && <DetailRow label="Protocol">{protocol.found}</DetailRow>}
        {contract && (
          <DetailRow label="Vault contract">
            <FullAddress address={contract} />
          </DetailRow>
        )}
        <DetailRow label="Token contract">
          <FullAddress address={token.address} />
        </DetailRow>
        <DetailRow label="Yield, by its id">
          <span className="break-all">{yieldId}</span>
        </DetailRow>
      </DetailRows>
    </CardDetails>
  )
}
