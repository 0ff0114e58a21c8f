import { chainName } from '@/lib/chain/tokens/tokens'
import type { Request, RequestedChain } from '@/lib/language/request'
import { met } from '../comparison'
import { chainsOf, type PlanEffects } from '../effects'
import type { Judged } from './judged'

/**
 * Compares the named chains. If the words are read to name both ends of a bridge in one role, they do not say which is
 * which: the one that differs stays open.
 */
export function chainParts(request: Request, moves: PlanEffects): Judged[] {
  const { chains } = request
  const parts = chains.map((chain) => chainPart(chain, request, moves))
  const [first] = chains
  const ids = new Set(chains.flatMap(({ chain }) => chain.chainId ?? []))
  const isBoth = moves.later !== null && ids.size === 2 && chainsOf(moves).every((id) => ids.has(id))
  if (!isBoth || chains.some(({ end }) => end !== first?.end)) return parts
  const open = (each: Judged): Judged => ({ ...each, part: { ...each.part, is: 'unread' } })
  return parts.map((each) => (each.part.is === 'met' && first?.end !== 'on' ? each : open(each)))
}

function chainPart({ end, chain, text, p }: RequestedChain, { action }: Request, moves: PlanEffects): Judged {
  const ends = [
    ...(end !== 'to' ? [moves.chainId] : []),
    ...(end !== 'from' && moves.later ? [moves.later.chainId] : []),
    // "Bridge to Base" does not say which chain it leaves from.
    ...(end === 'to' && !moves.later && action !== 'bridge' ? [moves.chainId] : []),
  ]
  const found = ends.map((id) => chainName(id)).join(' and ')
  const isMet = chain.chainId !== null && ends.includes(chain.chainId)
  const isNowhere = chain.chainId !== null && !chainsOf(moves).includes(chain.chainId)
  return {
    part: { respect: 'chain', asked: text, ...met(found, isMet) },
    p,
    ...(isNowhere && { by: 'name' as const }),
  }
}
