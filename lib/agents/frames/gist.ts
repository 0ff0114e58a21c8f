import type { Item, Recipient, Verb } from '../tagger/item'
import type { Lexicon } from '../tagger/lexicon'
import { tag } from '../tagger/tag'
import { fillers } from '../tagger/vocabulary'
import { moodOf } from './abstain'
import { turning } from './corrections'
import { jobVerbs } from './job'

/** Words of a remark on a request that say nothing of the request itself. */
const discourse: ReadonlySet<string> = new Set(
  `enough plenty should shall did does been was were thats that'll it'll that'd it'd better best preferably course obviously
  though tho mean meant said say says saying final finally maybe perhaps probably think thought believe suppose supposed
  reckon try going take give wish correct definitely certainly really honestly oops whoops ups argh damn shoot no nope nah
  wait hold hang moment sec number figure recipient destination value size person forgot forget mistake typo apologies
  excuse pardon perfect works work suffice suffices sufficient else should've i've nice fewer having choose pick where who
  nevermind don't-know idk literally receiver supposedly wanted needed increase decrease raise lower reduce change update
  set switch bump go's nicer fine's made he's she's they're who's where's ones wallet's tolerance them those`.split(
    /\s+/,
  ),
)

/** A part that says what it is not, or that it is too much. */
const rejects =
  /^(?:(?:no|oh|wait|sorry|and|it'?s|that'?s|it is|that is|i said|i meant?)[\s,]+)*(?:(?:definitely|certainly)\s+)?not\b|\b\w+n['’]t\b|\b(?:dont|doesnt|isnt|wasnt|cant|wont|didnt|arent)\b|\b(?:(?:too|a (?:bit|little)|kinda|quite) (?:much|little|many|few|high|low|small|big)|(?:is|was|were) (?:an? )?(?:wrong|mistake|typo|error))\b|^(?:\w+[\s,]+){0,2}wrong\b/i

/** A part that wants nothing done. */
const forbids = /^(?:please\s+|ok\s+|no[\s,]+)*(?:don'?t|do not|never|stop|cancel|forget)\b/i

const pronounOne =
  /\b(the|that|this)((?:\s+(?:right|other|correct|wrong|good))?)\s+one\b(?!\s+(?:that|with|of|for|in|on|at)\b)/gi

const afterThought = /\bon second thoughts?,?\s*/i
/** One of those that were listed is read where the list is known. */
const ordinal =
  /\b(?:first|second|third|fourth|fifth|1st|2nd|3rd|4th|5th|last|latter|former)\b|\b(?:the|that)\s+one\s+(?:with|that|which|in|on|of|for)\b/i

/** The request that is talked of. */
type About = {
  /** Those that would only repeat it: "send it to 0x…" after a send. */
  verbs?: readonly Verb[]
  /** Symbols of the tokens that it takes and brings. */
  pays?: string | undefined
  brings?: string | undefined
}

type Part = { text: string; items: readonly Item[]; turns: boolean }

const slotOf = (item: Item): string | null =>
  item.is === 'amount' ||
  item.is === 'token' ||
  item.is === 'chain' ||
  item.is === 'recipient' ||
  item.is === 'slippage'
    ? item.is
    : null
const slotsOf = ({ items }: Pick<Part, 'items'>): readonly string[] => items.flatMap((item) => slotOf(item) ?? [])

/**
 * What a remark on a request comes to, without the words around it: "hmm 80 is enough" is "80". Null where more is said
 * than that, or nothing is named.
 */
export function gistOf(text: string, lexicon: Lexicon, { verbs = [], pays, brings }: About = {}): string | null {
  if (/\b(?:more|less|fewer|another|extra|additional)\b/i.test(text)) return null
  if (/#\s*\d|\b(?:number|no\.?|id)\s+\d/i.test(text) || ordinal.test(text.replace(afterThought, ' '))) return null
  const parts: Part[] = []
  let rejected: string | undefined
  for (const raw of partsOf(text.replace(afterThought, 'rather '))) {
    const spoken = raw.replace(pronounOne, '$1$2')
    const said = withoutRejected(spoken)
    // "DAI, not ETH", "DAI instead of ETH".
    for (const item of tag(spoken.slice(said.length), lexicon)) if (item.is === 'token') rejected = item.token.symbol
    if (forbids.test(said) || moodOf(said.toLowerCase(), said.includes('?')) === 'question') return null
    const items = tag(said, lexicon)
    for (const item of items) if (item.is === 'token' && rejects.test(said)) rejected = item.token.symbol
    const part = { text: said, items, turns: turning.test(said) }
    const named = slotsOf(part)
    // "She doesn't take USDC", "that's too much": why, and nothing to go by.
    if (named.length === 0 ? isReason(said, items) : rejects.test(said)) continue
    if (part.turns)
      for (const before of parts.splice(0))
        if (!slotsOf(before).some((slot) => named.includes(slot))) parts.push(before)
    parts.push(part)
  }
  const whole = parts.map((part) => part.text).join(', ')
  const items = tag(whole, lexicon)
  if (slotsOf({ items }).length === 0 || jobVerbs(items).length > 0) return null
  const isPlain = items.every(
    (item) =>
      (item.is !== 'word' || fillers.has(item.text) || discourse.has(item.text) || !/[a-z0-9"]/.test(item.text)) &&
      item.is !== 'quote' &&
      (item.is !== 'verb' || (item.form === 'base' && (verbs.includes(item.verb) || harmless.has(item.text)))),
  )
  if (!isPlain) return null
  // "Not USDC, DAI": for the one that is not wanted.
  const side = rejected === undefined ? null : rejected === pays ? 'with' : rejected === brings ? 'to' : null
  const against = side === 'with' ? /^(?:to|for)$/ : side === 'to' ? /^(?:with|from)$/ : null
  // "For DAI instead of USDC", of what USDC pays for: the word and the side contradict each other.
  const contradicts = items.findIndex(
    (item, index) => item.is === 'link' && against?.test(item.link) && items[index + 1]?.is === 'token',
  )
  const kept = items.filter((_, index) => index !== contradicts)
  const plain = kept.flatMap((item) => typed(item) ?? []).join(' ')
  if (contradicts >= 0) return plain
  const isToken = side !== null && items.find((item) => slotOf(item) !== null || item.is === 'link')?.is === 'token'
  return isToken ? `${side} ${plain}` : pays !== undefined && means.test(whole) ? `with ${plain}` : plain
}

/** "Use my DAI": what it is paid with. */
const means = /(?:^|\s)(?:use|take|spend)\s+(?:(?:my|the|some)\s+)*[a-z]+\b/i

/** What a piece was typed as; null for words that say nothing. */
function typed(item: Item): string | null {
  switch (item.is) {
    case 'amount':
    case 'slippage':
    case 'link':
      return item.text
    case 'token':
      return item.token.text
    case 'chain':
      return item.chain.text
    case 'recipient':
      return textOf(item.recipient)
    case 'comma':
      return ','
    case 'word':
      // "The #3 one".
      return item.text === '#' ? item.text : null
    default:
      return null
  }
}

function textOf(recipient: Recipient): string {
  if (recipient.kind === 'address') return recipient.address
  return recipient.kind === 'name' ? recipient.name : recipient.text
}

/** The text without the parts that say no more than why: "that's too much, do a quarter of that". */
export const withoutReasons = (text: string): string =>
  partsOf(text)
    .filter((part) => !rejects.test(part))
    .join(', ')

const partsOf = (text: string): readonly string[] =>
  text
    .split(/(?:[,;!\n]|\.+)(?=\s|$)|\s+[-<]+\s+|\bbut\b(?!\s*\$?[\d.])|\bbecause\b/i)
    .map((part) => part.trim())
    .filter(Boolean)

/** Verbs of changing that change the request itself. */
const harmless: ReadonlySet<string> = new Set(['change', 'switch'])

/** Words that tie a remark to what was said before, and so say something themselves. */
const relational =
  /\b(?:other|opposite|reverse|same|again|back|another|more|less|also|both|each|last|first|second|former|latter|next|twice|double|triple|or|and)\b/i

const isReason = (said: string, items: readonly Item[]): boolean =>
  said === '' ||
  rejects.test(said) ||
  (!relational.test(said) && items.every(({ is }) => is === 'word' || is === 'link' || is === 'comma'))

/** "DAI instead of USDC", "on Base and not on mainnet": what is wanted comes first. */
export const withoutRejected = (said: string): string => {
  const [wanted = ''] = said.split(
    /(?<!\b(?:is|are|was|were|do|does|did|should|would|could|can|will|am|be|has|have))\s+(?:instead of|rather than|and not|not)\s+/i,
  )
  return wanted.trim() === '' ? said : wanted
}
