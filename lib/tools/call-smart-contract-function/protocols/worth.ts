import { type Address, isAddressEqual } from 'viem'
import { addressAt, integerAt } from '@/lib/chain/calldata/arguments'
import type { DecodedCall } from '@/lib/chain/calldata/decode-call'
import { entryProbe, exitProbe } from '../../shared/position-probe'
import type { Probe } from '../../tool'
import { type CallFacts, vaultCalls } from '../facts'

/**
 * Applies the rules of staking to a directly called vault: what a deposit is worth afterwards, and what comes out for
 * the shares given up. Null for any other call, and for one in favour of somebody else, which G10 covers.
 */
export function worthOf(call: DecodedCall, account: Address, facts: CallFacts): Probe | null {
  const { known, args, to, data } = call
  const asset = facts.assets.get(to)
  const token = asset && facts.tokens.get(asset)
  if (!known || !args || !token || !vaultCalls.has(known.signature)) return null
  const people = known.signature.split('address').slice(1)
  if (!people.every((_, index) => isAddressEqual(addressAt(args, index + 1), account))) return null
  const place = { account, contract: to, token }
  switch (known.signature) {
    case 'deposit(uint256,address)':
      return entryProbe(place, integerAt(args, 0))
    case 'mint(uint256,address)': {
      const cost = facts.previews.get(data)
      return cost === undefined ? null : entryProbe(place, cost)
    }
    default:
      return exitProbe(place, false)
  }
}
