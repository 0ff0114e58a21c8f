import { ChainName } from '@/components/ui/pictures/chain-name'
import { TokenIcon } from '@/components/ui/pictures/token-icon'
import { FullAddress } from '@/components/ui/text/address'
import { Amount, TokenSymbol } from '@/components/ui/text/amount'
import { formatAmount, formatUsd, percentOf } from '@/components/ui/text/figures'
import type { Chains, Token } from '@/lib/chain/chains/chain'
import { parseAmount } from '@/lib/chain/tokens/amount'
import { tokenBySymbol } from '@/lib/chain/tokens/tokens'
import { readingNow } from '@/lib/chat/page/reading'
import { timeFormat } from '@/lib/chat/page/time-words'
import { isPurchase, type PlanTerms } from '@/lib/wire/plan'
import { dueAt, dueOrEnd, startOfDay } from '@/lib/wire/schedule'
import { hourText, rhythmText } from '@/lib/wire/schedule-text'
import { DetailRow, DetailRows } from '../frame/detail-rows'

/** Looks up a plan's tokens in our own lists. Null if one of them, or the network, is missing there. */
export function tokensOf(terms: PlanTerms, chains: Chains): { sold: Token; bought: Token | null } | null {
  const chain = chains.get(terms.chainId)
  const sold = chain && tokenBySymbol(chain, terms.sells)
  const bought = chain && isPurchase(terms) ? tokenBySymbol(chain, terms.buys) : null
  return sold && (bought || !isPurchase(terms)) ? { sold, bought } : null
}

/** Says what the plan does and how often, such as "Buy $50.00 of ETH, every Friday". */
export function planHeadline(terms: PlanTerms, chains: Chains): string {
  const tokens = tokensOf(terms, chains)
  const sum = tokens ? sumText(terms, tokens.sold, 1n) : `${terms.amount.value} ${terms.sells}`
  const rhythm = rhythmText(terms.schedule).replace(/ \(.*\)$/, '')
  if (!isPurchase(terms)) return `Send ${sum}, ${rhythm}`
  return terms.amount.kind === 'usd'
    ? `Buy ${dollars(terms, 1n)} of ${terms.buys}, ${rhythm}`
    : `Buy ${terms.buys} with ${sum}, ${rhythm}`
}

const dollars = ({ amount }: PlanTerms, times: bigint): string =>
  formatUsd((parseAmount(amount.value, 8) ?? 0n) * times)

/** Formats the amount of `times` dates. */
function sumText(terms: PlanTerms, { decimals, symbol }: Token, times: bigint): string {
  if (terms.amount.kind === 'usd') return `${dollars(terms, times)} of ${symbol}`
  return `${formatAmount((parseAmount(terms.amount.value, decimals) ?? 0n) * times, decimals)} ${symbol}`
}

/** Lists every term, with dates in the reader's own language and time zone. */
export function PlanTermRows({ terms, chains }: { terms: PlanTerms; chains: Chains }) {
  const { schedule, amount, chainId } = terms
  const tokens = tokensOf(terms, chains)
  const first = [0, 1, 2].flatMap((index) => dueOrEnd(schedule, index) ?? [])
  const once = isPurchase(terms) ? 'purchase' : 'transfer'
  const sold = tokens?.sold
  return (
    <div className="in-words">
      <DetailRows>
        <DetailRow label="Leaves each time">
          {amount.kind === 'usd' ? (
            <>
              <span className="figures">{dollars(terms, 1n)}</span> worth of{' '}
              <PlannedToken token={sold} symbol={terms.sells} />
            </>
          ) : sold ? (
            <Amount {...sold} value={parseAmount(amount.value, sold.decimals) ?? 0n} listed of={sold} />
          ) : (
            <>
              <span className="figures">{amount.value}</span> <TokenSymbol symbol={terms.sells} listed={false} />
            </>
          )}
        </DetailRow>
        {schedule.times !== null && sold && (
          <DetailRow label="Leaves in all">
            <span className="figures">{sumText(terms, sold, BigInt(schedule.times))}</span>
          </DetailRow>
        )}
        {isPurchase(terms) ? (
          <>
            <DetailRow label="Arrives in your own account">
              <PlannedToken token={tokens?.bought} symbol={terms.buys} />, at the price of that moment
            </DetailRow>
            {terms.slippage !== undefined && (
              <DetailRow label="Maximum slippage">
                <span className="figures">{percentOf(terms.slippage, 3)}</span>
              </DetailRow>
            )}
          </>
        ) : (
          <DetailRow label="Receiver">
            <FullAddress address={terms.to} />
          </DetailRow>
        )}
        <DetailRow label="Network">
          <ChainName chainId={chainId} />
        </DetailRow>
        <DetailRow label="When">
          {rhythmText(schedule)} at {hourText(schedule)}
        </DetailRow>
        <DetailRow label={first.length === 1 ? 'Date' : 'First dates'}>
          <ul className="text-right tabular-nums">
            {first.map((at) => (
              <li key={at}>{whenText(at)}</li>
            ))}
          </ul>
        </DetailRow>
        <DetailRow label="Ends">
          {schedule.times === null
            ? 'when you end it: it has no end date'
            : `after ${schedule.times === 1 ? `1 ${once}` : `${schedule.times} ${once}s`}`}
        </DetailRow>
        {schedule.times !== null && schedule.times > first.length && (
          <DetailRow label="Last date">
            <span className="tabular-nums">{whenText(dueAt(schedule, schedule.times - 1))}</span>
          </DetailRow>
        )}
        {schedule.until && (
          <DetailRow label="Last day, as you named it">{dayText(startOfDay(schedule.until))}</DetailRow>
        )}
        {ownZone() !== 'UTC' && (
          <DetailRow label="Time zone">dates shown in {ownZone()}; the plan keeps to UTC</DetailRow>
        )}
      </DetailRows>
    </div>
  )
}

/** Names a token of a plan, with the icon of the one on our list. */
export const PlannedToken = ({ token, symbol }: { token: Token | null | undefined; symbol: string }) => (
  <span className="whitespace-nowrap">
    {token && <TokenIcon {...token} size={16} className="mr-1" />}
    <TokenSymbol symbol={symbol} listed={Boolean(token)} />
  </span>
)

const ownZone = (): string =>
  readingNow().zone === 'utc' ? 'UTC' : new Intl.DateTimeFormat().resolvedOptions().timeZone

const dueDay = timeFormat({
  weekday: 'short',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** Formats a date of a plan in the reader's time zone, from milliseconds. */
export const whenText = (at: number): string => dueDay.format(at)

/** Formats a named day in UTC, like all days of a plan. */
const dayText = (at: number): string =>
  `${new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).format(at)} (UTC)`
