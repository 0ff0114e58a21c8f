import type { Lexicon } from '../tagger/lexicon'
import { tag } from '../tagger/tag'
import { jobVerbs } from './job'
import type { PriceQuery } from './reads'

const months =
  'jan(?:uary)?|feb(?:ruary)?|march|april|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const anotherTime = new RegExp(
  [
    String.raw`\b(?:yesterday|tomorrow|(?:last|this|past|next|previous) (?:week|month|year|night|quarter|\d+ (?:hours|days|weeks|months))|(?:\d+|an?|one|two|three|few) (?:hours?|days?|weeks?|months?|years?) (?:ago|back))\b`,
    String.raw`\b(?:in|of|on|since|from|until|around|for) (?:the )?(?:\d{1,2}(?:st|nd|rd|th)? (?:of )?)?(?:${months}|20\d\d|new year|christmas|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b(?: \d{1,2}(?:st|nd|rd|th)?\b)?(?:,? 20\d\d)?`,
    String.raw`\b(?:24|7|30|1) ?(?:h|hours?|hr|d|days?)\b|\ball[- ]time (?:high|low)\b|\bath\b|\b(?:price )?(?:history|historical(?:ly)?)\b|\bup or down\b|\b(?:up|down) today\b`,
  ].join('|'),
)
const ofPrices =
  /\b(?:prices?|worth|costs?|value|valued|quote|rate|trad(?:e|ed|ing)|highs?|lows?|ath|change[sd]?|doing|done|did|perform\w*|up|down|moved?|chart|history|historical|was|were|be)\b/
/** About something of one's own, or about yields: no question about what a market did. */
const others =
  /\b(?:my|mine|our|i|we|yields?|apys?|aprs?|interest|earn\w*|vaults?|lending|borrow\w*|stak\w+|gas|fees?|plans?)\b/

/**
 * "What was the price of ETH yesterday", "how has ETH done this week": the price of another time than now, which nothing
 * here knows. Null for anything else. `text` is in lower case.
 */
export function pastPriceIn(text: string, lexicon: Lexicon): PriceQuery | null {
  if (!anotherTime.test(text) || !ofPrices.test(text) || others.test(text)) return null
  const items = tag(text.replace(anotherTime, ' ').replace(/\bchanged?\b/g, ' '), lexicon)
  const isRequest = items.some((item) => item.is === 'verb' || item.is === 'amount' || item.is === 'recipient')
  if (isRequest || jobVerbs(items).length > 0) return null
  const tokens = items.flatMap((item) => {
    if (item.is === 'token' && item.token.symbol) return [item.token]
    return item.is === 'chain' && item.symbol ? [{ text: item.chain.text, symbol: item.symbol }] : []
  })
  return tokens.length > 0 ? { tokens, isOfAnotherTime: true } : null
}
