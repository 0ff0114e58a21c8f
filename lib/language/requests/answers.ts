import { type Is, ofKind, type Span } from '../entity'
import { isDone } from '../labels'
import type { Clause, Reading } from '../reader/reader'
import type { ReadMessage, Request } from '../request'
import { isChange, sureOfAction } from './clauses'
import { entitiesIn } from './request-of'

/** Most certainty of an action that is the agent's word. */
const lent = 0.7

/** Gives an answer the action that the agent asks about ("How much should I deposit?"), if its own is unknown. */
export function withActionOf(agent: ReadMessage['agent'], request: Request): Request {
  if (!agent || (!isChange(request.action) && request.sure.action >= sureOfAction)) return request
  const asking = agent.read(agent.text).clauses.at(-1)
  if (!asking?.action || !isDone(asking.action) || asking.sure.action < sureOfAction) return request
  return { ...request, action: asking.action, sure: { ...request.sure, action: Math.min(asking.sure.action, lent) } }
}

/** Certainty that a word refers to what the agent had just named. */
const pointing = 0.8

/** Adds to a request what its words refer to in the agent's message: "there", "the last one". */
export function pointed(
  request: Request,
  text: string,
  clause: Clause,
  reading: Reading,
  agent: ReadMessage['agent'],
): Request {
  if (!agent) return request
  const [there] = request.chains.length === 0 ? entitiesIn(clause, reading, 'pronoun').filter(isPlace) : []
  const [place] =
    request.action === 'sendNft' && !request.sums.some(({ what }) => what) ? entitiesIn(clause, reading, 'ordinal') : []
  if (!there && !place) return request
  const { entities } = agent.read(agent.text)
  const chains = there ? ofKind(entities, 'chain') : []
  const [chain] = chains
  const isOne = chain && chains.every(({ chainId }) => chainId === chain.chainId)
  const nfts = place ? ofKind(entities, 'nft') : []
  const nft = place && (place.nth < 0 ? nfts.at(place.nth) : nfts[place.nth - 1])
  const said = ({ start, end }: Span) => text.slice(start, end)
  return {
    ...request,
    ...(there &&
      isOne && {
        chains: [{ end: request.action === 'bridge' ? 'to' : 'on', chain, text: said(there), p: pointing }],
      }),
    ...(place &&
      nft && {
        sums: [...request.sums, { part: 'give', amount: null, what: nft, text: said(place), said: 0, p: pointing }],
      }),
  }
}

const isPlace = (pronoun: Is<'pronoun'>): boolean => pronoun.for === 'place'
