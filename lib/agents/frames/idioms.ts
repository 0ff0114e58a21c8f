import { isOneSlip } from '../tagger/vocabulary'
import { jobVerbNames } from './job'

const what = String.raw`([^,.;!?\n]+?)`

/** Ways of speaking that the grammar does not know, in words that it does. In order: what comes first is not read again. */
const idioms: readonly (readonly [RegExp, string])[] = [
  [/\bhand(?:ing)?\s+over\b/gi, 'send'],
  [/\b(?:get(?:ting)?\s+rid\s+of|cash(?:ing)?\s+out)\b/gi, 'sell'],
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
  [/\bwithdraw\s+back\b/gi, 'withdraw'],
  [
    new RegExp(
      String.raw`\btake\s+${what}\s+(?:from|off)\s+(\w+)\s+and\s+(?:put|move|bring)\s+(?:it|them)\s+(?:on|to|onto)\s+(\w+)\b`,
      'gi',
    ),
    'bridge $1 from $2 to $3',
  ],
  [new RegExp(String.raw`\bget\s+${what}\s+(?:across|over)\s+(?:from\s+(\w+)\s+)?to\b`, 'gi'), 'bridge $1 to'],
  [/\bpark(?=\s)/gi, 'deposit'],
  [/\benter(?=\s+(?:the|a|my)\b)/gi, 'stake in'],
]

/** The text with idioms in plain words, and with slips of the finger in verbs of lending and staking put right. */
export function plainly(text: string): string {
  const corrected = text.replace(/[a-z]{5,}/gi, (word) => meantVerb(word.toLowerCase()) ?? word)
  return idioms.reduce((plain, [pattern, replacement]) => plain.replace(pattern, replacement), corrected)
}

/** Forms of these verbs, and words one letter away from them, that are no slips. */
const others: ReadonlySet<string> = new Set(['withdrew', 'withdrawn', 'unstaked', 'supple', 'deposed', 'deposits'])

function meantVerb(word: string): string | null {
  if (jobVerbNames.has(word) || others.has(word)) return null
  const near = [...jobVerbNames].filter((verb) => isNear(word, verb))
  const [only, ...more] = near
  return only && more.length === 0 ? only : null
}

/** In short verbs only two letters that changed places: "state" and "relay" are words of their own. */
function isNear(word: string, verb: string): boolean {
  if (verb.length < 5 || word.startsWith(verb) || !isOneSlip(word, verb)) return false
  return verb.length > 5 || [...word].sort().join('') === [...verb].sort().join('')
}
