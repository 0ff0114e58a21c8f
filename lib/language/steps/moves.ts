import type { Meaning } from '../entity'
import type { Action } from '../labels'
import { type NamedPlace, placedAction, placeIn } from '../place'
import type { Limit, Request, Sum } from '../request'
import { amountOf, mentionOf, placeOf, recipientOf, tokenOf } from './amounts'
import type { Draft } from './draft'
import type { Job, PlaceHint } from './job'
import type { Amount, ChainMention, TokenMention } from './mention'

/** A movement of money that a request asks for. */
export type Move = { kind: 'request'; draft: Draft } | { kind: 'job'; job: Job }

/** The words of a request beside the parts that the reader found. */
export type Words = {
  entities: readonly Meaning[]
  /** In lower case. */
  words: readonly string[]
  /** A place that stands in quotation marks. */
  place?: string
}

/** Actions that move a token to another place or person, or for another one. */
export const trades: readonly Action[] = ['swap', 'wrap', 'unwrap', 'bridge', 'send']

/** Returns the movements that a request asks for: one, or one for each sum of several. Empty if it asks for none. */
export function movesOf(request: Request, said: Words): Move[] {
  const { action } = request
  switch (action) {
    case 'swap':
    case 'wrap':
    case 'unwrap':
    case 'bridge':
    case 'send': {
      const own = action === 'bridge' || action === 'send' ? action : 'swap'
      return movements(own, request, said.words).map((draft) => ({ kind: 'request', draft: wrapping(draft, action) }))
    }
    case 'stake':
    case 'unstake':
    case 'supply':
    case 'withdraw':
    case 'borrow':
    case 'repay':
      return [{ kind: 'job', job: jobOf(action, request, said) }]
    default:
      return []
  }
}

/**
 * The other form of a coin follows from the one that is named: ETH is wrapped into WETH. What is unwrapped, if nothing
 * is named, is WETH.
 */
function wrapping(draft: Draft, action: Action): Draft {
  if (draft.to || (action !== 'wrap' && action !== 'unwrap')) return draft
  const from = draft.from ?? (action === 'unwrap' ? mention('WETH') : undefined)
  if (!from?.symbol) return draft
  return { ...draft, from, to: mention(action === 'wrap' ? `W${from.symbol}` : from.symbol.slice(1)) }
}

const mention = (symbol: string): TokenMention => ({ text: symbol, symbol })

/** "20 to ana and 30 to ben", "1 ETH to DAI and 2 to USDC": as many sums as ends make as many steps. */
function movements(action: Draft['action'], request: Request, words: readonly string[]): Draft[] {
  const { sums, receivers } = request
  const ends = sums.filter(({ part }) => part === 'get')
  const given = sums.filter((sum) => sum.part !== 'keep' && !ends.includes(sum))
  const counted = given.filter(({ amount }) => amount !== null)
  const each = action === 'send' ? receivers.length : ends.length
  // "0.1 ETH each to 0x… and 0x…"
  if (action === 'send' && each > 1 && counted.length === 1 && words.includes('each'))
    return receivers.map((receiver) => draftOf(action, { ...request, receivers: [receiver] }))
  // "200 DAI and 500 USDC to Base"
  const isEach = counted.length > 1 && counted.length === given.length && distinct(given).length === given.length
  const isApart = isEach && !words.includes('or')
  if (isApart && each < 2 && (action !== 'swap' || each === 1))
    return counted.map((sum) => draftOf(action, { ...request, sums: [sum, ...ends] }))
  if (each < 2 || counted.length !== each) return [draftOf(action, request)]
  // "10 USDC to 0x… and half to 0x…": half of which is not said.
  const isMixed = new Set(counted.map(({ amount }) => amount?.is === 'share')).size > 1
  if (isMixed) return [{ ...draftOf(action, request), unclear: 'two-amounts' }]
  const token = given.find(({ what }) => what)?.what ?? null
  return counted.map((sum, at) => {
    // "The same address" is whoever was named before.
    const receiver = receivers.slice(0, at + 1).findLast(({ meaning }) => meaning && meaning.is !== 'pronoun')
    return draftOf(action, {
      ...request,
      sums: [{ ...sum, what: sum.what ?? token }, ...(action === 'send' ? [] : ends.slice(at, at + 1))],
      receivers: action === 'send' ? (receiver ? [receiver] : receivers.slice(at, at + 1)) : receivers,
    })
  })
}

function draftOf(action: Draft['action'], { sums, receivers, chains, limits }: Request): Draft {
  const draft: Draft = { action }
  const gets = action === 'send' ? [] : sums.filter(({ part }) => part === 'get')
  const gives = sums.filter((sum) => sum.part !== 'keep' && !gets.includes(sum))
  const tokens = distinct(gives)
  const [from] = tokens
  const to = distinct(gets)[0]
  if (tokens.length > 1 || distinct(gets).length > 1) draft.unclear = 'too-many-tokens'
  const spent = spentOf(gives, sums, limits)
  if (spent === 'unclear') draft.unclear ??= 'two-amounts'
  else if (spent) draft.amount = spent
  if (isChosen(gives)) draft.unsure = true
  const brought = amountOf(gets.find(({ amount }) => amount)?.amount ?? null)
  // Dollars of what is bought are dollars of what pays for it.
  if (brought?.kind === 'usd' && !draft.amount) draft.amount = brought
  else if (brought && gets.length > 0) draft.receive = brought
  if (from) draft.from = from
  if (to) draft.to = to
  const places = (end: 'on' | 'from' | 'to') => distinctPlaces(chains.filter((each) => each.end === end))
  const [on, leaves, arrives] = [places('on'), places('from'), places('to')]
  if (on.length > 1 || leaves.length > 1 || arrives.length > 1) draft.unclear ??= 'too-many-chains'
  const start = leaves[0] ?? on[0] ?? (action === 'send' ? arrives[0] : undefined)
  if (start) draft.fromChain = start
  const end = action === 'send' ? undefined : arrives[0]
  if (end) draft.toChain = end
  if (action === 'bridge' && from && !to) draft.to = from
  const [receiver, ...others] = receivers
  if (receiver && action !== 'send') draft.unclear ??= 'foreign-recipient'
  else if (receiver) draft.recipient = recipientOf(receiver)
  if (others.length > 0) draft.unclear ??= 'two-recipients'
  const slippage = slippageIn(limits)
  if (slippage !== undefined) draft.slippage = slippage
  return draft
}

/** Returns the one amount that is spent, without what is to stay; "unclear" if there are several. */
function spentOf(gives: readonly Sum[], all: readonly Sum[], limits: readonly Limit[]): Amount | 'unclear' | undefined {
  const [only, ...others] = countedIn(gives)
  if (others.length > 0) return 'unclear'
  const excluded = limits.find(({ role }) => role === 'excluded')?.meanings.find(({ is }) => is === 'number')
  const stays = all.find(({ part, amount }) => part === 'keep' && amount?.is === 'number')?.amount ?? excluded
  const isAll = only?.amount?.is === 'share' && only.amount.part[0] === only.amount.part[1]
  if (stays?.is === 'number' && (!only || isAll)) return { kind: 'all-but', value: stays.value }
  if (stays) return 'unclear'
  if (!only) return undefined
  return amountOf(only.amount) ?? 'unclear'
}

/** Returns the different amounts that are spent. A figure says it more exactly than "all of it" beside it. */
function countedIn(gives: readonly Sum[]): Sum[] {
  const all = distinctAmounts(gives.filter(({ amount }) => amount !== null))
  const figures = all.filter((sum) => !isWhole(sum) || sum.what !== null)
  return all.length > 1 && figures.length === 1 ? figures : all
}

/** True if one of several amounts was taken for the one that is meant. */
const isChosen = (gives: readonly Sum[]): boolean =>
  countedIn(gives).length === 1 && distinctAmounts(gives.filter(({ amount }) => amount !== null)).length > 1

const isWhole = ({ amount }: Sum): boolean =>
  amount?.is === 'share' && !amount.but && !amount.rest && amount.part[0] === amount.part[1]

/** "A quarter of an ether, that is 0.25": the same amount once more. */
function distinctAmounts(sums: readonly Sum[]): Sum[] {
  const found = new Map<string, Sum>()
  for (const sum of sums) {
    const key = JSON.stringify(amountOf(sum.amount), (_, each) => (typeof each === 'bigint' ? `${each}` : each))
    found.set(key, found.get(key) ?? sum)
  }
  return [...found.values()]
}

function distinct(sums: readonly Sum[]): TokenMention[] {
  const found = new Map<string, TokenMention>()
  for (const sum of sums) {
    const token = tokenOf(sum)
    if (token) found.set(token.symbol ?? token.text, token)
  }
  return [...found.values()]
}

/** "Home to eth l1" names one network twice. */
function distinctPlaces(chains: Request['chains']): ChainMention[] {
  const found = new Map<string, ChainMention>()
  for (const place of chains.map(placeOf)) found.set(String(place.id ?? place.text), place)
  return [...found.values()]
}

/** Returns the slippage that the limits allow, as a fraction. */
export function slippageIn(limits: readonly Limit[]): number | undefined {
  const percent = percentOf(limits, 'slippage')
  return percent === undefined ? undefined : Number(percent) / 100
}

function percentOf(limits: readonly Limit[], role: Limit['role']): string | undefined {
  const meaning = limits
    .find((limit) => limit.role === role)
    ?.meanings.find(({ is }) => is === 'percent' || is === 'number' || is === 'rate')
  return meaning && 'value' in meaning ? meaning.value : undefined
}

function jobOf(
  action: Job['act'],
  { sums, receivers, chains, limits }: Request,
  { entities, words, place: picked }: Words,
): Job {
  const place = placeIn(limits, entities, words)
  const hint = picked === undefined ? hintAt(place, limits) : {}
  const act = placedAction(action, place)
  const job: Job = { act }
  // "From lending, not the vault": which of the two is meant is not in the names alone.
  if (place.isVault && place.isAtMarket) job.unclear = 'alternatives'
  const moved = sums.filter(({ part }) => part !== 'keep')
  const [stated, ...others] = distinct(moved)
  // "My USDC vault position" names the token too.
  const named = entities.flatMap((each) => (each.is === 'token' && each.known ? [mentionOf(each)] : []))
  const token = stated ?? (named.length === 1 ? named[0] : undefined)
  if (token) job.token = token
  if (others.length > 0) job.unclear ??= 'too-many-tokens'
  // "My whole debt" says how much, too.
  const shares = entities.flatMap((each) => (each.is === 'share' ? [each] : []))
  const isUncounted = sums.every((sum) => sum.amount === null) && shares.length === 1
  const amount = spentOf(moved, sums, limits) ?? (isUncounted ? amountOf(shares[0] ?? null) : undefined)
  if (amount === 'unclear') job.unclear ??= 'two-amounts'
  else if (amount) job.amount = amount
  // "Clear my debt": all of it, unless the person corrects that.
  else if (act === 'repay' && entities.some((each) => each.is === 'position' && each.kind === 'loan')) {
    job.amount = { kind: 'all' }
    job.unsure = true
  }
  if (isChosen(moved)) job.unsure = true
  if (receivers.length > 0) job.unclear ??= 'recipient'
  const [chain, ...more] = distinctPlaces(chains)
  if (chain) job.chain = chain
  if (more.length > 0) job.unclear ??= 'too-many-chains'
  if (Object.keys(hint).length > 0) job.hint = hint
  if (picked !== undefined) job.pick = picked
  if (act === 'withdraw' && (hint.protocol || place.isAtMarket)) job.isAtMarket = true
  return job
}

/** Returns which of several places is wanted, as far as the words tell. */
export const hintOf = (limits: readonly Limit[], entities: readonly Meaning[], words: readonly string[]): PlaceHint =>
  hintAt(placeIn(limits, entities, words), limits)

function hintAt({ lockDays, protocol }: NamedPlace, limits: readonly Limit[]): PlaceHint {
  const rate = percentOf(limits, 'rate')
  return {
    ...(lockDays !== undefined && { lockDays }),
    ...(protocol !== undefined && { protocol }),
    ...(rate !== undefined && { rate }),
  }
}
