import { type Address, getAddress, type Hex, slice } from 'viem'

/** EIP-7702: the code of a delegated account is 0xef0100 and the address of its delegate. Null for any other code. */
export const delegateOf = (code: Hex | undefined): Address | null =>
  code?.length === 48 && code.toLowerCase().startsWith('0xef0100') ? getAddress(slice(code, 3, 23)) : null
