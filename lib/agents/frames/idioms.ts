import type { Lexicon } from '../tagger/lexicon'
import { isOneSlip } from '../tagger/vocabulary'
import { withoutAsides } from './asides'
import { boundsPlainly } from './bounds-of-sums'
import { idiomsOfLending } from './idioms-of-lending'
import { tokensPlainly } from './idioms-of-tokens'
import { jobVerbNames } from './job'
import { networksPlainly } from './networks'
import { slangPlainly } from './slang'

const what = String.raw`((?:[^,.;!?\n]|[.,](?=\d))+?)`
const anyone = String.raw`(0x[0-9a-fA-F]{40}|[\w-]+(?:\.[\w-]+)*\.eth)\b`

const gerunds: Readonly<Record<string, string>> = {
  swapping: 'swap',
  converting: 'convert',
  exchanging: 'exchange',
  trading: 'trade',
  changing: 'change',
  buying: 'buy',
  selling: 'sell',
  bridging: 'bridge',
  moving: 'move',
  sending: 'send',
  transferring: 'transfer',
  paying: 'pay',
  staking: 'stake',
  unstaking: 'unstake',
  supplying: 'supply',
  lending: 'lend',
  borrowing: 'borrow',
  repaying: 'repay',
  withdrawing: 'withdraw',
  depositing: 'deposit',
}

const participles: Readonly<Record<string, string>> = {
  moved: 'move',
  returned: 'move',
  brought: 'move',
  sent: 'send',
  bridged: 'bridge',
  transferred: 'transfer',
  swapped: 'swap',
  converted: 'convert',
  exchanged: 'exchange',
}

/** "I'd like 100 USDC moved to Base". */
const wantedDone = new RegExp(
  String.raw`\b(?:i(?:'d|\s+would)?\s+(?:like|want|need|wish)|please\s+(?:get|have)|can\s+(?:i|you)\s+(?:get|have))\s+((?:(?:all|half|my|an?)\b|\$?\.?\d)(?:[^,.;!?\n]|[.,](?=\d))*?)\s+(?:to\s+be\s+)?(${Object.keys(participles).join('|')})\b(?=\s+(?:over|back|to|into|onto|for|from|on)\b)`,
  'gi',
)

/** Ways of speaking that the grammar does not know, in words that it does. In order: what comes first is not read again. */
const idioms: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:make|do|execute|perform|initiate|place|arrange|set\s+up|prepare|start|run)\s+an?\s+(?:\w+\s+)?(swap|transfer|payment|trade|exchange|conversion|withdrawal|deposit|repayment)(?:\s+(?:of|for|from))?(?=\s)/gi,
    ' $1-of ',
  ],
  [/\b(?:transfer|payment)-of\b/gi, 'send'],
  [/\b(?:swap|trade|exchange|conversion)-of\b/gi, 'swap'],
  [/\bwithdrawal-of\b/gi, 'withdraw'],
  [/\bdeposit-of\b/gi, 'deposit'],
  [/\brepayment-of\b/gi, 'repay'],
  [
    new RegExp(String.raw`\b(?:top\s+up|fund|credit)\s+${anyone}\s+with\s+${what}(?=$|[,.;!?\n](?!\d))`, 'gi'),
    'send $2 to $1',
  ],
  [/\bhand(?=\s+(?:0x|\d|a\b|an\b|my\b|him\b|her\b|them\b))/gi, 'send'],
  // Verbs of throwing things: requests only where there is somebody to catch.
  [
    new RegExp(
      String.raw`\b(?:drop|ship|pass|slide|zap|fling|chuck|slip|spot|ping|flick|push|hop)(?=\s(?:[^.;!?\n]|\.(?=\d))*${anyone})`,
      'gi',
    ),
    'send',
  ],
  [/\b(?:push|hop)(?=\s+(?:my|all|half|\$?\.?\d)[^.;!?\n]*\bto\b)/gi, 'move'],
  [new RegExp(String.raw`\bpay\s+back\s+(?=[^.;!?\n]*${anyone})`, 'gi'), 'pay '],
  [new RegExp(String.raw`\bpay\s+${anyone}\s+back\b`, 'gi'), 'pay $1'],
  [new RegExp(String.raw`\blet\s+${anyone}\s+have\b`, 'gi'), 'give $1'],
  [new RegExp(String.raw`\bi\s+(?:want|need|would\s+like)\s+${anyone}\s+to\s+(?:have|get|receive)\b`, 'gi'), 'give $1'],
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
  [
    /\b(bridge|move|send|transfer)\b(.*?)[\s,]+and\s+(?:then\s+)?(?:straight\s+)?back(?:\s+again)?(?=[\s.!]*$)/gi,
    '$1$2 and-back',
  ],
  [/\btrade\s+in\b/gi, 'trade'],
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
  // "All my ETH, but leave enough for gas": that is kept in any case.
  [
    /(?<=\b(?:all|everything|max)\b.*?),?\s*\b(?:but\s+|and\s+|just\s+)*(?:leave|keep|save|leaving|keeping)\s+(?:me\s+)?(?:enough|some|a\s+(?:bit|little)|what\s+i\s+need)(?:\s+(?:eth|ether))?\s+(?:for|to\s+pay(?:\s+for)?|to\s+cover)\s+(?:the\s+)?(?:gas|fees?|network\s+fees?)\b/gi,
    '',
  ],
  [/^\s*(?:(?:use|with|set|make\s+it)\s+)?slippage\s+(?:of\s+|to\s+|is\s+)?(\d(?:\.\d+)?)[\s.!]*$/gi, '$1% slippage'],
  // "And keep slippage under 1%"
  [
    /[\s,]*\b(?:and\s+|but\s+)?(?:cap|keep|limit|hold|bound)\s+(?:the\s+|my\s+)?slippage\s+(?:at|to|under|below|within)\s+(\d+(?:\.\d+)?)\s?(?:%|percent\b)/gi,
    ' with $1% slippage',
  ],
  // "Can you make me some money with my USDC"
  [
    /^\s*(?:(?:can|could|would)\s+(?:you|u)|please|i\s+want\s+(?:you\s+)?to|let'?s)\s+(?:make|earn|get)\s+(?:me\s+)?(?:some\s+|more\s+)?(?:money|interest|yield|income)\s+(?:with|on|from|out\s+of)\s+(?:my\s+)?(?=[a-z]{3,5}\b[\s?!.]*$)/gi,
    'best yield for ',
  ],
  // "K, swap …"
  [/^\s*kk?[\s,.!]+(?=[a-z])/i, ''],
  // "About 50 USDC", "~50 USDC": the card shows how much it is.
  [/(?<!\b(?:what|how)\s)\b(?:about|around|roughly|approx(?:\.|imately)?|circa)\s+(?=\$?\.?\d[\d.,]*k?\s)/gi, ''],
  [/(?<=\s)~\s?(?=\$?\.?\d)/g, ''],
  // "50 USDC or so"
  [/(?<=\d\S*(?:\s+[a-z]+)?),?\s+(?:or\s+(?:so|thereabouts)|give\s+or\s+take|ish|more\s+or\s+less)\b,?(?!\s+\d)/gi, ''],
  [/(?<=\d)\s?-?ish\b/gi, ''],
  [/\bgimme\s+(?=\$?\.?\d|some\b)/gi, 'get me '],
  [/\b(?:as\s+much(?:\s+of\s+it)?\s+as|whatever)\s+i(?:'ve)?\s+(?:have|got|own|hold)(?:\s+(?:got|left))?\b/gi, 'all'],
  [
    /,?\s*\b(?:and\s+)?i(?:\s+(?:want|need|would\s+like)|'d\s+like)\s+(?:some\s+)?(\w+)\s+(?:back|in\s+return|in\s+exchange|for\s+(?:it|that))(?=\s*(?:$|[,.;!?\n]))/gi,
    ' for $1',
  ],
  [new RegExp(String.raw`\bspend\s+${what}\s+(?:on|to)\s+(?:buy(?:ing)?|get(?:ting)?)\b`, 'gi'), 'use $1 to buy'],
  [/\bspend\s+(\$?\.?\d\S*\s+(?:of\s+)?(?:my\s+)?\w+)\s+on\b/gi, 'swap $1 for'],
  [/\b(?:go|get\s+out)\s+from\s+(?=(?:all|half|my|\$?\.?\d))/gi, 'swap '],
  [
    new RegExp(String.raw`\b(?:i\s+(?:want|need|would\s+like)|i'd\s+like)\s+${what}\s+turned\s+in\s*to\b`, 'gi'),
    'swap $1 to',
  ],
  [/\bliquidate(?=\s+(?:\$?\.?\d|half|all)(?:[^.;!?\n]|\.(?=\d))*\b(?:to|into|for)\b)/gi, 'swap'],
  // All of it, and all but something.
  [/\b(?:the\s+(?:whole|entire)\s+(?:lot|thing|amount|sum)|the\s+lot|every\s+(?:last\s+)?(?:penny|cent))\b/gi, 'all'],
  [
    new RegExp(
      String.raw`\b(?:keep|leave|hold(?:\s+back)?|save)\s+${what}(?:\s+(?:in\s+my\s+wallet|there|back|aside|for\s+me))?(\s+on\s+\w+)?\s*,?\s+(?:and|then|but)\s+(\w+)\s+(?:the\s+rest|everything\s+else|all\s+the\s+rest)(?:\s+of\s+(?:it|them|my\s+\w+))?\b`,
      'gi',
    ),
    '$3 all but $1$2',
  ],
  [/,?\s*\b(?:but|and)\s+(?:keep|leave|hold|save)\s+(?:back\s+|me\s+)?(?=\$?\.?\d)/gi, ' except '],
  [
    /,?\s*\b(?:except\s+for|apart\s+from|other\s+than|save\s+for|aside\s+from|excluding|minus|with\s+the\s+exception\s+of)\s+(?=\$?\.?\d|an?\s)/gi,
    ' except ',
  ],
  [
    /,?\s*\b(?:and|but)?\s*(?:keep|leave|hold)\s+(?:the\s+)?(?:rest|other\s+half|remainder)(?=\s*(?:$|[,.;!?\n]))/gi,
    '',
  ],
  [new RegExp(String.raw`\breplace\s+${what}\s+(?:with|by)\b`, 'gi'), 'swap $1 for'],
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
  [/\bfor weth\s+(?:to|into)\s+weth\b/gi, 'for weth'],
  [/\bget\s+(\$?\.?\d\S*\s+(?:\w+\s+)?worth\s+of|some)\b/gi, 'buy $1'],
  [
    /(\bborrow\b.*?)\s+(?:against|backed by)\s+(?:all\s+)?(?:my|the)\s+(?:\w+\s+)?(?:as\s+)?(?:\w+)(?:\s+(?:as\s+)?collateral)?(?=\s*(?:$|[,.;!?\n](?!\d)))/gi,
    '$1',
  ],
  [
    /\bevery\s+(?:last\s+|single\s+)?(?:bit\s+of\s+(?:my\s+)?)?(\w+)\s+(?:that\s+)?i(?:'ve)?\s+(?:have|got|own|hold)\b/gi,
    'all my $1',
  ],
  [
    /\b((?:all|half|\d+\s?%|\d+\s+percent|(?:an?|one|two|three)\s+(?:third|quarter|fourth|fifth|tenth)s?)\s+of)\s+(?:what(?:ever)?|the\s+amount|everything|all)\s+(?:that\s+)?i(?:'ve)?\s+(?:have|got|own|hold)\b(?:\s+(?:got|there|left))?/gi,
    '$1 it',
  ],
  [/\b(all|half|everything)\s+(?:that\s+)?(?:i(?:'ve)?\s+(?:have|got|own|hold)\s+)(?:of|in)\b/gi, '$1 of my'],
  [
    /\b((?:all|half|every|everything|the)\b[^,.;!?\n]*?)\s+(?:that\s+)?i(?:'ve)?\s+(?:have|got|own|hold)(?=\s+(?:to|for|into)\b)/gi,
    '$1',
  ],
  [/\b(?:on|at|through|in)\s+(uniswap|sushiswap|sushi|1inch|curve|balancer|pancakeswap|cowswap)\b/gi, 'via $1'],
  [/\bhand(?:ing)?\s+over\b/gi, 'send'],
  [/\b(?:get(?:ting)?\s+rid\s+of|cash(?:ing)?\s+out)\b(?!\s+(?:my\s+|the\s+)?(?:\w+\s+)?(?:plans?|dca)\b)/gi, 'sell'],
  [/\band\s+(?:have|get)\s+(\w+)\s+instead\b/gi, 'for $1'],
  [new RegExp(String.raw`\buse\s+${what}\s+to\s+(?:get|buy)\s+(?:me\s+)?(?:some\s+)?(\w+)\b`, 'gi'), 'buy $2 with $1'],
  [/\btake\s+out\s+a\s+loan\s+(?:of|for)\b/gi, 'borrow'],
  [/\b(?:get|give)\s+me\s+a\s+(\S+\s+\w+)\s+loan\b/gi, 'borrow $1'],
  [/\btake\s+a\s+loan\s+(?:of|for)\b/gi, 'borrow'],
  [/\b(?:close|settle|clear)\s+(?:out\s+)?my\s+(\w+\s+)?(?:loan|debt)s?\b(?:\s+completely)?/gi, 'repay all my $1debt'],
  [
    new RegExp(String.raw`\badd\s+${what}\s+(?:as\s+|of\s+)?collateral\b(?:\s+to\s+my\s+(?:loan|position))?`, 'gi'),
    'supply $1',
  ],
  [new RegExp(String.raw`\badd\s+${what}\s+to\s+my\s+collateral\b`, 'gi'), 'supply $1'],
  [new RegExp(String.raw`\b(?:take|pull|get)\s+${what}\s+(?:back\s+)?out\s+of\b`, 'gi'), 'withdraw $1 from'],
  [/\b(?:get|take|pull)\s+((?:back\s+)?my\s+(?:supplied|deposited|lent)\s+\w+)(?:\s+back)?\b/gi, 'withdraw $1'],
  [
    /\b(?:get|take|have|pull)\s+(?:all\s+(?:of\s+)?)?(?:my|the)\s+(collateral|deposits?)\s+(?:back|out)\b(?!\s+(?:of|from))/gi,
    'withdraw all my $1',
  ],
  [/\bwithdraw\s+back\b/gi, 'withdraw'],
  [new RegExp(String.raw`\bget\s+${what}\s+(?:across|over)\s+(?:from\s+(\w+)\s+)?to\b`, 'gi'), 'bridge $1 to'],
  [/\bpark(?=\s)/gi, 'deposit'],
  [/\b(?:lemme|gimme\s+a\s+chance\s+to)\b/gi, 'let me'],
  [/\benter(?=\s+(?:the|a|my)\b)/gi, 'stake in'],
]

/** "Bridge 100 USDC to Base as ETH". */
const arriving = /\bas\s+(?=([a-z]+)\b)/gi

/** The text with idioms in plain words, and with slips of the finger in verbs of lending and staking put right. */
export function plainly(text: string, lexicon: Lexicon): string {
  const isToken = (name: string) => lexicon.tokens.has(name.toLowerCase())
  const paired = tokensPlainly(withoutAsides(boundsPlainly(slangPlainly(text)), lexicon), lexicon)
  const corrected = paired.replace(/[a-z]{5,}/gi, (word) => meantWord(word.toLowerCase()) ?? word)
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
const longWords = 'interest flexible balance balances collateral slippage portfolio everything'.split(' ')
const known: ReadonlySet<string> = new Set([...jobVerbNames, ...longWords])

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
