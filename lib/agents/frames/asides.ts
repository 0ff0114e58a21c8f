import type { Lexicon } from '../tagger/lexicon'
import { tag } from '../tagger/tag'
import { formsOf } from '../tagger/verbs'
import { fillers } from '../tagger/vocabulary'

/** Ways of being polite that would read as a condition, a thought or a question, in plain words. In order. */
const courtesies: readonly (readonly [RegExp, string])[] = [
  // "Hope you're well!"
  [
    /\b(?:i\s+)?hope\s+(?:(?:you(?:'?re|\s+are)?|u(?:\s+are|\s+r)?|all'?s?|everything(?:'s)?|this\s+finds\s+you|it'?s)\s+)(?:(?:is|are|all|doing|having|had|going|feeling)\s+)*(?:well|good|fine|ok(?:ay)?|great|an?\s+(?:good|nice|great|lovely)\s+(?:day|morning|evening|week|weekend|one))(?:\s+today)?[\s,.;!]*/gi,
    ' ',
  ],
  [
    /\b(?:i(?:'d|\s+would)|it(?:'d|\s+would))\s+(?:be\s+)?(?:(?:very|so|really|most)\s+)?(?:much\s+)?(?:grateful|glad|happy|thankful|obliged|great|nice|lovely|awesome|helpful|kind|good|appreciated?(?:\s+it)?|love\s+it|like\s+it)\s+(?:of\s+you\s+)?if\s+(?:you|u)\s+(?:could|would|can|will)\b/gi,
    'please',
  ],
  [
    /\bi(?:'m|\s+am|\s+was)?\s+(?:just\s+)?(?:wondering|hoping|wonder|hope)\s+(?:if\s+|that\s+|whether\s+)?(?:you|u)\s+(?:could|would|can|might(?:\s+be\s+able\s+to)?)\b/gi,
    'please',
  ],
  [
    /\b(?:is\s+there\s+(?:any|a)\s+(?:chance|way)\s+(?:that\s+)?(?:you|u)\s+(?:could|can|would)|would\s+it\s+be\s+possible\s+(?:for\s+(?:you|u)\s+)?to|(?:is|would)\s+(?:it\s+)?(?:be\s+)?possible\s+that\s+(?:you|u)|(?:could|can|may)\s+i\s+(?:ask|get|trouble|bother)\s+(?:you|u)\s+to)\b/gi,
    'can you',
  ],
  [/\b(?:i|we)\s+(?:should|would)\s+(?:very\s+much\s+|really\s+)?(?:like|love)\s+(?:you\s+)?to\b/gi, 'i want to'],
  [
    /[\s,]*\bif\s+(?:(?:you|u)(?:'d|\s+would|\s+could)?\s+(?:be\s+so\s+(?:kind|good)(?:\s+as\s+to)?|(?:don'?t|do\s+not|wouldn'?t|would\s+not)\s+mind|please|can|could|would|will|like|want)|(?:it(?:'?s|\s+is)\s+|that(?:'?s|\s+is)\s+)?(?:at\s+all\s+)?(?:possible|(?:no|not\s+too\s+much|not\s+much\s+of\s+a)\s+(?:trouble|bother|problem|hassle)|ok(?:ay)?(?:\s+with\s+you)?|alright|all\s+right))(?=\s*(?:$|[,.;!?\n])|\s+(?:then\s+|please\s+)?(?:send|pay|give|transfer|bridge|move|swap|convert|exchange|sell|buy)\b)/gi,
    '',
  ],
  [/\bwhen(?:ever)?\s+(?:you|u)\s+(?:can|could|(?:have|get)\s+a\s+(?:chance|moment|minute|second|sec))\b/gi, ''],
  [/\b(?:do|grant)\s+me\s+(?:a|the)\s+favou?r\s+(?:and|of)?\s*/gi, 'please '],
  [
    /\b(?:so\s+)?(?:basically\s+)?what\s+i(?:'d|\s+would)?\s+(?:want|like|need)(?:\s+to\s+do)?(?:\s+is\b(?:\s+to\b)?|(?=\s*:))/gi,
    'i want',
  ],
  [/\bwould\s+(?:you|u)\s+say\s+(?:that\s+)?(?=(?:i|my|we)\b)/gi, ''],
  [/^\s*dear\s+[a-z]+[\s,.!]*/gi, ''],
  // "She's owed 48 USDC, could you pay that"
  [/\b(?:s?he|they)(?:'?s|'?re|\s+is|\s+are)\s+owed\s+(?=\$?\.?\d)/gi, 'it is for '],
  [/^\W*(?:quick|little|small|simple|easy)\s+(?:one|thing|request|job)\s*[:,-]+\s*/gi, ''],
  // "I only want to know what a loan would cost me", "only show me …"
  [
    /\bi\s+(?:(?:only|just|really|actually)\s+)*(?:want|need|wanted|(?:'d|would)\s+like)\s+to\s+know\s+(?=(?:what|how|which|where)\b(?!.*\b(?:and|then)\s+(?:then\s+|please\s+)?(?:swap|send|bridge|move|buy|sell|pay|stake|lend|borrow|repay|withdraw)\b))/gi,
    '',
  ],
  [/(?<=^\W*|[,.;!]\s*)(?:please\s+)?(?:only|just)\s+(?=(?:show|tell|list)\s+(?:me|us)\b)/gi, ''],
  [/\bi\s+like\s+to\s+(?=(?:give|send|swap|buy|sell|pay|move|bridge|transfer|exchange|convert)\b)/gi, "i'd like to "],
  // "Not sure what numbers you need from me"
  [
    /(?=[,.;?!]\s*[a-z])(?<=[a-z].*)[,.;?!]\s*(?:(?:but|and|though)\s+)?(?:i'?m\s+|i\s+am\s+)?not\s+sure\s+(?:what|which|how)\s+[a-z' ]+\W*$/gi,
    '',
  ],
  [
    /^\s*(?:good\s+(?:day|morning|afternoon|evening)|greetings)(?:\s+(?:sir|madam|team|all|everyone|everybody|there|friends?|dear|to\s+you))*[\s,.!]+(?=\S)/gi,
    '',
  ],
  [/^\s*pray\s+(?=[a-z])/gi, 'please '],
  // "Lend 100 USDC so it earns something"
  [
    /(?=\s+so\b)(?<=\b(?:lend|supply|stake|deposit)\b[^.!?]*)\s+so(?:\s+that)?\s+(?:it|they)\s+(?:can\s+|will\s+)?(?:earns?|makes?|grows?|pays?)(?:\s+(?:me|something|interest|money|a\s+bit|some))*(?=\s*(?:$|[,.;!\n]))/gi,
    '',
  ],
  // "I'm not touching this money before summer, so put 2500 USDC …"
  [
    /^\W*(?:since\s+|as\s+|because\s+)?(?:i|we)(?:'m|'re|\s+am|\s+are|'ll|\s+will)?\s*(?:not|won'?t|don'?t|do\s+not)\s+(?:(?:be|going\s+to|gonna|really)\s+)*(?:touch|use|need)(?:ing)?\s+(?:this|that|the)\s+(?:money|cash)\s+(?:before|until|till)\s+(?:(?:next|the|end|of|late|early|mid)\s+)*[a-z]+\s*,?\s*(?:(?:so|and|please|pls|just)\s+)*(?=(?:put|stake|lend|deposit|supply)\b[^.?!]*\d)/gi,
    '',
  ],
  // "All my ETH, but leave enough for gas": that is kept in any case.
  [
    /(?=,?\s*\b(?:but|and|just|leave|keep|save|leaving|keeping)\b)(?<=\b(?:all|everything|max|empty)\b.*?),?\s*\b(?:but\s+|and\s+|just\s+)*(?:leave|keep|save|leaving|keeping)\s+(?:me\s+)?(?:(?:enough|some|a\s+(?:bit|little)|what(?:ever)?\s+i\s+need)(?:\s+(?:eth|ether))?\s+(?:for|to\s+pay(?:\s+for)?|to\s+cover)\s+(?:the\s+)?(?:network\s+)?(?:gas|fees?)|what(?:ever)?\s+(?:the\s+)?(?:network\s+)?(?:gas|fees?)\s+(?:needs?|takes?|costs?))\b/gi,
    '',
  ],
  // "That's my share of the tickets", after what it is the share of.
  [
    /(?=[\s,.;-]+(?:and|that|it|this))(?<=\d.*)[\s,.;-]+(?:and\s+)?(?:that(?:'?s|\s+is)|it(?:'?s|\s+is)|this\s+is)\s+(?:(?:for\s+)?(?:my|our|the)\s+(?:share|part|half|portion|bit|contribution)\s+(?:of|for|to|towards)\s+(?:the|our|my|his|her|their)\s+(?:[a-z]+\s*){1,3}|(?:what|the\s+money)\s+(?:that\s+)?i\s+owe(?:d)?\s+(?:him|her|them))(?=$|[.;!\n])/gi,
    '',
  ],
  // What it is worth, beside the sum itself.
  [
    /\(\s*(?:~|≈|about|approx\.?|approximately|roughly|around|circa|ca\.?|i\.?e\.?|or)\s*\$?\d[\d.,]*k?\s*(?:usd|dollars|bucks|\$)?\s*\)/gi,
    '',
  ],
]

const hex = '0x[0-9a-fA-F]'
const owner = "(?:my|our|his|her|their|its|the|this|that|following|new|correct|right|[a-z]+'s)"
const address = '(?:address|addy|addr|wallet|account|recipient|destination|receiver)'
const link = String.raw`(?:\s+(?:is|being|at|as\s+follows|below))*\s*(?::|=|->)?\s*`

/**
 * "Her address is 0x…", "which is 0x…", "it's at 0x…", "addy: 0x…": the address of somebody who was named before, as
 * "at 0x…".
 */
const appositions: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:(?:and\s+)?(?:here|it|that|this|which|whose|where)(?:'s|\s+(?:is|are))?\s+)?(?:${owner}\s+)*(?:(?:eth|ether|ethereum|wallet|public|crypto|receiving)\s+)?${address}(?:'s)?${link}(?=${hex})`,
    'gi',
  ),
  new RegExp(
    String.raw`[\s,]*\b(?:and\s+)?(?:he|she|they|who)\s+(?:has|have|uses?)\s+(?:the\s+|this\s+)?${address}${link}(?=${hex})`,
    'gi',
  ),
  new RegExp(
    String.raw`\b(?:and\s+)?(?:which|that|it|this|he|she|they|here|who)(?:'s|'re|\s+(?:is|are))${link}(?=${hex})`,
    'gi',
  ),
]

/** "The 90 USDC that she lent me": what the person says of the sum. */
const sumsStory =
  /\b([a-z]{2,12})((?:\s+(?:that|which))?\s+(?:i|we|he|she|they|you)(?:'ve|'d)?\s+(?:(?:still|also|already|just|had|have|has)\s+)*(?:owed?|owes|lent|loaned|paid|promised|borrowed|gave|spent|lost|won|covered|fronted|advanced)\b(?:\s+(?:me|him|her|them|us|you|to|from|back))*)/gi

/** Why somebody gets something. */
const reasons =
  /\s+as\s+(?:(?:an?|my|our|the|his|her|their)\s+)?(?:\w+\s+)?(?:gift|present|thank[\s-]?you|thanks|tip|payment|reward|bonus|refund|repayment|contribution|donation|surprise|agreed|promised|discussed|usual|planned)\b(?:\s+(?:of|for)\s+(?:the\s+|my\s+|his\s+|her\s+|their\s+)?\w+)?/gi

const pays = /\b(?:send|pay|give|transfer|gift|tip|donate|reimburse|refund|wire)\b/i
const recipient = /\b0x[0-9a-f]{40}\b|\.eth\b/i

/** "How do I bridge 5 DAI? Just prepare it", "I owe … 5 DAI, can you sort that": the last words ask for what is told before. */
const tail =
  /[\s,.;:!?-]+(?:(?:so|and|then|please|pls|just|now|can|could|would|will|you|u)\s+)*(?:(?:do|sort|handle|arrange|prepare|settle|take\s+care\s+of)\s+(?:that|this|it)(?:\s+(?:up|out))?|(?:pay|send|reimburse)\s+(?:him|her|them)(?:\s+back)?)(?:[\s,]+(?:for\s+me|now|please|pls|thanks|thank\s+you|asap))*[\s.!?]*$/i
const polite = String.raw`^\s*(?:(?:hey|hi|hello|ok|okay|so|well|please|pls)\b[\s,]*)*`
const telling = new RegExp(
  String.raw`${polite}(?:how\s+(?:do|can|could)\s+i|(?:can|could)\s+i|i(?:'d|'ve)?\s+(?:still\s+|also\s+|really\s+)*(?:have\s+to|need\s+to|must|should|got\s+to|gotta|better))\b`,
  'i',
)
const owing = new RegExp(String.raw`${polite}i\s+(?:still\s+|also\s+)*owe\b`, 'i')

function withoutTail(text: string): string {
  const told = text.replace(tail, '')
  if (told === text || told.includes('?')) return text
  if (owing.test(told)) return told.replace(owing, 'pay ')
  return telling.test(told) ? told.replace(telling, 'please ') : text
}

/** "15 DAI 2 0x…": "to", where a sum stands before. */
const short = /((?:\d|\ball\b|\bhalf\b)\S*\s+(?:my\s+|of\s+)*)([a-z]{2,12})(\s+over)?\s+2\s+(?=0x)/gi

const thanks =
  /[\s,.!;-]+(?:(?:many|and)\s+)*(?:thanks|thank\s+(?:you|u)|thx|tysm|ty|cheers|much\s+appreciated)(?:\s+(?:a\s+(?:lot|bunch|million|ton|heap)|so\s+much|very\s+much|in\s+advance|again|mate|man|bro|dear|friend))*[\s.!]*$/i
const arrived = /\b(?:got|received|arrived|came|worked|works|see|sees|done)\b/i

/** "USDC to ETH, 150, ty": at the end of what names something, thanks are a courtesy. Not for what has come about. */
export function withoutThanks(text: string, lexicon: Lexicon): string {
  const rest = text.replace(thanks, '')
  const names = tag(rest, lexicon).some(({ is }) => is !== 'word' && is !== 'comma' && is !== 'link')
  return rest !== text && names && !arrived.test(rest) ? rest : text
}

const wished = new Map(
  'send swap move bridge pay transfer exchange convert sell buy'.split(' ').map((verb) => [formsOf(verb).past, verb]),
)
/** "I should be glad if you sent …" */
const gladIf = new RegExp(
  String.raw`\bi(?:'d|\s+would|\s+should)\s+be\s+(?:very\s+|so\s+)?(?:glad|grateful|happy|pleased|obliged)\s+if\s+(?:you|u)\s+(${[...wished.keys()].join('|')})\b`,
  'gi',
)

/** What it is for, where that names nothing: "for the wifi bill". */
const purpose = /\bfor\s+([a-z][a-z'-]*(?:\s+[a-z][a-z'-]*)*\s*)(?=$|[,.;!?\n])/gi
export const withoutPurpose = (text: string, { tokens, chains }: Lexicon): string =>
  text.replace(purpose, (whole, words: string) => {
    const all = words.toLowerCase().trim().split(/\s+/)
    const says = all.some(
      (word) =>
        tokens.has(word) ||
        chains.has(word) ||
        placeNouns.test(word) ||
        /^(?:and|then|it|that|them|each|both|all|half|some|to|more|dollars|bucks|usd|good|ever)$/.test(word),
    )
    return says || all.every((word) => fillers.has(word)) ? whole : ' '
  })
const placeNouns =
  /^(?:vaults?|staking|lending|market|loans?|debts?|collateral|interest|yield|weeks?|days?|months?|years?|hundred|thousand|one|two|three|four|five|ten|twenty|thirty|forty|fifty)$/

/** The text without what does not say what is to be done: courtesies, reasons and stories; and addresses beside whose they are. */
export function withoutAsides(text: string, lexicon: Lexicon): string {
  const { tokens } = lexicon
  const plain = courtesies.reduce(
    (each, [pattern, replacement]) => each.replace(pattern, replacement),
    withoutThanks(text, lexicon).replace(
      gladIf,
      (_, done: string) => `please ${wished.get(done.toLowerCase()) ?? done}`,
    ),
  )
  const addressed = withoutTail(appositions.reduce((each, pattern) => each.replace(pattern, 'at '), plain))
  // Elsewhere it says which loan or deposit is meant.
  if (!recipient.test(addressed)) return pays.test(addressed) ? withoutPurpose(addressed, lexicon) : addressed
  return withoutPurpose(addressed, lexicon)
    .replace(sumsStory, (whole, token: string) => (tokens.has(token.toLowerCase()) ? token : whole))
    .replace(reasons, '')
    .replace(short, (whole, sum: string, token: string) =>
      tokens.has(token.toLowerCase()) ? `${sum}${token} to ` : whole,
    )
}
