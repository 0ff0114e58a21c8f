import type { Amount, ChainMention, Item, Recipient, TokenMention } from '../tagger/item'
import type { Lexicon } from '../tagger/lexicon'
import { tag } from '../tagger/tag'
import { type Cue, cueOf } from '../tagger/verbs'
import { fillers } from '../tagger/vocabulary'
import { nouns } from './job'
import { type PlaceHint, readPlace } from './place-words'

/** A sum, a token or both, and what the words before it make of it: over 0 it is gained, under 0 it is given. */
export type Money = { amount?: Amount; token?: TokenMention; side: number; isFor?: boolean }

/** A network, and what the words before it make of it. */
export type Place = { chain: ChainMention; symbol?: string; way: 'to' | 'from' | 'on' | null }

/** A verb, and whether somebody stands before it who does it: "she swapped". */
type Said = Cue & { isBySomebody: boolean }

/** What is named in a text, whatever its order and whatever stands between. */
export type Slots = {
  money: readonly Money[]
  places: readonly Place[]
  recipients: readonly Recipient[]
  cues: readonly Said[]
  /** Something is left out: "all but". */
  excepts: boolean
  /** A sum or an aim of something that is not known: "100 pepe". */
  isUnknown: boolean
  slippage?: number
  hint: PlaceHint
  picked: number | null
  /** Words that name nothing, are no verbs and tie nothing together. */
  unread: readonly string[]
  /** A thing that is not known is what something is done to: "withdraw your offer of 100 USDC". */
  isOfOther: boolean
  /** The same of where to: "lend 100 USDC to a friend". */
  aim?: string
  /** The text without what says which place is meant. */
  rest: string
}

/** Between a sum and what it is a sum of: "100 of my USDC". */
const between: ReadonlySet<string> = new Set(
  'of my the our your some in worth these those this that his her their whole entire full remaining idle spare extra supplied staked deposited lent borrowed'.split(
    ' ',
  ),
)
const gaining: ReadonlySet<string> = new Set(
  'want need like prefer rather have hold own become becomes becoming as get'.split(' '),
)
const giving: ReadonlySet<string> = new Set('use using spend spending paying off dump got holding sitting'.split(' '))

const wordOf = (item: Item | undefined): string | null =>
  item?.is === 'word' || item?.is === 'verb' || item?.is === 'link' ? item.text : null

/** Articles make a thing of a verb: "a swap", "my stake". */
const isThing = (items: readonly Item[], index: number): boolean => {
  const before = wordOf(items[index - 1])
  return before !== null && /^(?:an?|the|my|your|this|that|his|her|their|our|each|per|any|no|last|of)$/.test(before)
}

/** Reads the slots of a text. */
export function readSlots(text: string, lexicon: Lexicon): Slots {
  const { text: rest, hint, picked } = readPlace(text)
  const items = tag(rest, lexicon)
  const money: Money[] = []
  const places: Place[] = []
  const recipients: Recipient[] = []
  const cues: Said[] = []
  const unread: string[] = []
  let isOpen = false
  let isAimed = false
  let isOfOther = false
  let aim: string | undefined
  let excepts = false
  let isUnknown = false
  let slippage: number | undefined
  let side = 0
  let isFor = false
  let way = null as Place['way']
  const used = new Set<Item>()
  // Read as what describes the place, and the verb as well.
  if (/(?:^\W*|\b(?:to|please|pls|you|and|let's)\s+)(?:earn|lock)\b/i.test(text) && !/\b(?:earn|lock)\b/i.test(rest))
    cues.push({ kind: 'stake', base: 'lock', form: 'base', isBySomebody: false })
  const turn = (to: number, forward: Place['way'] = null) => {
    side = to
    isFor = false
    way = forward
  }
  for (const [index, item] of items.entries()) {
    if (item.is !== 'word' && item.is !== 'verb') isOpen = false
    if (item.is === 'link') isAimed = item.link !== 'for'
    else if (item.is !== 'word') isAimed = false
    switch (item.is) {
      case 'link':
        if (item.text === 'get' && verbAt(items, index)) {
          cues.push({
            kind: 'take',
            base: 'get',
            form: 'base',
            isBySomebody: isDone(items, index, { kind: 'take', base: 'get', form: 'base' }),
          })
          turn(1)
        } else if (item.text === 'in') turn(1, 'on')
        else if (item.link === 'to') turn(item.text === 'get' || item.text === 'receive' ? 2 : 3, 'to')
        else if (item.link === 'for') {
          turn(0, 'to')
          isFor = true
        } else if (item.link === 'except') excepts = true
        else if (item.link === 'from') turn(-3, 'from')
        else if (item.link === 'with') turn(/^(?:replace|substitute)/.test(cues.at(-1)?.base ?? '') ? 3 : -3)
        else if (item.link === 'on') turn(0, 'on')
        break
      case 'amount': {
        const token = tokenAfter(items, index, used)
        const last = money.at(-1)
        // "Invoice #4471"
        if (!token && isLabel(items, index)) break
        if (!token && isOfUnknown(items, index)) isUnknown = true
        if (!token && last?.token && !last.amount && last.side < 3 && isNear(items, index, last.token)) {
          last.amount = item.amount
          break
        }
        money.push({ amount: item.amount, ...(token ? { token } : {}), side, ...(isFor ? { isFor } : {}) })
        if (token) turn(0)
        break
      }
      case 'token':
        if (used.has(item)) break
        money.push({ token: item.token, side, ...(isFor ? { isFor } : {}) })
        turn(0)
        break
      case 'chain':
        if (used.has(item)) break
        // "My Base USDC"
        if (items[index + 1]?.is === 'token' && way !== 'to') way = 'from'
        places.push({ chain: item.chain, way, ...(item.symbol ? { symbol: item.symbol } : {}) })
        turn(0)
        break
      case 'recipient':
        recipients.push(item.recipient)
        if (way === 'from') isUnknown = true
        break
      case 'slippage':
        slippage = item.fraction
        break
      case 'worth': {
        // "50 USDC worth of ETH"
        const last = money.at(-1)
        if (last) {
          last.side = -2
          turn(last.token ? 2 : 0)
        }
        break
      }
      case 'comma':
        turn(0)
        break
      case 'word':
      case 'verb': {
        const cue = isRelative(items, index) ? null : verbAt(items, index)
        if (item.text === 'off' || (item.text === 'of' && wordOf(items[index - 1]) === 'out')) turn(-3, 'from')
        else if (cue) {
          isOpen = cue.form === 'base'
          const kind = isForMe(items, index, cue) ? 'buy' : cue.kind
          cues.push({ ...cue, kind, isBySomebody: isDone(items, index, cue) })
          turn(kind === 'buy' || cue.base === 'make' ? 2 : cue.kind === 'sell' ? -2 : cue.base === 'get' ? 1 : 0)
        } else if (gaining.has(item.text)) turn(item.text === 'as' || item.text.startsWith('become') ? 3 : 1)
        else if (giving.has(item.text)) turn(-2)
        if (!cue && isUnread(item.text)) {
          unread.push(item.text)
          if (isAimed) aim ??= item.text
          if (isOpen && (items[index + 1]?.is !== 'amount' || cues.at(-1)?.kind !== 'send')) isOfOther = true
          isAimed = false
        }
        break
      }
      default:
        break
    }
  }
  return {
    money,
    places,
    recipients,
    cues,
    unread,
    isOfOther,
    excepts,
    isUnknown,
    hint,
    picked,
    rest,
    ...(aim === undefined ? {} : { aim }),
    ...(slippage === undefined ? {} : { slippage }),
  }
}

/** The token that a sum is of; it is used up by that. */
function tokenAfter(items: readonly Item[], index: number, used: Set<Item>): TokenMention | undefined {
  for (const next of items.slice(index + 1, index + 5)) {
    if (next.is === 'token' || (next.is === 'chain' && next.symbol)) {
      used.add(next)
      return next.is === 'token' ? next.token : { text: next.chain.text, symbol: next.symbol ?? '' }
    }
    const word = wordOf(next)
    if (word === null || !between.has(word)) return undefined
  }
  return undefined
}

/** "USDC 500", "DAI, 250", "USDC: 500". */
const isNear = (items: readonly Item[], index: number, token: TokenMention): boolean => {
  const before = items.slice(Math.max(0, index - 3), index)
  const at = before.findLastIndex((item) => item.is === 'token' && item.token === token)
  return at >= 0 && before.slice(at + 1).every((item) => item.is === 'comma' || /^[^a-z]*$/.test(wordOf(item) ?? 'a'))
}

/** "100 pepe": a sum, and right after it a word that is no token here. */
function isOfUnknown(items: readonly Item[], index: number): boolean {
  const next = items[index + 1]
  return (
    next?.is === 'word' &&
    /^[a-z]/.test(next.text) &&
    !fillers.has(next.text) &&
    !between.has(next.text) &&
    !cueOf(next.text)
  )
}

const adverbs = /^(?:just|already|also|only|recently|once|always|usually|never|have|has|had|did)$/
const wordBefore = (items: readonly Item[], index: number): string | null => {
  const before = items.slice(0, index).findLast((item) => !adverbs.test(wordOf(item) ?? ''))
  return wordOf(before)
}
const doers = /^(?:i|we|they|people|who|everyone|everybody)$/
const subjects =
  /^(?:i|i've|we|we've|he|she|they|you|it|who|that|somebody|someone|people|friend|brother|sister|mom|dad|wife|husband|boss|guy|everyone|everybody)$/

/** The verb that stands there; null for a thing of that name: "a swap", "my DAI loan". */
function verbAt(items: readonly Item[], index: number): Cue | null {
  const item = items[index]
  const cue = item?.is === 'word' || item?.is === 'verb' || item?.is === 'link' ? cueOf(item.text) : null
  // "Supply rate", "swap fees"
  if (/^(?:rates?|fees?|costs?|history|limits?|status|prices?|ap[ry]s?)$/.test(wordOf(items[index + 1]) ?? ''))
    return null
  // "Gets paid"
  if (cue?.base === 'get' && cueOf(wordOf(items[index + 1]) ?? '')?.form === 'past') return null
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
  /^(?:and|then|to|not|don't|dont|never|ever|i'll|he'll|we'll|must|should|let's|lets|me|us|it|them|that|maybe|\w+ly)$/

/** "Give me", "get me": what comes to the person. */
const isForMe = (items: readonly Item[], index: number, { kind, base }: Cue): boolean =>
  (kind === 'send' || base === 'get') && /^(?:me|us|myself)$/.test(wordOf(items[index + 1]) ?? '')

/** Pronouns and auxiliaries. */
const light: ReadonlySet<string> = new Set(
  `him her hers them he she they it that this those these what whatever which who whom where there here should must would
  do does be been being go goes going start begin am are was were has had already always still even too very as by
  through about and or up down top thing things stuff credit security guarantee myself yours it's he's she's they're that's there's`.split(
    /\s+/,
  ),
)

/** Whether a word names nothing, and says nothing of a sum or a place. */
const isUnread = (word: string): boolean =>
  /^[a-z]/.test(word) &&
  !light.has(word) &&
  !word.endsWith('ly') &&
  !fillers.has(word) &&
  !between.has(word) &&
  !gaining.has(word) &&
  !giving.has(word) &&
  !nouns.has(word) &&
  !/^(?:locked|flexible|lock)$/.test(word)

/** "She sent", "to have sent", "we move". */
const isDone = (items: readonly Item[], index: number, { form }: Cue): boolean =>
  (form === 'base' ? doers : subjects).test(wordBefore(items, index) ?? '') ||
  (form === 'past' && /^(?:have|has|had|i've|we've)$/.test(wordOf(items[index - 1]) ?? ''))

/** A number that only says which: "invoice 4471", "#12". */
const isLabel = (items: readonly Item[], index: number): boolean =>
  /^(?:#|no|nr|number|invoice|order|bill|ref|reference|room|unit|flat|apartment|ticket|case|id)$/.test(
    wordOf(items[index - 1]) ?? '',
  )

/** "The USDC I parked", "what I supplied": which, and nothing that is told. */
function isRelative(items: readonly Item[], index: number): boolean {
  const at = items.slice(0, index).findLastIndex((item) => !adverbs.test(wordOf(item) ?? ''))
  if (!subjects.test(wordOf(items[at]) ?? '')) return false
  const before = items[at - 1]
  return (
    before?.is === 'token' || before?.is === 'chain' || /^(?:what|whatever|that|which|one)$/.test(wordOf(before) ?? '')
  )
}
