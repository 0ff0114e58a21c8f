import type { Item } from '../tagger/item'
import { type Cue, cueOf } from '../tagger/verbs'
import { fillers } from '../tagger/vocabulary'
import { nouns } from './job'

/** Between a sum and what it is a sum of: "100 of my USDC". */
export const between: ReadonlySet<string> = new Set(
  'of my the our your some in worth these those this that his her their whole entire full remaining idle spare extra supplied staked deposited lent borrowed plain actual real regular normal'.split(
    ' ',
  ),
)
export const gaining: ReadonlySet<string> = new Set(
  'want need like prefer rather have hold own become becomes becoming as get gimme'.split(' '),
)
export const giving: ReadonlySet<string> = new Set(
  'use using spend spending pay paying off dump got holding sitting'.split(' '),
)

export const wordOf = (item: Item | undefined): string | null =>
  item?.is === 'word' || item?.is === 'verb' || item?.is === 'link' ? item.text : null

/** Articles make a thing of a verb: "a swap", "my stake". */
const isThing = (items: readonly Item[], index: number): boolean => {
  const before = wordOf(items[index - 1])
  return before !== null && /^(?:an?|the|my|your|this|that|his|her|their|our|each|per|any|no|last|of)$/.test(before)
}

/** Somebody is to get something: "0x… should receive", "let 0x… have". */
const receiving =
  /@(?: ,| \w+ly| also| now| then)* (?:(?:should|shall|must|can|may|will|could|has to|have to|is to|needs to|is|are|be)(?: \w+ly| also| now| all)* )?(?:gets?|receives?|have|getting|receiving)$/

const marks: Readonly<Partial<Record<Item['is'], string>>> = {
  amount: '#',
  token: '$',
  chain: '&',
  recipient: '@',
  slippage: '%',
  comma: ',',
}
/** A text with a mark in the place of all that it names: "# $ should go to @". */
export const outlineOf = (items: readonly Item[]): string =>
  items.flatMap((item) => marks[item.is] ?? wordOf(item) ?? []).join(' ')

/** "0x… gets": what comes to somebody else. */
export const isReceived = (items: readonly Item[], index: number): boolean =>
  /^(?:gets?|receives?|has|have|getting|receiving)$/.test(wordOf(items[index]) ?? '') &&
  receiving.test(outlineOf(items.slice(0, index + 1)))

const adverbs = /^(?:just|already|also|only|recently|once|always|usually|never|have|has|had|did)$/
const wordBefore = (items: readonly Item[], index: number): string | null => {
  const before = items.slice(0, index).findLast((item) => !adverbs.test(wordOf(item) ?? ''))
  return wordOf(before)
}
const doers = /^(?:i|we|they|people|who|everyone|everybody)$/
const subjects =
  /^(?:i|i've|we|we've|he|she|they|you|it|who|that|somebody|someone|people|friend|brother|sister|mom|dad|wife|husband|boss|guy|everyone|everybody)$/

const isKeptNext = (next: Item | undefined): boolean =>
  next?.is === 'amount' || next?.is === 'token' || /^(?:it|them|that|this|some|those)$/.test(wordOf(next) ?? '')

/** The verb that stands there; null for a thing of that name: "a swap", "my DAI loan". */
export function verbAt(items: readonly Item[], index: number): Cue | null {
  const item = items[index]
  const cue = item?.is === 'word' || item?.is === 'verb' || item?.is === 'link' ? cueOf(item.text) : null
  // "Supply rate", "swap fees"
  if (/^(?:rates?|fees?|costs?|history|limits?|status|prices?|ap[ry]s?)$/.test(wordOf(items[index + 1]) ?? ''))
    return null
  // "Leave it in the wallet"
  if (cue?.base === 'leave' && isKeptNext(items[isThing(items, index + 2) ? index + 2 : index + 1])) return null
  // "Pay with USDC": what with, and not whom.
  if (cue?.base === 'pay' && /^(?:with|using)$/.test(wordOf(items[index + 1]) ?? '')) return null
  // "Gets paid"
  if (cue?.base === 'get' && cueOf(wordOf(items[index + 1]) ?? '')?.form === 'past') return null
  // "Back from lending"
  if (item?.is === 'word' && nouns.has(item.text) && /^(?:from|in|into)$/.test(wordOf(items[index - 1]) ?? ''))
    return null
  if (cue?.form !== 'base') return isThing(items, index) ? null : cue
  const before = items[index - 1]
  const can =
    before === undefined ||
    before.is === 'comma' ||
    (before.is === 'link' && before.link === 'to') ||
    (before.is === 'word' &&
      (doers.test(before.text) ||
        leads.test(before.text) ||
        !/[a-z]/.test(before.text) ||
        (fillers.has(before.text) && !isThing(items, index))))
  return can ? cue : null
}
const leads =
  /^(?:and|then|to|mkt|market|not|don't|dont|never|ever|i'll|he'll|we'll|must|should|let's|lets|me|us|it|them|that|maybe|\w+ly)$/

/** "Give me", "get me": what comes to the person. */
export const isForMe = (items: readonly Item[], index: number, { kind, base }: Cue): boolean =>
  (kind === 'send' || base === 'get') && /^(?:me|us|myself)$/.test(wordOf(items[index + 1]) ?? '')

/** Pronouns and auxiliaries. */
export const light: ReadonlySet<string> = new Set(
  `him her hers them he she they it that this those these what whatever which who whom where there here should must would
  do does be been being go goes going start begin am are was were has had already always still even too very as by
  through about and or up down top thing things stuff credit security guarantee myself yours it's he's she's they're that's there's
  arrive arrives live lives sit sits come comes coming gone home gimme lemme wish plan plans dca order shall may might must i've we've what's
  than again lot`.split(/\s+/),
)

/** Whether a word names nothing, and says nothing of a sum or a place. */
export const isUnread = (word: string): boolean =>
  /^[a-z]/.test(word) &&
  !light.has(word) &&
  !word.endsWith('ly') &&
  !fillers.has(word) &&
  !between.has(word) &&
  !gaining.has(word) &&
  !giving.has(word) &&
  !nouns.has(word) &&
  !/^(?:locked|flexible|lock)$/.test(word)

/** "Can I get 400 USDC": what one would like. */
const isWhether = (items: readonly Item[], index: number): boolean =>
  wordOf(items[index - 1]) === 'i' && /^(?:can|could|may)$/.test(wordOf(items[index - 2]) ?? '')

/** "She sent", "to have sent", "we move". */
export const isDone = (items: readonly Item[], index: number, { form }: Cue): boolean =>
  ((form === 'base' ? doers : subjects).test(wordBefore(items, index) ?? '') && !isWhether(items, index)) ||
  (form === 'past' && /^(?:have|has|had|i've|we've)$/.test(wordOf(items[index - 1]) ?? ''))

/** A number that only says which: "invoice 4471", "#12". */
export const isLabel = (items: readonly Item[], index: number): boolean =>
  /^(?:#|no|nr|number|invoice|order|bill|ref|reference|room|unit|flat|apartment|ticket|case|id)$/.test(
    wordOf(items[index - 1]) ?? '',
  )

/** "The USDC I parked", "what I supplied": which, and nothing that is told. */
export function isRelative(items: readonly Item[], index: number): boolean {
  const at = items.slice(0, index).findLastIndex((item) => !adverbs.test(wordOf(item) ?? ''))
  if (!subjects.test(wordOf(items[at]) ?? '')) return false
  const before = items[at - 1]
  return (
    before?.is === 'token' ||
    before?.is === 'chain' ||
    before?.is === 'amount' ||
    /^(?:what|whatever|that|which|one)$/.test(wordOf(before) ?? '')
  )
}
