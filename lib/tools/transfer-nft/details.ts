import type { Address } from 'viem'
import type { NftKind } from '@/lib/chain/nft/collections'
import type { NftFacts } from '@/lib/chain/nft/read-nft'
import type { RecipientFacts } from '../shared/recipient'

/** The figures on the NFT's card. */
export type NftDetails = {
  chainId: number
  chainName: string
  collection: Address
  tokenId: bigint
  to: Address
  /** Number of tokens to transfer, as asked; 1 if nothing was said. */
  amount: bigint
  /** Null if the app does not support the chain. */
  facts: (NftFacts & { recipient: RecipientFacts }) | null
  /** The standard by which it would be moved; null if undetermined. */
  kind: NftKind | null
}
