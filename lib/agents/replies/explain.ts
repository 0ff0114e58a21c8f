import { aboutApp } from './app-topics'
import { aboutKeys, things, topics } from './topics'

/** Matches questions about a meaning, or about how something works. */
const meaning =
  /\b(?:guaranteed?|fixed|variable|promised?)\b|\bmean(?:s|ing)?\b|\bexplain\b|\bdescribe\b|\bdefin(?:e|ition)\b|\btell me (?:more )?about\b|\bteach\b|\bhow (?:do|does|is|are|did) .*\b(?:work|works|working|function|calculated|determined|set|made|used|done)\b|\bwhy\b|\bdifferen(?:ce|t)\b|\bunderstand\b|\beli5\b|\bmeaning\b|\bsame as\b|\bvs\.?\b|\bversus\b|\bwhat happens\b|\bhow long (?:do|does|will|is|are)\b|\b(?:is|are) .*\b(?:risky|dangerous|safe|secure)\b|\brisks? (?:of|in|with|to|are)\b|\bcan (?:i|you|we) lose\b|\bwhat (?:is|are|do|does) .* (?:for|good for|used for)$|\bwho (?:gets|takes|pays|sets|decides)\b|\bwhere (?:do|does|are|is) .*\bfrom\b|\bwhere do you get\b|\bwho (?:made|built|makes|runs)\b/
/** Matches "What is a vault": only a name, and perhaps a place. */
const naming =
  /^(?:(?:what|whats|what's|wat|who|who's)(?: is| are| was|'s|'re)|whats|what's|wats|whos|about|is)(?! (?:on|in)\b| (?:\w+ )?(?:supplied|staked|deposited|lent|locked|earning|invested|owed|borrowed|left|idle)\b)(?: (?:a|an|the|this|that|these|your))?(?: [\w.&-]+){1,3}(?: (?:in|on|at) (?:defi|crypto|simple words|plain english|this app|ethereum|here))?(?: (?:exactly|anyway|then|again|even|here|pls|please))?$/
const figures =
  /\b(?:any|anything|something|best|safest|highest|lowest|top|rates?|earn\w*|current|today|now|worth|price|much|many|balance|pay|pays|paying|doing|trading|at|supply|deposit|for)\b/
const personal = /\b(?:my|mine|do i|am i|have i|did i|i have|i've)\b/
/** Matches questions about figures, which are to be read rather than explained. */
const sizes =
  /\b(?:apys?|aprs?|rates?|yields?|interest)\b.*\b(?:usdc|dai|eth|weth|wbtc|flexible|locked|vaults?|staking|lending|market)\b|\b(?:usdc|dai|eth|weth|wbtc|flexible|locked)\b.*\b(?:apys?|aprs?|rates?|yields?|interest)\b|\b(?:balances?|price)\b|\bthe (?:\w+ )?(?:locked|flexible)\b|\bin (?:the|my) vaults?\b/
const wide =
  /\b(?:what|whats|what's|wat|how|why|who|where|when|explain|is|are|do|does|can|tell|which|difference|about)\b/

/**
 * Returns the answer to a question about how things work; null if it is about something else. `plainly` accepts only
 * questions that ask for nothing else, `loosely` any question that names a thing. `text` is in lower case.
 */
export function explanationOf(text: string, sure: 'plainly' | 'loosely'): string | null {
  const bare = text.replace(/[\s.!?]+$/, '')
  const key = [...aboutKeys, ...aboutApp].find(([pattern]) => pattern.test(bare))
  if (key) return key[1]
  const isPersonal = personal.test(bare) && !/\b(?:what happens|mean|means|meaning|why|explain)\b/.test(bare)
  const isMeant =
    sure === 'loosely'
      ? wide.test(bare)
      : (!sizes.test(bare) || /\bwhat happens\b/.test(bare)) &&
        (meaning.test(bare) || (naming.test(bare) && !figures.test(bare)))
  if (!isMeant || (sure === 'plainly' && isPersonal)) return null
  return [...topics, ...(sure === 'plainly' ? things : [])].find(([about]) => about.test(bare))?.[1] ?? null
}

/** Example sentences for an action, by the words for it. */
const sayings: readonly (readonly [about: RegExp, example: string])[] = [
  [/\b(?:unstake|exit|leave)\b|\bout of (?:a|the|my) vault/, 'unstake 100 USDC'],
  [
    /\b(?:recurring|dca|plans?|every (?:day|week|month)|daily|weekly|monthly|regularly|automatic\w* (?:buy|invest))\b/,
    'buy $50 of ETH every Friday for 10 weeks',
  ],
  [/\b(?:stake|earn|invest)\b/, 'stake 100 USDC'],
  [/\brepay|\bpay (?:back|off)\b/, 'repay all my DAI'],
  [/\bborrow\b|\bloan\b/, 'borrow 50 DAI'],
  [/\bwithdraw\b/, 'withdraw 100 USDC from lending'],
  [/\b(?:supply|lend|deposit)\b/, 'supply 100 USDC'],
  [
    /\bbridge\b|\b(?:move|get)\b.*\bto (?:base|ethereum|another (?:chain|network))/,
    'bridge 100 USDC from Ethereum to Base',
  ],
  [/\bnfts?\b/, 'send my Postcard #3 to 0x…'],
  [/\b(?:send|transfer|pay)\b/, 'send 20 USDC to 0x…'],
  [/\b(?:swap|buy|sell|trade|exchange|convert)\b/, 'swap 0.1 ETH for USDC'],
]

/** Answers "how do I …" with what to say. Null if it is about something else. `text` is in lower case. */
export function howToOf(text: string): string | null {
  if (!/^(?:how|what is the (?:best )?way|where) (?:do|does|can|could|should|would|to)\b/.test(text)) return null
  const found = sayings.find(([about]) => about.test(text))
  return found
    ? `Just say it, with the amount and the token: “${found[1]}”. I prepare it as a card that shows what really happens, and nothing is done until you countersign it and your wallet signs. Nothing has been prepared yet.`
    : null
}
