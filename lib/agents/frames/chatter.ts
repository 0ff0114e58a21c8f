import type { Item } from '../tagger/item'
import type { Lexicon } from '../tagger/lexicon'
import { tag } from '../tagger/tag'
import { fillers } from '../tagger/vocabulary'
import { abstentionIn, moodOf } from './abstain'
import { jobVerbs } from './job'

/** Denials that are mere courtesy. */
const courtesies =
  /,?\s*\b(?:(?:there is |there's )?no (?:rush|hurry|worries|problem)|(?:don'?t|do not) (?:ask|worry|bother)(?: me)?(?: again| anything| about it)?|that(?:'?s| is| will be|'ll be) (?:all|it) for (?:today|now|tonight))\b(?=\s*(?:$|[,.;!?\n]))[,;]?/gi

/** How it is to be done, where there is but one way. */
const manners: readonly RegExp[] = [
  /,?\s*\b(?:at|for|with|on) (?:the |a |whatever (?:is )?(?:the )?)?(?:best|market|current|going|present|today's|cheapest|lowest|usual|normal|fair)(?: (?:available|possible|current|market))? (?:rates?|prices?|deals?|terms|fees?|routes?)\b/gi,
  /,?\s*\bby (?:tonight|today|noon|midnight|eod|(?:the )?end of (?:the )?day|this (?:morning|afternoon|evening))\b/gi,
  /,?\s*\b(?:(?:just|only)\s+)?(?:this|just|only)\s+once\b,?/gi,
  /,?\s*\b(?:real|super|very|really) (?:quick|fast|quickly|soon)\b/gi,
  /[\s,]*\b(?:with\s+)?(?:the\s+)?(?:default|standard|normal|usual)\s+slippage\b/gi,
  /\b(?:with\s+)?(?:no|not)\s+more\s+than\s+(?=\d[\d.,]*\s*(?:%|percent)\s+slippage)/gi,
]

/** Words that may take back, bind or change what stands beside them: such a part of a message is never passed over. */
const weighty =
  /n't\b|\b(?:lock\w*|weeks?|days?|months?|years?|percent|points?|least|better|best|yields?|rates?|not|no|nope|nah|never|nothing|none|without|stop|cancel\w*|wait|hold|hang|kidding|joking|jk|maybe|perhaps|probably|might|could|should|would|if|when|once|until|till|unless|after|before|then|first|next|later|provided|assuming|long as|depend\w*|subject|only|except|but|instead|rather|actually|sorry|mean|meant|correct\w*|wrong|mistake|oops|else|other|another|all|both|each|every\w*|half|rest|same|also|too(?=\W*$)|more|less|most|twice|double|again|or|either|said|says|tells?|told|asks?|asked|check|confirm\w*|careful|test\w*|example|pretend|imagine|ignore|system|policy|instructions?|already|approved|suspended|email|mail|message|slippage|tolerance|locked|flexible|vault|lending|scam\w*|phish\w*|hack\w*|legit|trust|heard|keep|leave|less|over|under|above|below|goes?|thing|things)\b|["“”:<>=@%\d]/i

/** Says something of how things are: it has a subject, and a verb in the present or the past. */
const statement =
  /\b(?:i|i'm|im|i've|ive|i'd|he|he's|she|she's|it|it's|its|we|we're|they|they're|that's|there's|is|are|am|was|were|has|have|had|got|lost|need|needs|want|wants|looks?|seems?|feels?|hate|love|like|good (?:morning|afternoon|evening|day)|greetings|owe|think|thanks?|cheers|appreciate)\b/i

const isCommand = (item: Item): boolean => item.is === 'verb' && item.form === 'base'

/**
 * A message without what is said beside its request: "gas is high here, move 100 USDC to Base". What names an amount or
 * an address, asks, denies or binds always stays.
 */
/** The text without how it is to be done, where there is but one way. */
export const withoutManners = (text: string): string =>
  manners.reduce((said, manner) => said.replace(manner, ''), text.replace(courtesies, ''))

export function withoutChatter(text: string, lexicon: Lexicon): string {
  const plain = withoutManners(text)
  const parts = [
    ...plain.matchAll(/.+?(?:[.!;?\n]+(?=\s|$)|,(?=\s)|\s-+(?=\s)|(?=\s(?:because|cause|cos|cuz)\s)|$)/gs),
  ].map(([part]) => ({ part, items: tag(part, lexicon) }))
  const asks = (items: readonly Item[]) => items.some(isCommand) || jobVerbs(items).length > 0
  const first = parts.findIndex(({ items }) => asks(items))
  if (first < 0 || parts.length < 2) return plain
  // "It" and "there" may mean something that was said before.
  const refers = /\b(?:it|that|this|them|those|these|there|her|him|one)\b/i.test(
    parts
      .slice(first)
      .map(({ part }) => part)
      .join(' '),
  )
  const kept = parts.filter(({ part, items }, index) => asks(items) || !isAside(part, items, index < first && !refers))
  return kept
    .map(({ part }) => part)
    .join('')
    .replace(/[\s,-]+$/, '')
}

function isAside(part: string, items: readonly Item[], mayName: boolean): boolean {
  const said = part.trim().replace(/^(?:because|cause|cos|cuz|so)\b\s*/i, '')
  if (
    /^(?:to|into|from|with|using|on|for|in|via)\b/i.test(said) ||
    weighty.test(said) ||
    abstentionIn(said.toLowerCase(), true)
  )
    return false
  if (moodOf(said.toLowerCase(), said.includes('?')) !== 'command') return false
  const isNamed = items.some((item) => item.is === 'token' || item.is === 'chain')
  const isFixed = items.some(({ is }) => is === 'amount' || is === 'recipient' || is === 'slippage' || is === 'verb')
  const says = items.some((item) => item.is === 'word' && /[a-z]/.test(item.text) && !fillers.has(item.text))
  return !isFixed && says && statement.test(said) && (!isNamed || mayName)
}
