import type { Item } from '../tagger/item'
import type { Lexicon } from '../tagger/lexicon'
import { tag } from '../tagger/tag'
import { abstentionIn, moodOf } from './abstain'
import { commandsIn } from './tagged'

/** What was laid out in rows or fields, as a sentence. `isAsked`: it was said what is to be done with it. */
export type LaidOut = { text: string; isAsked: boolean }

type Field = 'to' | 'from' | 'amount' | 'token' | 'chain' | 'id' | 'collection'

const labels: Readonly<Record<Field, string>> = {
  to: 'to|recipient|receiver|payee|beneficiary|destination|(?:wallet\\s+)?address',
  from: 'from',
  amount: 'amount|sum|value|qty|quantity|total',
  token: 'token|asset|coin|currency|symbol',
  chain: 'chain|network',
  id: 'token\\s?id|nft\\s?id|id',
  collection: 'contract(?:\\s+address)?|collection',
}

const anyLabel = Object.values(labels).join('|')
const fields = new RegExp(
  String.raw`(?<![\w-])(${anyLabel})\s*[:=]\s*(\S(?:(?!\s+(?:${anyLabel})\s*[:=])[^\n,;|]|,(?=\d))*?)(?=\s*(?:$|[\n;|]|,(?!\d)|\s-+\s|\s+(?:${anyLabel})\s*[:=]))`,
  'gi',
)

const fieldOf = (label: string): Field | undefined =>
  (Object.keys(labels) as Field[]).find((field) => new RegExp(`^(?:${labels[field]})$`, 'i').test(label))

/** "To: 0x…, amount: 120, token: USDC". Null for fewer than two fields, or one that is said twice. */
function ofFields(text: string, lexicon: Lexicon): LaidOut | null {
  const found = new Map<Field, string>()
  for (const [, label = '', value = ''] of text.matchAll(fields)) {
    const field = fieldOf(label)
    if (!field || found.has(field)) return null
    found.set(field, value)
  }
  if (found.size < 2) return null
  const rest = text.replace(fields, ' ')
  if (!isPlain(rest, lexicon)) return null
  const verb = verbIn(rest, lexicon)
  const said = (field: Field, before = ''): string => (found.has(field) ? `${before} ${found.get(field)}` : '')
  const thing = found.has('id') ? `nft ${said('collection')} #${found.get('id')}` : `${said('amount')} ${said('token')}`
  // "From: ETH" names what is spent, and an amount stands beside it.
  const from = found.has('token') ? said('from', 'from') : said('from')
  const sentence = `${verb ?? ''} ${thing} ${from} ${said('to', 'to')} ${said('chain', 'on')}`
  return { text: sentence.replace(/\s+/g, ' ').trim(), isAsked: verb !== null }
}

/** What opens a row: a bullet, a number, the edge of a table. */
const bullet = /^\s*(?:\|\s*)?(?:(?:[-*]|\d{1,2}[.)])\s+)?/

/** "Anna 0x… gets" */
const whose = /^\s*(?:[a-z]+\s*[:-]?\s+)?(0x[0-9a-f]{40})\s+(?:(?:should\s+)?(?:gets?|receives?)\s+)?/i

/** An address and a sum, and nothing else but whose they are. */
function rowIn(line: string, lexicon: Lexicon): { to: string; sum: string } | null {
  const items = tag(
    line
      .replace(bullet, '')
      .replace(/\||\s-+(?=\s)/g, ' ')
      .replace(whose, '$1 '),
    lexicon,
  )
  const only = (is: Item['is']) => items.filter((item) => item.is === is)
  const isRow = items.every(
    (item) =>
      ['recipient', 'amount', 'token', 'comma'].includes(item.is) ||
      (item.is === 'link' && item.link === 'to') ||
      (item.is === 'word' && !/[a-z\d]/i.test(item.raw)),
  )
  const [[recipient, more], [amount, another], [token, other]] = [only('recipient'), only('amount'), only('token')]
  if (!isRow || more || another || other) return null
  return recipient?.is === 'recipient' &&
    recipient.recipient.kind === 'address' &&
    amount?.is === 'amount' &&
    token?.is === 'token'
    ? { to: recipient.recipient.address, sum: `${amount.text} ${token.token.text}` }
    : null
}

/** "Pay these:", and then a row for each. Null for fewer than two rows, or where more is said than a verb and a heading. */
function ofRows(text: string, lexicon: Lexicon): LaidOut | null {
  const lines = text.split(/\n|[,;:]\s+/).filter((line) => /[\w]/.test(line))
  const read = lines.map((line) => ({ line, row: rowIn(line, lexicon) }))
  const rows = read.flatMap(({ row }) => row ?? [])
  const others = read.flatMap(({ line, row }) => (row ? [] : line)).join('. ')
  const isHeading = tag(others, lexicon).every(({ is }) => ['word', 'verb', 'comma', 'link'].includes(is))
  if (rows.length < 2 || !isHeading || !isPlain(others, lexicon)) return null
  const verb = verbIn(others, lexicon)
  return { text: rows.map(({ to, sum }) => `send ${sum} to ${to}`).join(' and '), isAsked: verb === 'send' }
}

/** No denial, no story and no question: those are read with all that they say. */
const isPlain = (text: string, lexicon: Lexicon): boolean =>
  moodOf(text.toLowerCase().trim(), text.includes('?')) === 'command' &&
  abstentionIn(text.toLowerCase(), true, new Set(['nft'])) === null &&
  !tag(text, lexicon).some((item) => item.is === 'verb' && item.form !== 'base')

/** The one verb that asks for something; null where there is none or more. */
function verbIn(text: string, lexicon: Lexicon): string | null {
  const [only, ...others] = commandsIn(tag(text, lexicon))
  return only && others.length === 0 ? only.verb : null
}

/** What a message with rows of addresses and sums, or with fields such as "to:" and "amount:", asks for. Null for any other. */
export const laidOut = (text: string, lexicon: Lexicon): LaidOut | null =>
  /["“”]|^\s*>/m.test(text) ? null : (ofFields(text, lexicon) ?? ofRows(text, lexicon))
