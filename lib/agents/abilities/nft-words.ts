import { shortTokenId } from '@/lib/tools/transfer-nft/parameters'

type Piece = { collection: { name: string }; tokenId: bigint; amount: bigint }

/** "Countersign Badges #2 (5 pieces)". The collection's name is ours; what the token calls itself is left out. */
export const pieces = ({ collection, tokenId, amount }: Piece): string =>
  `${collection.name} ${shortTokenId(tokenId)}${amount > 1n ? ` (${amount} pieces)` : ''}`
