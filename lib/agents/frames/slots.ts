import type { Amount, ChainMention, Item, Recipient, TokenMention } from '../tagger/item'
import type { Lexicon } from '../tagger/lexicon'
import { tag } from '../tagger/tag'
import { type Cue, cueOf } from '../tagger/verbs'
import { fillers } from '../tagger/vocabulary'
import { type PlaceHint, readPlace } from './place-words'
import {
  between,
  gaining,
  giving,
  isDone,
  isForMe,
  isLabel,
  isReceived,
  isRelative,
  isUnread,
  light,
  outlineOf,
  verbAt,
  wordOf,
} from './said-words'

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
  /** The same with a mark in the place of all that it names: "# $ should go to @". */
  outline: string
}

/** Slots while they are read, and what the words before make of what comes next. */
type Reading = {
  -readonly [Key in keyof Omit<Slots, 'money' | 'places' | 'recipients' | 'cues' | 'unread'>]: Slots[Key]
} & {
  items: readonly Item[]
  money: Money[]
  places: Place[]
  recipients: Recipient[]
  cues: Said[]
  unread: string[]
  side: number
  isFor: boolean
  way: Place['way']
  /** The word before asks for something to be done; or says where to. */
  isOpen: boolean
  isAimed: boolean
  /** Tokens that belong to the sum before them. */
  used: Set<Item>
}

/** Reads the slots of a text. */
export function readSlots(text: string, lexicon: Lexicon): Slots {
  const { text: rest, hint, picked } = readPlace(text)
  const items = tag(rest, lexicon)
  const reading: Reading = {
    items,
    money: [],
    places: [],
    recipients: [],
    cues: [],
    unread: [],
    excepts: false,
    isUnknown: false,
    isOfOther: false,
    hint,
    picked,
    rest,
    outline: outlineOf(items),
    side: 0,
    isFor: false,
    way: null,
    isOpen: false,
    isAimed: false,
    used: new Set(),
  }
  // Read as what describes the place, and the verb as well.
  if (/(?:^\W*|\b(?:to|please|pls|you|and|so|let's)\s+)(?:earn|lock)\b/i.test(text) && !/\b(?:earn|lock)\b/i.test(rest))
    reading.cues.push({ kind: 'stake', base: 'lock', form: 'base', isBySomebody: false })
  for (const [index, item] of items.entries()) {
    if (item.is !== 'word' && item.is !== 'verb') reading.isOpen = false
    if (item.is === 'link') reading.isAimed = item.link !== 'for'
    else if (item.is !== 'word') reading.isAimed = false
    readItem(reading, item, index)
  }
  const { items: _, side: __, isFor: ___, way: ____, isOpen: _____, isAimed: ______, used: _______, ...slots } = reading
  return slots
}

/** What the words after this make of what they name. */
function turn(reading: Reading, side: number, way: Place['way'] = null): void {
  reading.side = side
  reading.isFor = false
  reading.way = way
}

function readItem(reading: Reading, item: Item, index: number): void {
  switch (item.is) {
    case 'link':
      readLink(reading, item, index)
      break
    case 'amount':
      readAmount(reading, item, index)
      break
    case 'token':
      if (reading.used.has(item)) break
      addMoney(reading, { token: item.token })
      turn(reading, 0)
      break
    case 'chain':
      readChain(reading, item, index)
      break
    case 'recipient':
      reading.recipients.push(item.recipient)
      if (reading.way === 'from') reading.isUnknown = true
      break
    case 'slippage':
      reading.slippage = item.fraction
      break
    case 'worth': {
      // "50 USDC worth of ETH"
      const last = reading.money.at(-1)
      if (!last) break
      last.side = -2
      turn(reading, last.token ? 2 : 0)
      break
    }
    case 'comma':
      turn(reading, 0)
      break
    case 'word':
    case 'verb':
      readWord(reading, item.text, index)
      break
    case 'quote':
      break
  }
}

const addMoney = ({ money, side, isFor }: Reading, named: Pick<Money, 'amount' | 'token'>): void => {
  money.push({ ...named, side, ...(isFor ? { isFor } : {}) })
}

function readLink(reading: Reading, { link, text }: Extract<Item, { is: 'link' }>, index: number): void {
  const { items, cues } = reading
  if (text === 'get' && isReceived(items, index)) turn(reading, 1)
  else if (text === 'get' && verbAt(items, index)) {
    const cue: Cue = { kind: 'take', base: 'get', form: 'base' }
    cues.push({ ...cue, isBySomebody: isDone(items, index, cue) })
    turn(reading, 1)
  } else if (text === 'in') turn(reading, 1, 'on')
  else if (link === 'to') turn(reading, text === 'get' || text === 'receive' ? 2 : 3, 'to')
  else if (link === 'for') {
    turn(reading, 0, 'to')
    reading.isFor = true
  }
  // "500 USDC to ETH, but max slippage 0.3%"
  else if (link === 'except')
    reading.excepts ||= text !== 'but' || /^(?:amount|token|chain)$/.test(items[index + 1]?.is ?? '')
  else if (link === 'from') turn(reading, -3, 'from')
  else if (link === 'with') turn(reading, /^(?:replace|substitute)/.test(cues.at(-1)?.base ?? '') ? 3 : -3)
  else if (link === 'on') turn(reading, 0, 'on')
}

function readAmount(reading: Reading, { amount }: Extract<Item, { is: 'amount' }>, index: number): void {
  const { items, money, used } = reading
  const token = tokenAfter(items, index, used)
  const last = money.at(-1)
  // "Invoice #4471"
  if (!token && isLabel(items, index)) return
  if (!token && isOfUnknown(items, index)) reading.isUnknown = true
  if (!token && last?.token && !last.amount && last.side < 3 && isNear(items, index, last.token)) {
    last.amount = amount
    return
  }
  addMoney(reading, { amount, ...(token ? { token } : {}) })
  if (token) turn(reading, 0)
}

function readChain(reading: Reading, item: Extract<Item, { is: 'chain' }>, index: number): void {
  const { items, places, used, way } = reading
  if (used.has(item)) return
  // "My Base USDC"
  const isOfIt = items[index + 1]?.is === 'token' && way !== 'to'
  places.push({ chain: item.chain, way: isOfIt ? 'from' : way, ...(item.symbol ? { symbol: item.symbol } : {}) })
  turn(reading, 0)
}

function readWord(reading: Reading, text: string, index: number): void {
  const { items, cues, unread } = reading
  if (isReceived(items, index)) {
    turn(reading, 1)
    return
  }
  const cue = isRelative(items, index) ? null : verbAt(items, index)
  const before = items[index - 1]
  if (text === 'off' || (text === 'of' && wordOf(before) === 'out')) turn(reading, -3, 'from')
  // "DAI instead of USDC", "rather USDC than DAI"
  else if (text === 'than' || (text === 'of' && wordOf(before) === 'instead')) turn(reading, -3)
  // "40 USDC of ETH"
  else if (text === 'of' && before?.is === 'token' && items[index - 2]?.is === 'amount') {
    const last = reading.money.at(-1)
    if (last) last.side = -2
    turn(reading, 2)
  } else if (cue) {
    reading.isOpen = cue.form === 'base'
    const kind = isForMe(items, index, cue) ? 'buy' : cue.kind
    cues.push({ ...cue, kind, isBySomebody: isDone(items, index, cue) })
    turn(reading, kind === 'buy' || cue.base === 'make' ? 2 : cue.kind === 'sell' ? -2 : cue.base === 'get' ? 1 : 0)
  } else if (gaining.has(text)) turn(reading, text === 'as' || text.startsWith('become') ? 3 : 1)
  else if (giving.has(text)) turn(reading, -2)
  if (cue || !isUnread(text)) return
  unread.push(text)
  if (reading.isAimed) reading.aim ??= text
  if (reading.isOpen && (items[index + 1]?.is !== 'amount' || cues.at(-1)?.kind !== 'send')) reading.isOfOther = true
  reading.isAimed = false
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
    !light.has(next.text) &&
    !between.has(next.text) &&
    !cueOf(next.text)
  )
}
