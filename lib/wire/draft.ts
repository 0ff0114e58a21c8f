import { type Address, getAddress, isAddress } from 'viem'
import { z } from 'zod'
import { canSay, draftPlaceSchema, placePhrase } from './place'

/** Actions that a draft can ask for. Each takes one call. */
export const draftActions = [
  ...(['swap', 'bridge', 'send'] as const),
  ...(['supply', 'withdraw', 'borrow', 'repay', 'stake', 'unstake'] as const),
] as const
export type DraftAction = (typeof draftActions)[number]

/** All fields but the action, in reading order. */
export const draftFields = [
  ...(['amount', 'token', 'receives', 'receiver', 'place', 'chainId', 'toChainId', 'slippage'] as const),
] as const
export type DraftField = (typeof draftFields)[number]

const swapped: readonly DraftField[] = ['amount', 'token', 'receives', 'chainId', 'toChainId', 'slippage']
const placed: readonly DraftField[] = ['amount', 'token', 'place', 'chainId']

/** Fields of each action. A request with any other field is invalid: no form would show it. */
export const fieldsOfAction: Readonly<Record<DraftAction, readonly DraftField[]>> = {
  swap: swapped,
  bridge: ['amount', 'token', 'chainId', 'toChainId', 'slippage'],
  send: ['amount', 'token', 'receiver', 'chainId'],
  supply: placed,
  withdraw: placed,
  borrow: placed,
  repay: placed,
  stake: placed,
  unstake: placed,
}

/** Fields without which an action cannot be prepared. An agent may choose the others. */
const needed: ReadonlySet<DraftField> = new Set(['amount', 'token', 'receives', 'receiver'])

/** Returns the required fields that are still missing. A bridge also requires `toChainId`. */
export const missingIn = (fields: RequestFields): DraftField[] =>
  fieldsOfAction[fields.action].filter(
    (field) =>
      (needed.has(field) || (fields.action === 'bridge' && field === 'toChainId')) && fields[field] === undefined,
  )

const symbol = z.string().min(1).max(40)
const chain = z.int().positive()
const decimal = z.string().regex(/^\d{1,30}(\.\d{1,30})?$/)

/** An amount of `token`: in whole tokens, in dollars, or as a percentage of what there is, where 100 is all. */
const amount = z
  .strictObject({ kind: z.enum(['exact', 'usd', 'percent']), value: decimal })
  .refine(({ value }) => /[1-9]/.test(value), 'must be more than nothing')
  .refine(({ kind, value }) => kind !== 'percent' || Number(value) <= 100, 'must be at most 100 per cent')
export type DraftAmount = z.infer<typeof amount>

const name = /^[^\s.]+(\.[^\s.]+)+$/
/** An address, or a name (ENS) that resolves to one. */
const receiver = z
  .string()
  .max(255)
  .refine((text) => isAddress(text, { strict: false }) || (name.test(text) && !text.startsWith('0x')))
  .transform((text): Address | string => (isAddress(text, { strict: false }) ? getAddress(text) : text))

/** Returns the receiver that `text` holds; null if there is none, or if an address fails its checksum (EIP-55). */
export const readReceiver = (text: string): string | null =>
  /^0x/i.test(text) && !isAddress(text) ? null : (receiver.safeParse(text).data ?? null)

/** A person's request, as fields that they can correct. Fields that they did not state are absent. */
export const requestFieldsSchema = z
  .strictObject({
    action: z.enum(draftActions),
    amount: amount.optional(),
    /** Symbol of the token that `amount` counts, as listed on the chain. */
    token: symbol.optional(),
    /** Symbol of the token that a swap brings. */
    receives: symbol.optional(),
    receiver: receiver.optional(),
    place: draftPlaceSchema.optional(),
    /** The chain on which it happens or begins. */
    chainId: chain.optional(),
    /** The chain on which a bridge or a cross-chain swap ends. */
    toChainId: chain.optional(),
    /** As a fraction: 0.005 is 0.5%. */
    slippage: z.number().positive().max(0.2).optional(),
  })
  .refine(
    ({ action, ...fields }) =>
      draftFields.every((field) => fields[field] === undefined || fieldsOfAction[action].includes(field)),
    'has a field that its action does not have',
  )
  .refine(({ action, place }) => !place || canSay(action, place), 'has a place that its action does not have')
export type RequestFields = z.infer<typeof requestFieldsSchema>

const id = z.string().min(1).max(256)

/** An agent's reading of a person's request, to be corrected or confirmed (docs/protocol.md, "Drafts"). */
export const draftSchema = z.strictObject({ type: z.literal('draft'), id, fields: requestFieldsSchema })
export type Draft = z.infer<typeof draftSchema>

/** A person's request: the fields of a draft as they left them. Sent beside the sentence built from them. */
export const personsRequestSchema = z.strictObject({
  type: z.literal('request'),
  /** The id of the draft. */
  draft: id,
  fields: requestFieldsSchema,
})
export type PersonsRequest = z.infer<typeof personsRequestSchema>

const verbs: Readonly<Record<DraftAction, string>> = {
  swap: 'Swap',
  bridge: 'Bridge',
  send: 'Send',
  supply: 'Supply',
  withdraw: 'Withdraw',
  borrow: 'Borrow',
  repay: 'Repay',
  stake: 'Stake',
  unstake: 'Unstake',
}

/** Formats a fraction in percent, without the sign: 0.005 gives "0.5". */
export const percentFigure = (fraction: number): string => String(Number((fraction * 100).toFixed(6)))

/** Placeholder in a sentence for a missing field. */
const gap = '…'

function amountWords({ amount, token = gap }: RequestFields): string {
  if (!amount) return `${gap} ${token}`
  if (amount.kind === 'usd') return `$${amount.value} of ${token}`
  if (amount.kind === 'exact') return `${amount.value} ${token}`
  return Number(amount.value) === 100 ? `all my ${token}` : `${amount.value}% of my ${token}`
}

/** Builds the sentence for the fields: "Swap 0.5 ETH for USDC on Base". */
export function requestSentence(fields: RequestFields, nameOf: (chainId: number) => string): string {
  const { action, receives = gap, receiver = gap, place, chainId, toChainId, slippage } = fields
  const from = chainId === undefined ? null : nameOf(chainId)
  const to = toChainId === undefined ? null : nameOf(toChainId)
  const on = from === null ? '' : ` on ${from}`
  const bound = slippage === undefined ? '' : ` with at most ${percentFigure(slippage)}% slippage`
  const what = `${verbs[action]} ${amountWords(fields)}`
  if (action === 'send') return `${what} to ${receiver}${on}`
  if (action === 'bridge') return `${what}${from === null ? '' : ` from ${from}`} to ${to ?? gap}${bound}`
  if (action !== 'swap') {
    const where = place ? placePhrase(action, place) : ''
    // The name of a place ends in its network.
    if (from !== null && place?.name?.endsWith(` on ${from}`)) return `${what}${where}`
    return action === 'stake' ? `${what}${on}${where}` : `${what}${where}${on}`
  }
  return to === null || toChainId === chainId
    ? `${what} for ${receives}${on}${bound}`
    : `${what}${on} for ${receives} on ${to}${bound}`
}

/** A draft is open, was confirmed with these fields, or was passed: something newer was offered or proposed. */
export type DraftState = { is: 'open' | 'passed' } | { is: 'confirmed'; fields: RequestFields }

/** A request that confirms a draft, or the id of a draft that was offered or of a call that was proposed. */
export type SaidOfDrafts = { request: PersonsRequest } | { offers: string }

/** Returns the state of a draft. `said`: everything of this kind in its conversation, in order. */
export function draftStateOf(draftId: string, said: readonly SaidOfDrafts[]): DraftState {
  const confirmed = said.flatMap((each) =>
    'request' in each && each.request.draft === draftId ? [each.request] : [],
  )[0]
  if (confirmed) return { is: 'confirmed', fields: confirmed.fields }
  const at = said.findIndex((each) => 'offers' in each && each.offers === draftId)
  return { is: at >= 0 && said.slice(at + 1).some((each) => 'offers' in each) ? 'passed' : 'open' }
}
