import { type AgentText, offerIn } from '../offer'
import type { Clause, Reading } from '../reader/reader'
import type { Request } from '../request'
import { lessSure } from './certainty'
import { anew, revised } from './changes'
import { areKin, isChange, sureOfAction } from './clauses'
import { piecesOf } from './pieces'
import { limitsIn, requestOf } from './request-of'

/** Adds to the requests what the agent offered and the person agreed to, with the changes of their answer (`own`). */
export function withOffers(
  stands: readonly Request[],
  own: readonly Request[],
  offers: readonly Request[],
): readonly Request[] {
  const [offer, ...others] = offers
  if (!offer) return stands
  const last = stands.at(-1)
  const isWithin = others.length === 0 && isChangeOf(offer, last)
  if (own.length === 0) return isWithin && last ? [...stands.slice(0, -1), agreedTo(last, offer)] : offers
  // "Yes, 500 is fine": the offer counts, with the changes of the answer.
  const change = own.at(-1)
  if (change && (isWithin || change.texts.length > 1))
    return [
      ...own.slice(0, -1),
      isWithin && last ? revised(agreedTo(last, offer), change) : revised(offer, lastChangeOf(change)),
    ]
  return [...offers, ...own]
}

/** True if an offer has the action of the request before it, and may change its terms. */
export const isChangeOf = (offer: Request, last: Request | undefined): boolean =>
  last !== undefined &&
  (last.action === offer.action ||
    isChange(last.action) ||
    last.sure.action < sureOfAction ||
    areKin(last.action, offer.action))

/** Returns only what the last words of a request say. */
function lastChangeOf(request: Request): Request {
  const { texts, sums } = request
  if (texts.length < 2) return request
  const [last, none] = [texts.length - 1, { receivers: [], chains: [], limits: [], former: [], unexplained: [] }]
  const own = sums.flatMap((sum) => (sum.said === last ? [{ ...sum, said: 0 }] : []))
  return { ...request, ...none, texts: texts.slice(-1), sums: own }
}

/** Below this an agent's words are too unclear to say what was agreed to. */
const sureOfOffer = 0.5

/** Returns what an agent offers to do, if a yes agrees to that: one request for each step. */
export function offersIn(agent: AgentText, message: number): Request[] {
  const requestIn = (text: string, clause: Clause, reading: Reading): Request => {
    const pieces = piecesOf(text, clause, reading)
    const request = { ...requestOf(text, clause, reading, pieces), limits: limitsIn(pieces), message }
    return { ...request, offered: request.texts }
  }
  const hasObject = ({ sums, receivers, chains }: Request) => sums.length + receivers.length + chains.length > 0
  const offer = offerIn(agent, (clause, { text, reading }) => hasObject(requestIn(text, clause, reading)))
  if (!offer) return []
  return offer.clauses.map((clause) => {
    const request = requestIn(offer.text, clause, offer.reading)
    return request.p < sureOfOffer ? lessSure(request) : request
  })
}

/** Replaces parts of a request by the offer that the person agreed to. */
function agreedTo(before: Request, offer: Request): Request {
  const changed = { ...anew(revised(before, offer)), message: offer.message }
  if (!offer.sums.some(({ amount }) => amount !== null)) return changed
  const { loose } = offer
  return {
    ...changed,
    sums: offer.sums,
    former: [...before.former, ...before.sums],
    adopted: true,
    ...(loose && { loose }),
  }
}
