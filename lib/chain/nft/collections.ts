import { type Address, isAddressEqual } from 'viem'
import { localChainIds } from '../chains/chain-facts'
import { devnetAddresses } from '../chains/devnet-addresses'

export type NftKind = 'erc721' | 'erc1155'

/**
 * A collection that this app vouches for. The name is ours, not the contract's. `called`: the word that people use for
 * it, or for one of its tokens. `symbol`: as shown by wallets.
 */
export type PinnedCollection = {
  chainId: number
  address: Address
  kind: NftKind
  name: string
  called: string
  symbol?: string
}

const collection = (
  chainId: number,
  address: Address,
  kind: NftKind,
  name: string,
  called: string,
  symbol?: string,
): PinnedCollection => ({
  chainId,
  address,
  kind,
  name,
  called,
  ...(symbol ? { symbol } : {}),
})

/** From the projects' own documentation: docs.ens.domains (deployments), docs.uniswap.org (v3 deployments). */
const pinned: readonly PinnedCollection[] = [
  ...localChainIds.flatMap((id) => [
    collection(id, devnetAddresses.nfts.postcards, 'erc721', 'Countersign Postcards', 'postcard', 'CARD'),
    collection(id, devnetAddresses.nfts.badges, 'erc1155', 'Countersign Badges', 'badge', 'BADGE'),
  ]),
  collection(1, '0x57f1887a8BF19b14fC0dF6Fd9B2acc9Af147eA85', 'erc721', 'ENS names (.eth registrar)', 'ens'),
  collection(1, '0xD4416b13d2b3a9aBae7AcD5D6C2BbDBE25686401', 'erc1155', 'ENS names (wrapped)', 'ens'),
  ...[1, 10, 137, 42161].map((id) =>
    collection(id, '0xC36442b4a4522E871399CD717aBDD847Ab11FE88', 'erc721', 'Uniswap V3 positions', 'uniswap'),
  ),
  collection(8453, '0x03a520b32C04BF3bEEf7BEb72E919cf822Ed34f1', 'erc721', 'Uniswap V3 positions', 'uniswap'),
]

export const pinnedCollections = (chainId: number): readonly PinnedCollection[] =>
  pinned.filter((each) => each.chainId === chainId)

export const findCollection = (chainId: number, address: Address): PinnedCollection | null =>
  pinned.find((each) => each.chainId === chainId && isAddressEqual(each.address, address)) ?? null
