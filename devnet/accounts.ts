import { type Address, getAddress, keccak256, slice, toBytes } from 'viem'

/**
 * Derives an address for which nobody has a key. The local chains act for it by impersonation, so there is no key to
 * import.
 */
function keylessAddress(label: string): Address {
  return getAddress(slice(keccak256(toBytes(`countersign devnet ${label}`)), 12))
}

/** Creates and owns every contract. The addresses in `lib/chain/chains/devnet-addresses.ts` follow from this one. */
export const deployer = keylessAddress('deployer')

/** Fills bridge transfers. */
export const relayer = keylessAddress('relayer')

/** Receives the integrator fee of swaps and bridges. */
export const feeCollector = keylessAddress('fee collector')

/** Owner of the only name on the local chains, `friend.countersign.eth`. */
export const friend = keylessAddress('friend')

/** Target of tampered transactions: stands in for somebody who wants the money. */
export const thief = keylessAddress('thief')
