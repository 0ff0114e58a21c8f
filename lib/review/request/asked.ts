import { sureOfKind } from '@/lib/language/request'
import type { RuleContext } from '../context'
import { answered } from './compare'
import type { PlanEffects } from './effects'

/**
 * True if a request of the person's latest words asks for just what a plan does: they ask for it surely and in this
 * browser, its action and something that moves are met, and nothing differs or stays open.
 */
export function isAskedFor(effects: PlanEffects, context: RuleContext): boolean {
  const { requests, reported } = context
  if (!requests || requests === 'unreadable' || requests.unread || requests.agreed || reported) return false
  const answer = answered(requests, effects, context)
  if (!answer || answer.request.sure.kind < sureOfKind || answer.doubts.length > 0) return false
  const isMet = (...respects: readonly string[]) =>
    answer.parts.some(({ is, respect }) => is === 'met' && respects.includes(respect))
  return answer.parts.every(({ is }) => is !== 'different') && isMet('action') && isMet('gives', 'gets')
}
