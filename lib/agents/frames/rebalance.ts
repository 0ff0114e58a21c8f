import type { Asked } from '../replies/questions'
import { readNumber } from '../tagger/amounts'
import type { ChainMention, TokenMention } from '../tagger/item'
import type { Lexicon } from '../tagger/lexicon'
import { sentences } from '../tagger/sentences'
import { tag } from '../tagger/tag'
import { type Abstention, abstentionIn, moodOf } from './abstain'
import { jobVerbs, readPlace } from './job'
import { readMentions } from './mentions'
import { revised } from './step'
import type { Dialogue, Understanding } from './understanding'

/** A wish to have a yield position watched, and moves proposed. Nothing in it has been checked against a chain. */
export type RebalanceWish = {
  token?: TokenMention
  chain?: ChainMention
  /** Where the position is, by a protocol's name in lower case. */
  protocol?: string
  /** Percentage points, as exact as they were typed. */
  minIncrease?: string
  maxLockupDays?: number
  /** The name of a position as the agent listed it; null where none of that number was listed. */
  pick?: string | null
  unclear?: 'increase' | 'lockup' | 'too-many-tokens' | 'too-many-chains'
  unsure?: true
}

const rebalances = /\b(?:auto-?)?re-?balanc(?:e|es|ed|ing)\b/i
const byItself =
  /\bauto(?:matic(?:ally)?)?\b|\bauto-?re-?balanc|\bby (?:itself|yourself)\b|\balways\b|\b(?:let|allow|enable|permit|permission|whenever|watch)\b/i
/** "Move my USDC to better yields automatically": the same without the word. */
const moves = /\b(?:move|keep|switch|shift|put)\b/i
const better =
  /\b(?:better|best|higher|highest)\b.*\b(?:yields?|rates?|apys?|vaults?|places?|returns?)\b|\b(?:yields?|rates?|apys?|earns?|pays?)\b.*\b(?:better|higher|most|more)\b/i
const otherThings = /\b(?:portfolio|allocation|holdings|wallet|liquidity|lp)\b/i
const ends = /\b(?:stop|end|turn off|switch off|disable|revoke|cancel|pause|quit|withdraw)\b/i

/** Conditions and places in time are what such a wish is made of. */
const ours: ReadonlySet<Abstention> = new Set(['lending', 'staking', 'conditional', 'scheduled'])

/** Reads what is said of moving a position automatically. Null where the message is about something else. */
export function understandRebalance(raw: string, lexicon: Lexicon, dialogue: Dialogue): Understanding | null {
  const isNamed = rebalances.test(raw)
  const isMeant = (isNamed && !otherThings.test(raw)) || (byItself.test(raw) && moves.test(raw) && better.test(raw))
  if (!isMeant) return corrected(raw, lexicon, dialogue)
  const { text, found } = readBounds(raw)
  const lower = text.toLowerCase().replace(/\s+/g, ' ').trim()
  if (ends.test(lower)) return { kind: 'talk', topic: 'rebalance-end' }
  const abstention = abstentionIn(lower, true, ours)
  if (abstention) return { kind: 'abstain', topic: abstention }
  const moods = sentences(raw).map((sentence) => moodOf(sentence.text.toLowerCase(), sentence.question))
  if (moods.includes('question')) return { kind: 'talk', topic: 'rebalance' }
  const wish = readWish(text, found, dialogue.offered, lexicon)
  if (!wish) return { kind: 'several' }
  const isSure = byItself.test(raw) && !moods.includes('permission')
  return { kind: 'rebalance', wish: isSure ? wish : { ...wish, unsure: true } }
}

function corrected(raw: string, lexicon: Lexicon, dialogue: Dialogue): Understanding | null {
  const { rebalance, asked, offered } = dialogue
  if (!rebalance || abstentionIn(raw.toLowerCase(), false, ours)) return null
  const wish = reviseWish(rebalance, asked, raw, offered, lexicon)
  return wish ? revised({ kind: 'rebalance', wish }, dialogue) : null
}

type Bounds = Pick<RebalanceWish, 'minIncrease' | 'maxLockupDays' | 'unclear'>

const number = String.raw`\d+(?:[.,]\d+)*|\.\d+|half an?|an?|one|two|three|half`
const share = '%|per ?cent(?:age)?(?: points?)?|points?|pp|bps|basis points?'
const gain = new RegExp(
  String.raw`(-?)\s*\b(${number}|(?<=\s)\.\d+)\s*(${share})(?![a-z])(?:\s*(?:-|of a)?\s*points?)?`,
  'gi',
)
const ofGain =
  /\b(?:more|better|higher|increase|improv\w*|extra|gains?|additional|points?|pp|bps|by|difference|min(?:imum)?|above (?:what|the current|my))\b/i
const span = String.raw`(\d{1,4}|a|one|two|three|seven|thirty)[- ]?(day|week|month|year)s?`
const lock = 'lock(?:ed|s|ing)?(?:[- ]?(?:up|in)s?)?'
const most = '(?:over|above|beyond|exceeding|(?:more|longer|higher|greater) than|past)'
const least = '(?:under|below|(?:less|shorter) than)'
const free = new RegExp(
  String.raw`\b(?:without|no|not|never|zero|0[- ]day)\s+(?:any\s+|a\s+|being\s+|be\s+)?${lock}\b`,
  'i',
)
const anyLock = new RegExp(String.raw`\b${lock}\b`, 'i')

const counts: Readonly<Record<string, string>> = {
  half: '0.5',
  'half a': '0.5',
  'half an': '0.5',
  a: '1',
  an: '1',
  one: '1',
  two: '2',
  three: '3',
  seven: '7',
  thirty: '30',
}
const unitDays: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, year: 365 }

const daysOf = (count: string, unit: string): number =>
  Number(counts[count.toLowerCase()] ?? count) * (unitDays[unit.toLowerCase()] ?? 1)

/** Takes the bounds out of the text, so that no number of theirs is taken for an amount. */
function readBounds(raw: string, asked: Asked | null = null): { text: string; found: Bounds } {
  const found: Bounds = {}
  // How long it lasts is chosen on the card.
  let text = raw.replace(
    new RegExp(String.raw`\bfor\s+(?:the next\s+|up to\s+)?${span}\b(?!\s*(?:of\s+)?lock)`, 'i'),
    ' ',
  )
  text = readLockup(text, found, asked)
  text = readGain(text, found, asked)
  return { text, found }
}

function readLockup(raw: string, found: Bounds, asked: Asked | null): string {
  const isBound = new RegExp(
    String.raw`\b(?:max(?:imum)?|up to|at most|no (?:more|longer) than|within)\s+(?:of\s+)?${span}\b`,
    'i',
  )
  const isAbout = anyLock.test(raw) || asked === 'lockup' || asked === 'increase' || isBound.test(raw)
  const spans = isAbout
    ? [...raw.matchAll(new RegExp(String.raw`(${most}|${least}|at least)?\s*\b${span}\b`, 'gi'))]
    : []
  const [only, ...others] = spans
  if (only && others.length === 0) {
    const [whole, bound = '', count = '', unit = ''] = only
    const before = raw.slice(0, only.index)
    const isDenied = /\b(?:no|not|nothing|never|without|don'?t|won'?t|avoid)\b/i.test(before)
    const days = daysOf(count, unit)
    if (new RegExp(most, 'i').test(bound) && !isDenied) found.unclear = 'lockup'
    else if (/at least/i.test(bound)) found.unclear = 'lockup'
    else found.maxLockupDays = new RegExp(least, 'i').test(bound) ? Math.max(0, days - 1) : days
    // "Locks no more than 7 days": the "no" belongs to the bound.
    const said = bound ? before.replace(/\b(?:no|not)(?:\s+for)?\s*$/i, ' ') : before
    const kept = `${said} ${raw.slice(only.index + whole.length)}`
    return kept.replace(free, ' ').replace(anyLock, ' ')
  }
  if (only) {
    found.unclear = 'lockup'
    return raw.replace(new RegExp(String.raw`\b${span}\b`, 'gi'), ' ').replace(anyLock, ' ')
  }
  if (free.test(raw)) {
    found.maxLockupDays = 0
    return raw.replace(free, ' ')
  }
  if (asked === 'lockup' && /^\s*(?:none|no|zero|nothing|not at all)\b[\s.!]*$/i.test(raw)) {
    found.maxLockupDays = 0
    return ' '
  }
  const bare = asked === 'lockup' ? /^\s*(\d{1,4})\s*$/.exec(raw) : null
  if (bare) {
    found.maxLockupDays = Number(bare[1])
    return ' '
  }
  return raw
}

/** "Lock-up of at most 7 days": the longest that is accepted, in days. Undefined where no bound is named. */
export function longestLockupIn(raw: string): number | undefined {
  const isBound =
    /\b(?:up to|at (?:the )?most|max(?:imum)?|no(?:t)? (?:more|longer)|over|above|within|under|below|less|shorter|longest)\b/i
  if (!isBound.test(raw)) return undefined
  const found: Bounds = {}
  readLockup(raw, found, null)
  return found.maxLockupDays
}

function readGain(raw: string, found: Bounds, asked: Asked | null): string {
  const bare = asked === 'increase' ? /^\s*(?:at least\s+)?(\d+(?:\.\d+)?|\.\d+)\s*$/.exec(raw) : null
  if (bare) {
    found.minIncrease = bare[1]
    return ' '
  }
  const all = [...raw.matchAll(gain)]
  const [only, ...others] = all
  if (!only) return raw
  const around = raw.slice(Math.max(0, only.index - 30), only.index + only[0].length + 40)
  const points = pointsOf(only[2] ?? '', only[3] ?? '')
  if (others.length > 0 || only[1] || points === null || !(asked === 'increase' || ofGain.test(around)))
    found.unclear ??= 'increase'
  else found.minIncrease = points
  return raw.replace(gain, ' ')
}

/** Percentage points of "1 %", "half a point" or "50 bps"; null where the number cannot be read for certain. */
function pointsOf(count: string, unit: string): string | null {
  const read = readNumber(counts[count.toLowerCase()] ?? count)
  if ('why' in read || read.rest !== '') return null
  return /^(?:bps|basis)/i.test(unit) ? String(Number(`${read.value}e-2`)) : read.value
}

/** Words that such a wish is made of, beside those that the tagger passes over anyway. */
const known: ReadonlySet<string> = new Set(
  `rebalance rebalancing auto-rebalance autorebalance auto-rebalancing auto automatic automatically yield yields vault
  vaults position positions staked supplied lent deposit deposits stake pool rate rates apy apr return returns interest
  earn earns earning pays paying paid pay place places better best higher highest more extra least most if when whenever
  as long there there's another one other elsewhere anywhere somewhere something than current now gain gains increase
  improvement minimum min maximum max permission permit may watch watching watched keep start set enable activate allow
  always time times every offers offer available appears found find only provided where which has have having gives give
  difference points point percentage by also no not nothing days day each whole at least agent service grant enabled they them their mine ones longest most`.split(
    /\s+/,
  ),
)

/** Null where something else is asked for with it. */
function readWish(text: string, found: Bounds, offered: readonly string[], lexicon: Lexicon): RebalanceWish | null {
  const bare = text
    .replace(/\bor (?:more|better|higher|above|less|shorter)\b/gi, ' ')
    .replace(/\b(?:turn|switch) on\b/gi, ' ')
    .replace(moves, ' ')
  const placed = readPlace(bare)
  const items = tag(placed.text, lexicon)
  const verbs = items.filter((item) => item.is === 'verb' && item.form === 'base' && !known.has(item.text))
  if (verbs.length > 0 || jobVerbs(items).some((verb) => !known.has(verb))) return null
  const wish: RebalanceWish = { ...found }
  if (placed.hint.protocol) wish.protocol = placed.hint.protocol
  if (placed.picked !== null) wish.pick = offered[placed.picked - 1] ?? null
  const mentions = readMentions(
    items.filter((item) => item.is !== 'verb' && !(item.is === 'word' && known.has(item.text.toLowerCase()))),
  )
  for (const { token, chain, symbol, link, amount, recipient } of mentions.all) {
    const coin = token ?? (chain && symbol && link !== 'on' ? { text: chain.text, symbol } : undefined)
    if (coin) {
      if (wish.token && wish.token.symbol !== coin.symbol) wish.unclear ??= 'too-many-tokens'
      else wish.token = coin
    } else if (chain) {
      if (wish.chain && wish.chain.id !== chain.id) wish.unclear ??= 'too-many-chains'
      else wish.chain = chain
    }
    // How much may be moved is set on the card.
    if ((amount && amount.kind !== 'all') || recipient) wish.unsure = true
  }
  const unknown = mentions.all.flatMap(({ unknown: word }) => (word === undefined ? [] : [word]))
  const [word, ...more] = [...mentions.unread, ...unknown]
  // "Auto-rebalance my PEPE": a token that is not known must not be passed over as if none had been named.
  if (word !== undefined && more.length === 0 && !wish.token) wish.token = { text: word }
  else if (word !== undefined || mentions.quoted) wish.unsure = true
  return wish
}

/** The wish with what a message adds that names no rebalancing: a bound, a token, a network, or one of those listed. */
function reviseWish(
  wish: RebalanceWish,
  asked: Asked | null,
  raw: string,
  offered: readonly string[],
  lexicon: Lexicon,
): RebalanceWish | null {
  const { unclear: _, ...kept } = wish
  const number = asked === 'which' ? /^\s*#?(\d{1,2})\s*[.!]?\s*$/.exec(raw) : null
  if (number) return { ...kept, pick: offered[Number(number[1]) - 1] ?? null }
  const { text, found } = readBounds(raw, asked)
  const more = readWish(text, found, offered, lexicon)
  if (!more || more.unsure || Object.keys(more).length === 0) return null
  const moved = more.token || more.chain || more.protocol
  const { pick: __, ...unpicked } = kept
  return { ...(moved ? unpicked : kept), ...more }
}
