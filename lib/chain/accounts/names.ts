import { type Address, BaseError, ContractFunctionRevertedError, getAddress, toCoinType } from 'viem'
import { mainnet, sepolia } from 'viem/chains'
import { normalize } from 'viem/ens'
import type { ChainHandle, ChainInfo, Chains } from '../chains/chain'
import { localChainIds } from '../chains/chain-facts'

/** A name's record is kept off the chain, where no client of ours looks (`noLookups` in `chains.ts`). */
export class OffchainNameError extends Error {
  override readonly name = 'OffchainNameError'
  constructor(options: ErrorOptions) {
    super('its record is kept off the chain', options)
  }
}

/** `isOfChain`: recorded for the chain that was asked for, and not only for Ethereum. */
export type NamedAddress = { address: Address; isOfChain: boolean }

/** The chain that keeps the names for another one: Ethereum, of test networks Sepolia, of local chains the first. Null: not served. */
export function nameChain({ isLocal, viemChain }: ChainInfo, chains: Chains): ChainHandle | null {
  const id = isLocal ? localChainIds[0] : viemChain.testnet ? sepolia.id : mainnet.id
  return (id !== undefined && chains.get(id)) || null
}

/** ENSIP-15 normalisation; null for a name that it refuses, and that nobody can own. */
export function normalizedName(name: string): string | null {
  try {
    return normalize(name)
  } catch {
    return null
  }
}

/**
 * The address that a normalised name stands for on a chain: the record for that chain (ENSIP-11), else the one for
 * Ethereum; null if there is neither. `keeper`: the chain that keeps the names. All reads go out in the tick of the call.
 * Throws OffchainNameError, and viem's errors where the keeper does not answer or the record is no address.
 */
export async function readName(keeper: ChainHandle, name: string, chainId: number): Promise<NamedAddress | null> {
  const { client } = keeper
  const [ofChain, ofEthereum] = await Promise.all([
    chainId === keeper.id ? null : client.getEnsAddress({ name, coinType: toCoinType(chainId) }).catch(offchain),
    client.getEnsAddress({ name }).catch(offchain),
  ])
  const address = ofChain ?? ofEthereum
  return address ? { address: getAddress(address), isOfChain: chainId === keeper.id || ofChain !== null } : null
}

/** ERC-3668, `OffchainLookup(address,string[],bytes,bytes4,bytes)` */
const lookup = '0x556f1830'

function offchain(error: unknown): never {
  const refused = error instanceof BaseError && error.walk((cause) => cause instanceof ContractFunctionRevertedError)
  const isKeptElsewhere = refused instanceof ContractFunctionRevertedError && refused.raw?.startsWith(lookup)
  throw isKeptElsewhere ? new OffchainNameError({ cause: error }) : error
}
