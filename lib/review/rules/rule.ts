import type { Finding } from '@/lib/tools/finding'
import type { RuleContext } from '../context'
import type { LookBack } from '../facts/contract-facts'
import type { DecodedPlan } from '../facts/decoded-plan'
import type { KnownAddress } from '../facts/known-addresses'

/** A finding before it is signed with its rule's id. */
export type Observation = Omit<Finding, 'rule'>

/** One rule of the catalogue. Checks look at the context alone: all reading is done before. */
export type Rule = {
  /** The id in the catalogue. */
  id: string
  /** What is not known when the rule cannot be run, after "Not checked: ". */
  about: string
  /** Whether the plan gives the rule anything to look at. Absent: always. */
  applies?: (context: RuleContext) => boolean
  /** Where the rule has to know whether there was code some days ago: `context.age` tells. Absent: nowhere. */
  looksBack?: (decoded: DecodedPlan, known: readonly KnownAddress[]) => readonly LookBack[]
  /** May be a generator: what it has found before it throws stays found. */
  check: (context: RuleContext) => Observation | Iterable<Observation> | null
}
