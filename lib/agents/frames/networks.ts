import type { Item } from '../tagger/item'
import type { Lexicon } from '../tagger/lexicon'
import { tag } from '../tagger/tag'

const what = String.raw`((?:[^,.;!?\n]|[.,](?=\d))+?)`
const end = String.raw`(?=$|\s*[,.;!?\n](?!\d)|\s+(?:please|pls|now|for|from|with|and|then|thanks|asap|today)\b)`
const over = String.raw`(?:(?:back|over|across|straight|all\s+the\s+way)\s+)*`
const onto = '(?:to|onto|into|on|over\\s+to)'

const some = String.raw`(?:(?:some|more|a\s+(?:bit|little)(?:\s+of)?)\s+)*`
const lacks = String.raw`(?:needs?|could\s+use|wants?|(?:is\s+|am\s+|are\s+)?(?:short|low|out|shy)\s+(?:of|on)|(?:is\s+)?running\s+(?:low|short)\s+(?:on|of)|has\s+(?:no|too\s+little|not\s+enough)|lacks)\s+${some}`
/** How much of it. */
const enough = String.raw`\s*[,.;:-]+\s*(?:(?:so|just|about|maybe|say|like|only|around|i\s+think)\s+)*(\.?\d[\d.,]*\d|\.?\d+)(?:\s*[a-z]+)?\s+(?:is|are|will|would|should|ought\s+to)\s+(?:be\s+)?(?:enough|plenty|fine|ok(?:ay)?|do|suffice|good)\b`
const home = String.raw`(?:back(?:\s+(?:home|over|again))?|home)`
/** A sum, or half of what there is; all of it is `mine`. */
const part = String.raw`(?:half\s+(?:of\s+)?my|\$?\.?\d[\d.,]*k?(?:\s+of\s+my)?)`
const mine = String.raw`(?:all\s+(?:of\s+)?)?my\s+([a-z]+)`

/** Not of what is in a vault, nor of "the 300 that I have on Base". */
const held = String.raw`(?!.*\b(?:(?:vault|lending|market|yield|pool|loan)s?|(?:i|we)\s+(?:have|hold|own|keep|got)|(?:that|which)(?:'s|\s+(?:is|are)))\b)`

type Rule = {
  pattern: RegExp
  plain: string
  /** What the first group must hold for it. */
  of?: readonly ('amount' | 'token')[]
}

/** Ways of speaking of networks, in words that the grammar knows. In order. `place` matches a network's name. */
const rulesFor = (place: string): readonly Rule[] => [
  // "My Base USDC", "to Base USDC".
  {
    pattern: rule(
      String.raw`(?<=(?:\b(?:my|all|half|of|to|into|for|from)|\d[kK]?)\s+)${place}\s+(usdc|usdt|dai|eth|ether|weth|wbtc)\b(?=\s*(?:$|[,.;!?\n]|\b(?:to|into|for|from|and|please|pls|now|home|back)\b))`,
    ),
    plain: '$2 on $1',
  },
  // "Pull half my USDC back from Base", "bring 200 USDC home from Base"
  {
    pattern: rule(
      String.raw`\b(?:bring|get|take|move|pull|send|bridge|return|fetch)\s+(?:back\s+)?(${part}\s+[a-z]+)\s+(?:(?:that(?:'s|\s+is)\s+|which\s+is\s+)?(?:on|from|off|out\s+of)\s+${place}\s+${home}|${home}\s+(?:from|off|out\s+of)\s+${place})(?:\s+${onto}\s+${place})?${end}`,
    ),
    plain: 'bridge $1 from $2$3 to $4',
  },
  {
    pattern: rule(
      String.raw`\b(?:pull|withdraw|bring|take|get|return)\s+${over}${what}\s+${over}(?:from|off|out\s+of)\s+${place}\s+(?:and\s+)?(?:(?:put|move|bring|send|get)\s+(?:it|them|that)\s+)?${over}${onto}\s+${place}`,
    ),
    plain: 'bridge $1 from $2 to $3',
  },
  {
    pattern: rule(
      String.raw`\b(?:(?:can|could|may)\s+i\s+(?:have|get)|get|(?:want|need|like|love)\s+to\s+have|want|need)\s+${held}${what}\s+${over}${onto}\s+${place}${end}`,
    ),
    plain: 'move $1 to $2',
    of: ['amount'],
  },
  // "Base needs some ETH, 0.1 is enough", "I need ETH on Base, 0.1 will do"
  {
    pattern: rule(String.raw`\b(?:my\s+)?${place}(?:\s+(?:wallet|account|side|balance))?\s+${lacks}([a-z]+)${enough}`),
    plain: 'move $3 $2 to $1',
  },
  {
    pattern: rule(String.raw`\b(?:i(?:'m|\s+am)?\s+)?${lacks}([a-z]+)\s+(?:on|over\s+on)\s+${place}${enough}`),
    plain: 'move $3 $1 to $2',
    of: ['token'],
  },
  {
    pattern: rule(
      String.raw`\b(?:my\s+)?${place}(?:\s+(?:wallet|account|side|balance))?\s+(?:needs|could\s+use|wants)\s+(?:(?:about|another|only|just)\s+)*(\$?\.?\d[\d.,]*k?\s*[a-z]+)${end}`,
    ),
    plain: 'move $2 to $1',
  },
  // "Bring my ETH on Base back", "get my ETH off Base": all of it.
  {
    pattern: rule(
      String.raw`\b(?:bring|get|take|move|pull|send|bridge)\s+(?:back\s+)?${mine}\s+(?:(?:that(?:'s|\s+is)|which\s+is)\s+)?(?:on|from)\s+${place}\s+${home}(?:\s+${onto}\s+${place})?${end}`,
    ),
    plain: 'bridge all my $1 from $2 to $3',
  },
  {
    pattern: rule(
      String.raw`\b(?:bring|get|take|move|pull|send|bridge)\s+(?:(?:back\s+)${mine}|${mine}\s+${home})\s+(?:from|off|out\s+of)\s+${place}(?:\s+${onto}\s+${place})?${end}`,
    ),
    plain: 'bridge all my $1$2 from $3 to $4',
  },
  {
    pattern: rule(
      String.raw`\b(?:get|take|pull|bring|move)\s+${mine}\s+(?:off|out\s+of|away\s+from)(?:\s+of)?\s+${place}${end}`,
    ),
    plain: 'bridge all my $1 from $2',
  },
  {
    pattern: rule(
      String.raw`\b(?:put|take|bring)\s+${held}${what}\s+${over}${onto}\s+(?:my\s+)?${place}(?:\s+(?:wallet|account))?${end}`,
    ),
    plain: 'move $1 to $2',
    of: ['amount', 'token'],
  },
  {
    pattern: rule(
      String.raw`\b(?:consolidate|gather|collect|combine|unify)\s+(?:all\s+(?:of\s+)?)?${what}\s+${onto}\s+${place}${end}`,
    ),
    plain: 'move all $1 to $2',
    of: ['token'],
  },
  {
    pattern: rule(
      String.raw`\bmy\s+(?:gas|balance|wallet|account|\w+)\s+on\s+${place}\s+(?:is|are|got|looks?)\b[^,.;!?\n]*[,.;]\s*(?:so\s+|please\s+|pls\s+|can\s+you\s+)*top\s+(?:it|them|that)\s+up`,
    ),
    plain: 'top up $1',
  },
  {
    pattern: rule(
      String.raw`\b(?:top\s+up|fund|refill|feed)\s+(?:my\s+)?(?:(?:gas|balance|wallet|account|\w+)\s+on\s+)?${place}\s+with\s+${what}(?=$|\s*[,.;!?\n](?!\d)|\s+(?:please|pls|now|from|thanks)\b)`,
    ),
    plain: 'move $2 to $1',
  },
  {
    pattern: rule(String.raw`\b(bridge|move|send|transfer|swap)\b([^.;!?\n]*?)\s+between\s+${place}\s+and\s+${place}`),
    plain: '$1$2 from $3 to $4',
  },
  // "0.05 ETH is what I need on Base, send it there"
  {
    pattern: rule(
      String.raw`(\.?\d[\d.,]*k?\s+[a-z]+)\s+is\s+(?:(?:what|all)\s+(?:that\s+)?(?:i|we)\s+(?:need|want)|needed|missing)\s+on\s+${place}\s*[,.;]\s*(?:(?:so|please|pls|can\s+you)\s+)*(?:send|move|bridge|bring)\s+it(?:\s+over)?(?:\s+there)?`,
    ),
    plain: 'move $1 to $2',
  },
  // "50 USDC 2 Base"
  { pattern: rule(String.raw`(?<=\d\S*\s+[a-z]+\s+)2\s+${place}`), plain: 'to $1' },
]

const rule = (pattern: string): RegExp => new RegExp(pattern, 'gi')

/** "On chain 31337", "31338 -> 31337": networks by their numbers. Short ones are sums unless it is said what they are. */
export function withNamesOfNetworks(text: string, { chains }: Lexicon): string {
  const nameOf = (digits: string) => [...chains].find(([, id]) => id !== null && String(id) === digits)?.[0]
  const named = (whole: string, digits: string) => {
    const name = nameOf(digits)
    return name === undefined ? whole : whole.replace(/(?:(?:chain|network)(?:\s*id)?\s*[:=#]?\s*)?\d+$/i, name)
  }
  return text
    .replace(/\b(?:chain|network)(?:\s*id)?\s*[:=#]?\s*(\d{1,9})(?![\w.,]*\d|[a-z])/gi, named)
    .replace(/(?<=\s|^)(\d{4,9})(?=\s*[-=]*>\s*\d{4,9}(?![\w.]))/g, named)
    .replace(
      /(?<=\b(?:on|from|to|into|onto)\s+|>\s*)(\d{4,9})(?=\s*(?:$|[,;!?]|\.(?!\d)|\b(?:to|from|and|please|pls|now|with)\b))/gi,
      named,
    )
}

/** "In direction Base", "across chains": of what is bridged anyway. */
const directions: readonly (readonly [RegExp, string])[] = [
  [/\b(?:in|into)\s+(?:the\s+)?direction\s+(?:of\s+)?/gi, 'to '],
  [/\b(?:across|between)\s+(?:the\s+)?(?:chains|networks)\b|\bcross-?chain\b/gi, ' '],
  [/\btake\s+(?:it|that|them|this)\s+(?:from|off|out\s+of)\b/gi, 'from'],
]

type Known = { place: RegExp; rules: readonly Rule[] }
const known = new WeakMap<Lexicon, Known>()

function knownOf(lexicon: Lexicon): Known {
  const before = known.get(lexicon)
  if (before) return before
  const names = [...lexicon.chains.keys()]
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replace(/[^a-z0-9 ]/g, String.raw`\$&`).replaceAll(' ', String.raw`\s+`))
  const place = String.raw`(?:the\s+)?(${names.join('|')})\b`
  const made = { place: rule(String.raw`\b${place}`), rules: rulesFor(place) }
  known.set(lexicon, made)
  return made
}

/** The text with what is said of networks in plain words. */
export function networksPlainly(text: string, lexicon: Lexicon): string {
  const { place, rules } = knownOf(lexicon)
  const isMoved = moves.test(text) && !trades.test(text) && new RegExp(place, 'i').test(text)
  const direct = directions.reduce(
    (each, [pattern, plain]) => each.replace(pattern, plain),
    isMoved ? text.replace(forGas, '') : text,
  )
  const said = rules.reduce(
    (each, { pattern, plain, of }) =>
      each.replace(pattern, (...found: (string | undefined)[]) => {
        const fits = !of || holds(tag(found[1] ?? '', lexicon), of)
        return fits ? filled(plain, found) : (found[0] ?? '')
      }),
    direct,
  )
  const aimed = withAims(said, lexicon)
  return moves.test(aimed) ? withThere(aimed, place, lexicon) : aimed
}

/** The pattern's groups in its plain words; "to" goes with the place that was not said. */
const filled = (plain: string, found: readonly unknown[]): string =>
  plain
    .replace(/\s+to \$(\d)/g, (whole, group: string) => (found[Number(group)] === undefined ? '' : whole))
    .replace(/\$(\d)/g, (_, group: string) => String(found[Number(group)] ?? ''))

/** "100 USDC", and not "to swap 100 USDC": things alone, one of these among them. */
const holds = (items: readonly Item[], of: readonly Item['is'][]): boolean =>
  items.some(({ is }) => of.includes(is)) && !items.some(({ is }) => is === 'verb')

/** What a coin on another network is for. */
const forGas = /\s+for\s+(?:the\s+|some\s+)?(?:gas|(?:network\s+|transaction\s+|gas\s+)?fees)\b(?!\s+on\b)/gi
const trades = /\b(?:buy|sell|swap|convert|exchange|trade|pay)\b/i
const moves = /\b(?:bridge|move|send|transfer|bring|put|get|take|receive|shift|push|ship|throw|toss|drop|shoot)\b/i
const aim =
  /\b(?:should|must|needs?\s+to|has\s+to|have\s+to|ought\s+to|(?:is|are)\s+to)\s+(?:all\s+)?(?:go|be\s+(?:sent|moved|transferred|bridged|paid|given)|end\s+up|land|arrive)\b(?:\s+(?:over|back))?\s*(?:\b(?:to|on|onto|in|at|with)\b)?/gi

/** "Half my WBTC should go to 0x…": moved, where nothing else says what is done. */
function withAims(text: string, lexicon: Lexicon): string {
  const other = text.replace(aim, ' ')
  if (other === text || /^\W*(?:what|which|how|where|who|when|why|if)\b/i.test(text)) return text
  const isAsked = tag(other, lexicon).some((item) => item.is === 'verb' && item.form === 'base')
  return text.replace(aim, isAsked ? 'to' : 'move to')
}

/** "Base is cheaper, bring 500 there": the only network that was named, or the only one beside where the person is. */
function withThere(text: string, place: RegExp, { chains, here }: Lexicon): string {
  const named = [...new Set([...text.matchAll(place)].map(([, name = '']) => name.toLowerCase()))]
  const away = named.length > 1 ? named.filter((name) => chains.get(name) !== here) : named
  const [only, ...others] = away
  if (only === undefined || others.length > 0) return text
  return text.replace(
    /(?<=\w\s+)(?<!\b(?:is|are|was|were|be)\s+)(?:\b(over|from|on|to)\s+)?\bthere\b(?!\s*(?:is|are|was|were|'s|has|have|any)\b)/gi,
    (_, before: string | undefined) => `${/^(?:from|on)$/i.test(before ?? '') ? before : 'to'} ${only}`,
  )
}
