import type { Finding } from '@/lib/tools/finding'
import type { RuleContext } from '../context'
import type { LookBack } from '../facts/contract-facts'
import type { DecodedPlan } from '../facts/decoded-plan'
import type { KnownAddress } from '../facts/known-addresses'

/** A finding without its rule's id. */
export type Observation = Omit<Finding, 'rule'>

/** One rule of the catalogue. Checks use only the context: everything was read before. */
export type RuleOn<Context> = {
  /** Id in the catalogue. */
  id: string
  /** Text of what stays unknown if the rule cannot run. Follows "Not checked: ". */
  about: string
  /** True if the rule has anything to check. Absent: always. */
  applies?: (context: Context) => boolean
  /** May be a generator: what it yields before it throws is kept. */
  check: (context: Context) => Observation | Iterable<Observation> | null
}

/** A rule for plans. */
export type Rule = RuleOn<RuleContext> & {
  /** Addresses whose age the rule needs, by `context.age`. Absent: none. */
  looksBack?: (decoded: DecodedPlan, known: readonly KnownAddress[]) => readonly LookBack[]
}
