import type { Item, TokenMention, Verb } from '../tagger/item'
import { abstentionIn } from './abstain'
import type { Draft } from './draft'
import { fill } from './fill'
import { readMentions } from './mentions'
import { priceQuery, rateQuery } from './reads'
import { slippageIn, type Tagged } from './tagged'
import type { Dialogue, Understanding } from './understanding'

/** Reads a message with a verb that asks for something. `lower` is all of it in lower case. */
export function understandRequest(
  lower: string,
  tagged: readonly Tagged[],
  verbs: readonly { verb: Verb; text: string }[],
  dialogue: Dialogue,
): Understanding {
  const draft = dialogue.standing === 'open' ? dialogue.draft : null
  const abstention = abstentionIn(lower, true)
  if (abstention) return { kind: 'abstain', topic: abstention }
  const commands = tagged.filter((sentence) => sentence.items.some(isCommand))
  const items = tagged.flatMap((sentence) => sentence.items)
  if (commands.some((sentence) => sentence.mood === 'question')) {
    const rate = rateQuery(lower, items)
    if (rate) return { kind: 'price', query: rate }
    const price = priceQuery(lower, items, false)
    if (price?.tokens.some((token) => token.symbol)) return { kind: 'price', query: price }
    return { kind: 'abstain', topic: 'advice' }
  }
  const [first, ...others] = verbs
  if (!first || others.length > 0) return { kind: 'several' }
  // Questions beside the request ("can you guide me?") add nothing to it; statements might.
  const spoken = tagged.filter(
    (sentence) =>
      commands.includes(sentence) || !(sentence.question || sentence.mood === 'question' || isHearsay(sentence)),
  )
  const found = readMentions(spoken.flatMap((sentence) => sentence.items))
  const next = fill(first.verb, found.all)
  const past = items.some((item) => item.is === 'verb' && item.form !== 'base')
  const unsure =
    found.unread.length > 0 ||
    found.quoted ||
    past ||
    found.early ||
    commands.some((sentence) => sentence.mood === 'permission')
  const about = next.from ? null : aboutToken(lower, first, next, dialogue)
  const alternatives = found.unread.some((word) => word.toLowerCase() === 'or')
  // Dollars are no token here: converting to them asks what something is worth.
  if (first.text === 'convert' && next.from?.symbol && /^(?:usd|dollars?|bucks)$/i.test(next.to?.text ?? ''))
    return { kind: 'price', query: { tokens: [next.from], ...(next.amount ? { amount: next.amount } : {}) } }
  const slippage = slippageIn(items)
  const whole: Draft = {
    ...next,
    ...(about ? fromAbout(about, next, dialogue) : {}),
    ...(slippage === undefined ? {} : { slippage }),
    ...(unsure ? { unsure } : {}),
    ...(alternatives ? { unclear: { kind: 'alternatives' } } : {}),
  }
  // "send it to 0x...": the verb again, and only what was missing.
  if (draft && draft.action === whole.action && !whole.from && !whole.amount && found.all.length > 0)
    return {
      kind: 'request',
      draft: { ...draft, ...whole, ...(draft.unsure ? { unsure: true } : {}) },
      rest: dialogue.rest,
    }
  return { kind: 'request', draft: whole }
}

const sayings = /^(?:says?|said|told|tells|thinks?|recommends?|suggested)$/
const somebody = /^(?:he|she|they|it|my|his|her|their|our|the|this|that)$/

/** "My daughter says that Base is cheaper": what somebody else says asks for nothing. */
function isHearsay({ items }: Tagged): boolean {
  const [first] = items
  return (
    first?.is === 'word' &&
    somebody.test(first.text) &&
    items.some((item) => item.is === 'word' && sayings.test(item.text)) &&
    !items.some(({ is }) => is === 'amount' || is === 'recipient' || is === 'slippage')
  )
}

/** What was asked about is spent, where it was asked about. */
const fromAbout = (about: TokenMention, { action, to, fromChain, toChain }: Draft, { aboutOn }: Dialogue) => ({
  from: about,
  ...(action === 'bridge' && !to ? { to: about } : {}),
  ...(aboutOn && !fromChain
    ? { fromChain: aboutOn, ...(action === 'swap' && !toChain ? { toChain: aboutOn } : {}) }
    : {}),
})

/** "Send half to 0x…", "sell 0.05 of mine", after a question about one token: the token that was spoken of. */
function aboutToken(lower: string, { text }: { text: string }, { amount, to }: Draft, { about }: Dialogue) {
  if (!about || !amount || to?.symbol === about.symbol) return null
  const isShare = amount.kind === 'share' || amount.kind === 'all' || amount.kind === 'all-but'
  return isShare || text === 'sell' || /\bof (?:it|mine|them|that)\b/.test(lower) ? about : null
}

const isCommand = (item: Item): boolean => item.is === 'verb' && item.form === 'base'
