import {
  type Address,
  BaseError,
  decodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  hexToBigInt,
  hexToString,
  numberToHex,
  parseAbi,
  RpcRequestError,
  slice,
} from 'viem'
import type { ChainClient } from '@/lib/chain/chains/chain-client'
import { cleanChainString } from '@/lib/wire/text'
import type { ChainHandle } from '../chains/chain'
import { findCollection, type NftKind, type PinnedCollection } from './collections'
import { type NftMetadata, readTokenUri, withTokenId } from './metadata'

/** A token as its contract describes it. Strings are cleaned and clipped, and may be empty. */
export type NftFacts = {
  chainId: number
  collection: Address
  tokenId: bigint
  pinned: PinnedCollection | null
  /** False: nothing can be asked of an address without code. */
  hasCode: boolean
  /** Kinds that the contract declares by ERC-165. Several or none is a warning. */
  declared: readonly NftKind[]
  /** `ownerOf` of ERC-721; null if refused. */
  owner: Address | null
  /** `balanceOf` of ERC-1155 for the account; null if refused. */
  balance: bigint | null
  /** The address that may move this ERC-721 token besides the owner; null for none. */
  approved: Address | null
  collectionName: string
  symbol: string
  metadata: NftMetadata
}

const abi = parseAbi([
  'function supportsInterface(bytes4 id) view returns (bool)',
  'function ownerOf(uint256 id) view returns (address)',
  'function balanceOf(address owner, uint256 id) view returns (uint256)',
  'function getApproved(uint256 id) view returns (address)',
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function tokenURI(uint256 id) view returns (string)',
  'function uri(uint256 id) view returns (string)',
])

/** ERC-165 ids: its own, the one that must be denied, and those of ERC-721 and ERC-1155. */
const interfaces = { erc165: '0x01ffc9a7', invalid: '0xffffffff', erc721: '0x80ac58cd', erc1155: '0xd9b67a26' } as const

/** Reads everything the chain knows about one token, in one round trip. Throws viem's errors. */
export async function readNft(
  { id: chainId, client }: ChainHandle,
  account: Address,
  collection: Address,
  tokenId: bigint,
): Promise<NftFacts> {
  const ask = (data: Hex) => boundedCall(client, collection, data)
  const supports = (id: Hex) => ask(encodeFunctionData({ abi, functionName: 'supportsInterface', args: [id] }))
  const args = [tokenId] as const
  const [code, erc165, invalid, erc721, erc1155, owner, balance, approved, name, symbol, tokenUri, uri] =
    await Promise.all([
      client.getCode({ address: collection }),
      supports(interfaces.erc165),
      supports(interfaces.invalid),
      supports(interfaces.erc721),
      supports(interfaces.erc1155),
      ask(encodeFunctionData({ abi, functionName: 'ownerOf', args })),
      ask(encodeFunctionData({ abi, functionName: 'balanceOf', args: [account, tokenId] })),
      ask(encodeFunctionData({ abi, functionName: 'getApproved', args })),
      ask(encodeFunctionData({ abi, functionName: 'name' })),
      ask(encodeFunctionData({ abi, functionName: 'symbol' })),
      ask(encodeFunctionData({ abi, functionName: 'tokenURI', args })),
      ask(encodeFunctionData({ abi, functionName: 'uri', args })),
    ])
  const speaksErc165 = isTrue(erc165) && !isTrue(invalid)
  return {
    chainId,
    collection,
    tokenId,
    pinned: findCollection(chainId, collection),
    hasCode: code !== undefined && code !== '0x',
    declared: speaksErc165
      ? [...(isTrue(erc721) ? (['erc721'] as const) : []), ...(isTrue(erc1155) ? (['erc1155'] as const) : [])]
      : [],
    owner: addressIn(owner),
    balance: word(balance),
    approved: addressIn(approved),
    collectionName: cleanChainString(textIn(name, 512)),
    symbol: cleanChainString(textIn(symbol, 512), 16),
    metadata: readTokenUri(tokenUriIn(tokenUri, uri, tokenId)),
  }
}

/** Returns the URI of the token's metadata. Empty if the contract does not say. */
export async function readUri({ client }: ChainHandle, collection: Address, tokenId: bigint): Promise<string> {
  const args = [tokenId] as const
  const [tokenUri, uri] = await Promise.all([
    boundedCall(client, collection, encodeFunctionData({ abi, functionName: 'tokenURI', args })),
    boundedCall(client, collection, encodeFunctionData({ abi, functionName: 'uri', args })),
  ])
  return tokenUriIn(tokenUri, uri, tokenId)
}

const tokenUriIn = (tokenUri: Hex | null, uri: Hex | null, tokenId: bigint): string =>
  textIn(tokenUri, longestUri) || withTokenId(textIn(uri, longestUri), tokenId)

const longestUri = 700_000

const word = (answer: Hex | null): bigint | null =>
  answer && answer.length >= 66 ? hexToBigInt(slice(answer, 0, 32)) : null

const isTrue = (answer: Hex | null): boolean => word(answer) === 1n

const addressIn = (answer: Hex | null): Address | null => {
  const value = word(answer)
  if (value === null || value === 0n || value >> 160n !== 0n) return null
  return getAddress(`0x${value.toString(16).padStart(40, '0')}`)
}

/** Decodes a string, or bytes32 as some old contracts return. Empty if it is neither, or longer than `most` bytes. */
function textIn(answer: Hex | null, most: number): string {
  if (!answer || answer.length > 2 * (most + 128)) return ''
  try {
    return decodeAbiParameters([{ type: 'string' }], answer)[0]
  } catch {
    return answer.length === 66 ? hexToString(answer, { size: 32 }) : ''
  }
}

/** Ample for a collection that builds its picture on chain. */
const mostGas = 30_000_000n

/**
 * Reads a contract that may be hostile, in an `eth_call` of its own with bounded gas, so that one that loops or returns
 * megabytes spoils no other read. The client still sends all reads of a tick in one request. Null if the contract
 * refused; throws viem's errors if the node did not answer.
 */
async function boundedCall(client: ChainClient, to: Address, data: Hex): Promise<Hex | null> {
  try {
    return await client.request({ method: 'eth_call', params: [{ to, data, gas: numberToHex(mostGas) }, 'latest'] })
  } catch (error) {
    if (error instanceof BaseError && error.walk(isRefusal) !== null) return null
    throw error
  }
}

/** True if the contract failed and not the node: code 3 in geth and its relatives, or words to that effect. */
const isRefusal = (cause: unknown): boolean =>
  cause instanceof RpcRequestError &&
  (cause.code === 3 || /revert|out ?of ?gas|invalid ?opcode|bad instruction|stack|halt/i.test(cause.details))
