import { type Address, isAddressEqual } from 'viem'
import { describedContract } from '../calldata/descriptors'
import { type ChainInfo, nativeAddress } from '../chains/chain'
import { devnetAddresses } from '../chains/devnet-addresses'
import { findLendingMarket } from '../lending/markets'
import { findCollection } from '../nft/collections'
import { findToken } from '../tokens/tokens'
import { pinnedVaultAt } from '../yields/pinned-vaults'
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

/** True if a contract does whatever anyone asks in its own name: whatever it may take, anyone may take. */
export const servesEverybody = (address: Address): boolean =>
  isAddressEqual(address, devnetAddresses.multicall) || safeBatchAt(address)?.isOpen === true
