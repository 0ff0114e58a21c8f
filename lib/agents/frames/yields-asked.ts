import type { Item, TokenMention } from '../tagger/item'
import type { Lexicon } from '../tagger/lexicon'
import { tag } from '../tagger/tag'
import { fillers } from '../tagger/vocabulary'
import type { Insight } from './insights'
import { readMentions } from './mentions'
import type { PlaceHint } from './place-words'
import { longestLockupIn } from './rebalance-bounds'
import type { Dialogue } from './understanding'

/** "In a year", "monthly": over what time it is reckoned, and no lock-up. */
const horizon =
  /\b(?:(?:in|per|a|an|each|every|over|after|for|within) )+(?:(?:one|1|the next|next) )?(?:years?|months?|weeks?|days?)\b(?![- ](?:of[- ])?lock)|\b(?:yearly|monthly|weekly|daily|annually|p\.?a\.?)\b/gi

/** The text without the time over which earnings are reckoned. */
export const withoutHorizon = (text: string): string => text.replace(horizon, ' ')

const aboutYields =
  /\b(?:yields?|apys?|aprs?|vaults?|earn(?:s|ing|ings)?|interest|passive income|returns?|staking|flexible|lock(?:ed)?[- ]?ups?)\b|\bwhere\b.*\b(?:stake|deposit|put|park|place|lend|invest|supply)\b|\b(?:idle|lazy|spare|unused)\b.*\bwork\b|\b(?:best|good|safest|better) (?:places?|spots?|home|option|use|thing to do)\b|\b(?:lend(?:ing)?|suppl(?:y|ying)|deposits?)\b.*\brates?\b|\brates?\b.*\b(?:lend(?:ing)?|suppl(?:y|ying)|deposits?|savings?)\b|\bpa(?:y|ys|id|ying)\b.*\b(?:deposits?|suppl\w+|lend\w*|savings?)\b|\b(?:can|could|would|will)\b.*\b(?:make|get)\b.*\b(?:on|with|from|off|of)\b|\b(?:make|do) (?:something )?(?:on|with|from) (?:my|the|some) (?:\w+ )?(?:idle|spare|unused|lazy)\b|\b(?:what|anything|something) (?:can|could|should|to) (?:i )?do with (?:my|the|some|all)\b|\bmy money work\b|\bpay(?:s|ing)? (?:the )?(?:most|best|more|over|above|at least)\b|\brates?\b.*\b(?:do|would|can|will) i get\b|\b(?:best|highest|top) rates?\b(?!.*\b(?:swap\w*|exchange|buy\w*|sell\w*)\b)|^(?:(?:current|todays?|today's|latest|the|all) )*(?:rates|apys?|yields?)\W*$|\boptions (?:do i have |are there )?(?:for|with) |\bmake my (?:\w+ )?work\b|\b(?:better|more|higher) than \d+(?:\.\d+)?\s*(?:%|percent)|\b(?:any|anything|something|which|where)\b.*\b(?:above|over|at least) \d+(?:\.\d+)?\s*(?:%|percent)|\b(?:any|some)thing (?:(?:good|better|nice|safe|decent) )*for\b|\bfarms?\b|\b(?:is there|are there|any) (?:an? )?better rates?\b|\b(?:where|how)\b.*\bmake (?:some |more )?money\b|^how much (?:would|will|does|can|could)\b.*\bmake\b(?!.*\bin\b)|^if\b.*\b(?:stak\w+|deposit\w*|suppl\w+|lend\w*)\b.*\b(?:what|how much)\b|\b(?:lying around|doing nothing|sitting)\b.*\b(?:what|where|how|ideas?|suggestions?)\b|\b(?:lenders|suppliers|savers|depositors|stakers)\b|\bget the most (?:for|on|out of|from)\b|\b(?:lend(?:ing)?|suppl(?:y|ying)|deposits?|depositing)\b.*\bpays?\b|\b(?:do|would|will) i make\b|\b(?:what|how much)\b.*\b(?:get|paid|earn|make|receive|bring|pay)\b.*\b(?:lending|supplying|depositing|staking|locking|if i (?:lend|supply|deposit|stake|lock))\b|^(?:what|which|any)(?:'s|s| are| is)? (?:the |your )?(?:\w+ )?rates?\b(?!.*\b(?:swap\w*|exchange|conversion|buy\w*|sell\w*|borrow\w*|gas|loans?)\b).*\b(?:have|offer|for|on|there|available)\b/
const asks =
  /^(?:what|what's|whats|which|where|how|show|list|find|compare|best|highest|safest|top|any|anything|something|farms?|is|are|do|does|will|tell|give|search|look|get|can i|could i|can my|could my|can (?:usdc|usdt|dai|eth|weth|wbtc)|yields?|apys?|vaults?|flexible|earn|sort|rank|i want (?:to earn|passive|some yield|yield|interest)|i'd like to earn|if|put my)\b|\b(?:best|highest|safest|lowest|low[- ]risk|top|options|yields?|apys?|aprs?|rates?|opportunit\w+|ideas?|suggestions?|passive income|interest|(?:what|where|how) (?:can|could|should|would))\b/

const cautious = /\b(?:safe(?:st|r)?|low(?:est|er)?[- ]risk|least risk(?:y)?|little risk|conservative)\b/
const idle = /\b(?:idle|unused|spare|lazy)\b/

/** `text` is in lower case, without the words that describe a place; these stand in `hint`. `said` has them still. */
export function yieldsIn(text: string, items: readonly Item[], hint: PlaceHint, said: string): Insight | null {
  const plain = text.replace(/^(?:(?:please|pls|hey|hi|hello|ok|so|and|well)[\s,]+)+/, '').trim()
  const isPlace =
    hint.lockDays !== undefined &&
    /\b(?:how\s+long|numbers|vaults?|pays?|paying|worth|better|rates?|get|make|compare|vs|versus|difference|any|anything|something|options?)\b/.test(
      said.toLowerCase(),
    )
  if (!(aboutYields.test(plain) || isPlace) || !(asks.test(plain) || isPlace)) return null
  const insight: Extract<Insight, { of: 'yields' }> = { of: 'yields' }
  const longest = longestLockupIn(said)
  const { lockDays: _, ...others } = hint
  // "Flexible or locked?" wants to see both.
  const isBoth = /\bflexible\b/i.test(said) && /\block/i.test(said)
  const kept = longest === undefined && !isBoth ? hint : others
  if (Object.keys(kept).length > 0) insight.hint = kept
  if (longest !== undefined) insight.maxLockupDays = longest
  if (cautious.test(plain)) insight.isCautious = true
  if (idle.test(plain)) insight.isIdle = true
  const sized = items.find((item) => item.is === 'amount')
  if (sized?.is === 'amount') insight.amount = sized.amount
  const tokens = new Map<string, TokenMention>()
  for (const [index, item] of items.entries()) {
    const before = items[index - 1]
    const placed = before?.is === 'link' && before.text !== 'for'
    if (item.is === 'token') tokens.set(item.token.symbol ?? item.token.text, item.token)
    else if (item.is === 'chain' && item.symbol && !(placed && items.some(({ is }) => is === 'token')))
      tokens.set(item.symbol, { text: item.chain.text, symbol: item.symbol })
    else if (item.is === 'chain') insight.chain ??= item.chain
  }
  const [token] = tokens.values()
  // "For USDC and WETH": the whole list has both.
  if (token && tokens.size === 1) insight.token = token
  if (tokens.size > 1) return insight
  const word = unknownName(items)
  if (word?.on && insight.token) insight.chain ??= { text: word.text }
  else if (word && !insight.token) insight.token = { text: word.text }
  return insight
}

/** "Best yield for PEPE": a name that is not known must not be passed over as if none had been given. */
function unknownName(items: readonly Item[]): { text: string; on: boolean } | null {
  const found = readMentions(items).all.find(
    ({ unknown, link }) =>
      unknown !== undefined &&
      (link === 'for' || link === 'on' || link === 'with') &&
      !unknown
        .toLowerCase()
        .split(' ')
        .every((word) => harmless.has(word)),
  )
  return found?.unknown === undefined ? null : { text: found.unknown, on: found.link === 'on' }
}

/** What is borrowed against, and what it costs: "borrow rate for DAI". */
export function borrowRatesIn(text: string, items: readonly Item[]): Insight | null {
  const isRate =
    /\b(?:borrow\w*|loans?)\b/.test(text) &&
    /\b(?:rates?|apr|apy|interest|cost|costs|expensive|cheap(?:est)?|pay|fees?|%)\b/.test(text)
  if (!isRate || /\bmy (?:loan|debt)|^how (?:do|can|to)\b.*\b(?:repay|pay (?:back|off))\b/.test(text)) return null
  const token = items.find((item) => item.is === 'token')
  const chain = items.find((item) => item.is === 'chain')
  return {
    of: 'borrow-rates',
    ...(token?.is === 'token' ? { token: token.token } : {}),
    ...(chain?.is === 'chain' ? { chain: chain.chain } : {}),
  }
}

const harmless: ReadonlySet<string> = new Set(
  `idle spare unused lazy safest risk most savings money funds cash there offer available market moment short long best highest good yield yields
  vault vaults staking interest apy which what more less than least about here savers deposits deposit lending lend supply tokens coins
  how much stables locked lockup lock flexible period term end stable stablecoin stablecoins dollars crypto assets holdings everything anything something nothing me year years month months
  holding returns return income profit rate rates place places spot one there at present`.split(/\s+/),
)

/**
 * "And WETH?", "does that one have a lock-up?", after a list of places or for a deposit that is open: the list again, for
 * what is asked. Null for anything else.
 */
export function moreYields(raw: string, lexicon: Lexicon, { topic, job }: Dialogue): Insight | null {
  const isDeposit = job?.act === 'stake'
  if (topic !== 'yields' && !isDeposit) return null
  const lower = raw.toLowerCase().trim()
  const bare = lower.replace(/^(?:(?:and|what about|how about|also|ok|so|for|on|in)\s+)+/, '')
  const isQuestion = /\?\s*$/.test(raw) || /^(?:and|what about|how about)\b/.test(lower)
  const items = tag(bare.replace(/[?!.\s]+$/, '').replace(/\bones?\b/g, ' '), lexicon).filter(
    (item) => !(item.is === 'word' && fillers.has(item.text)),
  )
  const [only, ...others] = items
  const token = only?.is === 'token' ? only.token : undefined
  const kept = {
    ...(job?.token ? { token: job.token } : {}),
    ...(topic !== 'yields' && job?.hint ? { hint: job.hint } : {}),
  }
  if (topic === 'yields' && isQuestion && only && others.length === 0) {
    if (token?.symbol) return { of: 'yields', token }
    if (only.is === 'chain') return { of: 'yields', ...kept, chain: only.chain }
  }
  const isAboutThem =
    /^(?:does|do|is|are|can|how|what|which|when|any)\b(?! (?:you|u)\b)/.test(bare) &&
    /\b(?:it|that|this|they|those|them|these|one|ones|first|second|best|top)\b/.test(bare) &&
    /\b(?:lock\w*|un-?lock\w*|flexible|withdraw|leave|early|any ?time|pays?|rate|apy|long|there|safer|safest|better|difference|options|choices)\b/.test(
      bare,
    )
  const isCautious = cautious.test(bare) ? { isCautious: true as const } : {}
  return isAboutThem && items.every(({ is }) => is !== 'amount') ? { of: 'yields', ...kept, ...isCautious } : null
}
