import type { Address } from 'viem'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'

/** Addresses used in the examples of several tools. */
export const exampleTokens = devnetAddresses.tokens
export const someone: Address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
