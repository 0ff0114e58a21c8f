import { type Address, type Hex, pad } from 'viem'
import type { Call } from './possible-effects'
import { randomAddress } from './unguessable'

/** An unused address that holds the reader's code during a simulation. */
const address = randomAddress()

/**
 * Reads an account's native balance inside a simulation, on any chain. A state override puts a few bytes of code at an
 * unused address, which return BALANCE of the address in the first calldata word:
 * `PUSH1 0 CALLDATALOAD BALANCE PUSH1 0 MSTORE PUSH1 32 PUSH1 0 RETURN`.
 */
export const balanceReader = {
  stateOverrides: { [address]: { code: '0x6000353160005260206000f3' satisfies Hex } },
  read: (account: Address): Call => ({ to: address, data: pad(account, { size: 32 }) }),
} as const
