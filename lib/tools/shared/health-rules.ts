import type { LendingAccount } from '@/lib/chain/lending/market'
import { percentOf } from '@/lib/chain/tokens/percent'
import type { Figure } from '../figure'
import type { Finding } from '../finding'

/**
 * Rules about the health factor (docs/review-rules.md, `lending.health`). Aave shows it in red below 1.1, and asks for
 * confirmation below 1.5.
 */

const wad = 10n ** 18n
const levels: readonly (readonly [below: bigint, level: 'BLOCK' | 'DANGER' | 'WARN'])[] = [
  [wad, 'BLOCK'],
  [(wad * 110n) / 100n, 'DANGER'],
  [(wad * 150n) / 100n, 'WARN'],
]

type Health = Pick<LendingAccount, 'healthFactor'>

export const liquidatedAtOnce = 'Your loan could be liquidated at once.'

/** Finding if the market gives no health factor, or cannot be trusted. */
export const healthUnknown = (observed: string, why: string): Finding => ({
  rule: 'lending.health',
  level: 'UNVERIFIED',
  title: 'Not checked: how safe your loan is afterwards.',
  observed,
  why,
})

/** Finding for a requested loan. */
export const nowOwed = (told: Pick<Finding, 'observed' | 'why'>): Finding => ({
  rule: 'lending.debt',
  level: 'INFO',
  title: 'You will owe what you borrow.',
  ...told,
})

/** Returns the level of a health factor, regardless of what a plan does to it. Null if it is no worry. */
export function levelOfHealth(health: bigint): 'BLOCK' | 'DANGER' | 'WARN' | null {
  return levels.find(([below]) => health < below)?.[1] ?? null
}

/** Rates how worrying the health factor after the plan is. If the plan does not worsen it, at most WARN. */
function healthLevel(before: Health, after: Health): 'BLOCK' | 'DANGER' | 'WARN' | null {
  const is = after.healthFactor
  if (is === null) return null
  const level = levelOfHealth(is)
  if (level === null) return null
  const isRescue = before.healthFactor !== null && is >= before.healthFactor
  return isRescue ? 'WARN' : level
}

export function healthFindings(before: Health, after: Health): readonly Finding[] {
  const level = healthLevel(before, after)
  const was = before.healthFactor
  const is = after.healthFactor
  if (is === null) return []
  const observed = was === null ? healthText(is) : `${healthText(was)} becomes ${healthText(is)}`
  const findings: Finding[] = []
  if (level)
    findings.push({
      rule: 'lending.health',
      level,
      title: titles(is, was !== null && is >= was),
      observed,
      why: `Below 1.00 your collateral is sold to repay the debt, with a penalty. A price fall of ${percentOf(fallShare(is), 1)} is enough.`,
    })
  if (was !== null && is * 10n < was * 7n)
    findings.push({
      rule: 'lending.health-drop',
      level: 'WARN',
      title: 'Your loan becomes much less safe.',
      observed,
      why: 'The health factor falls by more than 30%.',
    })
  return findings
}

/** Shows the health factor before and after, with its level. Empty without debt before and after. */
export function healthFigures(before: Health, after: Health, id = 'health-factor'): readonly Figure[] {
  if (before.healthFactor === null && after.healthFactor === null) return []
  const level = healthLevel(before, after)
  return [
    {
      id,
      label: 'Health factor',
      before: { kind: 'health', wad: before.healthFactor },
      after: { kind: 'health', wad: after.healthFactor },
      ...(level ? { level: level === 'WARN' ? 'WARN' : 'DANGER' } : {}),
    },
  ]
}

function titles(is: bigint, isRescue: boolean): string {
  if (isRescue) return 'Your loan is still close to liquidation.'
  if (is < wad) return liquidatedAtOnce
  if (is * 100n < wad * 105n) return 'Your loan would be on the edge of liquidation.'
  if (is * 100n < wad * 110n) return 'Your loan would be very close to liquidation.'
  return 'Your loan would be fairly close to liquidation.'
}

/** Returns the fraction by which the price of all collateral together may fall before liquidation. */
export const fallShare = (health: bigint): number =>
  health <= wad ? 0 : 1 - Number((wad * 1_000_000n) / health) / 1_000_000

/** Formats with two decimals, truncated: never better than it is. */
export function healthText(health: bigint): string {
  const hundredths = (health * 100n) / wad
  return `${hundredths / 100n}.${(hundredths % 100n).toString().padStart(2, '0')}`
}
