import { formatUnits } from 'viem'
import { isNative } from '@/lib/chain/chains/chain'
import { readBalances } from '@/lib/chain/tokens/balances'
import { pointsWords } from '@/lib/tools/request-auto-rebalance-permission/terms'
import { dateWords } from '@/lib/tools/staking/lockup'
import { readToolResult } from '@/lib/wire/result'
import type { Message } from '@/lib/wire/task'
import type { AgentTurn } from '../../agent'
import { isUnasked } from '../../unasked'
import { broughtBy } from '../holdings/arrivals'
import { answerLending } from '../lending/lend'
import { numbered, offeredIn } from '../options'
import { reading, type Scene } from '../reading'
import { onTheCard, type Reply, say } from '../reply'
import type { Settled } from '../results'
import { amountText } from '../size'
import { speaksAgainst } from '../witness'
import type { EarningPosition } from './earning-positions'
import { proposeEntry } from './stake'
import { findYieldOptions, type YieldOption, yieldOptionText } from './yield-options'
import { apyText } from './yield-words'

/** A move of money to where it would earn more. */
export type Move = {
  from: EarningPosition
  to: YieldOption
  /** Amount to withdraw, in base units of the token. */
  amount: bigint
  isAll: boolean
  /** Hundredths of a percentage point per year. */
  gainBps: number
}

/** Ends the text of a move's first step. The reply to the step's outcome recognises the move by it. */
const closing = 'When it is done, I will propose depositing exactly what it brought.'

type Bounds = { minYieldIncreaseBps: number; maxLockupDays: number; maxAmountPerMove: bigint }

/**
 * Proposes the first step of a move: text and the withdrawal. The deposit depends on what that brings, so it comes
 * later.
 */
export function proposeMove({ from, to, amount, isAll, gainBps }: Move, bounds: Bounds): Reply {
  const { token } = to
  const { position, label } = from
  const what = `${isAll ? 'all ' : ''}${amountText(amount, token, 'in')}`
  const lockup =
    bounds.maxLockupDays === 0 ? 'allows no lock-up' : `allows a lock-up of at most ${bounds.maxLockupDays} days`
  const text = [
    `I found a better place for your ${token.symbol}, as of ${dateWords(to.readAt)}:`,
    numbered([{ label: to.label, about: yieldOptionText(to), of: to }]),
    `You have ${amountText(position.amount, token, 'in')} in ${label} at ${apyText(position)}, which is ${pointsWords(gainBps)} less. Your permission requires a gain of at least ${pointsWords(bounds.minYieldIncreaseBps)}, ${lockup}, and covers up to ${amountText(bounds.maxAmountPerMove, token)} at a time.`,
    `A move takes two steps, each on its own card. This is the first, a withdrawal of ${what} to your wallet. ${onTheCard} ${closing}`,
  ]
  return { text: text.join('\n\n'), calls: [from.leave(amount, isAll)] }
}

/**
 * True if the last message answers the first step of a move that the service began, even after the move was withdrawn:
 * a wallet may have been asked before.
 */
export const answersMove = (history: readonly Message[]): boolean => {
  const [first] = history
  const last = history.at(-1)
  if (!first || !isUnasked(history) || !wordsOf(first).endsWith(closing) || last?.role !== 'user') return false
  const steps = new Set(first.parts.flatMap((part) => (part.type === 'functionCall' ? [part.id] : [])))
  return last.parts.some((part) => part.type === 'functionReturn' && steps.has(part.id))
}

const wordsOf = ({ parts }: Message): string =>
  parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')

/**
 * Replies to the outcome of a move's first step: deposits what it brought, by its receipt, in the place that was found,
 * if the permission still holds. `told` is the reply to the outcome itself. Throws what its sources throw.
 */
export async function answerMove(
  history: readonly Message[],
  [settled]: readonly Settled[],
  told: Reply | null,
  scene: Scene,
  permission: AgentTurn['permission'],
): Promise<Reply> {
  const before = told?.text ?? ''
  const result = settled ? readToolResult(settled.returned.result) : null
  if (!settled?.call || result?.status !== 'success' || speaksAgainst(settled.witness ?? null))
    return say(`${before} So I am not proposing a deposit.`.trim())
  const [first] = history
  const [label] = first ? offeredIn(wordsOf(first)) : []
  if (label === undefined) return say(`${before} I can no longer tell where it was meant to go.`.trim())
  const arrived = await broughtBy({ call: settled.call, result: settled.returned.result }, scene)
  const [only, ...others] = arrived.filter(({ token }) => !isNative(token.address))
  if (!only || others.length > 0)
    return say(`${before} I cannot tell for certain what it brought, so I am not proposing a deposit.`.trim())
  const { chain, token, value: brought } = only
  const [wallet = 0n] = await reading(chain, scene.signal, readBalances(chain, scene.account, [token]))
  // Some of it may have been spent since.
  const isThere = brought <= wallet
  const amount = isThere ? brought : wallet
  const sum = `${before} It brought ${amountText(brought, token, 'in')} to your wallet.`.trim()
  const search = `Say “best yield for my idle ${token.symbol}” for what there is.`
  const state = await permission?.()
  if (state === 'revoked' || state === 'expired')
    return say(
      `${sum} ${lapsed[state]}, so I am not proposing a deposit, and the ${token.symbol} stays there. ${search}`,
    )
  const query = { token: { text: token.symbol, symbol: token.symbol }, chain: { text: chain.name, id: chain.id } }
  const options = await findYieldOptions(query, scene)
  const target = options.find((place) => place.label === label)
  if (!target || amount === 0n)
    return say(
      `${sum} ${amount === 0n ? 'It is no longer there' : `${label} takes no deposits right now`}, so I am not proposing one. ${search}`,
    )
  const reply = await enter(target, amount, scene)
  return { ...reply, text: `${sum} ${reply.text}` }
}

const lapsed = {
  revoked: 'You have revoked the permission for this move',
  expired: 'The permission for this move has expired',
}

async function enter(target: YieldOption, amount: bigint, scene: Scene): Promise<Reply> {
  const { chain, token } = target
  if (target.kind === 'vault') return proposeEntry({ chain, token, yield: target.yield }, amount, scene)
  return answerLending(
    {
      act: 'supply',
      token: { text: token.symbol, symbol: token.symbol },
      chain: { text: chain.name, id: chain.id },
      amount: { kind: 'exact', value: formatUnits(amount, token.decimals) },
      pick: `${target.market.name} on ${chain.name}`,
    },
    scene,
  )
}
