import type { Entity, Meaning } from '@/lib/language/entity'
import type { Action } from '@/lib/language/labels'
import type { Limit, Request, Sum } from '@/lib/language/request'
import type { Draft } from '../meaning/draft'
import type { Job, PlaceHint } from '../meaning/job'
import type { Amount, ChainMention, TokenMention } from '../meaning/mention'
import type { NftSend } from '../meaning/nft-send'
import type { RebalanceWish } from '../meaning/rebalance-wish'
import type { Step } from '../meaning/understanding'
import { amountOf, mentionOf, placeOf, recipientOf, tokenOf } from './amounts'

/** One thing asked for: what the reader made of its clause, and everything that the clause names. */
export type Asked = {
  request: Request
  entities: readonly Entity[]
  /** The words of the clause in lower case. */
  words: readonly string[]
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

/** Returns the words of a bound that no step can hold to; null if there is none. */
export function unheldBound({ action, limits, sums, chains }: Request): string | null {
  if (action === 'rebalance') return null
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
  const { request } = asked
  const { action } = request
  const trade = trades[action]
  if (trade)
    return movements(trade, request).map((draft): Step => ({ kind: 'request', draft: wrapping(draft, action) }))
  const act = jobs[action]
  if (act) return [{ kind: 'job', job: jobOf(act, asked) }]
  if (action === 'sendNft') return [{ kind: 'nft', nft: nftOf(asked) }]
  return action === 'rebalance' ? [{ kind: 'rebalance', wish: wishOf(asked) }] : []
}

/** The other form of a coin follows from the one that is named: ETH is wrapped into WETH. */
function wrapping(draft: Draft, action: Action): Draft {
  const { from, to } = draft
  if (!from?.symbol || to || (action !== 'wrap' && action !== 'unwrap')) return draft
  const symbol = action === 'wrap' ? `W${from.symbol}` : from.symbol.slice(1)
  return { ...draft, to: { text: symbol, symbol } }
}

/** "20 to ana and 30 to ben", "1 ETH to DAI and 2 to USDC": as many sums as ends make as many steps. */
function movements(action: Draft['action'], request: Request): Draft[] {
  const { sums, receivers } = request
  const ends = sums.filter(({ part }) => part === 'get')
  const given = sums.filter((sum) => sum.part !== 'keep' && !ends.includes(sum))
  const counted = given.filter(({ amount }) => amount !== null)
  const each = action === 'send' ? receivers.length : ends.length
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
  const counted = distinctAmounts(gives.filter(({ amount }) => amount !== null))
  const [only, ...others] = counted
  if (others.length > 0) return 'unclear'
  const excluded = limits.find(({ role }) => role === 'excluded')?.meanings.find(({ is }) => is === 'number')
  const stays = all.find(({ part, amount }) => part === 'keep' && amount?.is === 'number')?.amount ?? excluded
  const isAll = only?.amount?.is === 'share' && only.amount.part[0] === only.amount.part[1]
  if (stays?.is === 'number' && (!only || isAll)) return { kind: 'all-but', value: stays.value }
  if (stays) return 'unclear'
  if (!only) return undefined
  return amountOf(only.amount) ?? 'unclear'
}

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

function jobOf(action: Job['act'], { request: { sums, receivers, chains, limits }, entities, words }: Asked): Job {
  const positions = entities.flatMap((each) => (each.is === 'position' ? [each] : []))
  const hint = hintOf(limits, entities, words)
  const isAtMarket = positions.some(({ kind }) => kind === 'market' || kind === 'collateral')
  const isVault = positions.some(({ kind }) => kind === 'vault') || hint.lockDays !== undefined
  const act = isVault
    ? (({ supply: 'stake', withdraw: 'unstake' } as Partial<Record<Job['act'], Job['act']>>)[action] ?? action)
    : action
  const job: Job = { act }
  // "From lending, not the vault": which of the two is meant is not in the names alone.
  if (isVault && isAtMarket) job.unclear = 'alternatives'
  const moved = sums.filter(({ part }) => part !== 'keep')
  const [token, ...others] = distinct(moved)
  if (token) job.token = token
  if (others.length > 0) job.unclear ??= 'too-many-tokens'
  const amount = spentOf(moved, sums, limits)
  if (amount === 'unclear') job.unclear ??= 'two-amounts'
  else if (amount) job.amount = amount
  if (receivers.length > 0) job.unclear ??= 'recipient'
  const [chain, ...more] = distinctPlaces(chains)
  if (chain) job.chain = chain
  if (more.length > 0) job.unclear ??= 'too-many-chains'
  if (Object.keys(hint).length > 0) job.hint = hint
  if (act === 'withdraw' && (hint.protocol || isAtMarket)) job.isAtMarket = true
  return job
}

const daysOf = { minute: 0, hour: 0, day: 1, week: 7, month: 30, year: 365 } as const

/** Returns the days of a stated lock-up: 0 for none, null for any. */
function lockDaysIn(meanings: readonly Meaning[]): number | null | undefined {
  if (meanings.some((each) => each.is === 'lockup' && each.none)) return 0
  const term = meanings.find((each) => each.is === 'duration')
  if (term?.is === 'duration') return Number(term.count) * daysOf[term.unit]
  return meanings.some(({ is }) => is === 'lockup') ? null : undefined
}

/** Names of places that can be left at any time. */
const flexible = new Set(['flexible', 'flex', 'unlocked'])

function hintOf(limits: readonly Limit[], entities: readonly Entity[], words: readonly string[]): PlaceHint {
  const said = limits.filter(({ role }) => role === 'lockup').flatMap(({ meanings }) => meanings)
  const isLocked = said.length > 0 || entities.some(({ is }) => is === 'lockup')
  const isFlexible = words.some((word) => flexible.has(word))
  const days = isLocked ? lockDaysIn([...said, ...entities]) : undefined
  const lockDays = isFlexible ? (isLocked && days !== 0 ? undefined : 0) : days
  const protocol = limits.flatMap(({ meanings }) =>
    meanings.flatMap((each) => (each.is === 'protocol' ? [each.id] : [])),
  )[0]
  const rate = percentOf(limits, 'rate')
  return {
    ...(lockDays !== undefined && { lockDays }),
    ...(protocol !== undefined && { protocol }),
    ...(rate !== undefined && { rate }),
  }
}

/** Which NFT is meant is in what the clause names, rather than in the parts. */
function nftOf({ request, entities, collections }: Asked): NftSend {
  const nft: NftSend = { collection: null }
  const ids = new Set<string>()
  for (const each of entities) {
    const called = each.is === 'collection' ? each.id : each.is === 'nft' ? each.collection : undefined
    if (called !== undefined) nft.collection = collections.get(called) ?? nft.collection
    if (each.is === 'nft') ids.add(each.id)
  }
  const [id, ...others] = ids
  if (id !== undefined) nft.tokenId = BigInt(id)
  if (others.length > 0) nft.unclear = 'words'
  const counts = entities.filter(({ is }) => is === 'number' || is === 'share')
  const [count, ...more] = counts
  if (count?.is === 'number' && /^\d+$/.test(count.value)) nft.amount = BigInt(count.value)
  else if (count?.is === 'share' && count.part[0] === count.part[1] && !count.but) nft.amount = 'all'
  else if (count) nft.unclear = 'words'
  if (more.length > 0) nft.unclear = 'words'
  const [receiver, ...receivers] = request.receivers
  if (receiver) nft.recipient = recipientOf(receiver)
  if (receivers.length > 0) nft.unclear = 'recipients'
  const [chain] = request.chains
  if (chain) nft.chain = placeOf(chain)
  return nft
}

export function wishOf({ request, entities }: Asked): RebalanceWish {
  const wish: RebalanceWish = {}
  const tokens = new Map<string, TokenMention>()
  for (const each of entities) if (each.is === 'token') tokens.set(each.symbol, mentionOf(each))
  const [token, ...others] = tokens.values()
  if (token) wish.token = token
  if (others.length > 0) wish.unclear = 'too-many-tokens'
  const rates = entities.flatMap((each) => (each.is === 'percent' || each.is === 'rate' ? [each.value] : []))
  if (rates[0] !== undefined) wish.minIncrease = rates[0]
  if (rates.length > 1) wish.unclear = 'increase'
  const days = lockDaysIn(entities)
  if (typeof days === 'number') wish.maxLockupDays = days
  const protocol = entities.find((each) => each.is === 'protocol')
  if (protocol?.is === 'protocol') wish.protocol = protocol.id
  const [chain] = request.chains
  if (chain) wish.chain = placeOf(chain)
  return wish
}

/** What a step brings to the wallet, for the next one to use; null for nothing. */
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
