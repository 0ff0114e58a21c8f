import type { Entity, Meaning } from '@/lib/language/entity'
import type { Action, Role } from '@/lib/language/labels'
import { type NamedPlace, placedAction, placeIn, quotedPlaceIn } from '@/lib/language/place'
import type { Limit, Request, Sum } from '@/lib/language/request'
import type { Draft } from '../meaning/draft'
import type { Job, PlaceHint } from '../meaning/job'
import type { Amount, ChainMention, TokenMention } from '../meaning/mention'
import type { Step } from '../meaning/understanding'
import { amountOf, mentionOf, placeOf, recipientOf, tokenOf } from './amounts'
import { nftsOf } from './nft-asked'

/** One thing asked for: what the reader made of its clause, and everything that the clause names. */
export type Asked = {
  /** The whole message, which the entities have their places in. */
  text: string
  request: Request
  entities: readonly Entity[]
  /** The words of the clause in lower case. */
  words: readonly string[]
  /** The pieces that have a role. */
  pieces: readonly { role: Role; text: string; entities: readonly Entity[] }[]
  collections: ReadonlyMap<string, string>
}

const trades: Partial<Record<Action, Draft['action']>> = {
  swap: 'swap',
  wrap: 'swap',
  unwrap: 'swap',
  bridge: 'bridge',
  send: 'send',
}
const jobs: Partial<Record<Action, Job['act']>> = {
  stake: 'stake',
  unstake: 'unstake',
  supply: 'supply',
  withdraw: 'withdraw',
  borrow: 'borrow',
  repay: 'repay',
}

/** Limits that a step has a place for, or that ask for nothing else. */
const kept: readonly Limit['role'][] = ['slippage', 'contract', 'protocol', 'position', 'lockup', 'rate']

const ofTime: readonly Limit['role'][] = ['when', 'every', 'until', 'atMost', 'atLeast']

/** Returns the words of a bound that no step can hold to; null if there is none. */
export function unheldBound({
  request,
  entities,
  words,
}: Pick<Asked, 'request' | 'entities' | 'words'>): string | null {
  const { limits, sums, chains } = request
  const action = actionIn(request, entities, words)
  // `nftOf` finds the NFT that is meant.
  if (action === 'sendNft') return limits.find(({ role }) => ofTime.includes(role))?.text ?? null
  const isTrade = trades[action] !== undefined
  /** "WETH (not ETH)", "on Base, not on mainnet": held to already where another is named. */
  const isOther = (meaning: Meaning): boolean =>
    (meaning.is === 'token' &&
      sums.some(({ what }) => what?.is === 'token') &&
      sums.every(({ what }) => what?.is !== 'token' || what.symbol !== meaning.symbol)) ||
    (meaning.is === 'chain' && chains.length > 0 && chains.every(({ chain }) => chain.chainId !== meaning.chainId))
  const other = limits.find(
    ({ role, meanings }) =>
      (!kept.includes(role) &&
        !(role === 'when' && meanings.some(isNow)) &&
        !(role === 'excluded' && meanings.some((each) => each.is === 'number' || isOther(each)))) ||
      (isTrade && (role === 'rate' || role === 'protocol' || role === 'lockup')),
  )
  return other?.text ?? null
}

const isNow = (meaning: Meaning): boolean =>
  meaning.is === 'date' && (meaning.day?.kind === 'now' || meaning.day?.kind === 'today') && !meaning.time

/** Returns the steps that a clause asks for: one, or one for each of several movements in it. Empty if none can do it. */
export function stepsOf(asked: Asked): Step[] {
  const { request, entities, words } = asked
  const action = actionIn(request, entities, words)
  const trade = trades[action]
  if (trade)
    return movements(trade, request, words).map((draft): Step => ({ kind: 'request', draft: wrapping(draft, action) }))
  const act = jobs[action]
  if (act) return [{ kind: 'job', job: jobOf(act, asked) }]
  return action === 'sendNft' ? nftsOf(asked).map((nft): Step => ({ kind: 'nft', nft })) : []
}

/** A payment of what belongs to a collection is one of an NFT. */
function actionIn({ action, sums }: Request, entities: readonly Entity[], words: readonly string[]): Action {
  const isNamed = entities.some(({ is }) => is === 'collection') && sums.every(({ what }) => what?.is !== 'token')
  return action === 'send' && (isNamed || words.some((word) => collectibles.has(word))) ? 'sendNft' : action
}

/** The class that collections belong to, by its names. */
export const collectibles: ReadonlySet<string> = new Set(['nft', 'nfts', 'collectible', 'collectibles'])

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
  if (isMixed) return [{ ...draftOf(action, request), unclear: { kind: 'two-amounts' } }]
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
  if (tokens.length > 1 || distinct(gets).length > 1) draft.unclear = { kind: 'too-many-tokens' }
  const spent = spentOf(gives, sums, limits)
  if (spent === 'unclear') draft.unclear ??= { kind: 'two-amounts' }
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
  if (on.length > 1 || leaves.length > 1 || arrives.length > 1) draft.unclear ??= { kind: 'too-many-chains' }
  const start = leaves[0] ?? on[0] ?? (action === 'send' ? arrives[0] : undefined)
  if (start) draft.fromChain = start
  const end = action === 'send' ? undefined : arrives[0]
  if (end) draft.toChain = end
  if (action === 'bridge' && from && !to) draft.to = from
  const [receiver, ...others] = receivers
  if (receiver && action !== 'send') draft.unclear ??= { kind: 'foreign-recipient' }
  else if (receiver) draft.recipient = recipientOf(receiver)
  if (others.length > 0) draft.unclear ??= { kind: 'two-recipients' }
  const slippage = percentOf(limits, 'slippage')
  if (slippage !== undefined) draft.slippage = Number(slippage) / 100
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

function percentOf(limits: readonly Limit[], role: Limit['role']): string | undefined {
  const meaning = limits
    .find((limit) => limit.role === role)
    ?.meanings.find(({ is }) => is === 'percent' || is === 'number' || is === 'rate')
  return meaning && 'value' in meaning ? meaning.value : undefined
}

function jobOf(
  action: Job['act'],
  { text, request: { sums, receivers, chains, limits }, entities, words }: Asked,
): Job {
  const place = placeIn(limits, entities, words)
  const quoted = quotedPlaceIn(text, entities)
  const hint = quoted ? {} : hintAt(place, limits)
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
  // Without its quotation marks.
  if (quoted) job.pick = text.slice(quoted.start + 1, quoted.end - 1)
  if (act === 'withdraw' && (hint.protocol || place.isAtMarket)) job.isAtMarket = true
  return job
}

/** Returns which of several places is wanted, as far as the words tell. */
export const hintOf = (limits: readonly Limit[], entities: readonly Entity[], words: readonly string[]): PlaceHint =>
  hintAt(placeIn(limits, entities, words), limits)

function hintAt({ lockDays, protocol }: NamedPlace, limits: readonly Limit[]): PlaceHint {
  const rate = percentOf(limits, 'rate')
  return {
    ...(lockDays !== undefined && { lockDays }),
    ...(protocol !== undefined && { protocol }),
    ...(rate !== undefined && { rate }),
  }
}

/** The token that a step brings to the wallet, for the next one to use; null for nothing. */
export function outputOf(step: Step): { token?: TokenMention } | null {
  if (step.kind === 'request')
    return step.draft.action === 'send' ? null : step.draft.to ? { token: step.draft.to } : {}
  if (step.kind !== 'job' || !['borrow', 'withdraw', 'unstake'].includes(step.job.act)) return null
  return step.job.token ? { token: step.job.token } : {}
}

/**
 * Returns the step with what the one before brings in the place of "it", or of a share of the same token. `pointsBack`:
 * its words have such an "it".
 */
export function withBrought(step: Step, before: Step, pointsBack: boolean): Step {
  const output = outputOf(before)
  if (!output || (step.kind !== 'request' && step.kind !== 'job')) return step
  const isJob = step.kind === 'job'
  if (isJob && !['supply', 'stake', 'repay'].includes(step.job.act)) return step
  const { amount } = isJob ? step.job : step.draft
  const named = isJob ? step.job.token : step.draft.from
  if (named && named.symbol !== output.token?.symbol) return step
  const isPart = amount?.kind === 'share' || amount?.kind === 'all'
  if (!named && !pointsBack && amount && !isPart) return step
  const size: Amount | undefined =
    amount?.kind === 'share'
      ? { kind: 'brought', part: amount.part, whole: amount.whole, ...(!pointsBack && { isLoose: true as const }) }
      : !amount || amount.kind === 'all'
        ? { kind: 'brought', part: 1n, whole: 1n, ...(!pointsBack && amount && { isLoose: true as const }) }
        : amount
  const token = named ?? output.token
  if (isJob) return { kind: 'job', job: { ...step.job, amount: size, ...(token && { token }) } }
  const isBridge = step.draft.action === 'bridge' && !step.draft.to
  return {
    kind: 'request',
    draft: { ...step.draft, amount: size, ...(token && { from: token, ...(isBridge && { to: token }) }) },
  }
}
