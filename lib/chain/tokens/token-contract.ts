import {
  type Address,
  type BaseError,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  getContractError,
  hexToString,
  parseAbi,
  size,
} from 'viem'
import { cleanChainString } from '@/lib/wire/text'
import { type ChainHandle, type ChainInfo, isNative, nativeAddress } from '../chains/chain'
import { unlessRefused } from '../chains/read-error'
import { findToken } from './tokens'

/** A token as the chain itself describes it. Symbol and name are cleaned, and may be empty. */
export type TokenFacts = {
  chainId: number
  address: Address
  symbol: string
  /** Name in our own list; null for an unlisted token. */
  name: string | null
  decimals: number
  /** True if it is in our own list. Assume nothing good of others. */
  listed: boolean
  /** The contract's symbol if it differs from the list's (as for bridged twins). Empty for native coins. */
  ownSymbol: string
}

/** ERC-20 says uint8. Read wider, to tell an absurd answer from none. */
const decimalsAbi = parseAbi(['function decimals() view returns (uint256)'])
/** Before ERC-20 settled on strings, some tokens (MKR, SAI) returned bytes32. */
const bytes32Abi = parseAbi(['function symbol() view returns (bytes32)'])

/** No real token has more; uint256 holds 78 digits. */
const mostDecimals = 77n

/** Returns a contract's decimals; null if it states none, or an impossible number. */
export const readableDecimals = (answer: bigint | null): number | null =>
  answer === null || answer > mostDecimals ? null : Number(answer)

/** Describes a token from our own list alone; null if it is not in it. */
export function listedTokenFacts(chain: ChainInfo, address: Address): TokenFacts | null {
  const token = findToken(chain, address)
  if (!token) return null
  const { symbol, name, decimals } = token
  return { chainId: chain.id, address: token.address, symbol, name, decimals, listed: true, ownSymbol: symbol }
}

/**
 * Reads decimals and symbol from the contract, in one round trip. Null if there is no token at the address, or none
 * whose amounts can be read. If the RPC does not answer it throws viem's error: that is not the same as "no token".
 */
export async function readTokenFacts(chain: ChainHandle, address: Address): Promise<TokenFacts | null> {
  const { decimals, ...facts } = await readTokenMetadata(chain, address)
  return decimals === null ? null : { ...facts, decimals }
}

/** Reads the same for whatever is at the address, with null for unknown decimals. */
export async function readTokenMetadata(
  chain: ChainHandle,
  address: Address,
): Promise<Omit<TokenFacts, 'decimals'> & { decimals: number | null }> {
  const known = findToken(chain, address)
  if (isNative(address)) {
    const { symbol, name, decimals } = chain.viemChain.nativeCurrency
    return { chainId: chain.id, address: nativeAddress, symbol, name, decimals, listed: true, ownSymbol: symbol }
  }
  const symbolOf = { address, functionName: 'symbol' } as const
  const [decimals, text, bytes] = await Promise.all([
    unlessRefused(readDecimals(chain, address)),
    // A symbol that is unreadable in both forms counts as none. The read of the decimals shows whether the RPC answers.
    chain.client.readContract({ ...symbolOf, abi: erc20Abi }).catch(() => null),
    chain.client.readContract({ ...symbolOf, abi: bytes32Abi }).catch(() => null),
  ])
  const ownSymbol = cleanChainString(text ?? (bytes ? hexToString(bytes, { size: 32 }) : ''))
  return {
    chainId: chain.id,
    address,
    symbol: known?.symbol ?? ownSymbol,
    name: known?.name ?? null,
    decimals: readableDecimals(decimals),
    listed: known !== null,
    ownSymbol,
  }
}

/** Null for an answer that is no number. A text is longer than a word, and begins with one: 32, where its letters begin. */
async function readDecimals(chain: ChainHandle, address: Address): Promise<bigint | null> {
  const call = { abi: decimalsAbi, functionName: 'decimals' } as const
  const { data = '0x' } = await chain.client
    .call({ to: address, data: encodeFunctionData(call) })
    .catch((error: BaseError) => Promise.reject(getContractError(error, { ...call, args: [], address })))
  return size(data) === 32 ? decodeFunctionResult({ ...call, data }) : null
}
