import type { Lexicon } from '../tagger/lexicon'
import { tag } from '../tagger/tag'
import type { Insight } from './insights'
import { balancesOf } from './reads'
import type { Understanding } from './understanding'

type Topic =
  | 'balances'
  | 'price'
  | 'yields'
  | 'loan'
  | 'positions'
  | 'plans'
  | 'gas'
  | 'changes'
  | 'portfolio'
  | 'earned'

/** What a word speaks for, and how much. */
const cues: readonly (readonly [Topic, number, RegExp])[] = [
  [
    'balances',
    2,
    /\b(?:balances?|wallet|funds|tokens?|coins?|cash|bags?|stack|stash|purse|pocket|kitty|pile|heap|holdings?|possess\w*)\b/,
  ],
  ['balances', 2, /\b(?:how\s+much|how\s+many|how\s+big|what)\b.*\b(?:have|own|hold|got|left|possess)\b/],
  ['balances', 1, /\b(?:my|mine|i|i've|me|we|our)\b/],
  [
    'price',
    2,
    /\b(?:price[sd]?|worth|cost|costs|quote[sd]?|trading|trades?|value[sd]?|fetch\w*|go(?:es|ing)?\s+for|dollars?|usd|per|rate|market|bucks?|pricey|expensive|cheap)\b/,
  ],
  ['yields', 3, /\b(?:yields?|apys?|aprs?|interest|returns?|passive|income)\b/],
  [
    'yields',
    2,
    /\b(?:earn\w*|pay(?:s|ing)?|grow\w*|vaults?|per\s?cent|%|rates?|lend\w*|stak\w*|deposit\w*|savings?|work\s+for)\b/,
  ],
  ['yields', 1, /\b(?:best|highest|most|better|top|good|where|juic\w+)\b/],
  [
    'loan',
    4,
    /\b(?:loans?|debts?|owe[sd]?|owing|borrowed|liquidat\w*|health|collateral|ltv|principal|outstanding|margin\s+call)\b/,
  ],
  [
    'positions',
    3,
    /\b(?:staked|lent|supplied|deposited|invested|locked|positions?|deposits?|earning|put\s+(?:in|away|aside))\b/,
  ],
  ['positions', 1, /\b(?:vaults?|market|lending)\b/],
  [
    'plans',
    4,
    /\b(?:plans?|dca|recurring|schedule[ds]?|standing\s+orders?|automatic\w*|auto-?buys?|repeating|regular\s+(?:buys?|purchases?))\b/,
  ],
  ['gas', 4, /\b(?:gas|gwei|network\s+fees?|transaction\s+fees?)\b/],
  [
    'changes',
    3,
    /\b(?:changed?|since|performance|performed|profits?|loss(?:es)?|pnl|gained|lost|up\s+or\s+down|better\s+off|worse\s+off)\b/,
  ],
  [
    'portfolio',
    3,
    /\b(?:portfolio|net\s+worth|overview|summary|diversif\w*|allocat\w*|exposure|exposed|spread|composition|everything|overall|altogether|whole\s+picture|risky?)\b/,
  ],
  ['portfolio', 1, /\b(?:money|wealth|worth|assets|finances?)\b/],
  ['earned', 4, /\b(?:(?:have|did|has)\b.*\b(?:earned|made|brought\s+in|accrued)|earnings|so\s+far|accrued)\b/],
]
/** About the person's own affairs. */
const own = /\b(?:my|mine|i|i'm|im|i've|ive|i'd|me|we|our|ours|us)\b/
const asking =
  /\?|^\W*(?:(?:hey|hi|hello|ok|okay|so|and|but|please|pls|well|also|now|um|uh)\W+)*(?:what|whats|what's|which|where|how|hows|how's|who|why|when|is|are|am|do|does|did|has|have|show|list|display|tell|give|check|see|view|let\s+me|any|remind|i\s+(?:want|need|would\s+like|'d\s+like)\s+to\s+(?:know|see)|i'd\s+like\s+to\s+(?:know|see)|could|can|wonder\w*|curious|report|read)\b|\b(?:tell|show)\s+me\b|\b(?:wonder\w*|curious|want\s+to\s+know|like\s+to\s+know)\b/
/** Of another kind: advice, the future, what somebody else has. */
const beyond =
  /\b(?:should|would|could|might|advice|recommend|predict\w*|forecast\w*|will|tomorrow|yesterday|news|weather|joke|friend|his|her|their|somebody|someone|anybody|people)\b|\b0x[0-9a-f]{6,}/

/**
 * What a question that the grammar did not understand is most likely after, by the words in it: the topic with most cues, where
 * no other comes near. Null where it is after something else. `raw` is cleaned.
 */
export function readByCues(raw: string, lexicon: Lexicon): Understanding | null {
  const lower = raw.toLowerCase().trim()
  if (!asking.test(lower) || beyond.test(lower) || lower.length > 200) return null
  const items = tag(raw, lexicon)
  if (items.some((item) => item.is === 'recipient' || (item.is === 'amount' && item.amount.kind !== 'all'))) return null
  const token = items.find((item) => item.is === 'token')
  const scores = new Map<Topic, number>()
  for (const [topic, weight, pattern] of cues) {
    const found = new Set([...lower.matchAll(new RegExp(pattern, 'g'))].map(([word]) => word)).size
    if (found > 0) scores.set(topic, (scores.get(topic) ?? 0) + (found > 1 && weight > 1 ? weight + 1 : weight))
  }
  const isOwn = own.test(lower)
  for (const topic of ['balances', 'loan', 'positions', 'plans', 'changes', 'portfolio', 'earned'] as const)
    if (!isOwn) scores.delete(topic)
  if (!token) scores.delete('price')
  const ranked = [...scores].toSorted(([, one], [, other]) => other - one)
  const [best, second] = ranked
  if (!best || best[1] < 3 || (second && second[1] >= best[1])) return null
  return understood(best[0], lower, items)
}

function understood(topic: Topic, lower: string, items: ReturnType<typeof tag>): Understanding {
  const token = items.find((item) => item.is === 'token')
  const insight = (about: Insight): Understanding => ({ kind: 'insight', insight: about })
  switch (topic) {
    case 'balances':
      return { kind: 'balances', query: balancesOf(items) }
    case 'price':
      return { kind: 'price', query: { tokens: token?.is === 'token' ? [token.token] : [] } }
    case 'yields':
      return insight({ of: 'yields', ...(token?.is === 'token' ? { token: token.token } : {}) })
    case 'plans':
      return { kind: 'plans' }
    case 'portfolio':
      return insight({
        of: 'portfolio',
        ...(/\b(?:overview|summary|net\s+worth|everything|altogether)\b/.test(lower) ? {} : { inWords: true as const }),
      })
    case 'changes':
      return insight({ of: 'changes', inWords: true })
    case 'loan':
      return insight({ of: 'loan' })
    case 'positions':
      return insight({ of: 'positions' })
    case 'gas':
      return insight({ of: 'gas' })
    case 'earned':
      return insight({ of: 'earned' })
  }
}
