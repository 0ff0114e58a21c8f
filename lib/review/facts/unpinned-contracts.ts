import { type Address, type Hex, isAddressEqual, slice } from 'viem'
import type { UnpinnedContract } from './contract-facts'
import { type DecodedPlan, empoweredBy, permittedBy, runningCalls } from './decoded-plan'
import { unique } from './facts'
import type { KnownAddress } from './known-addresses'

/**
 * The contracts that are called, by the steps or inside of them, or given a permission or a power, and that neither the
 * app nor its operator vouches for: whose code they run and how old they are has to be asked. What was pinned was looked
 * at by whoever pinned it.
 */
export function unpinnedContracts(decoded: DecodedPlan, known: readonly KnownAddress[]): UnpinnedContract[] {
  const called = runningCalls(decoded).map(({ call }) => call)
  const isPinned = (address: Address) =>
    known.some((each) => each.source === 'pinned' && isAddressEqual(each.address, address))
  // Before anything is simulated nobody knows what is a collection: who only loses a permission is no question.
  const permitted = permittedBy(decoded, () => false)
  return unique([...called.map(({ to }) => to), ...permitted, ...empoweredBy(decoded)])
    .filter((address) => !isPinned(address))
    .map((address) => ({
      address,
      selectors: [
        ...new Set(called.filter(({ to }) => isAddressEqual(to, address)).flatMap(({ data }) => selectorOf(data))),
      ],
    }))
}

/** The function that calldata names: none where it is too short for one. */
export const selectorOf = (data: Hex): Hex[] => (data.length < 10 ? [] : [slice(data, 0, 4)])
