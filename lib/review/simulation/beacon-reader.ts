import { type Address, getAddress, type Hex, keccak256, pad, slice, stringToHex } from 'viem'

/** An unused address that holds the reader's code during a call. */
const address = getAddress(slice(keccak256(stringToHex('countersign beacon reader')), 12))

/**
 * Reads a beacon's implementation and that contract's code in one `eth_call` instead of two round trips. A state
 * override puts these bytes at an unused address. Calldata: the beacon as a word. Returns the implementation as a word,
 * followed by its code.
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
