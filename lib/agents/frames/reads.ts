import type { Address } from 'viem'
import type { Amount, Item, TokenMention } from '../tagger/item'
import { fillers, nearest } from '../tagger/vocabulary'

/** What the person wants to know about their account: everything, or only these tokens and networks. */
export type BalancesQuery = { symbols: readonly string[]; chainIds: readonly number[] }

/**
 * What the person wants the price of. Without `amount`, of one. `isGeneral`: of the everyday tokens, none named.
 * `isOfAnotherTime`: of another day than today, or how it has changed.
 */
export type PriceQuery = {
  tokens: readonly TokenMention[]
  amount?: Amount
  into?: TokenMention
  isGeneral?: true
  isOfAnotherTime?: true
}

/** What the person wants to know about who may spend their tokens: everything, or only what is named. */
export type ApprovalsQuery = {
  /** `revoke`: one of them is to be taken back. */
  do: 'list' | 'revoke'
  symbol?: string
  /** The everyday word for a collection on our lists. */
  collection?: string
  spender?: Address
  chainId?: number
}

const balanceWords = ['balance', 'balances', 'portfolio', 'holdings', 'holding', 'funds', 'assets', 'bal']

const aboutAccount =
  /\bnet worth\b|\b(what|how much|how many|which|do|have|any|show|list)\b[^.!?]*\bi\b[^.!?]*\b(have|own|hold|holding|got)\b|^do i (have|own|hold)\b|(?<!\b(?:back|out) )\bin my (wallet|account)\b|^(?:have (?:i|we) )?got (?:any|some)\b|\b(what|what's|whats|show|list|see|view|check|how much)\b.*\bmy (tokens|coins|wallet|account|money)\b|^(?:my )?(tokens|coins|bags|wallet|account|money)(?: check)?\W*$|\bcan i spend\b|\bvalue of (?:all )?my\b|\bmy (?:\w+ )?worth\b|\bwhat (is|are|'s)? ?my\b.*\bworth\b|\bhow much (is|are) my\b|\bhow (?:much|many) (?:\w+ )?(?:is|are) left\b|\b(?:is|are) (?:my|the) wallets? empty\b|^what(?:'s|s| is) (?:there )?on (?:base|ethereum|mainnet)\W*$|\b(?:per|on each|by) (?:network|chain)\b|\b(?:what's|what is|whats) left\b|^(?:what|which)\b.*\b(?:do|have) we (?:have|got)\b|\bhow (?:much|many)\b.*\bhave i\b|\bi (?:have|own|hold|got) (?:how (?:much|many)|what|which)\b|^(?:everything|all) (?:that )?(?:i|we) (?:have|own|hold|got)\b|^(?:what|which|how (?:much|many)|anything)\b.*\bin (?:this|the) (?:wallet|account)\b|^what(?:'s|s| is) in here\b/

/** "Where is my USDC", "how much DAI is on Base", "did my ETH arrive": where a token is named. */
const aboutToken =
  /^where(?:'s|s| is| are)\b.*\bmy\b|\b(?:which|what) (?:chain|network)s?\b.*\bmy\b|^how (?:much|many) \w+ (?:is|are)(?: there)? (?:on|in|left)\b|^(?:did|has|have|is|are) (?:(?:any|some|all|much|none) (?:of )?)?my\b.*\b(?:arrived?|come|landed?|received|end(?:ed)? up|got|on|there)\b|^(?:show|list|check|see)(?: me)? (?:my |the )?\w+ on\b/
/** "Am I out of gas?" asks how much of the coin is left. */
const aboutCoin =
  /\bout of (?:gas|eth|ether)\b|\benough (?:gas|(?:eth|ether) (?:for|to pay) (?:the )?gas)\b|\bgas left\b/
/** What it is worth in a token, or can be bought with it, is no question about that token alone. */
const ofEverything =
  /\b(?:wallet|portfolio|account|holdings|everything|total|net worth)\b.*\b(?:worth|value)\b.*\bin\b|\bcan (?:i|we) afford\b|\b(?:except|besides|apart from|aside from|other than|not counting|excluding)\b/

/** "400 of it should be DAI instead": more than a look at it. */
const demand = /\d.*\b(?:should|must|ha(?:s|ve) to|needs? to) (?:be|become|go)\b/

/** `text` is cleaned and in lower case. */
export function balancesQuery(text: string, items: readonly Item[]): BalancesQuery | null {
  if (demand.test(text)) return null
  if (aboutCoin.test(text)) return { ...balancesOf(items), symbols: ['ETH'] }
  const enough = enoughOf(text, items)
  if (enough) return { symbols: [enough], chainIds: [] }
  const named = items.some((item) => item.is === 'word' && nearest(item.text, balanceWords, 7) !== null)
  const isOfToken = aboutToken.test(text) && balancesOf(items).symbols.length > 0
  const isOfAll = ofEverything.test(text) && (/\bafford\b/.test(text) || aboutAccount.test(text) || named)
  if (!named && !isOfToken && !isOfAll && !aboutAccount.test(text)) return null
  return isOfAll ? { ...balancesOf(items), symbols: [] } : balancesOf(items)
}

/** "Have I got enough USDC to send someone 500": how much there is of it. */
export function enoughOf(text: string, items: readonly Item[]): string | null {
  if (!/^(?:(?:so|and|hey|ok|wait) )*(?:do|have|did|is|are|will|would|am|can) .*\benough \w+/.test(text)) return null
  const at = items.findIndex((item) => item.is === 'word' && item.text === 'enough')
  const next = items.slice(at + 1).find(({ is }) => is !== 'word')
  return next?.is === 'token' ? (next.token.symbol ?? null) : null
}

/** "How much ETH", "ETH left?", with nothing else: how much of it is held. */
export const isHowMuch = (text: string): boolean =>
  /^(?:(?:any )?\w+ (?:still )?left|how (?:much|many) \w+)(?: (?:left|in total|total|altogether|now|right now|still|there|remaining))*\W*$/.test(
    text,
  )

/** Everything held, or only the tokens and networks that are named. */
export function balancesOf(items: readonly Item[]): BalancesQuery {
  const symbols: string[] = []
  const chainIds: number[] = []
  for (const [index, item] of items.entries()) {
    const before = items[index - 1]
    const placed = before?.is === 'link' && (before.link === 'on' || before.link === 'from')
    if (item.is === 'token' && item.token.symbol) symbols.push(item.token.symbol)
    if (item.is === 'chain' && item.symbol && !placed) symbols.push(item.symbol)
    else if (item.is === 'chain' && item.chain.id !== undefined) chainIds.push(item.chain.id)
  }
  return { symbols: [...new Set(symbols)], chainIds: [...new Set(chainIds)] }
}

const aboutPrice =
  /\b(price|prices|priced|worth(?! of)|(?:the|its) worth of|value|valued|cost|costs|rate|quote|trading at|going for)\b|\bwhat('?s| is)\b.*\bat(?: (?:right now|now|the moment|today|currently))*\W*$|\bhow much (is|are|for|would|does|will|do)\b|\bhow('s| is| are)\b.*\bdoing\b|\b(markets?|chart)\b|\b(?:in|to|into|per) (?:us )?(?:usd|dollars?|bucks)\b|^(?:how much|what(?:'s| is| would)?)\b.*\$\d|\busd\b|\bhow many (?:us )?(?:dollars|bucks)\b|\b(?:de-?)?peg(?:ged)?\b|\b(?:still|worth) (?:a|one|1) (?:us )?(?:dollar|buck)\b|^how(?:'s|s| is| are) \w+(?: (?:today|now|these days|looking|holding up))*\W*$|\b(?:expensive|cheap)\b|\bup or down\b|\bat (?:a|one|1) (?:dollar|buck)\b|\b(?:trading|trade) (?:at|for)\b|\b(?:go|goes|sell|sells|selling|fetch(?:es|ing)?) for\b|\bchanging hands\b|^where(?:'s|s| is| are) (?!my\b)\w+ (?:trading|at)\b|\bset me back\b|^what(?:'s|s| is) (?:an?|one|1) \w+ fetching\b|^what(?:'s|s| is| are) \d[\d.,]* \w+\W*$|^\w+ how much\W*$|^(?:is|are|did|has|have|was|why (?:is|did))\b.*\b(?:up|down|pump\w*|dump\w*|crash\w*|moon\w*)\b/
/** "Is ETH above 3000": the number is one to compare with, and no amount. */
const compares = /^(?:is|are|has|did)\b.*\b(?:above|over|below|under|past|passed|beyond|hit|reached|crossed)\b.*\d/

const priceWords: ReadonlySet<string> = new Set(
  `what what's whats where where's wheres which how much how's price prices priced worth value valued cost costs rate quote trading going doing
  goes sells selling fetch fetches fetching changing hands set back me does a trade many expensive cheap peg pegged single nowadays currently please still check quick today did has have was why go up down usd/ price/ ratio exchange conversion today's in are were current currently latest live moment these days looking holding depegged depeg still market markets above over below under past passed beyond hit reached crossed yet everything all tell show know if would get sell sold i'd you'd for make market chart dollars dollar usd about does at per single and one cap`.split(
    /\s+/,
  ),
)

const asksRate =
  /^what(?:'s|s| is| are)\b.*\d.*\bin\b|\bhow (?:much|many)\b.*\b(?:would|will|do|could|can) (?:i|you|we) (?:get|buy|purchase|receive|have)\b|\bhow many\b.*\b(?:is|are|in|for|per)\b|\b(?:exchange |conversion )?(?:rate|ratio)\b.*\b(?:to|for|and|between|in|vs|of)\b|\b(?:value|price|worth|quote)\b.*\b(?:in|to|for|into)\b|=\s*\?|^1? ?\w+ (?:in|to|vs|\/) \w+\W*$|\bwhat (?:would|will|does|do|could|can)\b.*\b(?:buy|get|bring|fetch|give)\b|^what \$?\.?\d\S* \w+ (?:would|will|does|could|can|might) (?:get|buy|bring|fetch|give|make|be)\b|\bhow (?:much|many)\b.*\b(?:would|will|does|do|could)\b.*\b(?:buy|get|bring|fetch)\b|^how much\b.*\bis\b.*\bin\b|^how much \w+ (?:is|are|for|makes?) (?:\$?\d|an?\b|one\b)|^\w+ \/ \w+\W*$|^[\d.,]+ ?\w+ in \w+\W*$|\b\w+ \w+ (?:ratio|exchange rate)\W*$|\b\w+ (?:to|\/|-|vs) \w+ (?:exchange |conversion )?(?:rate|ratio|price|quote)\b|\brate\b/

/** "How many DAI is one ETH": the worth of an amount of one token in another. Null where it is no such question. */
export function rateQuery(text: string, items: readonly Item[]): PriceQuery | null {
  if (!asksRate.test(text) || /\bmy\b|\bi (?:have|own|hold)\b/.test(text)) return null
  const named = items.flatMap((item, index) => {
    const symbol = item.is === 'token' ? item.token.symbol : item.is === 'chain' ? item.symbol : undefined
    if (!symbol) return []
    const before = items[index - 1]
    if (item.is === 'chain' && before?.is === 'link' && before.text === 'on') return []
    return [{ token: { text: symbol, symbol }, amount: before?.is === 'amount' ? before.amount : undefined, index }]
  })
  const [one, other, ...more] = named
  // "How much ETH do I get for 100 dollars".
  const dollars = items.find((item) => item.is === 'amount' && item.amount.kind === 'usd')
  if (one && !other && !one.amount && dollars?.is === 'amount') return { tokens: [one.token], amount: dollars.amount }
  // "The price for ETH and BTC": two prices.
  const isList = one && other && isJoined(items.slice(one.index + 1, other.index))
  if (isList && !/\b(?:rates?|ratio|between|exchange|get|buy|for \d)\b/.test(text)) return null
  if (!one || !other || more.length > 0 || one.token.symbol === other.token.symbol) return null
  if (one.amount && other.amount) return null
  // "How much USDC for 1 ETH": what has the amount is given, or else what comes last.
  const isOrdered =
    one.amount || (!other.amount && /\b(?:rate|ratio|price|value|worth)\b|^\w+ (?:to|in|vs|\/) /.test(text))
  const [given, wanted] = isOrdered ? [one, other] : [other, one]
  return { tokens: [given.token], into: wanted.token, ...(given.amount ? { amount: given.amount } : {}) }
}

const isJoined = (between: readonly Item[]): boolean =>
  between.length === 1 &&
  between.every((item) => item.is === 'comma' || (item.is === 'word' && /^(?:and|&|\+)$/.test(item.text)))

/** `text` is cleaned and in lower case; `resumed` is true where the last talk was of prices: then "and USDC?" is one more. */
export function priceQuery(text: string, items: readonly Item[], resumed: boolean): PriceQuery | null {
  const more = resumed && /^(and|what about|how about)\b/.test(text)
  const isCompared = compares.test(text)
  if (!more && !isCompared && !aboutPrice.test(text)) return null
  const tokens: TokenMention[] = []
  let amount: Amount | undefined
  for (const item of items) {
    // "How much ETH is $1000".
    if (item.is === 'amount' && !amount && !isCompared && (tokens.length === 0 || item.amount.kind === 'usd'))
      amount = item.amount
    if (item.is === 'token') tokens.push(item.token)
    if (item.is === 'chain' && item.symbol) tokens.push({ text: item.chain.text, symbol: item.symbol })
    // "Price check on ETH" is about the coin.
    if (item.is === 'chain' && !item.symbol && /^eth$/i.test(item.chain.text))
      tokens.push({ text: item.chain.text, symbol: 'ETH' })
    if (item.is === 'word' && /^[a-z]{2,}/.test(item.text) && !fillers.has(item.text) && !priceWords.has(item.text))
      tokens.push({ text: item.raw })
  }
  if (tokens.length === 0 && /\b(?:prices|markets?)\b|\bprice of (?:everything|all)\b/.test(text))
    return { tokens, isGeneral: true }
  // Many unknown words are not a question about a price.
  const known = tokens.some(({ symbol }) => symbol)
  const unknown = tokens.filter(({ symbol }) => !symbol).length
  return unknown <= 2 && (known || tokens.length <= 2) ? { tokens, ...(amount ? { amount } : {}) } : null
}

export type SmallTalk = 'help' | 'who' | 'networks' | 'greeting' | 'thanks'

const talk: readonly (readonly [SmallTalk, RegExp])[] = [
  [
    'who',
    /\b(?:who|what) (?:are|r) (?:you|u)\b|\byour name\b|\bare you (?:a|an|human|real|ai|the|chat ?gpt|claude|gpt\S*|alive|conscious|there)\b|\bwho (?:made|built|created|runs|owns) (?:you|this|it)\b|\b(?:who|what)(?:'s|s| is)? (?:countersign|this(?: (?:app|site|page|thing|chat|tool))?(?: (?:for|about|all about))?\W*$)|\b(?:bot|robot)\b|\b(?:which|what) (?:ai |language )?model\b|\bdo you learn\b|^(?:are )?(?:you|u) (?:still )?there\b/,
  ],
  [
    'help',
    /^(?:help|help me|\/help|commands?|menu|start|options|examples?)\b|\b(?:what|which) (?:else )?(?:can|could|do|does|else|should) (?:you|i|we|this|it|the app|this app|countersign)\b.*\b(?:do|ask|say|type|tell|try)\b|\bwhat do you do\b|\b(?:what|which) (?:are )?you (?:good|able)\b|\bhow (?:does|do) (?:this|it|you|the app)(?: \w+)? work\b|\bcan you help\b|\bwhat(?:'s| is| are) (?:possible|supported|you able)\b|\bexamples?\b|^(?:i'?m|i am) (?:new|confused|lost)\b|^this is (?:so )?confusing\b|\bhow (?:do|can|should|to) (?:i )?(?:use|start|begin|get started|talk)\b|\bwhat (?:things|stuff|commands|features)\b|\b(?:your )?(?:features|capabilities|abilities|functions)\b/,
  ],
  [
    'networks',
    /\b(?:which|what) (?:\w+ )?(?:tokens|coins|chains|networks|currencies|cryptos)\b|\b(?:support(?:ed)?|serve|work (?:on|with)|available on|compatible with|do you (?:have|know|do)|can you do (?=\w)|list of (?:tokens|coins|chains|networks))\b|^(?:can|could|may|do|does|will|would) (?:i|we|you|u|it|this|that|the app)\b.*\b(?:use|work|run|go)\b.*\b(?:on|with)\b/,
  ],
  ['thanks', /\b(thanks|thank you|thx|ty|cheers|appreciate it|much appreciated)\b/],
  [
    'greeting',
    /^(hi|hii+|hello|hey+|heya|hallo|hola|gm|gn|yo|sup|hiya|howdy|good (morning|afternoon|evening|day)|greetings)\b/,
  ],
]

export const smallTalkIn = (text: string): SmallTalk | null =>
  talk.find(([topic, pattern]) => pattern.test(text) && !(topic === 'greeting' && /\d/.test(text)))?.[0] ?? null
