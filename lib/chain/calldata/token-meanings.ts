import type { Address } from 'viem'
import { asAddress, asInteger, member } from './arguments'
import type { Meaning } from './meaning'

export const erc20Transfer = (from: Address, to: Address, amount: bigint, token: Address): Meaning => ({
  kind: 'transfer',
  form: 'erc20',
  token,
  from,
  to,
  id: null,
  amount,
})

/** One of the transfers in a Permit2 batch. */
export const permit2Transfer = (transfer: unknown): Meaning =>
  erc20Transfer(
    asAddress(member(transfer, 'from')),
    asAddress(member(transfer, 'to')),
    asInteger(member(transfer, 'amount')),
    asAddress(member(transfer, 'token')),
  )

/** One of the allowances in a signed Permit2 permit. */
export const permitDetails = (owner: Address, spender: Address, details: unknown): Meaning => ({
  kind: 'allowance',
  way: 'permit2',
  token: asAddress(member(details, 'token')),
  owner,
  spender,
  amount: asInteger(member(details, 'amount')),
  until: asInteger(member(details, 'expiration')),
  signed: true,
})
