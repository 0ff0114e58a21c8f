import { type Address, isAddressEqual } from 'viem'

/** Uniswap's Permit2, at the same address on every chain (Uniswap/permit2, README.md). */
export const permit2Address: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

/** Addresses that nobody has the key of, and to which people send what they want to destroy. */
const burnAddresses: readonly Address[] = [
  '0x000000000000000000000000000000000000dEaD',
  '0xdEAD000000000000000042069420694206942069',
]

export const isBurnAddress = (address: Address): boolean => burnAddresses.some((burn) => isAddressEqual(burn, address))
