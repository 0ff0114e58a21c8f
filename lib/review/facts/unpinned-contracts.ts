import { type Address, type Hex, isAddressEqual, slice } from 'viem'
import type { UnpinnedContract } from './contract-facts'
import { type DecodedPlan, empoweredBy, permittedBy, runningCalls } from './decoded-plan'
import { unique } from './facts'
import type { KnownAddress } from './known-addresses'

/**
 * Returns the contracts that are called, directly or in nested calls, or given a permission or power, and that neither
 * the app nor its operator vouches for. Their implementations and age have to be read. Whoever pinned a contract has
 * examined it.
 */
export function unpinnedContracts(decoded: DecodedPlan, known: readonly KnownAddress[]): UnpinnedContract[] {
  const called = runningCalls(decoded).map(({ call }) => call)
  const isPinned = (address: Address) =>
    known.some((each) => each.source === 'pinned' && isAddressEqual(each.address, address))
  // Before the simulation no contract is known to be a collection. Spenders that only lose a permission do not matter.
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

/** Returns the selector of calldata. Empty if it is too short for one. */
export const selectorOf = (data: Hex): Hex[] => (data.length < 10 ? [] : [slice(data, 0, 4)])
