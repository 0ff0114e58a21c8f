import { type Address, type Hex, pad } from 'viem'
import type { Call } from './possible-effects'
import { randomAddress } from './unguessable'

/** An address that nobody holds: where the reader's code is put for the time of a simulation. */
const address = randomAddress()

/**
 * Reads the native balance of an account inside a simulation, on any chain: a few bytes of code that a state override
 * puts at an unused address. They return BALANCE of the address in the first calldata word:
 * `PUSH1 0 CALLDATALOAD BALANCE PUSH1 0 MSTORE PUSH1 32 PUSH1 0 RETURN`.
 */
export const balanceReader = {
  stateOverrides: { [address]: { code: '0x6000353160005260206000f3' satisfies Hex } },
  read: (account: Address): Call => ({ to: address, data: pad(account, { size: 32 }) }),
} as const
