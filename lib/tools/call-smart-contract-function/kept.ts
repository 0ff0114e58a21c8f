import { z } from 'zod'
import type { PowerKind } from '@/lib/chain/calldata/meaning'
import { keptAddress, keptHex, listOf, whole } from '../shared/kept-fields'
import type { CallDetails, ShownCall, ShownField, ShownPermission, ShownValue } from './details'

const value: z.ZodType<ShownValue> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('address'), address: keptAddress, name: z.string().nullable() }),
    z.object({
      kind: z.literal('tokens'),
      amount: whole,
      decimals: z.int(),
      symbol: z.string(),
      listed: z.boolean(),
    }),
    z.object({ kind: z.literal('message'), text: z.string(), symbol: z.string() }),
    z.object({ kind: z.literal('nft'), collection: keptAddress, id: whole }),
    z.object({ kind: z.literal('number'), amount: whole }),
    z.object({ kind: z.literal('date'), seconds: whole }),
    z.object({ kind: z.literal('duration'), seconds: whole }),
    z.object({ kind: z.literal('yesno'), yes: z.boolean() }),
    z.object({ kind: z.literal('text'), text: z.string() }),
    z.object({ kind: z.literal('bytes'), data: keptHex }),
    z.object({ kind: z.literal('list'), items: listOf(value) }),
    z.object({ kind: z.literal('group'), fields: listOf(field) }),
  ]),
)

const field: z.ZodType<ShownField> = z.lazy(() => z.object({ label: z.string(), type: z.string(), value }))

const call: z.ZodType<ShownCall> = z.lazy(() =>
  z.object({
    to: keptAddress,
    name: z.object({ text: z.string(), bundled: z.boolean() }).nullable(),
    value: whole,
    data: keptHex,
    selector: keptHex.nullable(),
    known: z
      .object({
        name: z.string(),
        signature: z.string(),
        standard: z.string().nullable(),
        intent: z.string().nullable(),
      })
      .nullable(),
    claimed: z.string().nullable(),
    fields: listOf(field),
    delegate: z.boolean(),
    inner: listOf(call),
    hidden: z.enum(['depth', 'unreadable', 'commands']).nullable(),
  }),
)

const permission = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('allowance'),
    way: z.enum(['approve', 'increase', 'permit', 'permit2']),
    owner: keptAddress,
    isOwn: z.boolean(),
    spender: keptAddress,
    token: keptAddress,
    amount: whole.nullable(),
    decimals: z.int(),
    symbol: z.string(),
    listed: z.boolean(),
    until: whole.nullable(),
  }),
  z.object({ kind: z.literal('nft'), collection: keptAddress, id: whole, operator: keptAddress }),
  z.object({
    kind: z.literal('operator'),
    collection: keptAddress,
    isOwn: z.boolean(),
    operator: keptAddress,
    given: z.boolean(),
  }),
  z.object({
    kind: z.literal('power'),
    // The card omits the text of a power that a later version no longer knows.
    power: z.custom<PowerKind>((word) => typeof word === 'string'),
    over: keptAddress,
    holder: keptAddress.nullable(),
    given: z.boolean(),
    removed: keptAddress.optional(),
  }),
]) satisfies z.ZodType<ShownPermission>

/** The card's figures as stored with the outcome. */
export const keptCall = z.object({
  chainId: z.int(),
  chainName: z.string(),
  to: keptAddress,
  value: whole,
  native: z.object({ symbol: z.string(), decimals: z.int() }),
  asked: z.object({ functionName: z.string(), args: listOf(z.string()) }),
  call: call.nullable(),
  permissions: listOf(permission),
}) satisfies z.ZodType<CallDetails>
