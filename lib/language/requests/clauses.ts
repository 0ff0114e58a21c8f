import type { Action } from '../labels'
import type { Clause } from '../reader/reader'

/** True for an action that changes a request rather than makes one. */
export const isChange = (action: Action | null): boolean =>
  action === 'revise' || action === 'repeat' || action === null

/** Actions that people call by the same words. */
const kin: readonly (readonly Action[])[] = [
  ['supply', 'stake'],
  ['withdraw', 'unstake'],
  ['send', 'sendNft'],
]
export const areKin = (one: Action, other: Action): boolean =>
  kin.some((actions) => actions.includes(one) && actions.includes(other))

/** Refusals of whatever was asked last. */
export const takingBack: readonly Action[] = ['cancel', 'undo', 'revise', 'repeat']

const asksNothing: readonly (Action | null)[] = ['pause', 'resume', 'cancel', 'undo', 'alarm', 'scam']

/** Below this the reader does not know what is to be done. */
export const sureOfAction = 0.5

/** True for a refusal, and for a "cancel" or "undo". Only to ask whether something can be undone takes back nothing. */
export const takesBack = ({ kind, action }: Clause): boolean =>
  kind === 'refusal' || (kind !== 'question' && (action === 'cancel' || action === 'undo'))

/** True for a clause that asks for something to be done. */
export const asksFor = ({ kind, action }: Clause): boolean => kind === 'request' && !asksNothing.includes(action)
