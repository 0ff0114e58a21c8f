import { type Address, isAddressEqual } from 'viem'
import type { Entity, Meaning, Span } from '@/lib/language/entity'
import type { Role } from '@/lib/language/labels'
import type { Clause } from '@/lib/language/reader/reader'
import { type ReadMessage, type Request, type Requests, sureOfKind } from '@/lib/language/request'
import type { WrittenNames } from './written-names'

/**
 * The use of an address, by the words around it. `asked`: it is to be paid. `named`: it is somebody's, and nothing is
 * to be done ("my friend is 0x…"). `refused`: it is not to be paid. `told`: it stands in a question, a story or a
 * warning. `other`: anything else, such as a contract to call.
 */
type Use = 'asked' | 'named' | 'refused' | 'told' | 'other'

type Mention = {
  address: Address
  use: Use
  /** Index of the message. */
  message: number
  /** The words beside it that say whose it is, in lower case. */
  called: readonly string[]
}

/** A requested payment and its receivers. */
export type RequestedSend = { receivers: readonly Address[] }

/** Addresses in a person's messages, by their use. */
export type WrittenAddresses = {
  /** Addresses in the messages that the latest requests are in, without refused ones. */
  latest: readonly Address[]
  /** Those messages. */
  latestTexts: readonly string[]
  /** Addresses that the person wrote for any purpose but to refuse them. The latest mention counts. */
  typed: readonly Address[]
  /** The payment that the latest requests ask for. Null if they ask for none. */
  send: RequestedSend | null
  /** True if the latest message that mentions the address refuses it. */
  isRefused: (address: Address) => boolean
  /** True if the latest message that mentions the address refuses it, or only asks or tells something of it. */
  isWithdrawn: (address: Address) => boolean
}

/** Nothing is known of any address. */
export const noAddresses: WrittenAddresses = {
  latest: [],
  latestTexts: [],
  typed: [],
  send: null,
  isRefused: () => false,
  isWithdrawn: () => false,
}

type Message = Pick<ReadMessage, 'text' | 'reading'>

/** Returns what messages say of addresses, oldest message first. `requests`: the requests in the same messages. */
export function writtenAddresses(
  messages: readonly Message[],
  requests: Requests,
  names: WrittenNames,
): WrittenAddresses {
  const mentions = messages.flatMap((message, index) => mentionsIn(message, index, names))
  const lastOf = (address: Address): Mention[] => {
    const own = mentions.filter((each) => isAddressEqual(each.address, address))
    return own.filter(({ message }) => message === own.at(-1)?.message)
  }
  const isRefused = (address: Address): boolean => {
    const last = lastOf(address)
    return last.some(({ use }) => use === 'refused') && !last.some(({ use }) => use === 'asked')
  }
  const isWithdrawn = (address: Address): boolean => {
    const last = lastOf(address)
    return last.length > 0 && last.every(({ use }) => use === 'refused' || use === 'told')
  }
  const asking = new Set(requests.latest.map(({ message }) => message))
  const inLatest = mentions.filter(({ message, use }) => asking.has(message) && use !== 'refused' && use !== 'told')
  const requested = requests.latest.flatMap(({ receivers }) =>
    receivers.flatMap((each) => addressOf(each.meaning, names) ?? []),
  )
  return {
    latest: unique([...inLatest.map(({ address }) => address), ...requested.filter((address) => !isRefused(address))]),
    latestTexts: messages.filter((_, index) => asking.has(index)).map(({ text }) => text),
    typed: unique(mentions.map(({ address }) => address)).filter((address) => !isRefused(address)),
    send: sendOf(requests, mentions, names, isWithdrawn),
    isRefused,
    isWithdrawn,
  }
}

const unique = (addresses: readonly Address[]): Address[] => [...new Set(addresses)]

function mentionsIn({ text, reading }: Message, message: number, names: WrittenNames): Mention[] {
  return reading.entities.flatMap((entity): Mention[] => {
    const address = addressOf(entity, names)
    if (!address) return []
    const holds = ({ start, end }: Span) => start <= entity.start && entity.end <= end
    const clause = reading.clauses.find(holds)
    // "Bob: 0x…" may belong to no clause; then the words of none are around it.
    const others = [...reading.entities.filter(({ is }) => is !== 'pronoun'), ...(clause ? [] : reading.clauses)]
    const { start, end } = clause ?? { start: 0, end: text.length }
    const [before, after] = [
      wordsOf(without(text, { start, end: entity.start }, others)),
      wordsOf(without(text, { start: entity.end, end }, others)),
    ]
    const use = purposeOf(clause, clause?.parts.find(holds)?.role, [...before, ...after])
    // "Transfer 5 USDC to my colleague at 0x…": what stands before the "to" is of the payment.
    const to = before.lastIndexOf('to')
    const beside = { start, end, others: others.filter((each) => each !== entity) }
    const called =
      use === 'named'
        ? namesOf(text, entity, reading.entities, names, beside)
        : use === 'asked' && to >= 0
          ? before.slice(to)
          : []
    return [{ address, use, message, called: called.filter((word) => !light.has(word) && !/\d/.test(word)) }]
  })
}

/**
 * Returns the words that say whose an address is. Between two addresses stand the words of one of them: "Bob is 0x… and
 * Ann is 0x…", "0x… is Bob, 0x… Ann".
 */
function namesOf(
  text: string,
  entity: Span,
  entities: readonly Entity[],
  names: WrittenNames,
  { start, end, others }: Span & { others: readonly Span[] },
): string[] {
  const near = entities.filter((each) => each.start >= start && each.end <= end && addressOf(each, names) !== null)
  const previous = near.findLast((each) => each.end <= entity.start)
  const next = near.find((each) => each.start >= entity.end)
  const before = { start: previous?.end ?? start, end: entity.start }
  const after = { start: entity.end, end: next?.start ?? end }
  const said = (span: Span) => wordsOf(without(text, span, others))
  if (leadsTo(text, before)) return said(before)
  if (followsOn(text, after)) return said(after)
  const isTaken = previous !== undefined && followsOn(text, before)
  return [...(isTaken ? [] : said(before)), ...(next && leadsTo(text, after) ? [] : said(after))]
}

/** True for words that end in naming what follows: "Bob is", "Bob:". */
const leadsTo = (text: string, { start, end }: Span): boolean => {
  const words = text.slice(start, end)
  return /[=:]\s*$/.test(words) || copulas.has(wordsOf(words).at(-1) ?? '')
}

/** True for words that begin with naming what is before them: "is my wallet". */
const followsOn = (text: string, { start, end }: Span): boolean => {
  const words = text.slice(start, end)
  return /^\s*[=:]/.test(words) || copulas.has(wordsOf(words)[0] ?? '')
}

/** Words that say whose an address is. */
const copulas = new Set(['is', 'are', 'at'])

const isNaming = (words: readonly string[]): boolean => words.length < 3 || words.some((word) => copulas.has(word))

/** Returns a part of a text, with blanks for what lies in these spans. */
const without = (text: string, { start, end }: Span, spans: readonly Span[]): string =>
  text
    .slice(start, end)
    .split('')
    .map((character, at) => (spans.some((each) => each.start <= start + at && start + at < each.end) ? ' ' : character))
    .join('')

function purposeOf(clause: Clause | undefined, role: Role | undefined, words: readonly string[]): Use {
  if (role === 'excluded' || role === 'discarded') return 'refused'
  switch (clause?.kind) {
    case undefined:
      return 'named'
    case 'refusal':
      return 'refused'
    case 'request':
    case 'agreement':
      return role === 'receiver' ? 'asked' : 'other'
    case 'report':
      // Nobody whom a warning names is to be paid.
      if (clause.action === 'alarm' || clause.action === 'scam') return 'refused'
      return clause.action === null && isNaming(words) ? 'named' : 'told'
    default:
      return 'told'
  }
}

/** Returns the address that a name or an address in the words means. Null if it means none. */
export function addressOf(meaning: Meaning | Entity | null, names: WrittenNames): Address | null {
  if (meaning?.is === 'address' || meaning?.is === 'contact') return meaning.address
  if (meaning?.is !== 'name') return null
  for (const [name, fact] of names)
    if (name.toLowerCase() === meaning.name && fact.ok && fact.value) return fact.value.address
  return null
}

/** Least certainty that a piece of the words is the receiver. */
const sureOfReceiver = 0.4

function sendOf(
  { latest }: Requests,
  mentions: readonly Mention[],
  names: WrittenNames,
  isWithdrawn: (address: Address) => boolean,
): RequestedSend | null {
  const sends = latest.filter(
    ({ action, sure }) => (action === 'send' || action === 'sendNft') && sure.kind >= sureOfKind,
  )
  if (sends.length === 0) return null
  const receivers = sends.flatMap((request) => receiversOf(request, mentions, names))
  return { receivers: unique(receivers).filter((address) => !isWithdrawn(address)) }
}

/** Returns the receivers of a payment. */
function receiversOf({ receivers, texts }: Request, mentions: readonly Mention[], names: WrittenNames): Address[] {
  if (receivers.length === 0) return [meantBy(texts.join(' '), mentions)].flatMap((address) => address ?? [])
  return receivers
    .filter(({ p }) => p > sureOfReceiver)
    .flatMap((each) => addressOf(each.meaning, names) ?? meantBy(each.text, mentions) ?? [])
}

/**
 * Returns whom these words mean: somebody whose address stands beside the same word, or by a pronoun whoever was named
 * last. Null for anybody else.
 */
function meantBy(text: string, mentions: readonly Mention[]): Address | null {
  const words = wordsOf(text)
  const named = mentions.findLast(({ called }) => called.some((name) => words.includes(name)))
  if (named) return named.address
  return words.some((word) => pronouns.has(word)) ? latestOf(mentions) : null
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}-]+/gu) ?? []

/** Pronouns that stand for somebody or something named before. */
const pronouns = new Set(['him', 'her', 'them', 'it', 'that', 'this', 'there'])
/** Words beside an address that name nobody. */
const light = new Set(
  `my our his her their your the this that a an and to at for of s is are address wallet account it he she they not i
  now`.split(/\s+/),
)

/** True if an address was to be paid, or is said to be somebody's. */
const isCandidate = ({ use }: Mention): boolean => use === 'asked' || use === 'named'

/** Returns the address named last, unless something else was said of it since. */
function latestOf(mentions: readonly Mention[]): Address | null {
  const last = mentions.findLast(isCandidate)
  if (!last) return null
  const since = mentions.slice(mentions.indexOf(last) + 1)
  return since.some((each) => isAddressEqual(each.address, last.address)) ? null : last.address
}
