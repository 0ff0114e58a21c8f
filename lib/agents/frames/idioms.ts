import type { Lexicon } from '../tagger/lexicon'
import { formsOf, verbsOfLending } from '../tagger/verbs'
import { isOneSlip } from '../tagger/vocabulary'
import { withoutAsides } from './asides'
import { boundsPlainly } from './bounds-of-sums'
import { idiomsOfLending } from './idioms-of-lending'
import { tokensPlainly } from './idioms-of-tokens'
import { networksPlainly } from './networks'
import { slangPlainly } from './slang'

const what = String.raw`((?:[^,.;!?\n]|[.,](?=\d))+?)`
const anyone = String.raw`(0x[0-9a-fA-F]{40}|[\w-]+(?:\.[\w-]+)*\.eth)\b`

/** Forms of a verb, each with its base. */
const basesBy = (form: 'gerund' | 'past', verbs: string): Readonly<Record<string, string>> =>
  Object.fromEntries(verbs.split(' ').map((verb) => [formsOf(verb)[form], verb]))

const gerunds = basesBy(
  'gerund',
  'swap convert exchange trade change buy sell bridge move send transfer pay stake unstake supply lend borrow repay withdraw deposit',
)

const participles: Readonly<Record<string, string>> = {
  ...basesBy('past', 'move send bridge transfer swap convert exchange change turn trade stake lend supply deposit'),
  returned: 'move',
  brought: 'move',
}

/** "I'd like 100 USDC moved to Base". */
const wantedDone = new RegExp(
  String.raw`(?:\bi(?:'d|\s+would)?\s+(?:(?:just|also|now|only)\s+)*(?:like|want|need|wish)|(?:^|[,.;!?]\s*)(?:(?:and|so|just|also|now|please|pls|hey|hi)\s+)*(?:need|want)|\bplease\s+(?:get|have)|can\s+(?:i|you)\s+(?:get|have))\s+((?:(?:all|half|my|an?)\b|\$?\.?\d)(?:(?!\b(?:i|we|he|she|they|what|that)\b)[^,.;!?\n]|[.,](?=\d))*?)\s+(?:to\s+be\s+)?(${Object.keys(participles).join('|')})\b(?=\s+(?:over|back|to|into|onto|for|from|on|in)\b)`,
  'gi',
)

/** What is not asked for stays as it is: "leave the rest alone", "the other half can stay there". */
const rest = String.raw`(?:the\s+|all\s+the\s+)?(?:rest|others?|other\s+(?:half|ones?)|remainder|everything\s+else|wrapped\s+ones?)(?:\s+of\s+(?:it|them|(?:the|my)\s+\w+))?`
const asItIs = String.raw`(?:alone|there|here|be|untouched|in\s+(?:it|there|place)|as\s+is|(?:just\s+)?(?:as|where|how|what)\s+(?:it|they)(?:\s+(?:is|are)|'s|'re))`
const leaveRest = String.raw`(?:keep|leave|hold)\s+${rest}(?:\s+${asItIs})?|(?:don'?t|do\s+not|no\s+need\s+to)\s+(?:touch|bother\s+with|worry\s+about|move)\s+${rest}`
const restStays = String.raw`${rest}\s+(?:i\s+keep|(?:(?:can|should|must|may|will)\s+)?(?:just\s+)?(?:stays?|remains?)(?:\s+${asItIs})?)`

const moving = 'swap|convert|exchange|trade|send|transfer|pay|bridge|move|stake|lend|supply|buy|sell'

/** Ways of speaking that the grammar does not know, in words that it does. In order: what comes first is not read again. */
const idioms: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:make|do|execute|perform|initiate|place|arrange|set\s+up|prepare|start|run)\s+an?\s+(?:\w+\s+)?(swap|transfer|payment|trade|exchange|conversion|withdrawal|deposit|repayment)(?:\s+(?:of|for|from))?(?=\s)/gi,
    ' $1-of ',
  ],
  [/\b(?:transfer|payment)-of\b/gi, 'send'],
  [new RegExp(String.raw`\bpay\s+${anyone}\s+back\b`, 'gi'), 'pay $1'],
  // "Pull up my wallet"
  [
    /\b(?:pull|bring|call)\s+up\s+(?=(?:my|the|all\s+my)\s+(?:\w+\s+)?(?:wallets?|portfolio|balances?|accounts?|holdings|positions?|loans?|plans?|nfts?|tokens|coins|assets|funds|stuff)\b)/gi,
    'show ',
  ],
  // "Swap 100 USDC to ETH and back", and of a bridge at least no word of it is lost.
  [
    /^((?:(?!\b(?:bridge|send|move)\b).)*\b(swap|convert|exchange|trade)\b.*?)[\s,]+and\s+(?:then\s+)?(?:straight\s+)?back(?:\s+again)?(?=[\s.!]*$)/gi,
    '$1, then $2 it back',
  ],
  // "What's left of my USDC"
  [
    /(?<!^\W*(?:(?:and|so|now|ok|okay|hey|then|but)\W+)*)\b(?:what(?:'?s|\s+is|ever\s+is|ever's)\s+left|the\s+(?:rest|remainder|remaining\s+part))\s+of\s+(?=my\b)/gi,
    'all ',
  ],
  // "How much of that is USDC?"
  [/\bhow\s+much\s+of\s+(?:that|it|this|them)\s+(?:is|are)(?:\s+in)?\s+(?=[a-z]{3,5}\W*$)/gi, 'how much do i have in '],
  // "A few hundred USDC": how much is still to be said.
  [/\b(?:an?\s+)?(?:couple|few|several)\s+(?:of\s+)?(?:hundred|thousand|grand|million|dozen)s?\b(?:\s+of)?/gi, 'some'],
  // "Send 0.3 ETH to myself on Base"
  [
    /\b(?:send|move|transfer)\s+((?:all|half|my|\$?\.?\d)(?:[^,.;!?\n]|[.,](?=\d))*?)\s+(?:over\s+)?to\s+(?:myself|me|my\s+own\s+(?:wallet|account|address)|my\s+(?:wallet|account|address))\s+on\s+(?=[a-z]+\b)/gi,
    'bridge $1 to ',
  ],
  [/^\s*(?:(?:use|with|set|make\s+it)\s+)?slippage\s+(?:of\s+|to\s+|is\s+)?(\d(?:\.\d+)?)[\s.!]*$/gi, '$1% slippage'],
  // "And keep slippage under 1%"
  [
    /[\s,]*\b(?:and\s+|but\s+)?(?:cap|keep|limit|hold|bound)\s+(?:the\s+|my\s+)?slippage\s+(?:at|to|under|below|within)\s+(\d+(?:\.\d+)?)\s?(?:%|percent\b)/gi,
    ' with $1% slippage',
  ],
  // "Before I bridge 500 USDC to Base, what would that cost me?"
  [
    /^\W*before\s+i\s+([^,?]+),\s*(?:what|how\s+much)\s+(?:would|will|does)\s+(?:that|it|this)\s+cost(?:\s+me)?\b/i,
    'what does it cost to $1',
  ],
  // "0.5 ETH to USDC and 0.25 ETH to DAI, please swap both"
  [
    new RegExp(
      String.raw`^((?:(?!\b(?:${moving}|then)\b)[^;!?])+?)[\s,:;.-]+(?:(?:and|so|please|pls|just|can\s+you|could\s+you)\s+)*(${moving})\s+(?:both|them(?:\s+(?:both|all))?|all\s+of\s+(?:them|these|it)|these|those)(?:\s+(?:please|pls|for\s+me|now))*[\s.!?]*$`,
      'i',
    ),
    '$2 $1',
  ],
  // "K, swap …"
  [/^\s*kk?[\s,.!]+(?=[a-z])/i, ''],
  // "50 USDC or so"
  [/(?<=\d\S*(?:\s+[a-z]+)?),?\s+(?:or\s+(?:so|thereabouts)|give\s+or\s+take|ish|more\s+or\s+less)\b,?(?!\s+\d)/gi, ''],
  [/(?<=\d)\s?-?ish\b/gi, ''],
  [/\bspend\s+(\$?\.?\d\S*\s+(?:of\s+)?(?:my\s+)?\w+)\s+on\b/gi, 'swap $1 for'],
  [
    new RegExp(String.raw`\b(?:i\s+(?:want|need|would\s+like)|i'd\s+like)\s+${what}\s+turned\s+in\s*to\b`, 'gi'),
    'swap $1 to',
  ],
  // All of it, and all but something.
  [
    /\b(?:the\s+(?:whole|entire)\s+(?:lot|thing|amount|sum)|the\s+lot|every\s+(?:last\s+|single\s+)?(?:penny|cent|bit|drop|scrap))\b(?!\s+(?:\w+\s+)?(?:helps|counts))/gi,
    'all',
  ],
  [
    new RegExp(
      String.raw`\b(?:keep|leave|hold(?:\s+back)?|save)\s+${what}(?:\s+(?:in\s+my\s+wallet|there|back|aside|for\s+me))?(\s+on\s+\w+)?\s*,?\s+(?:and|then|but)\s+(\w+)\s+(?:the\s+rest|everything\s+else|all\s+the\s+rest)(?:\s+of\s+(?:it|them|my\s+\w+))?\b`,
      'gi',
    ),
    '$3 all but $1$2',
  ],
  // "Swap my DAI for ETH but keep 500 DAI", "my DAI to USDC, everything but 800"
  [
    /\b(swap|sell|convert|exchange|trade|change|turn|bridge|move|send|bring|get)\s+(?:(?:all|everything)\s+(?:of\s+)?)?((?:my|the)\s+([a-z]+)\b(?![^.;!?]*\d[^.;!?]*\b(?:keep|leave)\b)[^.;!?]*?)\s*,?\s*\b(?:(?:but|and|just)\s+)+(?:keep|leave|hold|save)\s+(?:back\s+|me\s+)?(\.?\d[\d.,]*k?)(?:\s+\3)?(?:\s+(?:there|here|back|for\s+me|in\s+(?:it|there|my\s+wallet)))*(?=[\s.!]*$)/gi,
    '$1 all but $4 of $2',
  ],
  [/,?\s*\b(?:but|and)\s+(?:keep|leave|hold|save)\s+(?:back\s+|me\s+)?(?=\$?\.?\d)/gi, ' except '],
  [
    /,?\s*\b(?:except\s+for|apart\s+from|other\s+than|save\s+for|aside\s+from|excluding|minus|with\s+the\s+exception\s+of)\s+(?=\$?\.?\d|an?\s)/gi,
    ' except ',
  ],
  [
    new RegExp(
      String.raw`(?=,?\s*\b(?:and|but|just|keep|leave|hold|do|no|the|all|rest|other|remainder|everything|wrapped))(?<=\b(?:(?:all|half)\b|\.?\d).*),?\s*\b(?:and\s+|but\s+|just\s+)*(?:${leaveRest}|${restStays})(?=\s*(?:$|[,.;!?\n]))`,
      'gi',
    ),
    '',
  ],
  [/\bunwrap\s+(?:my|the|our)\s+(?:weth|eth|ether)\b/gi, 'swap all my weth for eth'],
  [
    new RegExp(String.raw`\bunwrap\s+${what}(?:\s+weth)?(?=$|[,.;!?\n](?!\d)|\s+(?:on|and|then|please|pls)\b)`, 'gi'),
    'swap $1 weth for eth',
  ],
  [
    new RegExp(
      String.raw`\bwrap\s+${what}(?:\s+(?:eth|ether))?(?=$|[,.;!?\n](?!\d)|\s+(?:on|and|then|please|pls|to|into)\b)`,
      'gi',
    ),
    'swap $1 eth for weth',
  ],
  [/\bget\s+(\$?\.?\d\S*\s+(?:\w+\s+)?worth\s+of|some)\b/gi, 'buy $1'],
  [
    /\bevery\s+(?:last\s+|single\s+)?(?:bit\s+of\s+(?:my\s+)?)?(\w+)\s+(?:that\s+)?i(?:'ve)?\s+(?:have|got|own|hold)\b/gi,
    'all my $1',
  ],
  [/\bsell\s+(?:me|us)\s+(?=\S+\s+of\s+(?:my|our)\b)/gi, 'sell '],
  [/\bsell\s+(?:me|us)\s+/gi, 'buy '],

  [/\bhand(?:ing)?\s+over\b/gi, 'send'],
  [/\b(?:hand|give)\s+((?:my|the|an?|\$?\.?\d)[^,.;!?\n]*?)\s+(?:over|away)\s+(?=to\s+0x)/gi, 'send $1 '],
  [/\b(?:make\s+sure|see\s+to\s+it|ensure)\s+(?:that\s+)?(?=0x[0-9a-f]{40}\s+(?:gets|receives)\b)/gi, ''],
  [/\b(?:get(?:ting)?\s+rid\s+of|cash(?:ing)?\s+out)\b(?!\s+(?:my\s+|the\s+)?(?:\w+\s+)?(?:plans?|dca)\b)/gi, 'sell'],
  [/\band\s+(?:have|get)\s+(\w+)\s+instead\b/gi, 'for $1'],
  [new RegExp(String.raw`\b(?:take|pull|get)\s+${what}\s+(?:back\s+)?out\s+of\b`, 'gi'), 'withdraw $1 from'],
  [
    /\b(?:get|take|have|pull)\s+(?:all\s+(?:of\s+)?)?(?:my|the)\s+((?:\w+\s+)?(?:collateral|deposits?))\s+(?:back(?:\s+out)?|out)\b(?!\s+(?:of|from))/gi,
    'withdraw all my $1',
  ],
  [/\bpark(?=\s)/gi, 'deposit'],
]

/** "Bridge 100 USDC to Base as ETH". */
const arriving = /\bas\s+(?=([a-z]+)\b)/gi

/** The text with idioms in plain words, and with slips of the finger in verbs of lending and staking put right. */
export function plainly(text: string, lexicon: Lexicon): string {
  const isToken = (name: string) => lexicon.tokens.has(name.toLowerCase())
  const paired = tokensPlainly(withoutAsides(boundsPlainly(slangPlainly(text)), lexicon), lexicon)
  const corrected = paired.replace(/[a-z]{4,}/gi, (word) => meantWord(word.toLowerCase()) ?? word)
  const polite = corrected.replace(
    /\b((?:would|do)\s+(?:you|u)\s+mind|(?:start|begin|proceed\s+with|go\s+ahead\s+(?:and|with))|help\s+(?:me\s+)?(?:with|in)|assist\s+(?:me\s+)?(?:with|in)|(?:i'd|i\s+would)\s+like\s+(?:your\s+)?help\s+(?:with\s+)?)\s*([a-z]+ing)\b/gi,
    (whole, _, gerund: string) => (gerunds[gerund.toLowerCase()] ? `please ${gerunds[gerund.toLowerCase()]}` : whole),
  )
  const wanted = polite.replace(
    wantedDone,
    (_, what: string, done: string) => `${participles[done.toLowerCase()] ?? done} ${what}`,
  )
  const plain = [...idiomsOfLending, ...idioms].reduce(
    (each, [pattern, replacement]) => each.replace(pattern, replacement),
    wanted,
  )
  const said = networksPlainly(plain, lexicon)
  return /\b(?:bridge|move|send|transfer)\b/i.test(said)
    ? said.replace(arriving, (whole, name: string) => (isToken(name) ? 'and receive ' : whole))
    : said
}

/** Forms of these verbs, and words one letter away from them, that are no slips. */
const others: ReadonlySet<string> = new Set([
  'withdrew',
  'withdrawn',
  'unstaked',
  'supple',
  'deposed',
  'deposits',
  'flexibly',
  'valance',
])

/** Long words that say what is meant, and have no neighbours that are words of their own. */
const longWords = 'vault vaults interest flexible balance balances collateral slippage portfolio everything'.split(' ')
const known: ReadonlySet<string> = new Set([...verbsOfLending.keys(), ...longWords])

function meantWord(word: string): string | null {
  if (known.has(word) || others.has(word)) return null
  const near = [...known].filter((each) => isNear(word, each))
  const [only, ...more] = near
  return only && more.length === 0 ? only : null
}

/** In short verbs only two letters that changed places: "state" and "relay" are words of their own. */
function isNear(word: string, verb: string): boolean {
  if (verb.length < 5 || word.startsWith(verb) || !isOneSlip(word, verb)) return false
  return verb.length > 5 || [...word].sort().join('') === [...verb].sort().join('')
}
