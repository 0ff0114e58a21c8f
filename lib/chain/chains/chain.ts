import { type Address, type Chain, isAddressEqual } from 'viem'
import type { ChainClient } from './chain-client'

/** The token address that stands for the native coin (as in LI.FI and the agents). */
export const nativeAddress: Address = '0x0000000000000000000000000000000000000000'

/** The one that other services use. */
const otherNative: Address = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

/** True for either spelling of the native coin's "address". */
export const isNative = (address: Address): boolean =>
  isAddressEqual(address, nativeAddress) || isAddressEqual(address, otherNative)

/** A token of the bundled list. Its figures come from our own list, never from an agent. */
export type Token = {
  chainId: number
  /** `nativeAddress` for the chain's native coin. */
  address: Address
  symbol: string
  name: string
  decimals: number
  /** The name of its picture in public/icons/tokens, if there is one. */
  icon?: string
  /** Chainlink AggregatorV3 with a USD answer, if one is known for this token on this chain. */
  priceFeed?: Address
}

/** Everything known about a chain in advance, pinned here so that no API can change a target. */
export type ChainInfo = {
  id: number
  name: string
  viemChain: Chain
  /** Also read by the browser: must not contain a secret. */
  rpcUrl: string
  /** A chain of the local devnet: play money, faucet, demo wallet. */
  isLocal: boolean
  /** The native coin first, then ERC-20 tokens. */
  tokens: readonly Token[]
  wrappedNative: Address
  /** The LI.FI diamond: the only contract that a swap or bridge may call, and the only spender it may name. */
  diamond?: Address
}

/** A chain and the client that reads it. The client batches JSON-RPC requests made in one tick. */
export type ChainHandle = ChainInfo & { client: ChainClient }

/** The chains that this deployment serves, by id. */
export type Chains = ReadonlyMap<number, ChainHandle>

/** USD per whole token in 8 decimals, with its source and time. */
export type Price = { usd: bigint; decimals: 8; source: string; updatedAt: number }
