import { Group } from '@/components/ui/group'
import { Segmented } from '@/components/ui/segmented'
import { FullAddress } from '@/components/ui/text/address'
import { Amount, TokenSymbol, WholeAmount } from '@/components/ui/text/amount'
import { percentOf } from '@/components/ui/text/figures'
import type { TokenFacts } from '@/lib/chain/tokens/token-contract'
import { written as inOwnWay } from '@/lib/chat/page/reading'
import { longDay } from '@/lib/chat/page/time-words'
import type { PermissionDetails } from '@/lib/tools/request-auto-rebalance-permission/details'
import { expiryChoices } from '@/lib/tools/request-auto-rebalance-permission/parameters'
import { pointsWords } from '@/lib/tools/request-auto-rebalance-permission/terms'
import { type RebalancePermission, rebalanceDigest } from '@/lib/wire/consent'
import { LimitSetting } from '../controls/limit-setting'
import type { BodyProps } from '../frame/body-props'
import { CardDetails } from '../frame/card-details'
import { CardTitle } from '../frame/card-title'
import { DetailRow, DetailRows } from '../frame/detail-rows'

/** A permission: what the agent may do with how much for how long, and that it gives no power over anybody's money. */
export function PermissionBody({ details, view, open, adjust }: BodyProps<PermissionDetails>) {
  const { token, cap, chainName, covered, days, validUntil, typedCap } = details
  const limit = cap && 'amount' in cap ? cap.amount : null
  const enforced = view.prepared?.consent?.execution !== undefined
  return (
    <div className="flex flex-col gap-4">
      <CardTitle>
        Let the agent propose{' '}
        {token && limit !== null ? (
          <>
            moves of up to <WholeAmount {...token} value={limit} /> each
          </>
        ) : (
          'moving your yield position'
        )}{' '}
        {chainName && <>on {chainName} </>}until {dateWords(validUntil)}
      </CardTitle>
      {token && (
        <>
          <Scope details={details} token={token} enforced={enforced} />
          <DetailRows>
            <DetailRow label="You have there">
              {covered && covered.positions.length > 0 ? (
                <>
                  <Amount {...token} value={covered.amount} way="in" of={token} /> · <Rate of={covered} />
                </>
              ) : (
                <span className="font-medium">{covered ? 'none was found' : 'could not be read'}</span>
              )}
            </DetailRow>
            <DetailRow label="Maximum per move">
              <LimitSetting
                key={typedCap ?? `position ${limit ?? ''}`}
                text={typedCap}
                amount={limit}
                token={token}
                open={open}
                adjust={adjust}
              />
            </DetailRow>
            <DetailRow label="Lasts">
              <ExpirySetting days={days} open={open} adjust={adjust} />
            </DetailRow>
          </DetailRows>
          <CardDetails>
            <Details details={details} />
          </CardDetails>
        </>
      )}
    </div>
  )
}

const Rate = ({ of: { apy, isRateUnread } }: { of: NonNullable<PermissionDetails['covered']> }) =>
  apy === null ? (
    <span className="font-medium">{isRateUnread ? 'yield could not be read' : 'yield not known'}</span>
  ) : (
    <>
      <span className="figures">{percentOf(apy)}</span> a year
    </>
  )

/** Explains what may be proposed, that nothing happens automatically, and how to revoke it. */
function Scope({ details, token, enforced }: { details: PermissionDetails; token: TokenFacts; enforced: boolean }) {
  const { bounds, protocol, covered } = details
  const { minYieldIncreaseBps, maxLockupDays } = bounds
  const known = covered !== null && covered.positions.length > 0
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5 text-small text-pretty marker:text-ink-faint">
      <li>
        It may propose to move your <TokenSymbol {...token} />
        {protocol && (known ? <> in {protocol}</> : <> in “{protocol}” (the agent’s word)</>)} where it would earn at
        least {inOwnWay(pointsWords(minYieldIncreaseBps))} more a year,{' '}
        {maxLockupDays === 0
          ? 'with no lock-up'
          : `locked up for ${maxLockupDays} ${maxLockupDays === 1 ? 'day' : 'days'} at most`}
        .
      </li>
      <li>
        {enforced ? (
          <strong>
            The on-chain permission below is real power over your tokens, up to the limit in total. Signing moves
            nothing yet.
          </strong>
        ) : (
          <>
            <strong>It gives no power over your money:</strong> every move comes as a card to countersign or decline.
          </>
        )}
      </li>
      <li>The limit is for each move, not for all together.</li>
      <li>
        Revoke it at any time under Account, Permissions
        {enforced && '; revoke what is on chain in your wallet'}.
      </li>
    </ul>
  )
}

function Details({ details }: { details: PermissionDetails }) {
  const { claim, minYieldIncrease, tokenAddress, positions, token, permission } = details
  return (
    <div className="flex flex-col gap-3">
      <DetailRows>
        {positions?.found.map(({ protocol, pool, amount, apy }) => (
          <DetailRow key={`${protocol} ${pool}`} label={pool === '' ? protocol : `${protocol}, ${pool}`}>
            {token && <Amount {...token} value={amount} way="in" of={token} />}
            {apy !== null && <span className="text-ink-muted"> · {percentOf(apy)}</span>}
          </DetailRow>
        ))}
        <DetailRow label="Token contract">
          <FullAddress address={tokenAddress} />
        </DetailRow>
        {claim?.protocol && <DetailRow label="Protocol, according to the agent">“{claim.protocol}”</DetailRow>}
        {claim?.amount && (
          <DetailRow label="Amount, according to the agent">
            <span className="figures break-all">{claim.amount}</span>
          </DetailRow>
        )}
        {claim?.apy !== undefined && (
          <DetailRow label="APY, according to the agent">
            <span className="figures">{claim.apy}</span>
          </DetailRow>
        )}
        <DetailRow label="Minimum gain, as written by the agent">
          <span className="figures">{minYieldIncrease}</span>
        </DetailRow>
      </DetailRows>
      {permission && <PermissionTerms permission={permission} />}
    </div>
  )
}

/** The day only. The terms among the details have the exact second. */
const dateWords = (seconds: number): string => longDay.format(seconds * 1000)

/** Lets the person choose how long the permission lasts. Every choice has an end. */
function ExpirySetting({
  days,
  open,
  adjust,
}: {
  days: number
  open: boolean
  adjust: (adjustments: Record<string, unknown>) => void
}) {
  if (!open) return <span className="figures">{daysWords(days)}</span>
  return (
    <Segmented
      label="Lasts"
      choices={expiryChoices.map((value) => ({ value, words: daysWords(value) }))}
      value={days}
      onChoose={(value) => adjust({ days: value })}
    />
  )
}

const daysWords = (days: number): string => `${days} days`

/** Lists the typed data field by field, to compare with the wallet. */
function PermissionTerms({ permission }: { permission: RebalancePermission }) {
  const { chainId, owner, token, ...fields } = permission
  return (
    <Group label="What your wallet shows">
      <p className="form-label mb-1">What your wallet shows</p>
      <DetailRows>
        <DetailRow label="Domain">Auto-rebalance permission, version 1, chain {chainId}</DetailRow>
        <DetailRow label="owner">
          <FullAddress address={owner} />
        </DetailRow>
        <DetailRow label="token">
          <FullAddress address={token} />
        </DetailRow>
        {Object.entries(fields).map(([name, value]) => (
          <DetailRow key={name} label={name}>
            <span className="figures break-all">{String(value)}</span>
          </DetailRow>
        ))}
        <DetailRow label="maxAmountPerMove is in">base units of the token</DetailRow>
        <DetailRow label="Digest (EIP-712)">
          <span className="figures break-all" data-digest={rebalanceDigest(permission)}>
            {rebalanceDigest(permission)}
          </span>
        </DetailRow>
      </DetailRows>
    </Group>
  )
}
