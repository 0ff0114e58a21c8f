import { countIn } from '../tagger/counts'
import type { Insight } from './insights'

/** Over what time earnings are reckoned, as it was said. */
export type Span = { unit: 'day' | 'week' | 'month' | 'year'; count: number } | { unit: 'end-of-month' | 'end-of-year' }

const income =
  /\b(?:earn(?:s|ing|ings)?|mak(?:e|es|ing)|incomes?|interest|yield(?:s|ing)?|bring(?:s|ing)?(?: me)? in|profits?|returns?|get paid|pay(?:s|ing)?(?: me)?|accrue[sd]?)\b/
const own =
  /\b(?:i|i'm|im|i'll|we|me)\b|\b(?:my|our) (?:(?!loans?\b|debts?\b|plans?\b)[a-z]+)\b|^(?:projected|expected|estimated|current|total|monthly|weekly|daily|yearly|annual)\b/
/** What could be, what is owed, bought or paid in fees, or a place that is described, is another question. */
const others =
  /\b(?:if|would|could|can|should|might|(?:i|we) pay(?:ing)?|paying|best|highest|better|loans?|debts?|ow(?:e|ed|ing)|borrow\w*|plans?|dca|buy|bought|gas|fees?|taxes|price|worth|you|swap\w*|sell\w*|trad(?:e|es|ing))\b|\b(?:in|on|from|with) the (?:\w+ )?(?:locked|flexible)\b/

const number = String.raw`(\d{1,3}|an?|one|the|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)`
const counted = new RegExp(
  String.raw`\b(?:in|over|within|after|for|per|each|every|during)\s+(?:the\s+)?(?:(?:next|coming|following)\s+)?(?:${number}\s+)?(day|week|month|year)s?\b`,
)
const article = /\b(?:an?|next|this|the coming) (day|week|month|year)\b|\/\s?(day|week|month|year)\b/
const adverbs: readonly (readonly [RegExp, Span])[] = [
  [
    /\bby (?:the )?(?:end of (?:the |this )?year|year'?s? end|new year'?s?(?: eve)?)\b|\bthis year\b/,
    { unit: 'end-of-year' },
  ],
  [/\bby (?:the )?(?:end of (?:the |this )?month|month'?s? end)\b|\bthis month\b/, { unit: 'end-of-month' }],
  [/\b(?:daily|per diem|by tomorrow|tomorrow)\b/, { unit: 'day', count: 1 }],
  [/\bweekly\b/, { unit: 'week', count: 1 }],
  [/\bmonthly\b/, { unit: 'month', count: 1 }],
  [/\b(?:yearly|annual(?:ly)?|p\.?a\.?)(?![a-z])/, { unit: 'year', count: 1 }],
]

function spanIn(text: string): Span | null {
  // A number of anything else is a sum.
  if (/\d/.test(text.replace(counted, ' '))) return null
  const adverb = adverbs.find(([pattern]) => pattern.test(text))
  if (adverb) return adverb[1]
  const [, count = 'one', unit] = counted.exec(text) ?? []
  const [, one, other] = unit ? [] : (article.exec(text) ?? [])
  const named = unit ?? one ?? other
  if (named !== 'day' && named !== 'week' && named !== 'month' && named !== 'year') return null
  const times = /^\d/.test(count) ? Number(count) : Number(countIn([count])?.value ?? 1)
  return times > 0 ? { unit: named, count: times } : null
}

const past =
  /\b(?:did|have|has|had|'ve|already)\b.*\b(?:earn(?:ed|t)?|yield(?:ed)?|accrued?|generated?|brought in|paid)\b|\b(?:have|has|did) my (?:\w+ )?(?:vaults?|deposits?|stak\w+|positions?|investments?|savings|lending|yields?)\b.*\b(?:ma(?:k|d)e|earn(?:ed)?|paid|brought|given|gained?|grown?)\b|\b(?:earnings?|interest|rewards?|yields?)\b.*\b(?:so far|to date|until now|up to now|till now|since (?:i|we) (?:started|began|put|staked|deposited|supplied|joined)|accrued|earned|received)\b/
const received = /\b(?:my|i|i've|we|me)\b/
const ofTrades =
  /\b(?:loans?|debts?|ow(?:e|ed|ing)|borrow\w*|plans?|dca|bought|gas|fees?|trading|swaps?|swapping|swapped|price|charged|pay(?:ing)?|send|sent)\b/

/**
 * "How much will I make in a month", "how much did I earn so far": what the person's own places bring, or have brought.
 * Null for anything else. `text` is in lower case.
 */
export function earningsIn(text: string): Insight | null {
  if (received.test(text) && past.test(text) && !ofTrades.test(text) && !/\b(?:if|would|could|should)\b/.test(text))
    return { of: 'earned' }
  const over = income.test(text) && own.test(text) && !others.test(text) ? spanIn(text) : null
  return over ? { of: 'earnings', over } : null
}
