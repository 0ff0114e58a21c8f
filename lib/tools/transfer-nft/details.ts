import type { Address } from 'viem'
import type { NftKind } from '@/lib/chain/nft/collections'
import type { NftFacts } from '@/lib/chain/nft/read-nft'
import type { RecipientFacts } from '../shared/recipient'

/** What the NFT's card shows. */
export type NftDetails = {
  chainId: number
  chainName: string
  collection: Address
  tokenId: bigint
  to: Address
  /** How many are transferred; as asked, and 1 where nothing was said. */
  amount: bigint
  /** Null if the app does not serve the chain. */
  facts: (NftFacts & { recipient: RecipientFacts }) | null
  /** By which standard it would be moved; null where that cannot be told. */
  kind: NftKind | null
}
