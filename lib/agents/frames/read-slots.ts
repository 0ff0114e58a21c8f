import type { Item, TokenMention } from '../tagger/item'
import type { Lexicon } from '../tagger/lexicon'
import { tag } from '../tagger/tag'
import { type Cue, cueOf } from '../tagger/verbs'
import { fillers } from '../tagger/vocabulary'
import { readPlace } from './place-words'
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
import type { Money, Place, Slots } from './slots'

/** Slots while they are read, and what the words before make of what comes next. */
type Reading = {
  slots: Filling
  items: readonly Item[]
  side: number
  isFor: boolean
  way: Place['way']
  /** The word before asks for something to be done; or says where to. */
  isOpen: boolean
  isAimed: boolean
  /** Tokens that belong to the sum before them. */
  used: Set<Item>
}
type Filling = {
  -readonly [Key in keyof Slots]: Slots[Key] extends readonly (infer Each)[] ? Each[] : Slots[Key]
}

/** Reads the slots of a text. */
export function readSlots(text: string, lexicon: Lexicon): Slots {
  const reading = begin(text, lexicon)
  const { slots, items } = reading
  if (isVerbOfPlace(text, slots.rest))
    slots.cues.push({ kind: 'stake', base: 'lock', form: 'base', isBySomebody: false })
  for (const [index, item] of items.entries()) {
    aim(reading, item)
    readItem(reading, item, index)
  }
  return slots
}

function begin(text: string, lexicon: Lexicon): Reading {
  const { text: rest, hint, picked } = readPlace(text)
  const items = tag(rest, lexicon)
  const slots: Filling = {
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
  }
  return { slots, items, side: 0, isFor: false, way: null, isOpen: false, isAimed: false, used: new Set() }
}

/** Read as what describes the place, and the verb as well. */
const isVerbOfPlace = (text: string, rest: string): boolean =>
  /(?:^\W*|\b(?:to|please|pls|you|and|so|let's)\s+)(?:earn|lock)\b/i.test(text) && !/\b(?:earn|lock)\b/i.test(rest)

/** Whether the next word stands right after one that asks for something, or that says where to. */
function aim(reading: Reading, item: Item): void {
  if (item.is !== 'word' && item.is !== 'verb') reading.isOpen = false
  if (item.is === 'link') reading.isAimed = item.link !== 'for'
  else if (item.is !== 'word') reading.isAimed = false
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
      reading.slots.recipients.push(item.recipient)
      if (reading.way === 'from') reading.slots.isUnknown = true
      break
    case 'slippage':
      reading.slots.slippage = item.fraction
      break
    case 'worth': {
      // "50 USDC worth of ETH"
      const last = reading.slots.money.at(-1)
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

const addMoney = ({ slots, side, isFor }: Reading, named: Pick<Money, 'amount' | 'token'>): void => {
  slots.money.push({ ...named, side, ...(isFor ? { isFor } : {}) })
}

function readLink(reading: Reading, { link, text }: Extract<Item, { is: 'link' }>, index: number): void {
  const { items, slots } = reading
  if (text === 'get' && isReceived(items, index)) turn(reading, 1)
  else if (text === 'get' && verbAt(items, index)) {
    const cue: Cue = { kind: 'take', base: 'get', form: 'base' }
    slots.cues.push({ ...cue, isBySomebody: isDone(items, index, cue) })
    turn(reading, 1)
  } else if (text === 'in') turn(reading, 1, 'on')
  else if (link === 'to') turn(reading, text === 'get' || text === 'receive' ? 2 : 3, 'to')
  else if (link === 'for') {
    turn(reading, 0, 'to')
    reading.isFor = true
  }
  // "500 USDC to ETH, but max slippage 0.3%"
  else if (link === 'except')
    slots.excepts ||= text !== 'but' || /^(?:amount|token|chain)$/.test(items[index + 1]?.is ?? '')
  else if (link === 'from') turn(reading, -3, 'from')
  else if (link === 'with') turn(reading, /^(?:replace|substitute)/.test(slots.cues.at(-1)?.base ?? '') ? 3 : -3)
  else if (link === 'on') turn(reading, 0, 'on')
}

function readAmount(reading: Reading, { amount }: Extract<Item, { is: 'amount' }>, index: number): void {
  const { items, slots, used } = reading
  const token = tokenAfter(items, index, used)
  // "Invoice #4471"
  if (!token && isLabel(items, index)) return
  if (!token && isOfUnknown(items, index)) slots.isUnknown = true
  addMoney(reading, { amount, ...(token ? { token } : {}) })
  if (token) turn(reading, 0)
}

function readChain(reading: Reading, item: Extract<Item, { is: 'chain' }>, index: number): void {
  const { items, slots, used, way } = reading
  if (used.has(item)) return
  // "My Base USDC"
  const isOfIt = items[index + 1]?.is === 'token' && way !== 'to'
  slots.places.push({ chain: item.chain, way: isOfIt ? 'from' : way, ...(item.symbol ? { symbol: item.symbol } : {}) })
  turn(reading, 0)
}

function readWord(reading: Reading, text: string, index: number): void {
  const { items, slots } = reading
  if (isReceived(items, index)) {
    turn(reading, 1)
    return
  }
  const cue = isRelative(items, index) ? null : verbAt(items, index)
  const before = items[index - 1]
  if (text === 'off' || (text === 'of' && wordOf(before) === 'out')) turn(reading, -3, 'from')
  // "DAI instead of USDC", "rather USDC than DAI"
  // "Half of it should be USDC"
  else if (text === 'be' && items[index + 1]?.is === 'token' && /^(?:should|must|shall)$/.test(wordOf(before) ?? ''))
    turn(reading, 3)
  else if (text === 'than' || (text === 'of' && wordOf(before) === 'instead')) turn(reading, -3)
  // "40 USDC of ETH"
  else if (text === 'of' && before?.is === 'token' && items[index - 2]?.is === 'amount') {
    const last = reading.slots.money.at(-1)
    if (last) last.side = -2
    turn(reading, 2)
  } else if (cue) {
    reading.isOpen = cue.form === 'base'
    const kind = isForMe(items, index, cue) ? 'buy' : cue.kind
    slots.cues.push({ ...cue, kind, isBySomebody: isDone(items, index, cue) })
    turn(reading, kind === 'buy' || cue.base === 'make' ? 2 : cue.kind === 'sell' ? -2 : cue.base === 'get' ? 1 : 0)
  } else if (gaining.has(text)) turn(reading, text === 'as' || text.startsWith('become') ? 3 : 1)
  else if (giving.has(text)) turn(reading, -2)
  if (cue || !isUnread(text)) return
  slots.unread.push(text)
  if (reading.isAimed) slots.aim ??= text
  if (reading.isOpen && (items[index + 1]?.is !== 'amount' || slots.cues.at(-1)?.kind !== 'send'))
    slots.isOfOther = true
  reading.isAimed = false
}

/** The token that a sum is of; it is used up by that. */
function tokenAfter(items: readonly Item[], index: number, used: Set<Item>): TokenMention | undefined {
  const of = items[index]
  for (const next of items.slice(index + 1, index + 5)) {
    if (next.is === 'token' || (next.is === 'chain' && next.symbol)) {
      used.add(next)
      return next.is === 'token' ? next.token : { text: next.chain.text, symbol: next.symbol ?? '' }
    }
    // "Fifty dollars worth of ETH"
    if (next.is === 'worth' && of?.is === 'amount' && of.amount.kind === 'usd') continue
    const word = wordOf(next)
    if (word === null || !between.has(word)) return undefined
  }
  return undefined
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
