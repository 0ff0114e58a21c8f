import type { ChainMention, Recipient } from '@/lib/language/steps/mention'

/** An NFT to be sent, as far as it was said. Nothing in it has been checked against a chain. */
export type NftSend = {
  /** The collection by its name in our list; null where none was named. */
  collection: string | null
  /** One that is in no list of ours. */
  unlisted?: { contract: Recipient } | { named: string }
  tokenId?: bigint
  /** Number of pieces of an ERC-1155, or of tokens. */
  amount?: bigint | 'all' | { but: bigint }
  /** The number of one that is not meant. */
  not?: bigint
  recipient?: Recipient
  chain?: ChainMention
  pick?: string | null
  unclear?: 'recipients' | 'words'
  /** Words were left over, or it was put as a question. */
  unsure?: true
}
