import type { Item, TokenMention } from '../tagger/item'
import type { Insight } from './insights'
import type { PlaceHint } from './job'
import { readMentions } from './mentions'
import { longestLockupIn } from './rebalance-bounds'

/** "In a year", "monthly": over what time it is reckoned, and no lock-up. */
const horizon =
  /\b(?:(?:in|per|a|an|each|every|over|after|for|within) )+(?:(?:one|1|the next|next) )?(?:years?|months?|weeks?|days?)\b|\b(?:yearly|monthly|weekly|daily|annually|p\.?a\.?)\b/gi
const withLock = /\block/i

/** The text without the time over which earnings are reckoned, where it is about no lock-up. */
export const withoutHorizon = (text: string): string =>
  withLock.test(text)
    ? text.replace(
        /\b(?:per|in a|after a|over a|a|each) (?:year|month|week|day)\b(?! lock)|\b(?:yearly|monthly|weekly|daily|annually)\b/gi,
        ' ',
      )
    : text.replace(horizon, ' ')

const aboutYields =
  /\b(?:yields?|apys?|aprs?|vaults?|earn(?:s|ing|ings)?|interest|passive income|returns?|staking|flexible|lock(?:ed)?[- ]?ups?)\b|\bwhere\b.*\b(?:stake|deposit|put|park|place|lend|invest|supply)\b|\b(?:idle|lazy|spare|unused)\b.*\bwork\b|\b(?:best|good|safest|better) (?:places?|spots?|home|option|use|thing to do)\b|\b(?:lend(?:ing)?|suppl(?:y|ying)|deposits?)\b.*\brates?\b|\brates?\b.*\b(?:lend(?:ing)?|suppl(?:y|ying)|deposits?|savings?)\b|\bpa(?:y|ys|id|ying)\b.*\b(?:deposits?|suppl\w+|lend\w*|savings?)\b|\b(?:can|could|would|will)\b.*\b(?:make|get)\b.*\b(?:on|with|from|off|of)\b|\b(?:make|do) (?:something )?(?:on|with|from) (?:my|the|some) (?:\w+ )?(?:idle|spare|unused|lazy)\b|\b(?:what|anything|something) (?:can|could|should|to) (?:i )?do with (?:my|the|some|all)\b|\bmy money work\b|\bpays? (?:the )?(?:most|best|more|over|above|at least)\b|\bget the most (?:for|on|out of|from)\b|\b(?:lend(?:ing)?|suppl(?:y|ying)|deposits?|depositing)\b.*\bpays?\b|\b(?:do|would|will) i make\b/
const asks =
  /^(?:what|what's|whats|which|where|how|show|list|find|compare|best|highest|safest|top|any|is|are|do|does|will|tell|give|search|look|get|can i|could i|yields?|apys?|vaults?|flexible|earn|sort|rank|i want (?:to earn|passive|some yield|yield|interest)|i'd like to earn|if|put my)\b|\b(?:best|highest|safest|lowest|low[- ]risk|top|options|yields?|apys?|aprs?|rates?|opportunit\w+|ideas|passive income)\b/

const cautious = /\b(?:safe(?:st|r)?|low(?:est|er)?[- ]risk|least risk(?:y)?|little risk|conservative)\b/
const idle = /\b(?:idle|unused|spare|lazy)\b/

/** `text` is in lower case, without the words that describe a place; these stand in `hint`. `said` has them still. */
export function yieldsIn(text: string, items: readonly Item[], hint: PlaceHint, said: string): Insight | null {
  const plain = text.replace(/^(?:(?:please|pls|hey|hi|hello|ok|so|and|well)[\s,]+)+/, '').trim()
  const isPlace =
    hint.lockDays !== undefined &&
    /\b(?:vaults?|pays?|paying|worth|better|rates?|get|make|compare|vs|versus|difference)\b/.test(said.toLowerCase())
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
      !harmless.has(unknown.toLowerCase()),
  )
  return found?.unknown === undefined ? null : { text: found.unknown, on: found.link === 'on' }
}

/** What is borrowed against, and what it costs: "borrow rate for DAI". */
export function borrowRatesIn(text: string, items: readonly Item[]): Insight | null {
  const isRate =
    /\b(?:borrow\w*|loans?)\b/.test(text) &&
    /\b(?:rates?|apr|apy|interest|cost|costs|expensive|cheap(?:est)?|pay|fees?|%)\b/.test(text)
  if (!isRate || /\bmy (?:loan|debt)/.test(text)) return null
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
  stables locked lockup lock flexible period term end stable stablecoin stablecoins dollars crypto assets holdings everything anything something nothing me year years month months
  holding returns return income profit rate rates`.split(/\s+/),
)
