import { type Address, getAddress, keccak256, slice, toBytes } from 'viem'

/** An address that nobody holds a key of. The local chains act for it by impersonation, so there is no key to import. */
function keylessAddress(label: string): Address {
  return getAddress(slice(keccak256(toBytes(`countersign devnet ${label}`)), 12))
}

/** Creates and owns every contract. The addresses in `lib/chain/chains/devnet-addresses.ts` follow from this one. */
export const deployer = keylessAddress('deployer')

/** Fills bridge transfers. */
export const relayer = keylessAddress('relayer')

/** Receives the integrator fee of swaps and bridges. */
export const feeCollector = keylessAddress('fee collector')

/** Whom the one name on the local chains stands for, `friend.countersign.eth`. */
export const friend = keylessAddress('friend')

/** Where tampered transactions point to: the stand-in for somebody who wants the money. */
export const thief = keylessAddress('thief')
