import type { Lexicon } from '../tagger/lexicon'
import { tag } from '../tagger/tag'
import { moodOf } from './abstain'
import { jobVerbs } from './job'
import { isRequested, revised, stepOf, withoutAmount } from './step'
import type { Dialogue, Step, Understanding } from './understanding'

const wrong =
  /\b(?:wrong|incorrect|mistaken?|bad|old|outdated)\b|\bnot\s+(?:that|this|the|his|her|their|my|right|correct)\b|\bisn['’]?t\b|\b(?:don['’]?t|do\s+not)\s+(?:trust|know|like|recogni[sz]e|want)\b|\bno\s+longer\b/
const ofRecipient = /\b(?:address|addy|recipient|receiver|person|guy|man|woman|contact|wallet|account)\b/
const ofAmount = /\b(?:amount|sum|number|figure|size|quantity)\b/

/**
 * "Oops, I pasted the wrong address", of a request that stands: it is without its recipient, which is asked for again; and so
 * of its amount. Null where what is right is said too, or nothing is said to be wrong.
 */
export function objectionIn(lower: string, lexicon: Lexicon, dialogue: Dialogue): Understanding | null {
  const step = stepOf(dialogue)
  const { standing } = dialogue
  if (!step) return null
  const other = standing === 'open' || standing === 'proposed' ? toTheOther(step, lower, dialogue) : null
  if (other) return revised(other, dialogue)
  if (!wrong.test(lower)) return null
  const items = tag(lower, lexicon)
  if (!items.every(({ is }) => is === 'word' || is === 'comma' || is === 'link' || is === 'quote')) return null
  if (jobVerbs(items).length > 0 || lower.includes('?') || moodOf(lower, false) === 'question') return null
  const isOver = standing === 'done' || standing === 'uncertain'
  if (isOver) return ofRecipient.test(lower) && withoutRecipient(step) ? { kind: 'cancel', was: standing } : null
  const next = ofRecipient.test(lower) ? withoutRecipient(step) : ofAmount.test(lower) ? withoutAmount(step) : null
  const found = next && revised(next, dialogue)
  return found && isRequested(found) && standing === 'proposed' ? { ...found, objected: true } : found
}

const theOther =
  /^\W*(?:(?:no|nah|nope|oh|sorry|actually|rather|wait|i\s+meant?|please|to)\b[\s,.!]*)*(?:the\s+other\s+(?:one|address|person|guy|wallet)|not\s+(?:that|this)\s+(?:one|address|person|guy|wallet))(?:[\s,]+(?:please|instead))*\W*$/

/** "No, the other one": of two people who were named, the other; or else whoever is meant is asked for. */
function toTheOther(step: Step, lower: string, { contacts }: Dialogue): Step | null {
  const open = withoutRecipient(step)
  // Of NFTs, "one" is the NFT.
  if (!open || !theOther.test(lower) || (step.kind === 'nft' && /\bone\b/.test(lower))) return null
  const now = step.kind === 'nft' ? step.nft.recipient : step.kind === 'request' ? step.draft.recipient : undefined
  const others = [...new Set(contacts.values())].filter((address) => now?.kind !== 'address' || address !== now.address)
  const [address] = others
  if (address === undefined || others.length > 1) return open
  const recipient = { kind: 'address' as const, address }
  if (open.kind === 'nft') return { kind: 'nft', nft: { ...open.nft, recipient } }
  return open.kind === 'request' ? { kind: 'request', draft: { ...open.draft, recipient } } : open
}

function withoutRecipient(step: Step): Step | null {
  if (step.kind === 'nft') {
    const { recipient: _, ...nft } = step.nft
    return { kind: 'nft', nft }
  }
  if (step.kind !== 'request' || step.draft.action !== 'send') return null
  const { recipient: _, ...draft } = step.draft
  return { kind: 'request', draft }
}

const doubts =
  /\b(?:wrong|mistaken?|incorrect|oops|not|no|nope|nah|never|trust|scam\w*|careful|unsure|doubt\w*|worr\w+|suspicious|fake|stolen|hacked|dont|doesnt|isnt|didnt|cant|wont|shouldnt)\b|n['’]t\b/i

/** Whether words that were not understood may be against what stands: a "yes" after them is no yes to that. */
export const mayObject = (text: string): boolean => doubts.test(text)
