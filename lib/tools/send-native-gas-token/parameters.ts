import type { Address } from 'viem'
import { z } from 'zod'
import { nativeAddress, type Price, type Token } from '@/lib/chain/chains/chain'
import { formatAmount } from '@/lib/chain/tokens/amount'
import { address, chainId, uint } from '../shared/fields'
import type { RecipientFacts } from '../shared/recipient'
import { baseAmountText } from '../shared/token-words'

export const sendSchema = z.strictObject({ to: address, chainId, value: uint })
export type SendParameters = z.infer<typeof sendSchema>

export type SendDetails = {
  chainId: number
  chainName: string
  to: Address
  /** Wei to send: as asked, or as reduced by the person. */
  amount: bigint
  /** Facts from the chain. Null if the app does not support the chain. */
  facts: SendFacts | null
}

type SendFacts = {
  token: Token
  /** The account's balance in wei. */
  balance: bigint
  price: Price | null
  recipient: RecipientFacts
}

/** Words an amount in wei: in coins if the chain is known. */
export const amountText = (value: bigint, chainId: number): string => {
  const text = baseAmountText(value, { chainId, address: nativeAddress })
  return text.endsWith('base units') ? `${formatAmount(value, 0)} wei` : text
}
