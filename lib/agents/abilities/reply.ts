import { findTool } from '@/lib/tools/registry'
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

/**
 * Returns the text of a reply, with the sentence that ends every proposal: talking moves nothing. `isKnown`: a card came
 * before in this conversation, so that the short form will do.
 */
export function wholeText({ text, calls }: Reply, isKnown: boolean): string {
  const cards = calls.filter(({ name }) => proposes(name)).length
  if (cards === 0) return text
  const one = isKnown ? 'Check the card.' : onTheCard
  const several = `Check the cards, which come one after another${isKnown ? '' : '; nothing happens until you countersign each one'}.`
  return cards === 1 ? `${text} ${one}` : `${text}\n\n${several}`
}

export const onTheCard = 'Check the card; nothing happens until you countersign it.'

/** True for a call that asks for a countersignature, and does not only show something. */
export const proposes = (name: string): boolean => findTool(name)?.kind !== 'display'

export const say = (text: string): Reply => ({ text, calls: [] })

export const propose = (name: ToolName, parameters: Record<string, unknown>, text: string): Reply => ({
  text,
  calls: [{ name, parameters }],
})
