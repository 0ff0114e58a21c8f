import { type Address, isAddressEqual } from 'viem'
import { parseAmount } from '@/lib/chain/tokens/amount'
import type { Mention, Request } from '@/lib/language/request'
import type { RuleContext } from '../../context'
import { chainsOf, movesNowhere, type PlanEffects } from '../effects'
import { isAccountedFor, isClose } from './amounts'
import { slippageWithin } from './limits'

/** True if what the words name or count is in the plan, in whatever role. */
export function accountsFor(
  { meanings }: Mention,
  request: Request,
  moves: PlanEffects,
  context: RuleContext,
): boolean {
  return meanings.some((meaning) => {
    switch (meaning.is) {
      case 'token':
        return !meaning.known || !movesNowhere(meaning.symbol, moves, context)
      case 'chain':
        return meaning.chainId !== null && chainsOf(moves).includes(meaning.chainId)
      case 'address':
      case 'contact':
        return moves.parties.length === 0 || moves.parties.some((party) => isAddressEqual(party, meaning.address))
      case 'name':
        return moves.parties.length === 0 || moves.parties.some((party) => isNamed(party, meaning.name, context))
      case 'number':
      case 'dollars':
      case 'percent':
      case 'share': {
        if (meaning.is === 'percent' && meaning.of === 'slippage')
          return slippageWithin([meaning], context).is === 'met'
        const alone = { ...request, sums: [], limits: [], unexplained: [{ meanings: [meaning], text: '' }] }
        const isPosition = moves.positions.some(({ after, decimals }) => {
          const meant = meaning.is === 'number' ? parseAmount(meaning.value, decimals) : null
          return meant !== null && after <= meant && isClose(meant, after)
        })
        return isPosition || isAccountedFor(alone, moves, context)
      }
      default:
        return true
    }
  })
}

const isNamed = (address: Address, name: string, { names }: RuleContext): boolean =>
  [...names].some(
    ([each, fact]) =>
      each.toLowerCase() === name && fact.ok && fact.value && isAddressEqual(fact.value.address, address),
  )
