import type { RequestFields } from '@/lib/wire/draft'
import type { NewOffer } from '@/lib/wire/plan'
import type { ToolName } from '@/lib/wire/tool-names'

/** What the agent says in one turn, and what it proposes with it. */
export type Reply = {
  text: string
  calls: readonly { name: ToolName; parameters: Record<string, unknown>; replaces?: string }[]
  /** A plan for the person to confirm. */
  offer?: NewOffer
  /** The person's request as it was read, for them to correct or confirm. */
  draft?: RequestFields
  /** Ids of the open calls that it takes back. */
  withdraws?: readonly string[]
}

export const say = (text: string): Reply => ({ text, calls: [] })

export const propose = (name: ToolName, parameters: Record<string, unknown>, text: string): Reply => ({
  text,
  calls: [{ name, parameters }],
})
