import { countIn } from '../tagger/counts'
import type { Item } from '../tagger/item'
import type { Lexicon } from '../tagger/lexicon'
import { tag } from '../tagger/tag'
import { verbsOfLending } from '../tagger/verbs'
import { fillers, verbOf } from '../tagger/vocabulary'
import { jobVerbs } from './job'
import { looseSwap } from './loose'
import { readMentions } from './mentions'
import { startsWithNft } from './nft-words'

/**
 * A part of a message that asks for one thing. `elided`: its verb was taken over from the part before. `isOne`: it stands beside
 * others with the same words, so that whatever else is in it would be asked for once for each of them.
 */
export type Clause = { text: string; elided: boolean; isOne?: true }

/** "once that is done", "after that": no condition and no time, but the order of what is asked for. */
const sequel =
  /\b(?:and\s+)?(?:(?:once|when|as soon as|after)\s+(?:that|this|it|they)(?:'?s|'?re|\s+is|\s+has|\s+gets)?(?:\s+been)?\s+(?:done|confirmed|finished|through|completed?|arrived|arrives|settled|in|there)|after\s+(?:that|this)|afterwards?)\b,?/gi
const opening =
  /^(\W*(?:(?:please|pls|ok|okay|so|now|hey|hi)\b\W*)*)first(?:ly)?(?:\s+of\s+all|\s+thing(?=\s*[,:]))?\b[\s,:]*/i

/** "Do two things for me: …". */
const preamble =
  /^[^,.;:]*\b(?:two|three|four|2|3|4|several|some|a\s+few|a\s+couple\s+of|the\s+following)\s+things\b[^,.;:]*:\s*/i
/** "1. … 2. …", "- … - …". */
const bullets = /(?:^|[\s,;])(?:\(?[1-5]\)|[1-5]\.|[-*])\s+(?=[a-z]{3,}\b)/gi
const ordinals = /[,;.\n]\s*(?:and\s+)?(?:second|third|fourth)(?:ly)?\s*,?\s+(?=[a-z]{3,}\b)/gi

/** The text with the words and marks of order as "then". */
export function inOrder(text: string): string {
  const bare = text.replace(preamble, '')
  const listed = (bare.match(bullets) ?? []).length > 1 ? bare.replace(bullets, ', then ') : bare
  const counted = opening.test(listed) ? listed.replace(ordinals, ', then ') : listed
  return counted
    .replace(/^,\s*then\s+/, '')
    .replace(opening, '$1')
    .replace(sequel, ' then ')
}

// A comma or point inside a number separates nothing.
const joint =
  /\s*(?:[,;:.!\n](?!\d)\s*)*(?:(?:\b(?:and|then|also|plus|next|finally|lastly|as well as)\b|&)[\s,]*)+|\s*(?:[,;!\n]|\.(?=\s))(?!\d)\s*/gi

/**
 * Cuts a text before each verb that asks for something of its own and, with `elided`, where an amount takes over the
 * verb before it: "send 1 ETH to one address and 2 to another".
 */
export function clausesIn(text: string, lexicon: Lexicon, withElided: boolean): readonly Clause[] {
  const clauses: Clause[] = []
  let start = 0
  let verb: string | null = null
  let elided = false
  const verbIn = verbsIn(text, lexicon)
  const close = (end: number) => {
    const body = text.slice(start, end).trim()
    // "The other half goes to 0x…"
    const takesOver = elided && lastVerb(body, lexicon) === null && !/\bgo(?:es)?\b/i.test(body)
    clauses.push({ text: takesOver && verb !== null ? `${verb} ${body}` : body, elided: takesOver })
  }
  for (const found of text.matchAll(joint)) {
    const end = found.index + found[0].length
    // "Two hundred and fifty" is one number.
    if (
      /\b(?:hundred|thousand|million)$/i.test(text.slice(Math.max(start, found.index - 10), found.index)) &&
      countIn(wordsAt(text, end))
    )
      continue
    verb = verbIn(start, found.index) ?? (clauses.length > 0 ? verb : null)
    const next = text.slice(end, end + longestHead)
    // "0.5 ETH to USDC, then lend it": the first is asked for as the second is.
    const isSwap =
      verb === null &&
      /\bthen\b/i.test(found[0]) &&
      found.index - start <= longestHead &&
      looseSwap(readMentions(tag(text.slice(start, found.index), lexicon))) !== null
    const starts = verb === null && !isSwap ? null : same.test(next) ? 'verb' : headOf(next, lexicon)
    if (starts === null || (starts === 'amount' && (isSwap || !withElided || corrects.test(next)))) continue
    close(found.index)
    start = end
    elided = starts === 'amount'
  }
  close(text.length)
  return clauses
}

/** In characters: what stands at the head of a clause, or all of a swap without a verb. It bounds what is read at each joint. */
const longestHead = 200

/** More words than a verb's own meaning goes by. */
const afterVerb = /^(?:\s*\S+){0,5}/

/** The last verb of a part of a text. What follows far behind it is not read again with every joint. */
function verbsIn(text: string, lexicon: Lexicon): (start: number, end: number) => string | null {
  const verbs = [...text.matchAll(/[a-z_][a-z0-9_]*(?:['-][a-z0-9_]+)*/gi)].flatMap(({ 0: raw, index }) => {
    const word = raw.toLowerCase()
    return word === 'get' || verbsOfLending.has(word) || verbOf(word) !== null
      ? { at: index, end: index + raw.length }
      : []
  })
  let read: { start: number; end: number; verb: string | null } | null = null
  return (start, end) => {
    const last = verbs.findLast((each) => each.at >= start && each.end <= end)
    if (!last) return null
    const more = afterVerb.exec(text.slice(last.end, Math.min(end, last.end + longestHead)))?.[0].length ?? 0
    const until = last.end + more
    if (read?.start !== start || read.end !== until)
      read = { start, end: until, verb: lastVerb(text.slice(start, until), lexicon) }
    return read.verb
  }
}

const wordsAt = (text: string, at: number): readonly string[] => text.slice(at).toLowerCase().split(/\s+/, 6)

/** "Do the same for 0x…". */
const same = /^(?:do|repeat)\s+(?:exactly\s+)?(?:(?:the\s+)?same|it|that|this)\b/i
/** What takes back what was said is no part of its own. */
const corrects =
  /^(?:no|wait|sorry|actually|oops|i\s+mean(?:t)?|(?:or\s+)?rather|make\s+(?:it|that)|scratch|correction)\b/i

const headOf = (text: string, lexicon: Lexicon): 'verb' | 'amount' | null =>
  startOf(tag(text, lexicon)) ?? (startsWithNft(text, lexicon) ? 'amount' : null)

/** What stands at the head of a text, words that say nothing apart. */
function startOf(items: readonly Item[]): 'verb' | 'amount' | null {
  for (const [index, item] of items.entries()) {
    if (item.is === 'verb') return item.form === 'base' ? 'verb' : null
    if (item.is === 'amount') return 'amount'
    // "Pay one address 10 and another 20".
    if (item.is === 'recipient' && items[index + 1]?.is === 'amount') return 'amount'
    if (item.is === 'token' && items.slice(0, index).some(isSome)) return 'amount'
    if (item.is === 'word' && (item.text === '#' || item.text === 'other')) continue
    if (item.is === 'word' && jobVerbs([item]).length > 0) return 'verb'
    const says = item.is === 'word' ? !fillers.has(item.text) : !(item.is === 'comma' || isTo(item))
    if (says) return null
  }
  return null
}

const isSome = (item: Item): boolean => item.is === 'word' && item.text === 'some'

/** "Use it to buy". */
const isTo = (item: Item): boolean => item.is === 'link' && item.text === 'to'

function lastVerb(text: string, lexicon: Lexicon): string | null {
  const items = tag(text, lexicon)
  const [job] = jobVerbs(items).slice(-1)
  const command = items.findLast((item) => item.is === 'verb' && item.form === 'base')
  return job ?? (command?.is === 'verb' ? command.text : null)
}
