import { type Address, bytesToBigInt, bytesToHex, getAddress, type Hex } from 'viem'

const random = (size: number): Uint8Array => crypto.getRandomValues(new Uint8Array(size))

/**
 * Random addresses and figures for simulations: a contract could look for any constant of the source and behave well
 * while it finds it.
 */
export const randomAddress = (): Address => getAddress(bytesToHex(random(20)))
export const randomWord = (): Hex => bytesToHex(random(32))

/** Returns a random number of at least `least` and less than `most`. */
export const randomBetween = (least: bigint, most: bigint): bigint =>
  least + (bytesToBigInt(random(16)) % (most - least))
