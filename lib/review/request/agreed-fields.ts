import { isAddress, isAddressEqual } from 'viem'
import type { Chains } from '@/lib/chain/chains/chain'
import { chainName } from '@/lib/chain/tokens/tokens'
import { draftedFields } from '@/lib/language/drafted'
import type { Reader } from '@/lib/language/reader/reader'
import { fieldsOfAction, type RequestFields } from '@/lib/wire/draft'
import type { Conversation } from '../facts/known-addresses'
import type { AgreedField, RequestField } from '../words/agreed'
import { readRequests } from './read-requests'

/** Below this the reader is not sure enough of a request to say that a draft differs from it. */
const sureOfRequest = 0.65

/**
 * The fields of a draft that neither the person's own words ask for, as this browser reads them, nor the person has
 * `edited`. `own`: their own words so far, each with what the agent had said before it.
 */
export function agreedFields(
  fields: RequestFields,
  edited: ReadonlySet<RequestField>,
  own: Pick<Conversation, 'userMessages' | 'agentBefore'>,
  reader: Reader | null,
  chains: Chains,
): AgreedField[] {
  const requests = readRequests(reader, own, chains)
  const latest = requests && requests !== 'unreadable' && !requests.agreed ? requests.latest : []
  const read = latest.flatMap((request) => {
    const asked = draftedFields(request)
    return asked ? [{ asked, p: request.p }] : []
  })
  const all: readonly RequestField[] = ['action', ...fieldsOfAction[fields.action]]
  return all.flatMap((field): AgreedField[] => {
    const value = fields[field]
    if (value === undefined || edited.has(field)) return []
    if (read.some(({ asked }) => isSame(field, asked[field], value))) return []
    const other = read.find(({ asked, p }) => asked[field] !== undefined && p >= sureOfRequest)?.asked[field]
    return [{ field, value: fieldWords(value, field), ...(other !== undefined && { wrote: fieldWords(other, field) }) }]
  })
}

type Value = NonNullable<RequestFields[RequestField]>

function isSame(field: RequestField, one: Value | undefined, other: Value): boolean {
  if (one === undefined) return false
  if (typeof one === 'object' && typeof other === 'object')
    return one.kind === other.kind && plain(one.value) === plain(other.value)
  if (field === 'receiver' && typeof one === 'string' && typeof other === 'string')
    return isAddress(one) && isAddress(other) ? isAddressEqual(one, other) : one.toLowerCase() === other.toLowerCase()
  return one === other
}

/** A decimal in one spelling: "0.50" is "0.5". */
const plain = (decimal: string): string => {
  const [whole = '', fraction = ''] = decimal.split('.')
  return `${whole.replace(/^0+(?=\d)/, '')}.${fraction.replace(/0+$/, '')}`
}

/** A field in words. */
function fieldWords(value: Value, field: RequestField): string {
  if (typeof value === 'object')
    return value.kind === 'usd' ? `$${value.value}` : value.kind === 'percent' ? `${value.value}%` : value.value
  if (typeof value === 'string') return field === 'action' ? value.charAt(0).toUpperCase() + value.slice(1) : value
  return field === 'slippage' ? `${Number((value * 100).toFixed(6))}%` : chainName(value)
}
