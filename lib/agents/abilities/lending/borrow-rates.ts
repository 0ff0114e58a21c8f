import { isAddressEqual } from 'viem'
import type { ChainHandle, Token } from '@/lib/chain/chains/chain'
import { availableToBorrow, type LendingReserve } from '@/lib/chain/lending/market'
import { lendingMarkets } from '@/lib/chain/lending/markets'
import { type LendingPosition, readLendingPositions } from '@/lib/chain/lending/positions'
import { formatUsd } from '@/lib/chain/tokens/amount'
import { fits } from '@/lib/tools/lending/resolve'
import type { Display } from '@/lib/wire/display'
import type { Insight } from '../../meaning/queries'
import { chainNames, list, reading, type Scene } from '../reading'
import { type Reply, say } from '../reply'
import { amountText } from '../size'
import { inMarket } from './lend'
import { rateText } from './lending-words'

/** Most tokens of markets to list. More would not help in choosing. */
const mostListed = 12

/** A token of one market that can be borrowed, or supplied. */
type Offer = LendingPosition & { chain: ChainHandle; token: Token; reserve: LendingReserve }

/**
 * Answers "what can I borrow, and at what rate" and "lending markets" with the markets' current rates for each token, and
 * with what the account's collateral allows.
 */
export async function answerBorrowRates(
  { token, chain: on, ...asked }: Extract<Insight, { of: 'borrow-rates' }>,
  { chains, account, signal }: Scene,
): Promise<Reply> {
  const isOfBoth = asked.isOfBoth === true
  if (on && on.id === undefined)
    return say(`I do not support a network called “${on.text}”, only ${chainNames(chains)}.`)
  const served = [...chains.values()].filter(
    ({ id }) => (on?.id === undefined || id === on.id) && lendingMarkets(id).length > 0,
  )
  const read = await Promise.all(
    served.map(async (chain) => {
      const named = token?.symbol === undefined ? null : inMarket(chain, token.symbol)
      const positions = await reading(chain, signal, readLendingPositions(chain, account))
      const wanted = token ? (named ? [named] : []) : chain.tokens
      return positions.flatMap((position) => wanted.flatMap((each) => offerOf({ ...position, chain }, each, isOfBoth)))
    }),
  )
  const found = read.flat()
  const what = token ? ` ${token.symbol ?? `“${token.text}”`}` : ''
  if (found.length === 0)
    return say(
      `No lending market I know of on ${chainNames(chains)} ${isOfBoth ? 'takes or lends' : 'lends'}${what || ' anything'} right now.`,
    )
  const shown = listed(found, token ? byCost : byName)
  const more = found.length > shown.length ? ` There are ${found.length - shown.length} more: name a token.` : ''
  const lead = `These are the current rates for ${isOfBoth ? 'supplying and borrowing' : 'borrowing'}${what}, read from the markets’ own contracts; they change with how much is borrowed.${more}`
  return {
    ...say(`${lead} ${roomText(found)}\n\n${shown.map(offerText).join('\n')}`),
    display: displayOf(shown),
  }
}

/**
 * Picks the largest, and puts them in an order that does not change from one look to the next as sizes do: what the
 * account has or owes first, then as `compared`. Equal ones are ordered by name.
 */
const listed = (found: readonly Offer[], compared: (a: Offer, b: Offer) => number): readonly Offer[] =>
  found
    .toSorted((a, b) => byOwn(a, b) || bySize(a, b))
    .slice(0, mostListed)
    .toSorted((a, b) => byOwn(a, b) || compared(a, b) || byName(a, b))

/** Takes the first of several reserves of one token: a call names only the token, and the card asks. */
function offerOf(at: Omit<Offer, 'token' | 'reserve'>, token: Token, isOfBoth: boolean): readonly Offer[] {
  const own = at.reserves.filter((reserve) => isAddressEqual(reserve.token, token.address))
  const reserve =
    own.find((each) => fits('borrow', each, 0n)) ??
    (isOfBoth ? own.find((each) => fits('supply', each, 0n)) : undefined)
  return reserve ? [{ ...at, token, reserve }] : []
}

const byOwn = (a: Offer, b: Offer): number => Number(isOwn(b)) - Number(isOwn(a))
const isOwn = ({ token, reserves }: Offer): boolean =>
  reserves.some(
    (reserve) => isAddressEqual(reserve.token, token.address) && (reserve.supplied > 0n || reserve.debt > 0n),
  )
/** One token's markets stand together. */
const byName = (a: Offer, b: Offer): number => (nameOf(a) < nameOf(b) ? -1 : Number(nameOf(a) > nameOf(b)))
const nameOf = ({ token, market, chain }: Offer): string =>
  [token.symbol.toLowerCase(), market.name, chain.name].join('\n')
const byCost = ({ reserve: a }: Offer, { reserve: b }: Offer): number =>
  compare(a.borrowRate ?? ray * 1_000n, b.borrowRate ?? ray * 1_000n)
const bySize = ({ reserve: a }: Offer, { reserve: b }: Offer): number => compare(sizeOf(b), sizeOf(a))
const compare = (a: bigint, b: bigint): number => (a < b ? -1 : Number(a > b))
const ray = 10n ** 27n

/** What the market has to lend, in USD with 18 decimals. */
const sizeOf = ({ liquidity, price, decimals }: LendingReserve): bigint =>
  ((liquidity ?? 0n) * (price ?? 0n) * 10n ** 10n) / 10n ** BigInt(decimals)

function offerText({ market, chain, token, account, reserve }: Offer): string {
  const { borrowRate, supplyRate } = reserve
  const isLent = fits('borrow', reserve, 0n)
  const room = isLent && account.collateral > 0n ? availableToBorrow(account, [reserve]) : null
  const own = room === null ? '' : `, and you could borrow up to ${amountText(room, token, 'in')}`
  const cost = isLent ? `borrowers pay ${rateText(borrowRate)}` : 'not lent out'
  return `- ${token.symbol} in ${market.name} on ${chain.name}: ${cost}, suppliers earn ${rateText(supplyRate)}${own}`
}

/** Tells how much the account's collateral allows to be borrowed, or that it has none. */
function roomText(found: readonly Offer[]): string {
  const places = [...new Map(found.map((each) => [`${each.chain.id}:${each.market.address}`, each])).values()]
  const rooms = places.flatMap(({ account: { collateral, collateralFactor, debt }, market, chain }) => {
    const room = ((collateral * collateralFactor) / 10n ** 18n - debt) / 10n ** 18n
    return room > 0n ? [`about ${formatUsd(room)} in ${market.name} on ${chain.name}`] : []
  })
  if (rooms.length > 0)
    return `Your collateral allows you to borrow ${list(rooms)}; less is safer, as at that point you could be liquidated.`
  const isUsedUp = places.some(({ account: { collateral } }) => collateral > 0n)
  return isUsedUp
    ? 'Your collateral allows nothing more to be borrowed.'
    : 'You have no collateral there yet, so you would have to supply something before you can borrow.'
}

const displayOf = (shown: readonly Offer[]): Display => ({
  type: 'markets',
  rows: shown.map(({ chain, market, token }) => ({ chainId: chain.id, market: market.address, token: token.address })),
})
