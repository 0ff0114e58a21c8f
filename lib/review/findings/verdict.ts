import { type Finding, findingLevels } from '@/lib/tools/finding'
import type { Plan } from '@/lib/tools/plan'
import { decodePlan, runningCalls } from '../facts/decoded-plan'
import type { Effects, Verdict } from '../review'

/**
 * Sorts findings worst first, and keeps their order within a level. What only waits for the person's choice is not as bad
 * as what no choice helps.
 */
export const worstFirst = (findings: readonly Finding[]): Finding[] =>
  findings.toSorted(
    (a, b) =>
      findingLevels.indexOf(a.level) - findingLevels.indexOf(b.level) ||
      Number(a.asks !== undefined) - Number(b.asks !== undefined),
  )

/**
 * True if a plan can cost the account anything but the network fee, or if that is unknown: an unknown function may give
 * away what no balance shows, such as control over a loan.
 */
export function movesValue(plan: Plan, effects: Effects | null): boolean {
  if (!effects) return true
  return (
    plan.steps.some(({ value }) => value > 0n) ||
    runningCalls(decodePlan(plan)).some(({ call }) => !call.known) ||
    plan.declares.out.length > 0 ||
    plan.declares.allowances.length > 0 ||
    effects.balances.some(({ before, after }) => after < before) ||
    effects.allowances.some(({ before, amount }) => amount > before) ||
    effects.operators.some(({ approved }) => approved)
  )
}

/** Rules that vouch for the effects: that they are complete, and the same when mined. */
const ofEffects: readonly string[] = ['G7', 'G23.environment']

/** BLOCK blocks. DANGER must be acknowledged, and so must UNVERIFIED if the plan may move value. */
export function verdictOf(findings: readonly Finding[], plan: Plan, effects: Effects | null): Verdict {
  const isVouchedFor = !findings.some(({ rule, level }) => level === 'UNVERIFIED' && ofEffects.includes(rule))
  return verdictBy(findings, () => movesValue(plan, isVouchedFor ? effects : null))
}

/** The same for terms, whose signature gives something away whatever they say. */
export const verdictOfTerms = (findings: readonly Finding[]): Verdict => verdictBy(findings, () => true)

function verdictBy(findings: readonly Finding[], mattersUnchecked: () => boolean): Verdict {
  const has = (level: Finding['level']) => findings.some((finding) => finding.level === level)
  if (has('BLOCK')) return 'blocked'
  return has('DANGER') || (has('UNVERIFIED') && mattersUnchecked()) ? 'acknowledge' : 'ready'
}
