import { getAddress } from 'viem'
import type { NftDetails } from '@/lib/tools/transfer-nft/details'
import { account, type Example, friend, ok, ordinaryAccount, plan, stranger } from '../call'

const postcards = getAddress('0x57f1887a8bf19b14fc0df6fd9b2acc9af147ea85')

/** An NFT of a collection that is not listed. */
export const nft: Example = {
  name: 'transfer_nft',
  parameters: { contractAddress: postcards, tokenId: '7', toAddress: friend, chainId: 1 },
  details: {
    chainId: 1,
    chainName: 'Ethereum',
    collection: postcards,
    tokenId: 7n,
    to: friend,
    amount: 1n,
    facts: {
      chainId: 1,
      collection: postcards,
      tokenId: 7n,
      pinned: null,
      hasCode: true,
      declared: ['erc721'],
      owner: account,
      balance: null,
      approved: null,
      collectionName: 'Postcards',
      symbol: 'CARD',
      metadata: { name: 'Lisbon by night', picture: null },
      recipient: ordinaryAccount,
    },
    kind: 'erc721',
  } satisfies NftDetails,
  plan: plan([{ id: 'transfer', title: 'Transfer number 7', to: postcards }], {
    out: [{ asset: { kind: 'erc721', chainId: 1, address: postcards, tokenId: 7n }, amount: 1n }],
  }),
  effects: {
    chainId: 1,
    balances: [
      {
        asset: { kind: 'erc721', chainId: 1, address: postcards, tokenId: 7n },
        before: 1n,
        after: 0n,
        symbol: 'CARD',
        decimals: 0,
        listed: false,
      },
    ],
    allowances: [],
    operators: [],
  },
  findings: [
    ...ok,
    {
      rule: 'nft.collection',
      level: 'WARN',
      title: 'This collection is not on our list.',
      observed: postcards,
      why: 'Anyone can name a collection as they like. Compare the address.',
    },
  ],
  lie: [{ rule: 'nft.owner', level: 'BLOCK', title: 'This token is not yours.', observed: stranger }],
}
