import { isAddress, isAddressEqual } from 'viem'
import type { Chains } from '@/lib/chain/chains/chain'
import { chainName } from '@/lib/chain/tokens/tokens'
import type { Meaning, Span } from '@/lib/language/entity'
import type { Reader } from '@/lib/language/reader/reader'
import type { ReadMessage } from '@/lib/language/request'
import { requestsIn } from '@/lib/language/requests/requests-in'
import { draftedFields, isSurelyAsked } from '@/lib/language/steps/drafted'
import { type DraftAmount, fieldsOfAction, percentFigure, type RequestFields } from '@/lib/wire/draft'
import { type DraftPlace, placeWords } from '@/lib/wire/place'
import type { Conversation } from '../facts/known-addresses'
import type { AgreedField, RequestField } from '../words/agreed'
import { readMessages } from './read-requests'

/**
 * Returns the fields of a draft that the person has not `edited` and that their own words, as this browser reads them,
 * do not ask for, and those that the words ask for and the draft leaves out. `own`: their messages so far, each with what the agent had said before it. A receiver that they also
 * mention outside a request, such as in a warning, a question or a story, counts as not asked for.
 */
export function agreedFields(
  fields: RequestFields,
  edited: ReadonlySet<RequestField>,
  own: Pick<Conversation, 'userMessages' | 'agentBefore'>,
  reader: Reader | null,
  chains: Chains,
): AgreedField[] {
  const messages = reader ? readMessages(reader, own, chains) : []
  const requests = requestsIn(messages)
  const latest = requests.agreed || requests.unread ? [] : requests.latest
  const asked = latest.filter(isSurelyAsked).flatMap((each) => draftedFields(each) ?? [])
  const all: readonly RequestField[] = ['action', ...fieldsOfAction[fields.action]]
  return all.flatMap((field): AgreedField[] => {
    const value = fields[field]
    if (edited.has(field)) return []
    if (value === undefined) {
      const said = asked.find((each) => each.action === fields.action && each[field] !== undefined)?.[field]
      return said === undefined ? [] : [{ field, value: 'Left open', wrote: fieldWords(said, field) }]
    }
    const isAsked = asked.some((each) => isSame(field, each[field], value))
    if (isAsked && !(field === 'receiver' && messages.some((message) => isMentioned(String(value), message)))) return []
    const other = isAsked ? undefined : asked.find((each) => each[field] !== undefined)?.[field]
    return [{ field, value: fieldWords(value, field), ...(other !== undefined && { wrote: fieldWords(other, field) }) }]
  })
}

/** True if a message names the receiver outside its requests, or refuses it. */
function isMentioned(receiver: string, { reading }: ReadMessage): boolean {
  const requests = reading.clauses.filter(({ kind }) => kind === 'request')
  const refused = requests.flatMap(({ parts }) =>
    parts.filter(({ role }) => role === 'excluded' || role === 'discarded'),
  )
  const holds = (entity: Span) => (span: Span) => span.start <= entity.start && entity.end <= span.end
  return reading.entities.some(
    (entity) =>
      [entity, ...(entity.or ?? [])].some((meaning) => isSame('receiver', receiverIn(meaning), receiver)) &&
      (!requests.some(holds(entity)) || refused.some(holds(entity))),
  )
}

function receiverIn(meaning: Meaning): string | undefined {
  if (meaning.is === 'name') return meaning.name
  return meaning.is === 'address' || meaning.is === 'contact' ? (meaning.address ?? undefined) : undefined
}

type Value = NonNullable<RequestFields[RequestField]>

function isSame(field: RequestField, one: Value | undefined, other: Value): boolean {
  if (one === undefined) return false
  if (isAmount(one) && isAmount(other)) return one.kind === other.kind && plain(one.value) === plain(other.value)
  if (isPlace(one) && isPlace(other)) return isSamePlace(one, other)
  if (field === 'receiver' && typeof one === 'string' && typeof other === 'string')
    return isAddress(one) && isAddress(other) ? isAddressEqual(one, other) : one.toLowerCase() === other.toLowerCase()
  return one === other
}

const isAmount = (value: Value): value is DraftAmount => typeof value === 'object' && 'value' in value
const isPlace = (value: Value): value is DraftPlace => typeof value === 'object' && !('value' in value)

const isSamePlace = (one: DraftPlace, other: DraftPlace): boolean =>
  one.lockDays === other.lockDays &&
  one.kind === other.kind &&
  one.name?.toLowerCase() === other.name?.toLowerCase() &&
  one.protocol?.toLowerCase() === other.protocol?.toLowerCase()

/** Normalizes the spelling of a decimal: "0.50" gives "0.5". */
const plain = (decimal: string): string => {
  const [whole = '', fraction = ''] = decimal.split('.')
  return `${whole.replace(/^0+(?=\d)/, '')}.${fraction.replace(/0+$/, '')}`
}

/** Formats the value of a field for the person. */
function fieldWords(value: Value, field: RequestField): string {
  if (isPlace(value)) return placeWords(value)
  if (isAmount(value))
    return value.kind === 'usd' ? `$${value.value}` : value.kind === 'percent' ? `${value.value}%` : value.value
  if (typeof value === 'string') return field === 'action' ? value.charAt(0).toUpperCase() + value.slice(1) : value
  return field === 'slippage' ? `${percentFigure(value)}%` : chainName(value)
}
