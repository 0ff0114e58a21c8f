import type { Finding } from '@/lib/tools/finding'
import { NotApplicable, type RuleContext, Unavailable } from '../context'
import type { Observation, Rule, RuleOn } from './rule'

/** A rule, apart from what it checks. */
type Named = Pick<Rule, 'id' | 'about'>

/** Findings of a rule, and in words what stopped it from finding more. */
type Outcome = { rule: Named; found: readonly Finding[]; unavailable: string | null; notApplicable: string | null }

/**
 * Runs each rule independently. A rule that throws is UNVERIFIED under its id, so that no failure looks like a pass. If
 * the chain could not be asked at all, the rules that needed it share one finding. A rule that throws NotApplicable
 * gives no finding while something else blocks the plan; otherwise it is UNVERIFIED too.
 */
export function runRules(rules: readonly Rule[], context: RuleContext): Finding[] {
  const outcomes = rules.map((rule) => run(rule, context))
  const failure = context.failure()
  const unasked = outcomes
    .filter(({ unavailable }) => unavailable !== null && unavailable === failure)
    .map(({ rule }) => rule)
  const found = outcomes.flatMap(({ rule, found, unavailable }) =>
    unavailable === null || unasked.includes(rule) ? found : [...found, unverified(rule, unavailable)],
  )
  const all = failure !== null && unasked.length > 0 ? [chainUnasked(unasked, failure), ...found] : found
  if (all.some(({ level }) => level === 'BLOCK')) return all
  return [
    ...all,
    ...outcomes.flatMap(({ rule, notApplicable }) => (notApplicable === null ? [] : [unverified(rule, notApplicable)])),
  ]
}

/** Runs rules of which none needs an answer of a chain. What stops one from finding more is UNVERIFIED. */
export const runEach = <Context>(rules: readonly RuleOn<Context>[], context: Context): Finding[] =>
  rules.flatMap((rule) => {
    const { found, unavailable, notApplicable } = run(rule, context)
    const reason = unavailable ?? notApplicable
    return reason === null ? found : [...found, unverified(rule, reason)]
  })

function run<Context>(rule: RuleOn<Context>, context: Context): Outcome {
  const observed: Observation[] = []
  const outcome = (stopped: Partial<Outcome> = {}): Outcome => ({
    rule,
    found: observed.map((observation) => ({ rule: rule.id, ...observation })),
    unavailable: null,
    notApplicable: null,
    ...stopped,
  })
  try {
    if (rule.applies && !rule.applies(context)) return outcome()
    const result = rule.check(context)
    if (result === null) return outcome()
    if ('level' in result) observed.push(result)
    else for (const observation of result) observed.push(observation)
    return outcome()
  } catch (error) {
    if (error instanceof NotApplicable) return outcome({ notApplicable: error.message })
    return outcome({ unavailable: error instanceof Unavailable ? error.message : 'this check itself failed' })
  }
}

const unverified = (rule: Named, reason: string): Finding => ({
  rule: rule.id,
  level: 'UNVERIFIED',
  title: `Not checked: ${rule.about}.`,
  observed: reason,
  why: 'Try again, or continue only if you can check this yourself.',
})

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** Reports one finding for one cause: a line for each rule would bury it. */
const chainUnasked = (rules: readonly Named[], reason: string): Finding => ({
  rule: 'rpc',
  level: 'UNVERIFIED',
  title: 'The chain could not be reached.',
  observed: reason,
  why: `So it is not known ${list.format(rules.map(({ about }) => about))}. Check again, or continue only if you can check all of this yourself.`,
  fix: { kind: 'refresh', label: 'Check again' },
  covers: rules.map(({ id }) => id),
})
