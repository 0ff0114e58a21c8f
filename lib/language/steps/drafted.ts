import type { RequestFields } from '../../wire/draft'
import type { Role } from '../labels'
import { wordsOf } from '../place'
import type { Reading } from '../reader/reader'
import type { Request } from '../request'
import { requestsIn } from '../requests/requests-in'
import { fieldsOfStep } from './fields'
import { type Move, movesOf } from './moves'

/** Least certainty that it is a request, of its action, and of the clause as a whole. */
const sureEnough = { kind: 0.9, action: 0.8, whole: 0.5 }

/** True if the reader is sure that it is a request, and of its action, and explains all that it names. */
const isRequestForSure = ({ sure, unexplained }: Request): boolean =>
  unexplained.length === 0 && sure.kind >= sureEnough.kind && sure.action >= sureEnough.action

/** True if it is sure enough of the whole request to draft it, and to count its fields as asked for by the person. */
export const isSurelyAsked = (request: Request): boolean => isRequestForSure(request) && request.p >= sureEnough.whole

/** Returns the request of a message that says nothing else, if the reader is sure of it as a whole; else null. */
export function soleRequest(text: string, reading: Reading): Request | null {
  if (reading.clauses.length !== 1 || reading.unexplained.length > 0) return null
  const [request] = requestsIn([{ text, reading }]).latest
  return request && isSurelyAsked(request) ? request : null
}

/** Limits that a draft has a field for, or that need none. A request with any other limit has no draft. */
const draftable: Record<Move['kind'], readonly Role[]> = {
  request: ['slippage', 'contract'],
  job: ['contract', 'position', 'lockup', 'protocol'],
}

/**
 * Returns a request as the fields of a draft, without those that were not read. Null if it says something that no field
 * can hold (a condition, something to keep back, two receivers): a draft without that would be a different request.
 */
export function draftedFields(request: Request): RequestFields | null {
  const { limits, sums, texts } = request
  const entities = limits.flatMap(({ meanings }) => meanings)
  const [move, ...others] = movesOf(request, { entities, words: texts.flatMap(wordsOf) })
  if (!move || others.length > 0 || limits.some(({ role }) => !draftable[move.kind].includes(role))) return null
  if (sums.some(({ what }) => what && what.is !== 'token')) return null
  // What a swap is to bring is the person's to say, though no field holds how much.
  const step: Move = move.kind === 'request' ? { ...move, draft: { ...move.draft, receive: undefined } } : move
  const { unsure } = step.kind === 'request' ? step.draft : step.job
  return unsure ? null : fieldsOfStep(step)
}
