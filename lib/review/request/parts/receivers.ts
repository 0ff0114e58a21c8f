import { type Address, isAddressEqual } from 'viem'
import type { Receiver, Request } from '@/lib/language/request'
import type { RuleContext } from '../../context'
import { addressOf } from '../../words/written-addresses'
import { type Comparison, met } from '../comparison'
import type { PlanEffects } from '../effects'
import { type Judged, sureOfNaming } from './judged'

/** Compares whom the plan pays or trusts with whom the request names, in whatever role, but for whom it refuses. */
export function receiverParts(request: Request, moves: PlanEffects, context: RuleContext): Judged[] {
  const { parties } = moves
  if (parties.length === 0) return []
  const { isWithdrawn } = context.written
  const others = [...request.limits, ...request.unexplained].flatMap(({ meanings, text, ...rest }): Receiver[] => {
    const meaning = meanings.find(({ is }) => is === 'address' || is === 'name' || is === 'contact')
    const isParty = !('role' in rest) || rest.role !== 'excluded'
    if (!meaning || !isParty || (meaning.is !== 'address' && meaning.is !== 'name' && meaning.is !== 'contact'))
      return []
    return [{ meaning, text, p: 'p' in rest ? rest.p : sureOfNaming }]
  })
  const named = [...request.receivers, ...others].map((receiver) => ({
    receiver,
    address: addressOf(receiver.meaning, context.names),
  }))
  // "My postcard 0x…" may name the contract of what moves.
  const isMoved = (address: Address) =>
    [...moves.out, ...moves.in].some(({ asset }) => asset.kind !== 'native' && isAddressEqual(asset.address, address))
  const meant = named.filter(({ address }) => !address || (!isWithdrawn(address) && !isMoved(address)))
  const isMeant = (party: Address) => meant.some(({ address }) => address && isAddressEqual(address, party))
  const unnamed = parties.filter((party) => !isMeant(party))
  const found = (unnamed.length > 0 ? unnamed : parties).join(', ')
  return meant.map(({ receiver: { text, p }, address }): Judged => {
    const is = (comparison: Comparison): Judged => ({
      part: { respect: 'receiver', asked: text, ...comparison },
      p: Math.max(p, sureOfNaming),
      by: 'name',
    })
    if (unnamed.length === 0)
      return is({ found, is: address && parties.some((party) => isAddressEqual(address, party)) ? 'met' : 'unread' })
    if (!meant.some((each) => each.address === null)) return is(met(found, false))
    // "Send him 15": him they wrote of before.
    const isKnown = unnamed.every((party) => !isWithdrawn(party) && isMeantBy(party, context))
    return is({ found, is: address === null && isKnown ? 'met' : 'unread' })
  })
}

/** True if the words mean this one of those whose addresses they have, or have no other. */
function isMeantBy(party: Address, { written, isKnownAs }: RuleContext): boolean {
  const { send, typed } = written
  if (send && send.receivers.length > 0) return send.receivers.some((address) => isAddressEqual(address, party))
  return isKnownAs('typed', party) && typed.length === 1
}

/** True if a request names nobody, and the plan pays or trusts somebody whom no other words of the person single out. */
export function isUnsaidWhom(request: Request, { parties }: PlanEffects, context: RuleContext): boolean {
  const { typed } = context.written
  const others = parties.filter((party) => !isAddressEqual(party, context.plan.account))
  if (others.length === 0 || receiversNamed(request, context)) return false
  return typed.length > 0 && others.some((party) => !isMeantBy(party, context))
}

/** True if some part of a request has an address, or a word for whoever is paid. */
const receiversNamed = ({ receivers, limits, unexplained }: Request, { names }: RuleContext): boolean =>
  receivers.length > 0 ||
  [...limits, ...unexplained].some(({ meanings }) => meanings.some((meaning) => addressOf(meaning, names) !== null))
