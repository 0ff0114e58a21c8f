import { type Address, isAddressEqual } from 'viem'
import { delegateOf } from '@/lib/chain/accounts/delegation'
import { type ChainHandle, nativeAddress, type Token } from '@/lib/chain/chains/chain'
import { findToken } from '@/lib/chain/tokens/tokens'

/** What a chain says of an address that is to receive something. */
export type RecipientFacts = {
  /** There is code there, a delegate (below) included. */
  hasCode: boolean
  /** The contract that runs for this account by EIP-7702; null for a plain account or an ordinary contract. */
  delegate: Address | null
  /** Transactions that the account has sent. */
  nonce: number
  /** Wei. */
  balance: bigint
  /** The account itself. */
  isSelf: boolean
  /** Set if the address is a token contract of our list: what is sent there is lost. */
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
