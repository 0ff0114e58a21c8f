import type { Display } from '@/lib/wire/display'
import type { RequestFields } from '@/lib/wire/draft'
import type { NewOffer } from '@/lib/wire/plan'
import type { ToolName } from '@/lib/wire/tool-names'

/** The agent's text in one turn, and its proposals. */
export type Reply = {
  text: string
  calls: readonly { name: ToolName; parameters: Record<string, unknown>; replaces?: string }[]
  /** A plan for the person to confirm. */
  offer?: NewOffer
  /** The person's request as it was read, for them to correct or confirm. */
  draft?: RequestFields
  /** Drawn below the text, which says the same. */
  display?: Display
  /** Ids of open calls that this reply withdraws. */
  withdraws?: readonly string[]
}

export const say = (text: string): Reply => ({ text, calls: [] })

export const propose = (name: ToolName, parameters: Record<string, unknown>, text: string): Reply => ({
  text,
  calls: [{ name, parameters }],
})
