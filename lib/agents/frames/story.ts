import type { Item } from '../tagger/item'
import type { Dialogue } from './understanding'

/** What somebody has, is no sum to be moved, unless the sum is what was asked for. */
const holding =
  /^(?:(?:but|well|and|so|hmm+|also)[\s,]+)*(?:i(?:'ve)?\s+(?:(?:also|still|already|now|actually|only|just)\s+)*(?:have|own|hold|got|had)\b(?!\s+to\b)|my\s+(?:balance|wallet|account|limit|budget)\s+(?:is|was|has|holds)\b)/
/** "In one go", "two questions", "5 gwei": numbers of other things. */
const counted =
  /\b(?:\d{1,3}|an?|one|two|three|four|five)\s+(?:more\s+)?(?:go(?:es)?|steps?|times?|tr(?:y|ies)|transactions?|txs?|cards?|people|persons?|things?|questions?|o['’]?clock|gwei|wei|years?|months?|weeks?|days?|hours?|hrs?|minutes?|mins?|seconds?|secs?)\b|\bone\s+of\s+(?:those|these|the|us|you)\b/

/** "It is 2026" */
const year =
  /^(?:\w+\s+){0,3}it(?:'?s|\s+is)\s+(?:already\s+|only\s+|still\s+)?20[2-4]\d(?:\s+(?:now|already|after\s+all))?\W*$/

/** "200 would be too much" */
const tooMuch =
  /^\W*\$?\.?\d[\d.,]*k?(?:\s+[a-z]+)?(?:'?s|\s+(?:is|are|was|were|would\s+be|will\s+be|seems?|feels?|looks?|sounds?))\s+(?:(?:way|far|a\s+bit|still|just|really)\s+)*(?:too|a\s+lot|not|quite|so|very)\b(?!.*[,.;!?].*\d)/

/** Words beside which "all" is a sum: "no, make it all of it please". */
const besideAll: ReadonlySet<string> = new Set(
  `no nope nah wait sorry oops hmm oh actually please pls just only make it that them send use take do let's lets i want wanted
  wanna meant mean said the whole full entire lot amount sum balance of my our then instead and or but can could you with have
  i've got there rather better should be would like go rest thing i'd to in from on at yes ok okay now one ones what is
  much as possible available left stake swap bridge supply withdraw repay as-much wallet account over`.split(/\s+/),
)
/** "This is all new", "thanks for everything": said of other things. */
const saidOfOthers =
  /\b(?:i'?m|am|we'?re|this\s+is|thanks?|name|after|above|at)\s+(?:\w+\s+)?(?:all|everything|max)\b|\ball\s+of\s+(?:us|you)\b|\bfor\s+(?:all|everything|max)\W*$/

const saysAll = (items: readonly Item[]): boolean =>
  items.some((item) => item.is === 'amount' && item.amount.kind === 'all')

/**
 * Whether a remark without a verb tells something in which no number and no "all" is a sum of the request. `text` is in
 * lower case.
 */
export function isStory(text: string, items: readonly Item[], { draft, job, nft, asked }: Dialogue): boolean {
  if (!draft && !job && !nft) return false
  const isOfOthers =
    saysAll(items) &&
    (saidOfOthers.test(text) ||
      items.some((item) => item.is === 'word' && /^[a-z]/.test(item.text) && !besideAll.has(item.text)))
  // A time says which vault.
  return (
    isOfOthers ||
    tooMuch.test(text) ||
    year.test(text) ||
    (!job && counted.test(text)) ||
    (asked !== 'amount' && holding.test(text))
  )
}
