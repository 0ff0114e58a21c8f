import type { TokenMention } from '../tagger/item'
import type { Lexicon } from '../tagger/lexicon'
import { tag } from '../tagger/tag'
import { jobVerbs } from './job'
import { isRequested, stepOf } from './step'
import { commandsIn } from './tagged'
import type { Beside, Dialogue, Read, Understanding } from './understanding'

/** What begins a part of a message that wants to be told something. */
const opener = String.raw`(?:(?:please\s+)?(?:can you\s+)?(?:what|what's|whats|how|show|tell|let\s+me\s+know|check|list|display)\b)`
const starts = new RegExp(
  String.raw`(?:^|[.!?;\n]\s*|,\s+|\s+(?=(?:and|then|also|plus)\b))(?:(?:and|then|also|plus|but)\b[\s,]*)*(?=${opener})`,
  'gi',
)
const ends = /[.!?;\n]+(?=\s|$)|,?\s+(?:and|then|also|plus)\s+|,\s+/gi

/** Of a request that is open one may ask more: "does that lock it?" */
const doubts =
  /(?:^|[.!?;\n,]\s*)(?:(?:wait|hmm+|hold on|ok|okay|oh|but|and)\b[\s,]*)*(?=(?:does|do|is|are|will|would|can i)\b)/gi

/** Of the request itself: its card and what is said of its outcome tell it. */
const toldAnyway =
  /\b(?:let\s+me\s+know|tell\s+me)\b.*\b(?:when|once|if|how|done|through|result|works?|worked|got|get|went)\b|\b(?:fees?|cost|costs|rate|quote|how\s+long|slippage|route)\b/i

/**
 * "What's my balance, and swap 1 ETH to USDC": a request, and a question beside it. Null where there are not both, or
 * where one of them cannot be read by itself.
 */
export function withBeside(text: string, lexicon: Lexicon, dialogue: Dialogue, read: Read): Understanding | null {
  if (/["“”]/.test(text)) return null
  const isOpen = stepOf(dialogue) !== null && (dialogue.standing === 'open' || dialogue.standing === 'proposed')
  const begun = [...text.matchAll(starts), ...(isOpen ? text.matchAll(doubts) : [])].map((found) => ({
    from: found.index,
    at: found.index + found[0].length,
  }))
  for (const { from, at } of begun) {
    const end = endOf(text, at, lexicon)
    const asked = text.slice(at, end).trim()
    const rest = `${text.slice(0, from)}${/[.!?]\s*$/.test(text.slice(0, from)) ? '' : '. '}${text.slice(end)}`
      .replace(/^[\s.,;!?]*(?:(?:and|then|also|plus|wait|hmm+|ok|okay)\b[\s,.]*)*/i, '')
      .replace(/[\s.,;]+$/, '')
    // "Use flexible then" changes what is open without a verb of its own. A question with a number in it may be a condition.
    const isChange = isOpen && !/\d/.test(asked)
    if (rest === '' || !(asksFor(rest, lexicon) || isChange) || asksFor(asked, lexicon)) continue
    const beside = read(asked, dialogue)
    const about = askedAbout(beside) ?? dialogue.about
    const understood = read(rest, { ...dialogue, about })
    if (!isRequested(understood)) continue
    if (isTold(beside)) return { ...understood, beside }
    if (toldAnyway.test(asked)) return understood
  }
  return null
}

/** The one token that a question was about. */
function askedAbout(beside: Understanding): TokenMention | null {
  if (beside.kind === 'price') return beside.query.tokens[0] ?? null
  if (beside.kind !== 'balances') return null
  const [symbol, ...others] = beside.query.symbols
  return symbol !== undefined && others.length === 0 ? { text: symbol, symbol } : null
}

/** Where a question ends: at the end of its sentence, or where a request begins. */
function endOf(text: string, at: number, lexicon: Lexicon): number {
  for (const found of text.slice(at).matchAll(ends)) {
    const isEnd = /[.!?;\n]/.test(found[0])
    if (isEnd || asksFor(text.slice(at + found.index + found[0].length), lexicon, true)) return at + found.index
  }
  return text.length
}

/** Whether something is to be done, by the first word where it must `begin` with it. */
function asksFor(text: string, lexicon: Lexicon, begins = false): boolean {
  const items = tag(text, lexicon)
  if (!begins) return commandsIn(items).length > 0 || jobVerbs(items).length > 0
  const first = items.find(
    (item) => !(item.is === 'word' && /^(?:please|pls|then|also|just|and|can|could|you)$/.test(item.text)),
  )
  return first !== undefined && (commandsIn([first]).length > 0 || jobVerbs([first]).length > 0)
}

export const isTold = (understood: Understanding): understood is Beside =>
  understood.kind === 'balances' ||
  understood.kind === 'price' ||
  understood.kind === 'insight' ||
  understood.kind === 'explain'
