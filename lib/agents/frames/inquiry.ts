import { explanationOf, howToOf } from '../replies/explain'
import type { Item } from '../tagger/item'
import type { Lexicon } from '../tagger/lexicon'
import { tag } from '../tagger/tag'
import { type Abstention, abstentionIn, isInjection } from './abstain'
import { able, askedIn, curious } from './asking'
import { contractIn } from './contract-asked'
import { readMentions } from './mentions'
import { aboutNft, asksForNfts, asksTooMuch, nftsOf } from './nft-words'
import { pastPriceIn } from './past-prices'
import { readPlace } from './place-words'
import {
  balancesOf,
  balancesQuery,
  enoughOf,
  isHowMuch,
  type PriceQuery,
  priceQuery,
  rateQuery,
  smallTalkIn,
} from './reads'
import { isRebalancing } from './rebalance'
import { isAboutAccount, standingIn } from './standing'
import { stepOf } from './step'
import type { Dialogue, Understanding } from './understanding'
import { borrowRatesIn, moreYields, withoutHorizon, yieldsIn } from './yields-asked'

const advice =
  /\b(?:should i|is (?:it|now|this) a (?:good|bad|great|right)|good (?:time|idea|moment)|worth (?:buying|selling|holding)|do you (?:think|recommend|suggest)|what do you (?:think|recommend|suggest)|recommend(?:ation)?s?|predict\w*|forecast\w*|going to (?:rise|fall|moon|crash|pump|dump|go)|will .*\b(?:rise|fall|moon|crash|pump|dump|go (?:up|down)|be worth|recover|reach|hit)|what should i (?:buy|sell|do)|(?:financial|investment|trading|tax|legal) advice|is the market)\b/
const gasNow =
  /\b(?:gas|gwei|network fees?|transaction fees?|tx fees?)\b|\b(?:transfer|transaction|tx|swap|bridge|sending|moving)\b.*\b(?:costs?|fees?|expensive|cheap)\b|\b(?:costs?|fees?|expensive|cheap)\b.*\b(?:transfers?|transactions?|tx|swaps?|swapping|bridges?|bridging|send|sending|move|moving)\b/
const figure =
  /\b(?:how (?:much|high|low|expensive|cheap|many|bad|is|are)|price|prices|level|levels|now|rn|atm|current(?:ly)?|today|moment|cheap|expensive|high|low|cost|costs|rate|check)\b|^\W*(?:gas|gwei|gas fees?)\W*$/

/** "What is gas", but not "what is the gas price" or "what are gas fees now". */
const asksForMeaning =
  /\b(?:why|who|mean|explain)\b|\bwhat (?:is|are|does)\b(?! (?:it|this|that|an? \w+|\w+ing)\b.*\bcosts?\b)(?!.*\b(?:prices?|current(?:ly)?|now|rn|atm|today|moment)\b)/

/** "And in DAI?", after a price: the same in another token. */
function rateInAnother(raw: string, lexicon: Lexicon, { topic, about }: Dialogue): PriceQuery | null {
  const named = /^\W*(?:(?:and|what about|how about)\s+)?in\s+(.+?)\W*$/i.exec(raw)?.[1]
  if (topic !== 'price' || !about || named === undefined) return null
  const [only, ...others] = tag(named, lexicon)
  if (only?.is !== 'token' || !only.token.symbol || others.length > 0 || only.token.symbol === about.symbol) return null
  return { tokens: [about], into: only.token }
}

/** Subjects of which some is done here. */
const offered: ReadonlySet<Abstention> = new Set(['lending', 'staking', 'scheduled', 'hypothetical'])

const precisely = /\b(?:precisely|exactly|actually)\s+(?=is\b|are\b|does\b)/

/** "If I had 2000 DAI how much ETH is that" */
const supposed =
  /^if\s+(?:i|we|you)\s+(?:had|have|own(?:ed)?|got|sold|swapped|converted|exchanged|traded)\s+(.+?),?\s+(how\s+(?:much|many)\s+[a-z]+)\s+(?:is|would|will|do|does|could|can)\s+(?:that|it|i|we)(?:\s+(?:be|get|give\s+me|bring|make|have|buy))?\W*$/i
/** "If I sold half an ETH for DAI, what would come out?" */
const supposedSale =
  /^if\s+(?:i|we)\s+(?:sold|swapped|converted|exchanged|traded)\s+(.+?)\s+(?:for|to|into)\s+([a-z]+),?\s+(?:roughly\s+|about\s+)?(?:what|how\s+much)\s+(?:would|will|do|could|can)\s+(?:come\s+out|(?:i|we)\s+(?:get|have|receive)|(?:that|it)\s+(?:be|bring|make|give)(?:\s+me)?)(?:\s+(?:roughly|about|approximately|of\s+it|for\s+it|then))*\W*$/i

/** "My ETH on Base?", "total DAI": nothing but what is held. */
function isHeldNamed(text: string, items: readonly Item[]): boolean {
  if (
    !/^(?:(?:what(?:'s|s| is|'re| are)? )?my|total|all my|our|any)\b|\bmy\b.*\b(?:amount|total|stack|bag)\b/.test(text)
  )
    return false
  const { all, unread } = readMentions(
    items.filter((item) => !(item.is === 'word' && (held.has(item.text) || !/[a-z]/.test(item.text)))),
  )
  return (
    all.some(({ token, symbol }) => token?.symbol ?? symbol) &&
    unread.length === 0 &&
    all.every(({ amount, unknown, recipient }) => !amount && unknown === undefined && !recipient)
  )
}
const held: ReadonlySet<string> = new Set([
  'total',
  'amount',
  'stack',
  'bag',
  'chains',
  'networks',
  'everywhere',
  'both',
  'what',
  "what's",
  'whats',
  'much',
  'how',
  'left',
])

/** Reads a message that wants to know something. Null where it wants something done, or is not understood so. */
export function understandInquiry(raw: string, lexicon: Lexicon, dialogue: Dialogue): Understanding | null {
  const more = moreYields(raw, lexicon, dialogue)
  if (more) return { kind: 'insight', insight: more }
  const past = pastPriceIn(raw.toLowerCase(), lexicon)
  if (past) return { kind: 'price', query: past }
  const rateOfIt = rateInAnother(raw, lexicon, dialogue)
  if (rateOfIt) return { kind: 'price', query: rateOfIt }
  const asked = askedIn(raw.replace(supposed, '$2 is $1').replace(supposedSale, 'how much $2 is $1'), lexicon, dialogue)
  if (!asked) return null
  const { text, items, verbs, jobs } = asked
  const lower = text.toLowerCase().replace(/\s+/g, ' ').trim()
  if (isInjection(raw.toLowerCase()) || items.some(({ is }) => is === 'recipient')) return null
  const sized = items.some((item) => item.is === 'amount' && item.amount.kind !== 'all') && !/\blayer 2\b/.test(lower)
  if (isAboutAccount(lower) && !sized && !verbs) return { kind: 'insight', insight: { of: 'account' } }
  // "Can you bridge to Arbitrum": what is served is what counts.
  const isElsewhere = items.some((item) => item.is === 'chain' && item.chain.id === undefined)
  if (able.test(lower) && isElsewhere && !sized) return { kind: 'talk', topic: 'networks' }
  const contract = contractIn(lower, items)
  if (contract) return { kind: 'insight', insight: contract }
  // "Flexible vs locked USDC": what they pay, and not what that means.
  const isCompared =
    items.some(({ is }) => is === 'token') && /\bflexible\b.*\block|\block\w*\b.*\bflexible\b/.test(lower)
  const explained = isCompared ? null : explanationOf(lower.replace(precisely, ''), 'plainly')
  if (
    explained !== null &&
    !isRebalancing(raw) &&
    (!sized || /\bexplain\b|^how long\b|\b(?:guaranteed?|fixed|promised?)\b/.test(lower))
  )
    return { kind: 'explain', text: explained }
  if (aboutNft(lower, lexicon) && asksTooMuch(lower)) return { kind: 'abstain', topic: 'nft' }
  // "Don't send my postcards, just tell me which ones I have"
  const isOfThose = /\b(?:ones?|them|those|these)\b/.test(lower) && curious.test(raw)
  if (!jobs && (asksForNfts(lower, lexicon) || (isOfThose && asksForNfts(raw.toLowerCase(), lexicon))))
    return { kind: 'insight', insight: nftsOf(lower, lexicon) }
  const standing = standingIn(lower, sized)
  if (standing && !verbs) return { kind: 'insight', insight: standing }
  if (gasNow.test(lower) && figure.test(lower) && !asksForMeaning.test(lower))
    return { kind: 'insight', insight: { of: 'gas' } }
  const place = readPlace(withoutHorizon(text))
  const placed = tag(place.text, lexicon)
  const rates = borrowRatesIn(lower, placed)
  if (rates) return { kind: 'insight', insight: rates }
  const yields = verbs
    ? null
    : yieldsIn(place.text.toLowerCase().replace(/\s+/g, ' ').trim(), placed, place.hint, withoutHorizon(text))
  if (yields) return { kind: 'insight', insight: yields }
  if (advice.test(lower)) return { kind: 'abstain', topic: 'advice' }
  const howTo = howToOf(lower)
  if (howTo !== null && !sized) return { kind: 'explain', text: howTo }
  const rate = rateQuery(lower, items)
  if (rate) return { kind: 'price', query: rate }
  // What somebody wants to do with it does not ask for it to be done.
  if (/\?\s*$|^(?:do|have|is|are|will) /.test(raw.toLowerCase()) && enoughOf(lower, items))
    return { kind: 'balances', query: balancesQuery(lower, items) ?? balancesOf(items) }
  if (isHowMuch(lower) && dialogue.topic !== 'price' && !stepOf(dialogue) && balancesOf(items).symbols.length > 0)
    return { kind: 'balances', query: balancesOf(items) }
  if (!verbs && !jobs) {
    const balances =
      /^(?:why|when|should|if|suppose|imagine)\b|\b(?:have|need|got) to\b|\bwould i have\b|\bwould happen\b|\bif i\b/.test(
        lower,
      )
        ? null
        : balancesQuery(lower, items)
    if (balances) return { kind: 'balances', query: balances }
    const price = priceQuery(lower, items, dialogue.topic === 'price')
    if (price?.isGeneral || price?.tokens.some(({ symbol }) => symbol)) return { kind: 'price', query: price }
  }
  if (!verbs && !jobs && isHeldNamed(lower, items)) return { kind: 'balances', query: balancesOf(items) }
  const refused = able.test(lower) ? abstentionIn(lower, false, offered) : null
  if (refused) return { kind: 'abstain', topic: refused }
  const loosely = sized ? null : explanationOf(lower, 'loosely')
  if (loosely !== null) return { kind: 'explain', text: loosely }
  const isOfTokens =
    /^(?:which|what) (?:\w+ )?(?:tokens|coins|chains|networks)\b.*\b(?:can|could|do) (?:i|we|you)\b/.test(lower)
  const talk = (verbs || jobs) && !isOfTokens ? null : smallTalkIn(lower)
  return talk ? { kind: 'talk', topic: talk } : null
}
