import { type Address, bytesToBigInt, bytesToHex, getAddress, type Hex } from 'viem'

const random = (size: number): Uint8Array => crypto.getRandomValues(new Uint8Array(size))

/**
 * Addresses and figures that a simulation needs and that no contract may know it by: whatever stood in the source, a
 * contract could look for, and behave while it is there.
 */
export const randomAddress = (): Address => getAddress(bytesToHex(random(20)))
export const randomWord = (): Hex => bytesToHex(random(32))

/** From `least` on, less than `most`. */
export const randomBetween = (least: bigint, most: bigint): bigint =>
  least + (bytesToBigInt(random(16)) % (most - least))
