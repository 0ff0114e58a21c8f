import type { Action } from '@/lib/language/labels'
import type { RuleContext } from '../../context'
import type { BalanceEffect, RequestPart } from '../../review'
import { met, unread } from '../comparison'
import { described, type PlanEffects } from '../effects'

type Shape = 'exchange' | 'bridge' | 'send' | 'enter' | 'leave' | 'borrow' | 'repay' | 'grant' | 'revoke'

const shapes: Partial<Record<Action, readonly Shape[]>> = {
  swap: ['exchange', 'bridge'],
  bridge: ['bridge'],
  rebalance: ['exchange'],
  send: ['send'],
  sendNft: ['send'],
  wrap: ['exchange', 'enter'],
  unwrap: ['exchange', 'leave'],
  stake: ['enter', 'exchange'],
  supply: ['enter', 'exchange'],
  unstake: ['leave', 'exchange'],
  withdraw: ['leave', 'exchange', 'borrow'],
  claim: ['leave'],
  borrow: ['borrow', 'leave'],
  repay: ['repay', 'enter'],
  approve: ['grant'],
  revoke: ['revoke'],
}

/** Classifies a plan by its effects. Several shapes if they are ambiguous: a deposit may also bring a token. */
function shapesOf({ out, in: arrived, owes, recipients, paidOut, later, grants, revokes }: PlanEffects): Shape[] {
  const isListed = ({ listed }: BalanceEffect) => listed
  const isExchange = out.length > 0 && arrived.length + paidOut.length > 0
  const found: Shape[] = []
  if (recipients.length > 0) return ['send']
  if (later) found.push('bridge')
  if (owes.some(({ before, after }) => after > before)) found.push('borrow')
  if (owes.some(({ before, after }) => after < before)) found.push('repay')
  if (isExchange) found.push('exchange')
  if (out.some(isListed) && !arrived.some(isListed)) found.push('enter')
  if (arrived.some(isListed) && !out.some(isListed)) found.push('leave')
  // The token of a share or staked coin may be listed too.
  if (isExchange) found.push('enter', 'leave')
  if (grants) found.push('grant')
  if (revokes) found.push('revoke')
  return found
}

/** Actions in a word or two. */
export const actionWords: Partial<Record<Action, string>> = {
  swap: 'Swap',
  bridge: 'Bridge',
  send: 'Send',
  sendNft: 'Send an NFT',
  wrap: 'Wrap',
  unwrap: 'Unwrap',
  stake: 'Stake',
  unstake: 'Unstake',
  supply: 'Supply',
  withdraw: 'Withdraw',
  claim: 'Claim',
  borrow: 'Borrow',
  repay: 'Repay',
  approve: 'Approve',
  revoke: 'Revoke',
  rebalance: 'Rebalance',
  autoRebalance: 'Rebalance automatically',
}

const shapeWords: Record<Shape, string> = {
  exchange: 'It swaps',
  bridge: 'It bridges',
  send: 'It sends',
  enter: 'It deposits',
  leave: 'It withdraws',
  borrow: 'It borrows',
  repay: 'It repays',
  grant: 'It gives a permission',
  revoke: 'It takes a permission back',
}

/** Compares what a plan does with the action that a request asks for. */
export function actionPart(action: Action, moves: PlanEffects, { actions }: RuleContext): RequestPart {
  const due = shapes[action]
  const found = shapesOf(moves)
  const [tool] = actions
  const [shape] = found
  const asked = actionWords[action] ?? 'What to do'
  const other = (tool && actionWords[tool]) ?? (shape && shapeWords[shape])
  if (!due || !other) return { respect: 'action', asked, ...unread }
  const isMet = tool
    ? actions.includes(action === 'rebalance' ? 'swap' : action)
    : found.some((each) => due.includes(each))
  return { respect: 'action', asked, ...met(isMet ? described(moves) : other, isMet) }
}
