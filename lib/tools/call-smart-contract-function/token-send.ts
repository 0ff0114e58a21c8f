import { type Address, isAddress, toFunctionSignature } from 'viem'
import { resolveFunction } from '@/lib/chain/calldata/resolve-function'
import { isNative, type Token } from '@/lib/chain/chains/chain'
import { knownToken } from '@/lib/chain/tokens/tokens'
import { baseAmountText } from '../shared/token-words'
import type { CallDetails } from './details'
import type { CallParameters } from './parameters'

const transfer = 'transfer(address,uint256)'
const approve = 'approve(address,uint256)'

/** A call that only sends a listed token (ERC-20). `amount` in base units. */
export type TokenSend = { token: Token; to: Address; amount: bigint }

/** Reads the requested send from the parameters: for wording, before there are bytes. Null for any other call. */
export const askedTokenSend = (asked: CallParameters): TokenSend | null => askedOf(transfer, asked)

/** Reads a requested approval of a listed token: `to` is the spender. Null for any other call. */
export const askedApproval = (asked: CallParameters): TokenSend | null => askedOf(approve, asked)

function askedOf(
  signature: string,
  { to, functionName, args = [], chainId, value, abi = [] }: CallParameters,
): TokenSend | null {
  const token = knownToken(chainId, to)
  if (!token || isNative(token.address) || value) return null
  const resolved = resolveFunction({ functionName, args, abi })
  if (resolved.kind === 'refused' || toFunctionSignature(resolved.abi) !== signature) return null
  const [recipient, amount] = resolved.values
  if (typeof recipient !== 'string' || !isAddress(recipient) || typeof amount !== 'bigint') return null
  return { token, to: recipient, amount }
}

/** Example: "20 USDC". */
export const sumOf = ({ amount, token }: TokenSend): string => baseAmountText(amount, token)

/** Reads the send from the bytes shown on a card. Null for any other call. */
export function shownTokenSend({ chainId, to, value, call }: CallDetails): TokenSend | null {
  const token = knownToken(chainId, to)
  if (!token || !call || value > 0n || call.known?.signature !== transfer) return null
  const [recipient, amount] = call.fields.map((field) => field.value)
  if (recipient?.kind !== 'address' || amount?.kind !== 'tokens') return null
  return { token, to: recipient.address, amount: amount.amount }
}
