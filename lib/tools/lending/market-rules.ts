import type { Address } from 'viem'
import type { Cap, LendingReserve } from '@/lib/chain/lending/market'
import type { MarketKind } from '@/lib/chain/lending/read-market'
import { formatAmount } from '@/lib/chain/tokens/amount'
import { percentOfWhole } from '@/lib/chain/tokens/percent'
import type { TokenFacts } from '@/lib/chain/tokens/token-contract'
import type { Finding, Fix } from '../finding'
import type { LendingTerms } from './details'
import type { LendingAction } from './parameters'

/** Rules about the market and the reserve (docs/review-rules.md, "Lending"). Pure: from the data read. */

const notMarkets: Readonly<Record<Exclude<MarketKind, 'market'>, string>> = {
  none: 'There is no contract at the market’s address.',
  hub: 'This is a hub of a lending market, not the market itself.',
  'old-pool': 'This is a lending pool of an older version.',
  vault: 'This is a vault, not a lending market.',
  other: 'The contract at this address is not a lending market.',
}

/** Checks what is at the address, and whether this app vouches for it. */
export function marketFindings(kind: MarketKind, isPinned: boolean, address: Address): readonly Finding[] {
  if (kind !== 'market')
    return [
      {
        rule: 'lending.market',
        level: 'BLOCK',
        title: notMarkets[kind],
        observed: address,
        why:
          kind === 'hub'
            ? 'People supply and borrow at the markets (spokes) in front of it. Ask again with the address of one.'
            : 'Lending here works only with version 4 markets. Ask again with the address of one.',
      },
    ]
  if (isPinned) return []
  return [
    {
      rule: 'lending.market',
      level: 'DANGER',
      title: 'This app does not know this lending market.',
      observed: address,
      why: 'It answers like a version 4 market, but anyone can deploy such a contract. What you supply to it may be gone.',
    },
  ]
}

export const noReserve: Finding = {
  rule: 'lending.reserve',
  level: 'BLOCK',
  title: 'This market does not have this token.',
  why: 'The agent named the wrong market or the wrong token. Ask again with the right one.',
}

export const nativeCoin: Finding = {
  rule: 'lending.reserve',
  level: 'BLOCK',
  title: 'Lending markets do not take the network’s own coin.',
  why: 'They take the wrapped version. Ask for that, or wrap the coin first.',
}

export const whichReserve = (count: number): Finding => ({
  rule: 'lending.reserve',
  level: 'BLOCK',
  title: `This market has the token in ${count} reserves. Choose the one you mean.`,
  asks: 'Choose a reserve',
  why: 'They differ in rates, liquidity and where the token is held. Nothing is prepared until you choose.',
})

/** Checks the reserve's switches. `other` is a reserve of the same token in which the action makes sense. */
export function stateFindings(
  action: LendingAction,
  { paused, frozen, borrowable }: LendingReserve,
  other: LendingReserve | null,
): readonly Finding[] {
  const shut = (rule: string, title: string, why: string): readonly Finding[] => [
    { rule, level: 'BLOCK', title, why, ...otherFix(other) },
  ]
  if (paused)
    return shut(
      'lending.paused',
      'The market has paused this token.',
      'Nothing can be done with it until it is unpaused.',
    )
  if (frozen && (action === 'supply' || action === 'borrow'))
    return shut(
      'lending.frozen',
      'The market has frozen this token.',
      'It can be repaid and withdrawn, but not supplied or borrowed.',
    )
  if (action === 'borrow' && !borrowable)
    return shut('lending.borrowable', 'The market does not lend this token.', 'It can only be supplied.')
  return []
}

export const otherFix = (other: LendingReserve | null): { fix?: Fix } =>
  other
    ? {
        fix: {
          kind: 'adjust',
          label: 'Use the other reserve',
          adjustments: { reserveId: other.reserveId.toString() },
        },
      }
    : {}

/** Checks caps, liquidity and the account's share of the reserve. */
export function roomFindings(action: LendingAction, terms: LendingTerms, token: TokenFacts): readonly Finding[] {
  const { reserve, amount } = terms
  switch (action) {
    case 'supply':
      return [...capFindings(reserve.supplyCap, amount, token, 'supplied'), ...shareFindings(reserve, amount)]
    case 'borrow':
      return [
        ...capFindings(reserve.borrowCap, amount, token, 'borrowed'),
        ...liquidityFindings(reserve, amount, token, 'borrowed'),
      ]
    case 'withdraw':
      return liquidityFindings(reserve, amount, token, 'withdrawn')
    case 'repay':
      return []
  }
}

type Done = 'supplied' | 'borrowed' | 'withdrawn'

function capFindings(cap: Cap | null, amount: bigint, token: TokenFacts, done: Done): readonly Finding[] {
  const rule = 'lending.cap'
  if (!cap) return [unread(rule, `The limit on what may be ${done} could not be read.`)]
  const { limit, used } = cap
  if (limit === null) return []
  const free = limit > used ? limit - used : 0n
  const observed = `${formatAmount(free, token.decimals, 'in')} of ${formatAmount(limit, token.decimals, 'in')} is left`
  if (amount > free)
    return [
      {
        rule,
        level: 'BLOCK',
        title: `The market’s limit does not allow this much to be ${done}.`,
        observed,
        why: 'Ask for less, or wait until others have made room.',
      },
    ]
  return (used + amount) * 100n >= limit * 98n
    ? [{ rule, level: 'WARN', title: `The market is nearly at its limit for what may be ${done}.`, observed }]
    : []
}

function liquidityFindings(
  { liquidity }: LendingReserve,
  amount: bigint,
  token: TokenFacts,
  done: Done,
): readonly Finding[] {
  const rule = 'lending.liquidity'
  if (liquidity === null) return [unread(rule, `How much can be ${done} now could not be read.`)]
  const observed = `${formatAmount(liquidity, token.decimals, 'in')} is there`
  if (amount > liquidity)
    return [
      {
        rule,
        level: 'BLOCK',
        title: `The market does not have enough for this much to be ${done}.`,
        claim: formatAmount(amount, token.decimals),
        observed,
        why: 'The rest is lent to others. Ask for less, or wait until it is repaid.',
      },
    ]
  return amount * 100n >= liquidity * 98n
    ? [
        {
          rule,
          level: 'WARN',
          title: 'This takes nearly all that the market has of the token.',
          observed,
          why: 'Rates rise when little is left, and others may get there first.',
        },
      ]
    : []
}

function shareFindings({ totalSupplied, supplied }: LendingReserve, amount: bigint): readonly Finding[] {
  if (totalSupplied === null) return []
  const ours = supplied + amount
  const all = totalSupplied + amount
  if (all === 0n || ours * 4n <= all) return []
  return [
    {
      rule: 'lending.share',
      level: 'WARN',
      title: `You would hold ${percentOfWhole(ours, all)} of everything supplied to this reserve.`,
      why: 'In a small reserve, a few borrowers decide whether you can take your tokens out.',
    },
  ]
}

const unread = (rule: string, title: string): Finding => ({
  rule,
  level: 'UNVERIFIED',
  title,
  why: 'The simulation shows whether it works now. Continue only if you know this market.',
})
