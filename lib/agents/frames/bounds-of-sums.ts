import type { Amount } from '../tagger/item'
import { readNumber } from '../tagger/numbers'
import { isRequested } from './step'
import type { Step, Understanding } from './understanding'

const number = String.raw`\$?(\d[\d.,]*\d|\.?\d+)([km]?)\b`
/** A share or a time has bounds of its own: of slippage, of a gain, of a lock-up. */
const ofOthers = String.raw`(?!\s*-?\s*(?:%|percent|bps|points?|days?|weeks?|months?|years?|hours?|times?|purchases|slippage|gwei))`
/** "Bump it up to 90" says how much. */
const upTo = String.raw`(?<!\b(?:it|that|this|them|amount|sum|bump|go|raise|increase|push|crank|turn)\s+)up\s+to`
const least = String.raw`at\s+(?:the\s+)?(?:very\s+)?(?:least|most)`
const before = new RegExp(
  String.raw`\b((?:more|less|fewer|greater|bigger|smaller|higher|lower)\s+than|${least}|${upTo}|max(?:imum)?(?:\s+of)?|min(?:imum)?(?:\s+of)?)\s+${number}${ofOthers}`,
  'gi',
)
const after = new RegExp(
  String.raw`${number}(?:\s+[a-z]+)?[\s,]+(${least}|max(?:imum)?|min(?:imum)?|tops|or\s+(?:more|less))\b${ofOthers}(?!\s+\d)`,
  'gi',
)

/** "No more than 50", "but up to 50" as "at most 50": no denial, and no exception. */
export const boundsPlainly = (text: string): string =>
  text
    .replace(new RegExp(String.raw`\b(?:no|not)\s+more\s+than\s+(?=${number}${ofOthers})`, 'gi'), 'at most ')
    .replace(
      new RegExp(String.raw`[\s,]*\bbut\s+(?:only\s+)?(?=(?:${least}|${upTo})\s+${number}${ofOthers})`, 'gi'),
      ', ',
    )

/** The numbers that are bounds in a text, each with the words for it. */
function boundsIn(text: string): ReadonlyMap<string, string> {
  const found = [
    ...[...text.matchAll(before)].map(([whole, , digits = '', size = '']) => [digits + size, whole] as const),
    ...[...text.matchAll(after)].map(([whole, digits = '', size = '']) => [digits + size, whole] as const),
  ]
  return new Map(
    found.flatMap(([digits, whole]) => {
      const read = readNumber(digits.toLowerCase())
      return 'why' in read ? [] : [[read.value, whole.trim()] as const]
    }),
  )
}

/** What was understood, where a bound that was said of a sum is not taken for the sum: "at least 50". */
export function withoutBounds(understood: Understanding, text: string): Understanding {
  if (!isRequested(understood)) return understood
  const bounds = boundsIn(text)
  if (bounds.size === 0) return understood
  const asked = (amount: Amount | undefined): Amount | undefined => {
    const said = amount?.kind === 'exact' || amount?.kind === 'usd' ? bounds.get(amount.value) : undefined
    return said === undefined ? amount : { kind: 'bad', text: said, why: 'it is a bound, and no sum' }
  }
  const plain = (step: Step): Step => {
    if (step.kind === 'request' && step.draft.amount)
      return { ...step, draft: { ...step.draft, amount: asked(step.draft.amount) } }
    return step.kind === 'job' && step.job.amount
      ? { ...step, job: { ...step.job, amount: asked(step.job.amount) } }
      : step
  }
  const { rest } = understood
  return { ...understood, ...plain(understood), ...(rest ? { rest: rest.map(plain) } : {}) }
}
