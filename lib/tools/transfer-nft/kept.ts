import { z } from 'zod'
import { keptAddress, keptRecipient, listOf, whole } from '../shared/kept-fields'
import type { NftDetails } from './details'

const kind = z.enum(['erc721', 'erc1155'])

const picture = z.discriminatedUnion('kind', [
  // Ends up in an `<img>`: only a picture inside the address itself, never one to be fetched.
  z.object({ kind: z.literal('embedded'), src: z.string().startsWith('data:image/') }),
  z.object({
    kind: z.literal('remote'),
    resource: z.object({
      via: z.enum(['https', 'ipfs']),
      uri: z.string(),
      holds: z.enum(['picture', 'metadata']),
    }),
  }),
])

/** The card's figures as stored with the outcome. */
export const keptNft = z.object({
  chainId: z.int(),
  chainName: z.string(),
  collection: keptAddress,
  tokenId: whole,
  to: keptAddress,
  amount: whole,
  facts: z
    .object({
      chainId: z.int(),
      collection: keptAddress,
      tokenId: whole,
      pinned: z
        .object({
          chainId: z.int(),
          address: keptAddress,
          kind,
          name: z.string(),
          called: z.string(),
          symbol: z.string().optional(),
        })
        .nullable(),
      hasCode: z.boolean(),
      declared: listOf(kind),
      owner: keptAddress.nullable(),
      balance: whole.nullable(),
      approved: keptAddress.nullable(),
      collectionName: z.string(),
      symbol: z.string(),
      metadata: z.object({ name: z.string(), picture: picture.nullable() }),
      recipient: keptRecipient,
    })
    .nullable(),
  kind: kind.nullable(),
}) satisfies z.ZodType<NftDetails>
