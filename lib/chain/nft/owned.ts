import { type Address, isAddressEqual, parseAbi, parseAbiItem } from 'viem'
import { getLogs } from 'viem/actions'
import type { ChainHandle } from '../chains/chain'
import { readingFrom, unlessRefused } from '../chains/read-error'
import { type PinnedCollection, pinnedCollections } from './collections'
import { readTokenUri, withTokenId } from './metadata'

/** A token that the account holds. `amount` is 1 for an ERC-721. `name` is the contract's claim, cleaned. */
type OwnedNft = { collection: PinnedCollection; tokenId: bigint; amount: bigint; name: string }

/** `incomplete`: names of the collections of which the account may hold more than is listed. */
type OwnedNfts = { tokens: readonly OwnedNft[]; incomplete: readonly string[] }

/** Per collection. An account with more is told that the list is incomplete. */
const mostTokens = 50

const abi = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function balanceOf(address owner, uint256 id) view returns (uint256)',
  'function ownerOf(uint256 id) view returns (address)',
  'function tokenOfOwnerByIndex(address owner, uint256 index) view returns (uint256)',
  'function tokenURI(uint256 id) view returns (string)',
  'function uri(uint256 id) view returns (string)',
])
const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)')
const transferSingle = parseAbiItem(
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
)
const transferBatch = parseAbiItem(
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
)

/**
 * Returns the account's tokens from the collections known on a chain. Logs and enumeration tell where to look;
 * `ownerOf` and `balanceOf` decide. Throws ChainReadError if the RPC does not answer at all.
 */
export async function readOwnedNfts(chain: ChainHandle, account: Address): Promise<OwnedNfts> {
  const reads = pinnedCollections(chain.id).map((collection) =>
    collection.kind === 'erc721' ? readErc721(chain, collection, account) : readErc1155(chain, collection, account),
  )
  const found = await readingFrom(chain, Promise.all(reads))
  return {
    tokens: found.flatMap(({ tokens }) => tokens),
    incomplete: found.flatMap(({ collection, complete }) => (complete ? [] : [collection.name])),
  }
}

type Found = { collection: PinnedCollection; tokens: OwnedNft[]; complete: boolean }

async function readErc721(chain: ChainHandle, collection: PinnedCollection, account: Address): Promise<Found> {
  const { client } = chain
  const { address } = collection
  const [balance, logs] = await Promise.all([
    unlessRefused(client.readContract({ address, abi, functionName: 'balanceOf', args: [account] })),
    getLogs(client, { address, event: transfer, args: { to: account }, fromBlock: 0n, strict: true }).catch(() => null),
  ])
  if (balance === null || balance === 0n) return { collection, tokens: [], complete: balance === 0n }
  const received = logs
    ? newest(logs.map(({ args }) => args.tokenId))
    : await enumerate(chain, collection, account, balance)
  const held = await Promise.all(
    received.map(async (tokenId): Promise<OwnedNft[]> => {
      const [owner, uri] = await Promise.all([
        unlessRefused(client.readContract({ address, abi, functionName: 'ownerOf', args: [tokenId] })),
        unlessRefused(client.readContract({ address, abi, functionName: 'tokenURI', args: [tokenId] })),
      ])
      const isHeld = owner !== null && isAddressEqual(owner, account)
      return isHeld ? [{ collection, tokenId, amount: 1n, name: readTokenUri(uri ?? '').name }] : []
    }),
  )
  const tokens = held.flat()
  return { collection, tokens, complete: BigInt(tokens.length) === balance }
}

/** Uses ERC-721's optional enumeration, since many public nodes refuse to search all blocks. */
async function enumerate({ client }: ChainHandle, { address }: PinnedCollection, account: Address, balance: bigint) {
  const count = Number(balance < BigInt(mostTokens) ? balance : BigInt(mostTokens))
  const ids = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      unlessRefused(
        client.readContract({ address, abi, functionName: 'tokenOfOwnerByIndex', args: [account, BigInt(index)] }),
      ),
    ),
  )
  return ids.filter((id) => id !== null)
}

async function readErc1155(chain: ChainHandle, collection: PinnedCollection, account: Address): Promise<Found> {
  const { client } = chain
  const { address } = collection
  const filter = { address, args: { to: account }, fromBlock: 0n, strict: true } as const
  const [singles, batches] = await Promise.all([
    getLogs(client, { ...filter, event: transferSingle }).catch(() => null),
    getLogs(client, { ...filter, event: transferBatch }).catch(() => null),
  ])
  if (!singles || !batches) return { collection, tokens: [], complete: false }
  const all = [...singles.map(({ args }) => args.id), ...batches.flatMap(({ args }) => args.ids)]
  const ids = newest(all)
  const held = await Promise.all(
    ids.map(async (tokenId): Promise<OwnedNft[]> => {
      const [amount, uri] = await Promise.all([
        unlessRefused(client.readContract({ address, abi, functionName: 'balanceOf', args: [account, tokenId] })),
        unlessRefused(client.readContract({ address, abi, functionName: 'uri', args: [tokenId] })),
      ])
      if (!amount) return []
      return [{ collection, tokenId, amount, name: readTokenUri(withTokenId(uri ?? '', tokenId)).name }]
    }),
  )
  return { collection, tokens: held.flat(), complete: new Set(all).size === ids.length }
}

/** Returns each id once, newest first. */
const newest = (ids: readonly bigint[]): bigint[] => [...new Set(ids.toReversed())].slice(0, mostTokens)
