import { type Address, getAddress, type Hex, slice } from 'viem'

/**
 * Returns the delegate of an EIP-7702 account, whose code is 0xef0100 followed by the delegate's address. Null for any
 * other code.
 */
export const delegateOf = (code: Hex | undefined): Address | null =>
  code?.length === 48 && code.toLowerCase().startsWith('0xef0100') ? getAddress(slice(code, 3, 23)) : null
