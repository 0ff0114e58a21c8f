import { type Address, getAddress } from 'viem'

/** Characters at one end that make two addresses look alike where the middle is not read [MetaMask, Safe]. */
const sameEnd = 4

/** Counts the ends that two different addresses have in common. */
export function matchingEnds(a: Address, b: Address): 0 | 1 | 2 {
  const [one, other] = [getAddress(a).slice(2).toLowerCase(), getAddress(b).slice(2).toLowerCase()]
  const prefix = one.slice(0, sameEnd) === other.slice(0, sameEnd)
  const suffix = one.slice(-sameEnd) === other.slice(-sameEnd)
  if (prefix && suffix) return 2
  // Many contracts are given addresses that begin with zeros to save gas: alone, that is no likeness.
  const idle = '0'.repeat(sameEnd)
  return (prefix && !one.startsWith(idle)) || (suffix && !one.endsWith(idle)) ? 1 : 0
}
