import { type DraftAction, type DraftAmount, type RequestFields, requestFieldsSchema } from '../wire/draft'
import type { DraftPlace } from '../wire/place'
import type { Action, Role } from './labels'
import { type NamedPlace, placedAction, placeIn } from './place'
import type { Reading } from './reader/reader'
import { type Amount, type Request, type RequestedChain, requestsIn, type Sum } from './request'

const actions: Partial<Record<Action, DraftAction>> = {
  swap: 'swap',
  wrap: 'swap',
  unwrap: 'swap',
  bridge: 'bridge',
  send: 'send',
  supply: 'supply',
  withdraw: 'withdraw',
  borrow: 'borrow',
  repay: 'repay',
  stake: 'stake',
  unstake: 'unstake',
}

/** Least certainty that it is a request, of its action, and of the clause as a whole. */
const sureEnough = { kind: 0.9, action: 0.8, whole: 0.5 }

/** True if the reader is sure that it is a request, and of its action, and explains all that it names. */
const isRequestForSure = ({ sure, unexplained }: Request): boolean =>
  unexplained.length === 0 && sure.kind >= sureEnough.kind && sure.action >= sureEnough.action

/** True if it is sure enough of the whole request to draft it, and to count its fields as asked for by the person. */
export const isSurelyAsked = (request: Request): boolean => isRequestForSure(request) && request.p >= sureEnough.whole

/** Returns the request of a message that says nothing else, if the reader is sure of it as a whole; else null. */
export function soleRequest(text: string, reading: Reading): Request | null {
  if (reading.clauses.length !== 1 || reading.unexplained.length > 0) return null
  const [request] = requestsIn([{ text, reading }]).latest
  return request && isSurelyAsked(request) ? request : null
}

/** Limits that a draft has a field for, or that need none. A request with any other limit has no draft. */
const draftable: readonly Role[] = ['slippage', 'contract']
/** The same for what happens at a vault or a lending market. */
const placeable: readonly Role[] = ['contract', 'position', 'lockup', 'protocol']
const placed: readonly Action[] = ['supply', 'withdraw', 'borrow', 'repay', 'stake', 'unstake']

/**
 * Returns a request as the fields of a draft, without those that were not read. Null if it says something that no field
 * can hold (a condition, something to keep back, two receivers): a draft without that would be a different request.
 */
export function draftedFields({ action, texts, sums, receivers, chains, limits }: Request): RequestFields | null {
  const roles = placed.includes(action) ? placeable : draftable
  if (receivers.length > 1 || limits.some(({ role }) => !roles.includes(role))) return null
  const named = placeIn(
    limits,
    limits.flatMap(({ meanings }) => meanings),
    wordsOf(texts),
  )
  const drafted = actions[placedAction(action, named)]
  const place = placed.includes(action) && drafted ? placeOf(drafted, named) : undefined
  if (!drafted || place === null) return null
  if (drafted !== 'send' && receivers.length > 0) return null
  const isSwap = drafted === 'swap'
  const get = isSwap ? sums.filter(({ part }) => part === 'get') : []
  const given = sums.filter((sum) => !get.includes(sum))
  if (sums.some(({ what }) => what && what.is !== 'token')) return null
  if (given.length > 1 || get.length > 1 || given.some(({ part }) => part === 'keep')) return null
  const [pays, brings] = [given[0], get[0]]
  const counted = pays?.amount ?? (brings?.amount?.is === 'dollars' ? brings.amount : null)
  const amount = counted && amountOf(counted)
  // No draft can hold a share of what is left, or all but some of it.
  if (counted && !amount) return null
  const [on, from, to] = (['on', 'from', 'to'] as const).map((end) => chainAt(end, chains))
  if (on === null || from === null || to === null) return null
  const slippage = limits.find(({ role }) => role === 'slippage')
  const percent = slippage?.meanings.find((meaning) => meaning.is === 'percent' || meaning.is === 'number')?.value
  if (slippage && percent === undefined) return null
  const fields = {
    action: drafted,
    ...(amount && { amount }),
    ...field('token', symbolOf(pays)),
    ...(isSwap && field('receives', symbolOf(brings))),
    ...(drafted === 'send' && field('receiver', receiverOf(receivers[0]))),
    ...field('place', place),
    ...field('chainId', on ?? from),
    ...((isSwap || drafted === 'bridge') && field('toChainId', to)),
    ...(percent !== undefined && { slippage: Number(percent) / 100 }),
  }
  return requestFieldsSchema.safeParse(fields).data ?? null
}

const wordsOf = (texts: readonly string[]): string[] => texts.flatMap((text) => text.toLowerCase().split(/\W+/))

/** Returns the place as a draft has it; null if the words name a vault and a market, undefined if they name none. */
function placeOf(
  action: DraftAction,
  { lockDays, protocol, isVault, isAtMarket }: NamedPlace,
): DraftPlace | null | undefined {
  if (isVault && isAtMarket) return null
  const isFromMarket = action === 'withdraw' && (isAtMarket || protocol !== undefined)
  const place: DraftPlace = {
    ...(protocol !== undefined && { protocol }),
    ...(lockDays !== undefined && { lockDays }),
    ...(isFromMarket && { kind: 'market' as const }),
  }
  return Object.keys(place).length > 0 ? place : undefined
}

/** Returns the chain of one end; null if the wallet does not have the named chain, or if two were named. */
function chainAt(end: RequestedChain['end'], chains: Request['chains']): number | null | undefined {
  const named = new Set(chains.filter((each) => each.end === end).map(({ chain }) => chain.chainId))
  return named.size > 1 ? null : [...named][0]
}

const field = <K extends string, V>(name: K, value: V | null | undefined) =>
  value === null || value === undefined ? {} : { [name]: value }

const symbolOf = (sum: Sum | undefined): string | null =>
  sum?.what?.is === 'token' && sum.what.known ? sum.what.symbol : null

function receiverOf(receiver: Request['receivers'][number] | undefined): string | null {
  const meaning = receiver?.meaning
  if (meaning?.is === 'address') return meaning.checksum === 'wrong' ? null : meaning.address
  if (meaning?.is === 'contact') return meaning.address
  return meaning?.is === 'name' ? meaning.name : null
}

function amountOf(amount: Amount): DraftAmount | null {
  switch (amount.is) {
    case 'number':
      return { kind: 'exact', value: amount.value }
    case 'dollars':
      return { kind: 'usd', value: amount.value }
    case 'percent':
      return { kind: 'percent', value: amount.value }
    case 'share': {
      const [of, whole] = amount.part
      const percent = (of * 100) / whole
      // A third, for example, is no exact percentage.
      if (amount.but || amount.rest || !Number.isInteger(percent * 100)) return null
      return { kind: 'percent', value: String(percent) }
    }
  }
}
