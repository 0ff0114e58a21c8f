import { type Address, isAddressEqual } from 'viem'
import { delegateOf } from '@/lib/chain/accounts/delegation'
import { type ChainHandle, nativeAddress, type Token } from '@/lib/chain/chains/chain'
import { findToken } from '@/lib/chain/tokens/tokens'

/** Facts from a chain about the address of a recipient. */
export type RecipientFacts = {
  /** True if there is code, including that of a delegate (below). */
  hasCode: boolean
  /** Contract that the account delegates to by EIP-7702; null for a plain account or an ordinary contract. */
  delegate: Address | null
  /** Number of transactions that the account has sent. */
  nonce: number
  /** Wei. */
  balance: bigint
  /** True if it is the sending account itself. */
  isSelf: boolean
  /** Set if the address is a token contract on our list: whatever is sent there is lost. */
  token: Token | null
}

/** Reads them in one round trip. Throws viem's errors. */
export async function readRecipient(chain: ChainHandle, account: Address, recipient: Address): Promise<RecipientFacts> {
  const [code, nonce, balance] = await Promise.all([
    chain.client.getCode({ address: recipient }),
    chain.client.getTransactionCount({ address: recipient }),
    chain.client.getBalance({ address: recipient }),
  ])
  return {
    hasCode: code !== undefined && code !== '0x',
    delegate: delegateOf(code),
    nonce,
    balance,
    isSelf: isAddressEqual(account, recipient),
    token: isAddressEqual(recipient, nativeAddress) ? null : findToken(chain, recipient),
  }
}
