import { isAddress } from 'viem'
import { type DraftAmount, type RequestFields, requestFieldsSchema } from '../../wire/draft'
import type { DraftPlace } from '../../wire/place'
import { shareOf } from './amounts'
import type { Draft } from './draft'
import type { Job } from './job'
import type { Amount, ChainMention, Recipient, TokenMention } from './mention'
import type { Move } from './moves'

/** Returns the name of a network that is served here; undefined for any other. */
type NameOf = (chainId: number) => string | undefined

/** Returns the step that the fields of a draft ask for. */
export function stepOfFields(fields: RequestFields, nameOf: NameOf): Move {
  const { action, slippage } = fields
  const amount = fields.amount && amountOf(fields.amount)
  const from = tokenOf(fields.token)
  const fromChain = chainOf(fields.chainId, nameOf)
  const toChain = chainOf(fields.toChainId, nameOf)
  const sum = { ...(amount && { amount }), ...(from && { from }), ...(fromChain && { fromChain }) }
  const across = { ...(toChain && { toChain }), ...(slippage !== undefined && { slippage }) }
  switch (action) {
    case 'swap': {
      const to = tokenOf(fields.receives)
      return { kind: 'request', draft: { action, ...sum, ...across, ...(to && { to }) } }
    }
    case 'bridge':
      return { kind: 'request', draft: { action, ...sum, ...across, ...(from && { to: from }) } }
    case 'send': {
      const recipient = recipientOf(fields.receiver)
      return { kind: 'request', draft: { action, ...sum, ...(recipient && { recipient }) } }
    }
    default: {
      const source = { ...(from && { token: from }), ...(fromChain && { chain: fromChain }) }
      const place = fields.place && placedBy(fields.place)
      return { kind: 'job', job: { act: action, ...(amount && { amount }), ...source, ...place } }
    }
  }
}

function placedBy({ name, protocol, lockDays, kind }: DraftPlace): Pick<Job, 'hint' | 'pick' | 'isAtMarket'> {
  const hint = {
    ...(lockDays !== undefined && { lockDays }),
    ...(protocol !== undefined && { protocol: protocol.toLowerCase() }),
  }
  return {
    ...(Object.keys(hint).length > 0 && { hint }),
    ...(name !== undefined && { pick: name }),
    ...(kind === 'market' && { isAtMarket: true as const }),
  }
}

const tokenOf = (symbol: string | undefined): TokenMention | undefined =>
  symbol === undefined ? undefined : { text: symbol, symbol }

function chainOf(id: number | undefined, nameOf: NameOf): ChainMention | undefined {
  if (id === undefined) return undefined
  const name = nameOf(id)
  return name === undefined ? { text: `network ${id}` } : { text: name, id }
}

function recipientOf(receiver: string | undefined): Recipient | undefined {
  if (receiver === undefined) return undefined
  return isAddress(receiver) ? { kind: 'address', address: receiver } : { kind: 'name', name: receiver }
}

const amountOf = ({ kind, value }: DraftAmount): Amount => (kind === 'percent' ? shareOf(value) : { kind, value })

/** Returns a step as the fields of a draft, without what was not said; null if it says something no field can hold. */
export function fieldsOfStep(step: Move | { kind: 'nft' | 'rebalance' }): RequestFields | null {
  const fields =
    step.kind === 'request' ? fieldsOfRequest(step.draft) : step.kind === 'job' ? fieldsOfJob(step.job) : null
  return fields && (requestFieldsSchema.safeParse(fields).data ?? null)
}

function fieldsOfRequest({ action, amount, from, to, fromChain, toChain, recipient, ...more }: Draft) {
  if (more.unclear || more.receive) return null
  const sum = sumOf(amount, from, fromChain)
  const end = placeOf(toChain)
  if (!sum || !end) return null
  if (action === 'send') return { action, ...sum, ...receiverOf(recipient) }
  const across = { ...(end.chainId !== undefined && { toChainId: end.chainId }) }
  const bound = more.slippage === undefined ? {} : { slippage: more.slippage }
  const isSame = !to || to.symbol === from?.symbol
  if (action === 'bridge' && isSame) return { action, ...sum, ...across, ...bound }
  return { action: 'swap', ...sum, ...across, ...bound, ...(to?.symbol !== undefined && { receives: to.symbol }) }
}

function fieldsOfJob({ act, amount, token, chain, hint, pick, isAtMarket, unsure: _, isPut: __, ...more }: Job) {
  const sum = Object.values(more).some((each) => each !== undefined) ? null : sumOf(amount, token, chain)
  // No field holds a rate, or a choice from no list.
  if (!sum || hint?.rate !== undefined || pick === null) return null
  const place: DraftPlace = {
    ...(pick !== undefined && { name: pick }),
    ...(hint?.protocol !== undefined && { protocol: hint.protocol }),
    ...(hint?.lockDays !== undefined && { lockDays: hint.lockDays }),
    ...(isAtMarket && { kind: 'market' as const }),
  }
  return { action: act, ...sum, ...(Object.keys(place).length > 0 && { place }) }
}

function sumOf(amount: Amount | undefined, token: TokenMention | undefined, chain: ChainMention | undefined) {
  const counted = amount && drafted(amount)
  const place = placeOf(chain)
  if (counted === null || !place) return null
  return { ...(counted && { amount: counted }), ...(token?.symbol !== undefined && { token: token.symbol }), ...place }
}

/** Null for a network that is not served here: no draft can name it. */
const placeOf = (chain: ChainMention | undefined): { chainId?: number } | null =>
  !chain ? {} : chain.id === undefined ? null : { chainId: chain.id }

function receiverOf(recipient: Recipient | undefined): { receiver?: string } {
  if (recipient?.kind === 'address') return { receiver: recipient.address }
  return recipient?.kind === 'name' ? { receiver: recipient.name } : {}
}

function drafted(amount: Amount): DraftAmount | undefined | null {
  switch (amount.kind) {
    case 'exact':
    case 'usd':
      return { kind: amount.kind, value: amount.value }
    case 'all':
      return { kind: 'percent', value: '100' }
    case 'share': {
      const hundredths = (amount.part * 10_000n) / amount.whole
      const isEven = hundredths * amount.whole === amount.part * 10_000n
      return isEven ? { kind: 'percent', value: String(Number(hundredths) / 100) } : null
    }
    case 'bad':
      return undefined
    default:
      return null
  }
}
