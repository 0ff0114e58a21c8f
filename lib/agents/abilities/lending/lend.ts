import { type Address, isAddressEqual, maxUint256 } from 'viem'
import type { ChainHandle, Token } from '@/lib/chain/chains/chain'
import { availableToBorrow } from '@/lib/chain/lending/market'
import { lendingMarkets } from '@/lib/chain/lending/markets'
import { type LendingPosition, readLendingPositions } from '@/lib/chain/lending/positions'
import { readBalances } from '@/lib/chain/tokens/balances'
import { nativeToken, tokenBySymbol } from '@/lib/chain/tokens/tokens'
import type { Job } from '@/lib/language/steps/job'
import { type LendingAction, wayOf } from '@/lib/tools/lending/parameters'
import { fits } from '@/lib/tools/lending/resolve'
import { ask } from '../../replies/questions'
import { choose, type Option } from '../options'
import { list, reading, type Scene } from '../reading'
import { propose, type Reply, say } from '../reply'
import { amountText, isAllButRounding, sizeOf } from '../size'
import {
  type LendingOption,
  noCollateral,
  positionIn,
  positionOf,
  refusalOf,
  tooMuch,
  whereOf,
} from './lending-refusal'
import { rateText } from './lending-words'

const verbs: Readonly<Record<LendingAction, string>> = {
  supply: 'a supply of',
  borrow: 'a loan of',
  repay: 'a repayment of',
  withdraw: 'a withdrawal of',
}

/** Answers a request at a lending market with one of the `lending_` calls, or a question. */
export async function answerLending(job: Job & { act: LendingAction }, scene: Scene): Promise<Reply> {
  const { act, amount, pick } = job
  const positions = await positionsFor(job, scene)
  if (positions.length === 0) return say(noMarket(job, scene))
  const symbol = job.token?.symbol ?? onlyToken(act, positions)
  if (symbol === null) return say(nothingThere(act))
  if (symbol === undefined) return say(ask('from', mentionAll(act, positions)))
  const [native] = act === 'supply' ? positions.filter(({ chain }) => nativeToken(chain).symbol === symbol) : []
  if (native) {
    const wrapped = inMarket(native.chain, symbol)?.symbol ?? 'its wrapped form'
    return say(
      ask(
        'action',
        `Lending markets take ${wrapped} rather than ${symbol} itself. Say “supply 1 ${wrapped}” if you hold it, or “wrap 1 ${symbol} and supply it”.`,
      ),
    )
  }
  const known = positions.filter(({ chain, reserves }) => {
    const token = inMarket(chain, symbol)
    return token !== null && reserves.some((reserve) => isAddressEqual(reserve.token, token.address))
  })
  if (known.length === 0) return say(notTaken(symbol, positions, act))
  const places = known.flatMap((position) => placeOf(position, symbol, act))
  if (places.length === 0) return say(noneFits(act, symbol, known))
  if (!amount) return say(ask('amount', howMuchOf(act, places)))
  const options = places.map(
    (place): Option<LendingOption> => ({
      label: `${place.market.name} on ${place.chain.name}`,
      about: about(act, place),
      of: place,
    }),
  )
  const chosen = choose(
    options,
    pick,
    `${symbol} can be ${done[act]} in more than one market.`,
    ({ chain }) => chain.id === scene.signedInOn,
  )
  return 'question' in chosen ? chosen.question : proposeIn(chosen.one, act, amount, scene)
}

const done: Readonly<Record<LendingAction, string>> = {
  supply: 'supplied',
  borrow: 'borrowed',
  repay: 'repaid',
  withdraw: 'withdrawn',
}

async function positionsFor({ chain: named, hint }: Job, { chains, account, signal }: Scene) {
  const served = [...chains.values()].filter(
    ({ id }) => (named?.id === undefined || id === named.id) && lendingMarkets(id).length > 0,
  )
  const read = await Promise.all(
    served.map(async (chain) => {
      const positions = await reading(chain, signal, readLendingPositions(chain, account))
      return positions.map((position) => ({ ...position, chain }))
    }),
  )
  const protocol = hint?.protocol
  return read.flat().filter(({ market }) => !protocol || market.name.toLowerCase().includes(protocol))
}

type ChainLendingPosition = LendingPosition & { chain: ChainHandle }

function noMarket({ chain, hint }: Job, { chains }: Scene): string {
  const names = list([...chains.values()].map(({ name }) => name))
  const where = chain ? chain.text : names
  const what = hint?.protocol
    ? `There is no “${hint.protocol}” market I know of`
    : 'There is no lending market I know of'
  return `${what} on ${where}, so nothing has been prepared.`
}

/** Returns the token as markets take it: the wrapped form in place of the coin. */
export function inMarket(chain: ChainHandle, symbol: string): Token | null {
  const token = tokenBySymbol(chain, symbol)
  if (!token || token.address !== nativeToken(chain).address) return token
  return chain.tokens.find(({ address }) => isAddressEqual(address, chain.wrappedNative)) ?? null
}

/**
 * For repaying and withdrawing without a token: returns the only one there is. Null for none, undefined for several.
 */
function onlyToken(act: LendingAction, positions: readonly ChainLendingPosition[]): string | null | undefined {
  if (act === 'supply' || act === 'borrow') return undefined
  const symbols = symbolsIn(act, positions)
  return symbols.length === 0 ? null : symbols.length === 1 ? symbols[0] : undefined
}

const symbolsIn = (act: LendingAction, positions: readonly ChainLendingPosition[]): readonly string[] => [
  ...new Set(
    positions.flatMap(({ chain, reserves }) =>
      reserves
        .filter((reserve) => positionIn(act, reserve) > 0n)
        .map(({ token }) => chain.tokens.find(({ address }) => isAddressEqual(address, token))?.symbol ?? token),
    ),
  ),
]

const nothingThere = (act: LendingAction): string =>
  act === 'repay'
    ? 'You owe nothing in the lending markets I know, so there is nothing to repay.'
    : 'You have supplied nothing in the lending markets I know, so there is nothing to withdraw.'

function mentionAll(act: LendingAction, positions: readonly ChainLendingPosition[]): string {
  const symbols = symbolsIn(act, positions)
  if (symbols.length === 0) return ''
  return act === 'repay' ? `You owe ${list(symbols)}.` : `You have supplied ${list(symbols)}.`
}

function notTaken(symbol: string, positions: readonly ChainLendingPosition[], act: LendingAction): string {
  const markets = [...new Set(positions.map(({ market }) => market.name))].slice(0, 4)
  return `${symbol} cannot be ${done[act]} in any lending market I know; I looked at ${list(markets)}. Nothing has been prepared.`
}

/** Explains why the action makes sense in none of the reserves of a token. */
export function noneFits(act: LendingAction, symbol: string, known: readonly ChainLendingPosition[]): string {
  const where = list(known.map(({ market, chain }) => `${market.name} on ${chain.name}`))
  switch (act) {
    case 'repay':
      return `You owe no ${symbol} in ${where}, so there is nothing to repay.`
    case 'withdraw':
      return `You have supplied no ${symbol} in ${where}, so there is nothing to withdraw. For a vault, say “unstake”.`
    default:
      return `${symbol} cannot be ${done[act]} in ${where} just now: it is paused, frozen or used up there. Nothing has been prepared.`
  }
}

function placeOf(position: ChainLendingPosition, symbol: string, act: LendingAction): LendingOption[] {
  const token = inMarket(position.chain, symbol)
  if (!token) return []
  const fitting = position.reserves.filter(
    (reserve) => isAddressEqual(reserve.token, token.address) && fits(act, reserve, 0n),
  )
  return fitting.length > 0 ? [{ ...position, token, fitting }] : []
}

function about(act: LendingAction, place: LendingOption): string {
  if (act === 'repay') return `you owe ${amountText(positionOf(act, place), place.token)}`
  if (act === 'withdraw') return `you have supplied ${amountText(positionOf(act, place), place.token, 'in')}`
  const [reserve] = place.fitting
  return act === 'supply'
    ? `suppliers earn ${rateText(reserve?.supplyRate)}`
    : `borrowers pay ${rateText(reserve?.borrowRate)}`
}

function howMuchOf(act: LendingAction, places: readonly LendingOption[]): string {
  const [place] = places
  if (!place) return ''
  if (act === 'supply' || act === 'borrow') return `You have not said how much ${place.token.symbol}.`
  const sums = places.map(
    (each) =>
      `${amountText(positionOf(act, each), each.token, wayOf(act))} in ${each.market.name} on ${each.chain.name}`,
  )
  return act === 'repay' ? `You owe ${list(sums)}.` : `You have supplied ${list(sums)}.`
}

async function proposeIn(
  place: LendingOption,
  act: LendingAction,
  amount: NonNullable<Job['amount']>,
  scene: Scene,
): Promise<Reply> {
  const { chain, token, market } = place
  const [wallet = 0n] = await reading(chain, scene.signal, readBalances(chain, scene.account, [token]))
  const where = whereOf(place)
  const room = act === 'borrow' ? availableToBorrow(place.account, place.fitting) : null
  if (act === 'borrow' && place.account.collateral === 0n)
    return say(`${noCollateral(where)} Nothing has been prepared.`)
  if (act === 'borrow' && amount.kind !== 'exact' && amount.kind !== 'usd')
    return say(ask('amount', 'A loan needs an amount, such as “borrow 50 DAI”.'))
  const position = positionOf(act, place)
  const balance = act === 'supply' ? wallet : act === 'borrow' ? (room ?? maxUint256) : position
  const meant = act === 'withdraw' && isAllButRounding(amount, position, token) ? { kind: 'all' as const } : amount
  const size = await sizeOf(meant, { chain, token, balance }, 'swap', scene)
  if (size.is === 'impossible') return say(ask('amount', size.why))
  if (size.is === 'short') return say(ask('amount', tooMuch(act, balance, place)))
  if (act === 'repay' && size.value > wallet) {
    const [needed, held] = [amountText(size.value, token), amountText(wallet, token, 'in')]
    return say(ask('amount', `That takes ${needed}, but your wallet has ${held} on ${chain.name}.`))
  }
  const refusal = refusalOf(act, place, size.value)
  if (refusal) return say(ask('amount', refusal))
  const isAll = (act === 'repay' || act === 'withdraw') && size.value === position
  // What is supplied may have arrived just before: both are said by one rule.
  const way = act === 'supply' ? 'in' : wayOf(act)
  const what = isAll ? `all ${amountText(position, token, way)}` : amountText(size.value, token, way)
  const side = act === 'supply' || act === 'repay' ? 'to' : 'from'
  const health =
    act === 'borrow' || place.account.debt > 0n ? ['The card shows what it does to your health factor.'] : []
  const wrapped = isAddressEqual(token.address, chain.wrappedNative)
    ? [`The market counts in ${token.symbol}, the wrapped coin.`]
    : []
  return propose(
    `lending_${act}`,
    lendingParameters(market.address, token, isAll ? maxUint256 : size.value, scene.account),
    [`Here is ${verbs[act]} ${what} ${side} ${where}.`, ...wrapped, ...health].join(' '),
  )
}

/** A market takes the largest number as "all there is" (ISpokeBase), so that interest leaves no remainder. */
export const lendingParameters = (market: Address, token: Token, amount: bigint, account: Address) => ({
  marketAddress: market,
  tokenAddress: token.address,
  tokenSymbol: token.symbol,
  amount: amount.toString(),
  walletAddress: account,
  chainId: token.chainId,
})
