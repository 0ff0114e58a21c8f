/** Which of several places is wanted, as far as the person said. */
export type PlaceHint = {
  /** Days of lock-up; 0 for none, null for any but none. */
  lockDays?: number | null
  /** A protocol by its name, in lower case. */
  protocol?: string
  /** Per cent a year, as exact as it was typed. */
  rate?: string
}

/** A text in which what describes a place has been read and taken out. */
export type Placed = { text: string; hint: PlaceHint; picked: number | null }

const counts: Readonly<Record<string, number>> = { a: 1, one: 1, two: 2, three: 3, seven: 7, thirty: 30 }
const unitDays: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30 }
const ordinals: Readonly<Record<string, number>> = {
  first: 1,
  former: 1,
  latter: 2,
  '1st': 1,
  second: 2,
  '2nd': 2,
  third: 3,
  '3rd': 3,
  fourth: 4,
  '4th': 4,
  fifth: 5,
  '5th': 5,
}

const period =
  /\b(\d{1,3}|a|one|two|three|seven|thirty)[- ]?(day|week|month)s?\b(?:[- ]lock(?:ed|s)?(?:[- ]?ups?)?\b)?/i
/** "A lock-up of at most 7 days": no place says so, and several may fit. */
const bounded =
  /\b(?:with\s+)?(?:an?\s+)?(?:lock(?:ed)?(?:[- ]?(?:up|in)s?)?\s+(?:of\s+|for\s+)?)?(?:at\s+(?:the\s+)?most|up\s+to|max(?:imum)?(?:\s+of)?|no(?:t)?\s+(?:more|longer)\s+than|under|within|(?:less|shorter)\s+than)\s+(?:an?|one|two|three|seven|thirty|\d{1,3})[- ]?(?:day|week|month)s?\b(?:[- ](?:of\s+)?lock\w*(?:[- ]?(?:up|in)s?)?)?/i
const freely =
  /\b(?:without|no|not)\s+(?:any\s+|an?\s+|the\s+|being\s+|getting\s+|to\s+be\s+)?(?:lock(?:ed|s|ing)?(?:[- ]?(?:up|in)s?)?|blocked|frozen|tied(?:[- ]up)?|stuck)(?:\s+(?:it|them|in|up))?\b|\b(?:flexible|unlocked)\b|\b(?:(?:one\s+)?that|(?:some)?where(?:ver)?|which|so(?:\s+that)?|\bvault|\bone)\s+i\s+can\s+(?:leave|exit|withdraw|unstake|access\s+it|get\s+(?:at|to)\s+(?:it|them)|(?:get|take|have)\s+(?:(?:it|them|that|my\s+money)\s+)?(?:out|back))\s+(?:again\s+)?(?:(?:at\s+|on\s+)?any\s?(?:time|day|moment)|whenever(?:\s+i\s+(?:want|like|need(?:\s+to)?))?)\b|\b(?:must|should|has\s+to|needs\s+to)\s+(?:be|stay|remain)\s+(?:available|accessible|liquid)\b|\binstant(?:ly)?\s+(?:withdraw\w*|access|exits?)\b/i
const locked = /\block(?:ed)?(?:[- ]?ups?)?\b/i
const protocols = /\b(?:(?:on|in|at|to|from|into|with)\s+)?(aave|compound|morpho|spark|sky|maker|lido|yearn)\b/i
/** "At 11.5 %", "the 4.8% one": the place that pays that. */
const rate =
  /\b(?:(?:at|paying|earning|yielding|(?:one\s+|vault\s+)?(?:with|that\s+(?:pays|has|earns|yields)|for))\s+(?:the\s+)?|the\s+(?=\d+(?:\.\d+)?\s*(?:%|percent)\s+(?:apy|apr|yield|interest|one|vault|place)\b))(\d+(?:\.\d+)?)\s*(?:%|percent\b)(?:\s+(?:apy|apr|(?:a|per)\s+year|yield|interest|rate|one|vault|place)\b)*(?!\s*(?:slippage|tolerance|of\b|off\b|more|better|less|higher|increase|gain|points?))/i
const ordinal =
  /(?<!\ba\s)\b(?:(?:in|into|from|out of|with|at)\s+)?(?:the\s+)?(?:(first|second|third|fourth|fifth|1st|2nd|3rd|4th|5th|former|latter)|(?:number|option|#)\s?(\d{1,2}))(?!\s+of\b)(?:\s+(?:one|option|vault|yield|market|place))?\b/i

/** Reads lock-ups, protocols and "the second one" before anything else takes their numbers for amounts. */
export function readPlace(raw: string): Placed {
  const hint: PlaceHint = {}
  let picked: number | null = null
  let text = raw
  const take = (pattern: RegExp, use: (found: RegExpExecArray) => void) => {
    const found = pattern.exec(text)
    if (!found) return
    use(found)
    text = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`
  }
  take(bounded, () => undefined)
  take(freely, () => {
    hint.lockDays = 0
  })
  take(period, ([, count = '', unit = '']) => {
    hint.lockDays = (counts[count.toLowerCase()] ?? Number(count)) * (unitDays[unit.toLowerCase()] ?? 1)
  })
  take(locked, () => {
    if (hint.lockDays === undefined) hint.lockDays = null
  })
  take(rate, ([, percent]) => {
    hint.rate = percent
  })
  take(protocols, ([, name = '']) => {
    hint.protocol = name.toLowerCase()
  })
  take(ordinal, ([, word, number]) => {
    picked = number === undefined ? (ordinals[word?.toLowerCase() ?? ''] ?? null) : Number(number)
  })
  // "The flexible one" is no amount.
  return { text: text.replace(/\b(the|that|this)\b([^,.]*?)\bone\b/i, '$1$2'), hint, picked }
}
