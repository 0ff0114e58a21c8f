import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { shortHex } from '@/lib/chain/tokens/amount'
import { chainName } from '@/lib/chain/tokens/tokens'
import { loadPart } from '../part'
import { someone } from '../shared/examples'
import { doubleOf } from '../shared/lies'
import type { Tool } from '../tool'
import type { NftDetails } from './details'
import { keptNft } from './kept'
import { type NftParameters, nftSchema, shortTokenId } from './parameters'

export const transferNft: Tool<NftParameters, NftDetails> = {
  name: 'transfer_nft',
  kind: 'transaction',
  schema: nftSchema,
  kept: keptNft,
  label: 'Send NFT',
  actions: () => ['sendNft', 'send'],
  headline: ({ tokenId, toAddress, chainId }) =>
    `Transfer NFT ${shortTokenId(tokenId)} to ${shortHex(toAddress)} on ${chainName(chainId)}`,
  done: ({ tokenId, toAddress, chainId, amount = 1n }) =>
    `Sent ${amount === 1n ? '' : `${amount} pieces of `}NFT ${shortTokenId(tokenId)} to ${shortHex(toAddress)} on ${chainName(chainId)}`,
  moves: () => null,
  purpose: 'Propose to transfer an NFT. `amount` is 1 for an ERC-721.',
  lie: (honest) => ({ ...honest, toAddress: doubleOf(honest.toAddress) }),
  examples: {
    least: { contractAddress: devnetAddresses.nfts.postcards, tokenId: '0', toAddress: someone, chainId: 31337 },
    full: {
      contractAddress: devnetAddresses.nfts.badges,
      tokenId: '7',
      toAddress: someone,
      amount: '2',
      chainId: 31337,
    },
  },
  prepare: async (asked, context) => (await loadPart(() => import('./prepare'))).prepareNft(asked, context),
}
