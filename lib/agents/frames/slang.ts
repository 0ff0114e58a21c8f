import { withTypedNames } from '@/lib/language/names'
import { withoutSlips } from './slips'

/** Words of traders, of chats and of other languages that stand for one plain word, whatever stands beside them. */
const words: ReadonlyMap<string, string> = new Map([
  ['px', 'price'],
  ['w/d', 'withdraw'],
  ['wd', 'withdraw'],
  ['w/o', 'without'],
  ['brg', 'bridge'],
  ['xfer', 'transfer'],
  ['yeet', 'send'],
  ['flex', 'flexible'],
  ['juice', 'yield'],
  ['juiciest', 'best yield'],
  ['bal', 'balance'],
  ['hw', 'how'],
  ['mch', 'much'],
  ['hv', 'have'],
  ['wat', 'what'],
  ['wats', "what's"],
  ['ovr', 'over'],
  ['b4', 'before'],
  ['2day', 'today'],
  ['2nite', 'tonight'],
  ['2moro', 'tomorrow'],
  ['2morrow', 'tomorrow'],
  ['snd', 'send'],
  ['srry', 'sorry'],
  ['sry', 'sorry'],
  ['lowkey', ''],
  ['rebal', 'rebalance'],
  ['teh', 'the'],
  ['evry', 'every'],
  ['evey', 'every'],
  ['evrey', 'every'],
  ['eveyr', 'every'],
])

const word = new RegExp(String.raw`(?<![\w/.-])(?:${[...words.keys()].join('|')})(?![\w/-]|\.\w)`, 'gi')

/** The same where more than one word says it. In order. */
const turns: readonly (readonly [RegExp, string])[] = [
  [/\bof\s+'?em\b/gi, 'of them'],
  [/\bexec(?:ute)?\s+(?=(?:swap|bridge|send|transfer)\b)/gi, ''],
  [
    /\b(?:what|how)\s+about\s+(?:we|you|if\s+(?:we|you))\s+(?=(?:swap|sell|buy|send|bridge|move|convert|exchange|trade|stake|lend|supply)\b)/gi,
    "let's ",
  ],
  // "And after change it to DAI"
  [
    /\s*(?:,|\band\b)\s*(?:after|afterwards|subsequently)\s*,?\s+(?=[a-z]+\s+(?:it|that|them|half|all|my|the|\d\S*)\b)/gi,
    ', then ',
  ],
  // "10 USDC/day"
  [/(?<=\d\s*(?:[a-z]{3,5}|\$)?)\s*\/\s*(day|week|month)\b/gi, ' a $1'],
  // By the name that the yield service has for it.
  [/\b[a-z]+-([a-z]{3,5})-(flexible|locked)-vault\b/gi, 'the $2 $1 vault'],
  [
    /\b(?:make|do|set\s+up|start|arrange|create)\s+(?:for\s+me\s+)?(?:(?:an?|the|some)\s+)?(?:automatic|automated|regular|recurring)\s+(?:buying|purchasing)\s+of\s+/gi,
    'buy ',
  ],
  [/\b((?:half|third|quarter|percent)|\d\s?%)\s+of\s+all\s+(?:of\s+)?(?=my\b)/gi, '$1 of '],
  [
    /(?<=\b(?:for|into|buy|get)\s+)as\s+much\s+([a-z]{3,5})\s+as\s+(?:(?:it|that|you|i)\s+(?:gets?|can(?:\s+get)?|buys?)|possible)\b/gi,
    '$1',
  ],
  [/\s+(?:that(?:'?s|\s+is|\s+are)|which\s+(?:is|are))\s+(?=on\s+[a-z]+\s+(?:to|into|over|back|home)\b)/gi, ' '],
  [/\b(?:a|one)\s+tenner\b/gi, '10 dollars'],
  [/\b(?:a|one)\s+fiver\b/gi, '5 dollars'],
  [/\bdollar\s+coins?\b/gi, 'stablecoins'],
  [/\b(dollars|bucks)['’]\s+(?=worth\b)/gi, '$1 '],
  [/\bto\s+(?=(?:much|many)\b)/gi, 'too '],
  [/(?<=[a-z]\s)'?n'?\s(?=[a-z]{3,}\s)/gi, 'and '],
  [/\b4\s+(?=(?:me|u|you|us|now)\b)/gi, 'for '],
  // As parameters of a program.
  [/(?:--)?\b(?:src|source)(?:\s*[:=]\s*|\s+(?==))/gi, 'from '],
  [/(?:--)?\b(?:dst|dest)(?:\s*[:=]\s*|\s+(?==))/gi, 'to '],
  [
    /\b(?:go\s+)?all[\s-]+in\s+(?:on\s+|into\s+)?([a-z]{3,5})\s+(?:with|using)\s+(?:all\s+)?my\s+([a-z]{3,5})\b/gi,
    'buy $1 with all my $2',
  ],
  [/\bre-?allocat(?:e|es|ing|ion)\b/gi, 'rebalancing'],
  [/\b(?:take|get|pull)\s+the\s+([a-z]{3,5})\s+one\s+(?:back\s+)?out\b/gi, 'withdraw all my $1'],
  // A sign for where it is done, and not for which price.
  [/@\s*(?=(?:the\s+|my\s+)?[a-z])/gi, 'in '],
  // "Bag 0.01 BTC": things to get hold of.
  [/\b(?:bag|cop|scoop(?:\s+up)?|snag|snap\s+up|pick\s+up|grab)\s+(?=\$?\.?\d|some\b)/gi, 'buy '],
  // What one farms in.
  [/\b((?:the|my|that|this)\s+(?:[a-z]+\s+)?)(?:farm|staking\s+pool)s?\b/gi, '$1vault'],
  [/\b(in(?:to)?\s+(?:the\s+)?flexible)(?=\s*(?:$|[,.;!?\n]|please|pls))/gi, '$1 vault'],
]

/** The text with slang and abbreviations in plain words. */
export const slangPlainly = (text: string): string =>
  turns.reduce(
    (each, [pattern, plain]) => each.replace(pattern, plain),
    withTypedNames(withoutSlips(text)).replace(word, (found) => words.get(found.toLowerCase()) ?? found),
  )
