import { shortTokenId } from '@/lib/tools/transfer-nft/parameters'

type Piece = { collection: { name: string }; tokenId: bigint; amount: bigint }

/** "Countersign Badges #2 (5 pieces)". Uses our name for the collection, not the token's own. */
export const pieces = ({ collection, tokenId, amount }: Piece): string =>
  `${collection.name} ${shortTokenId(tokenId)}${amount > 1n ? ` (${amount} pieces)` : ''}`
