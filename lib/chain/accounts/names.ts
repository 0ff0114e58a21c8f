import { type Address, BaseError, ContractFunctionRevertedError, getAddress, toCoinType } from 'viem'
import { mainnet, sepolia } from 'viem/chains'
import type { ChainHandle, ChainInfo, Chains } from '../chains/chain'
import { localChainIds } from '../chains/chain-facts'

/** The record of a name is kept off chain, where none of our clients looks (`noLookups` in `chain-client.ts`). */
export class OffchainNameError extends Error {
  override readonly name = 'OffchainNameError'
  constructor(options: ErrorOptions) {
    super('its record is kept off the chain', options)
  }
}

/** `isOfChain`: recorded for the requested chain, and not only for Ethereum. */
export type NamedAddress = { address: Address; isOfChain: boolean }

/**
 * Returns the chain that keeps the names for another one: Ethereum, Sepolia for test networks, the first for local
 * chains. Null if it is not served.
 */
export function nameChain({ isLocal, viemChain }: ChainInfo, chains: Chains): ChainHandle | null {
  const id = isLocal ? localChainIds[0] : viemChain.testnet ? sepolia.id : mainnet.id
  return (id !== undefined && chains.get(id)) || null
}

/** Normalizes a name (ENSIP-15); null if the name is invalid, so that nobody can own it. */
export type NormalizeName = (name: string) => string | null

/** Loads the tables of characters that names may consist of: large, and few requests contain a name. */
export async function loadNormalizeName(): Promise<NormalizeName> {
  const { normalize } = await import('viem/ens')
  return (name) => {
    try {
      return normalize(name)
    } catch {
      return null
    }
  }
}

/**
 * Resolves a normalized name for a chain: the record for that chain (ENSIP-11), else the one for Ethereum; null if
 * there is neither. `keeper` is the chain that keeps the names. All reads go out in the tick of the call. Throws
 * OffchainNameError, and viem's errors if the keeper does not answer or the record is no address.
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
