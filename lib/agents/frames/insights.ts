import type { ChainMention, Item, TokenMention } from '../tagger/item'
import type { PlaceHint } from './job'
import { readMentions } from './mentions'
import { longestLockupIn } from './rebalance'

/** What the person wants to know beyond balances and prices. */
export type Insight =
  | {
      of: 'yields'
      token?: TokenMention
      chain?: ChainMention
      hint?: PlaceHint
      maxLockupDays?: number
      isCautious?: true
      /** It is about what lies idle in the wallet: the answer ends in a proposal for all of it. */
      isIdle?: true
    }
  | { of: 'positions' }
  | { of: 'loan' }
  | { of: 'portfolio' }
  | { of: 'nfts' }

const aboutLoan =
  /\bhealth( factor)?\b|\b(how safe|how risky|safe|risk|risky|state|status)\b.*\b(loans?|debts?|borrow(ed|ing)s?|collateral|lending)\b|\b(liquidat\w*)\b|\bwhat (do|did) i owe\b|\bhow much do i owe\b|\bmy (debts?|loans?|borrowings?)\b/
const aboutPortfolio =
  /\b(analy[sz]e|review|assess|break ?down|summari[sz]e|analysis|overview|diversif\w+|allocation)\b.*\b(portfolio|wallet|holdings|account|assets|everything)\b|\bportfolio (analysis|overview|breakdown|allocation|review)\b|\b(what|how much|which)\b.*\b(is|lies|are) idle\b/
const aboutPositions =
  /\bwhat (do|am|did) i earn(ing)?\b|\bhow much (do|am|did) i earn(ing)?\b|\bmy (earnings|yields?|stak(es?|ing)|vaults?|lending|yield positions?|positions?|staking positions?|lending positions?)\b|\bwhat (have i|did i|i have|i've) (staked|supplied|lent|deposited)\b|\bhow much (have i|did i) (staked?|suppl(y|ied)|lent|deposit(ed)?)\b/
const aboutYields =
  /\b(yields?|apys?|aprs?|vaults?)\b|\b(earn|earning|interest)\b|\bwhere\b.*\b(stake|deposit|put)\b|\b(idle|lazy)\b.*\bwork\b/
const asks =
  /^(what|what's|whats|which|where|how|show|list|find|compare|best|highest|safest|top|any|is there|are there|tell|give|search|look|get|can i|could i|yields?|apys?|vaults?|earn|i want to earn|i'd like to earn|put my)\b|\b(best|highest|safest|lowest|low[- ]risk|top|options)\b/

const cautious = /\b(?:safe(?:st|r)?|low(?:est|er)?[- ]risk|least risk(?:y)?|little risk|conservative)\b/
const idle = /\b(?:idle|unused|spare|lazy)\b/

/** `text` is in lower case, without the words that describe a place; these stand in `hint`. `said` has them still. */
export function insightIn(text: string, items: readonly Item[], hint: PlaceHint, said: string): Insight | null {
  const plain = text.replace(/^(?:(?:please|pls|hey|hi|hello|ok|so|and|well)[\s,]+)+/, '').trim()
  const isList = aboutYields.test(plain) && asks.test(plain)
  if (aboutPortfolio.test(plain)) return { of: 'portfolio' }
  if (aboutLoan.test(plain)) return { of: 'loan' }
  if (aboutPositions.test(plain) && !/\b(best|highest|top)\b/.test(plain)) return { of: 'positions' }
  if (!isList) return null
  const insight: Extract<Insight, { of: 'yields' }> = { of: 'yields' }
  const longest = longestLockupIn(said)
  const { lockDays: _, ...others } = hint
  const kept = longest === undefined ? hint : others
  if (Object.keys(kept).length > 0) insight.hint = kept
  if (longest !== undefined) insight.maxLockupDays = longest
  if (cautious.test(plain)) insight.isCautious = true
  if (idle.test(plain)) insight.isIdle = true
  for (const [index, item] of items.entries()) {
    const before = items[index - 1]
    const placed = before?.is === 'link' && before.text !== 'for'
    if (item.is === 'token') insight.token ??= item.token
    else if (item.is === 'chain' && item.symbol && !(placed && items.some(({ is }) => is === 'token')))
      insight.token ??= { text: item.chain.text, symbol: item.symbol }
    else if (item.is === 'chain') insight.chain ??= item.chain
  }
  // "Best yield for PEPE": a token that is not known must not be passed over as if none had been named.
  const unknown = readMentions(items).all.find(
    (mention) =>
      mention.unknown !== undefined && mention.link !== 'start' && !harmless.has(mention.unknown.toLowerCase()),
  )
  const word = unknown?.unknown
  if (word !== undefined && unknown?.link === 'on' && !insight.chain && insight.token) insight.chain = { text: word }
  else if (word !== undefined && !insight.token) insight.token = { text: word }
  return insight
}

const harmless: ReadonlySet<string> = new Set(
  `idle spare unused lazy safest risk most savings money funds cash there offer available market moment short long best highest good yield yields
  vault vaults staking interest apy which what`.split(/\s+/),
)
