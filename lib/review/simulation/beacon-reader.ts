import { type Address, getAddress, type Hex, keccak256, pad, slice, stringToHex } from 'viem'

/** An address that nobody holds: where the reader's code is put for the time of a call. */
const address = getAddress(slice(keccak256(stringToHex('countersign beacon reader')), 12))

/**
 * Asks a beacon for its implementation and reads that contract's code, in one `eth_call`: one after the other they would
 * be two round trips. A state override puts these bytes at an unused address. Calldata: the beacon, as a word. Returns
 * the implementation as a word, and its code.
 */
const code = `0x${[
  '635c60da1b60e01b600052', // MSTORE(0, the selector of implementation(), EIP-1967)
  '60206000600460006000355afa50', // POP(STATICCALL(GAS, CALLDATALOAD(0), 0, 4, 0, 32))
  '600051803b', // implementation, EXTCODESIZE of it
  '8060006020843c', // EXTCODECOPY(implementation, to 32, from 0, size)
  '6020016000f3', // RETURN(0, 32 + size)
].join('')}` as const satisfies Hex

export const beaconReader = {
  stateOverrides: { [address]: { code } },
  read: (beacon: Address) => ({ to: address, data: pad(beacon, { size: 32 }) }),
} as const
