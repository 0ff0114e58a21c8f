import type { Meaning } from '@/lib/language/entity'
import type { Role } from '@/lib/language/labels'
import type { Limit, Request } from '@/lib/language/request'
import type { RuleContext } from '../../context'
import type { PlanEffects } from '../effects'
import { type Judged, sureOfNaming } from './judged'
import { limitPart, placing } from './limits'
import { accountsFor } from './mentions'
import { chainParts } from './networks'
import { marketPart, vaultPart } from './places'
import { receiverParts } from './receivers'
import { actionPart } from './shapes'
import { allowancePart, sumPart } from './sums'

/** Roles of limits that are compared for sure whatever else the words may mean. */
const certainOf: readonly Role[] = ['excluded', 'lockup', 'position', 'rate']
/** What no limit names by chance, however unsure its role is. */
const sayingMore: ReadonlySet<Meaning['is']> = new Set([
  ...(['rate', 'duration', 'recurrence', 'lockup', 'protocol', 'money', 'gwei', 'badNumber'] as const),
])

/** Compares each part of a request with a plan. */
export function judgedParts(request: Request, moves: PlanEffects, context: RuleContext): Judged[] {
  const places = [vaultPart(request, context), marketPart(request, context)]
  const isAllowance = request.action === 'approve' || request.action === 'revoke'
  return [
    { part: actionPart(request.action, moves, context), p: request.sure.action },
    ...request.sums.map((sum) =>
      isAllowance ? allowancePart(sum, request, moves) : sumPart(sum, request, moves, context),
    ),
    ...receiverParts(request, moves, context),
    ...chainParts(request, moves),
    ...limitParts(request, moves, context),
    ...places.flatMap((part) => (part ? [{ part, p: 1, by: 'amount' as const }] : [])),
  ]
}

const limitParts = (request: Request, moves: PlanEffects, context: RuleContext): Judged[] =>
  [...request.limits, ...(request.loose ?? []), ...ratesIn(request)].flatMap((limit): Judged[] => {
    const part = limitPart(limit, request, moves, context)
    const isFound = accountsFor({ meanings: limit.meanings, text: limit.text }, request, moves, context)
    const isSure = !isFound || certainOf.includes(limit.role) || limit.meanings.some(({ is }) => sayingMore.has(is))
    return part ? [{ part, p: limit.p, ...(isSure && { by: 'amount' as const }) }] : []
  })

/** Returns the percentages that no part holds, of what is put somewhere to earn: "stake 100 USDC for 10 % or more". */
export const ratesIn = ({ action, unexplained }: Request): Limit[] =>
  placing.includes(action)
    ? unexplained
        .filter(({ meanings }) => meanings.some((each) => each.is === 'percent' && !each.of))
        .map(({ meanings, text }) => ({ role: 'rate', meanings, text, p: sureOfNaming }))
    : []
