import type { Item } from '../tagger/item'
import type { Lexicon } from '../tagger/lexicon'
import { abstentionIn } from './abstain'
import { bareMention, looseBridge, looseSend, looseSwap } from './loose'
import { type Mentions, readMentions } from './mentions'
import { balancesOf, balancesQuery, priceQuery, rateQuery, smallTalkIn } from './reads'
import { revise } from './revise'
import { revised } from './step'
import { slippageIn, type Tagged } from './tagged'
import type { Dialogue, Understanding } from './understanding'

/** Reads a message without a verb that asks for something: a question, or what adds to a request or changes it. */
export function understandRemark(
  lower: string,
  tagged: readonly Tagged[],
  lexicon: Lexicon,
  dialogue: Dialogue,
): Understanding {
  const items = tagged.flatMap((sentence) => sentence.items)
  const abstention = abstentionIn(lower, false)
  if (abstention) return { kind: 'abstain', topic: abstention }
  const past = items.find((item, index) => item.is === 'verb' && item.form !== 'base' && !isPassive(items[index - 1]))
  if (past?.is === 'verb') return { kind: 'abstain', topic: past.form === 'past' ? 'past' : 'hypothetical' }
  const balances = balancesQuery(lower, items)
  if (balances) return { kind: 'balances', query: balances }
  // "And DAI?", after what is held.
  if (
    dialogue.topic === 'balances' &&
    /^(?:and|what about|how about)\b/.test(lower) &&
    items.some(({ is }) => is === 'token' || is === 'chain')
  )
    return { kind: 'balances', query: balancesOf(items) }
  const price = rateQuery(lower, items) ?? priceQuery(lower, items, dialogue.topic === 'price')
  if (price) return { kind: 'price', query: price }
  const mentions = readMentions(items)
  const asking = tagged.some((sentence) => sentence.mood === 'question')
  if (dialogue.draft && !asking) {
    const next = revise(dialogue.draft, dialogue.asked, mentions, slippageIn(items))
    if (next) return revised({ kind: 'request', draft: next }, dialogue)
  }
  const talk = smallTalkIn(lower)
  if (talk) return { kind: 'talk', topic: talk }
  if (asking) return { kind: 'talk', topic: 'unclear' }
  const loose = looseSwap(mentions) ?? looseSend(mentions) ?? looseBridge(mentions, items)
  if (loose) return { kind: 'request', draft: isAskedFor(lower, mentions) ? { ...loose, unsure: false } : loose }
  // "ETH?"
  const [only] = mentions.all
  const mention = bareMention(mentions, lexicon)
  if (
    mention?.what === 'token' &&
    only?.link === 'start' &&
    only.token?.symbol &&
    !dialogue.draft &&
    tagged.some(({ question }) => question)
  )
    return { kind: 'price', query: { tokens: [only.token] } }
  return mention ? { kind: 'bare', mention } : { kind: 'talk', topic: 'unclear' }
}

/** "Being paid in DAI", "to be sent": nothing that has been done. */
const isPassive = (before: Item | undefined): boolean =>
  before?.is === 'word' && /^(?:be|being|gets?|getting)$/.test(before.text)

/** "1 ETH to USDC, please": with so much as a please it is no thought aloud. */
const isAskedFor = (lower: string, { unread, quoted }: Mentions): boolean =>
  /\b(?:please|pls|plz|kindly)\b/.test(lower) && unread.length === 0 && !quoted
