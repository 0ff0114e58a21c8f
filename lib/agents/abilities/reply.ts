import type { Display } from '@/lib/wire/display'
import type { NewOffer } from '@/lib/wire/plan'
import type { ToolName } from '@/lib/wire/tool-names'

/** What the agent says in one turn, and what it proposes with it. */
export type Reply = {
  text: string
  calls: readonly { name: ToolName; parameters: Record<string, unknown>; replaces?: string }[]
  /** A plan for the person to confirm. */
  offer?: NewOffer
  /** Drawn below the text, which says the same. */
  display?: Display
  /** Ids of the open calls that it takes back. */
  withdraws?: readonly string[]
}

export const say = (text: string): Reply => ({ text, calls: [] })

export const propose = (name: ToolName, parameters: Record<string, unknown>, text: string): Reply => ({
  text,
  calls: [{ name, parameters }],
})
