import { maxUint256 } from 'viem'
import type { ChainHandle, Token } from '@/lib/chain/chains/chain'
import { availableToBorrow, type LendingReserve } from '@/lib/chain/lending/market'
import type { LendingPosition } from '@/lib/chain/lending/positions'
import type { LendingAction } from '@/lib/tools/lending/parameters'
import { amountText } from '../size'
import { type Limit, limitOf, limitWords } from './lending-limits'

/** A token of one market, with its reserves in which the request makes sense. Never empty. */
export type LendingOption = LendingPosition & { chain: ChainHandle; token: Token; fitting: readonly LendingReserve[] }

export const whereOf = ({ market, chain }: Pick<LendingOption, 'market' | 'chain'>): string =>
  `${market.name} on ${chain.name}`

/**
 * Explains why a market would refuse a sum now; null if nothing known speaks against it. In base units; the maximum
 * value means all that is owed or was supplied. Ignores the balance of the wallet.
 */
export function refusalOf(act: LendingAction, place: LendingOption, value: bigint): string | null {
  if (act === 'borrow') {
    if (place.account.collateral === 0n) return noCollateral(whereOf(place))
    const room = availableToBorrow(place.account, place.fitting)
    return room !== null && value > room ? tooMuch(act, room, place) : null
  }
  const position = positionOf(act, place)
  const isAll = act !== 'supply' && value === maxUint256
  if (act !== 'supply' && !isAll && value > position) return tooMuch(act, position, place)
  const limit = limitIn(act, place, position)
  if (!limit || (isAll ? position : value) <= limit.most) return null
  return limitWords[limit.by](amountText(limit.most, place.token, 'in'), whereOf(place))
}

export const noCollateral = (where: string): string =>
  `You have nothing in ${where} that counts as collateral, so you cannot borrow there. Supply something first, such as “supply 1 WETH”.`

/** Returns what is owed, or what was supplied. */
export const positionIn = (act: LendingAction, reserve: LendingReserve): bigint =>
  act === 'repay' ? reserve.debt : act === 'withdraw' ? reserve.supplied : 0n

/**
 * Returns the largest of several reserves of one token: a call names only the token, and the card asks which is meant.
 */
export const positionOf = (act: LendingAction, { fitting }: LendingOption): bigint =>
  fitting.map((reserve) => positionIn(act, reserve)).toSorted((a, b) => (a < b ? 1 : -1))[0] ?? 0n

/** Returns the limit in the reserve that allows most. */
function limitIn(act: LendingAction, { account, fitting }: LendingOption, position: bigint): Limit | null {
  const meant = fitting.filter((reserve) => positionIn(act, reserve) === position)
  const limits = meant.flatMap((reserve) => limitOf(act, account, reserve) ?? [])
  // If one of them is unlimited, so is the whole.
  if (limits.length < meant.length) return null
  return limits.toSorted((a, b) => (a.most < b.most ? 1 : -1))[0] ?? null
}

/** Tells that a sum exceeds its source: the wallet, what may be borrowed, the debt, or what was supplied. */
export function tooMuch(act: LendingAction, most: bigint, place: LendingOption): string {
  const { token } = place
  const [text, where] = [amountText(most, token, act === 'repay' ? 'out' : 'in'), whereOf(place)]
  switch (act) {
    case 'supply':
      return `That is more ${token.symbol} than your wallet has: ${text}.`
    case 'borrow':
      return `That is more than you can borrow in ${where}: at most about ${text}, and less is safer.`
    case 'repay':
      return `That is more than you owe in ${where}: ${text}.`
    case 'withdraw':
      return `That is more than you have supplied in ${where}: ${text}.`
  }
}
