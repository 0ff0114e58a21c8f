import type { LendingAccount, LendingReserve } from '@/lib/chain/lending/market'
import type { Finding } from '../finding'
import { healthText } from '../shared/health-rules'
import type { LendingTerms } from './details'
import type { LendingAction } from './parameters'

/** Rules about collateral that need no simulation. Pure. */
export function collateralFindings(
  action: LendingAction,
  terms: LendingTerms,
  account: LendingAccount | null,
  reserves: readonly LendingReserve[],
): readonly Finding[] {
  switch (action) {
    case 'supply':
      return suppliedFindings(terms)
    case 'borrow':
      return [...nothingBehind(account), ...predicted(action, terms, account), ...pairFindings(terms, reserves)]
    case 'withdraw':
      return predicted(action, terms, account)
    case 'repay':
      return []
  }
}

function suppliedFindings({ collateral, reserve }: LendingTerms): readonly Finding[] {
  if (!collateral || collateral.use) return []
  return [
    {
      rule: 'lending.collateral',
      level: 'INFO',
      title: collateral.isChoice
        ? 'What you supply earns interest, but does not count as collateral.'
        : 'This market does not take this token as collateral.',
      why: 'You cannot borrow against it.',
      ...(collateral.isChoice && reserve.supplied === 0n
        ? { fix: { kind: 'adjust', label: 'Use it as collateral', adjustments: { collateral: true } } }
        : {}),
    },
  ]
}

function nothingBehind(account: LendingAccount | null): readonly Finding[] {
  if (!account || account.collateral > 0n) return []
  return [
    {
      rule: 'lending.collateral',
      level: 'BLOCK',
      title: 'Nothing you have in this market counts as collateral.',
      why: 'Supply something first and use it as collateral. Without that, what you supply backs no loan.',
    },
  ]
}

const wad = 10n ** 18n

/**
 * Computes the health factor from the market's own figures if the market is certain to refuse: its refusal in the
 * simulation would not say by how much. Allows a thousandth for rounding; above that the simulation decides.
 */
function predicted(action: LendingAction, terms: LendingTerms, account: LendingAccount | null): readonly Finding[] {
  const health = account && healthAfter(action, terms, account)
  if (health === null || health * 1_000n >= wad * 999n) return []
  return [
    {
      rule: 'lending.health',
      level: 'BLOCK',
      title: 'Your collateral would not cover your debt.',
      terms: { claim: 'Health factor needed', observed: 'It would be' },
      claim: '1.00',
      observed: healthText(health),
      why:
        action === 'borrow'
          ? 'The market refuses such a loan. Borrow less, or supply more collateral first.'
          : 'The market refuses that. Withdraw less, or repay some of the debt first.',
    },
  ]
}

/** Returns the health factor in 18 decimals. Null if it is unknown, or there is no debt. */
function healthAfter(action: LendingAction, { reserve, amount }: LendingTerms, account: LendingAccount): bigint | null {
  const { price, decimals, collateralFactor, isCollateral } = reserve
  if (price === null || collateralFactor === null) return null
  if (action === 'withdraw' && !isCollateral) return null
  // USD in 26 decimals, as the market counts.
  const value = (amount * price * wad) / 10n ** BigInt(decimals)
  const debt = account.debt + (action === 'borrow' ? value : 0n)
  if (debt === 0n) return null
  const taken = action === 'withdraw' ? value * collateralFactor * 10n ** 14n : 0n
  const backing = account.collateral * account.collateralFactor - taken
  return backing <= 0n ? 0n : backing / debt
}

/** True within five cents of a dollar, by the market's oracle. */
const isStable = (price: bigint): boolean => price >= 95_000_000n && price <= 105_000_000n

function pairFindings({ reserve }: LendingTerms, reserves: readonly LendingReserve[]): readonly Finding[] {
  const backing = reserves.flatMap(({ isCollateral, supplied, price }) =>
    isCollateral && supplied > 0n && price !== null ? [price] : [],
  )
  if (reserve.price === null || backing.length === 0) return []
  const borrowsStable = isStable(reserve.price)
  if (backing.every((price) => isStable(price) === borrowsStable)) return []
  return [
    {
      rule: 'lending.pair',
      level: 'INFO',
      title: borrowsStable
        ? 'You borrow a stable token against collateral whose price moves.'
        : 'You borrow a token whose price moves against other collateral.',
      why: borrowsStable
        ? 'If the collateral falls in price, it can be liquidated without asking you.'
        : 'If the borrowed token rises in price, your collateral can be liquidated without asking you.',
    },
  ]
}
