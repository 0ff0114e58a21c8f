import { type Address, isAddressEqual } from 'viem'
import { describedContract } from '../calldata/known/descriptors'
import { type ChainInfo, nativeAddress } from '../chains/chain'
import { devnetAddresses } from '../chains/devnet-addresses'
import { findLendingMarket, type LendingMarket, lendingMarkets } from '../lending/markets'
import { findCollection } from '../nft/collections'
import { findToken } from '../tokens/tokens'
import { pinnedVaultAt, pinnedVaultsOn } from '../yields/pinned-vaults'
import { safeBatchAt } from './safe-batches'

/** Describes a contract from the app's own lists; null if it is in none of them. */
export function listedContract(chain: Pick<ChainInfo, 'id' | 'tokens' | 'diamond'>, address: Address): string | null {
  // The zero address stands for the native coin in the list of tokens.
  if (isAddressEqual(address, nativeAddress)) return null
  const token = findToken(chain, address)
  if (token) return `${token.symbol} token`
  if (chain.diamond && isAddressEqual(chain.diamond, address)) return 'Swap and bridge router'
  const vault = pinnedVaultAt(chain.id, address)
  if (vault) return `${vault.pool} vault`
  const market = findLendingMarket(chain.id, address)
  if (market) return market.name
  return findCollection(chain.id, address)?.name ?? describedContract({ chainId: chain.id, address })
}

/** Names the protocol of a contract on the app's own lists; null for any other contract, and for plain tokens. */
export function listedProtocol(chain: Pick<ChainInfo, 'id' | 'diamond'>, address: Address): string | null {
  if (chain.diamond && isAddressEqual(chain.diamond, address)) return 'LI.FI'
  const vault = pinnedVaultAt(chain.id, address)
  if (vault) return vault.protocol
  const market = findLendingMarket(chain.id, address)
  if (market) return protocolOfMarket(market)
  return protocolOfCollection[findCollection(chain.id, address)?.called ?? ''] ?? null
}

/** The same for the name of a vault's pool or of a lending market, as our lists have it on a chain. */
export function protocolOfPlace(chainId: number, place: string): string | null {
  const vault = pinnedVaultsOn(chainId).find(({ pool }) => pool === place)
  if (vault) return vault.protocol
  const market = lendingMarkets(chainId).find(({ name }) => name === place)
  return market ? protocolOfMarket(market) : null
}

const protocolOfMarket = ({ name }: LendingMarket): string => (name.startsWith('Aave ') ? 'Aave' : name)
const protocolOfCollection: Readonly<Record<string, string>> = { ens: 'ENS', uniswap: 'Uniswap' }

/** True if a contract does whatever anyone asks in its own name: whatever it may take, anyone may take. */
export const servesEverybody = (address: Address): boolean =>
  isAddressEqual(address, devnetAddresses.multicall) || safeBatchAt(address)?.isOpen === true
