import type { Hex } from 'viem'
import type { KnownFunction } from '@/lib/chain/calldata/known/known-functions'

/** Standards that a contract can be asked about. */
export type Standard = 'ERC-20' | 'ERC-721' | 'ERC-1155' | 'ERC-6909' | 'ERC-4626'

/** Ids by which a contract declares a standard (ERC-165). ERC-20 tokens answer to `decimals()`, vaults to `asset()`. */
export const interfaceIds: readonly (readonly [Standard, Hex])[] = [
  ['ERC-721', '0x80ac58cd'],
  ['ERC-1155', '0xd9b67a26'],
  ['ERC-6909', '0x0f632fb3'],
]

/** Functions that several of these standards have. */
const shared: Readonly<Record<string, readonly Standard[]>> = {
  'approve(address,uint256)': ['ERC-721', 'ERC-20'],
  'transferFrom(address,address,uint256)': ['ERC-721', 'ERC-20'],
  'burn(uint256)': ['ERC-721', 'ERC-20'],
  'setApprovalForAll(address,bool)': ['ERC-721', 'ERC-1155'],
}

/** The standard that a contract must follow, by the table's heading of a function. */
const required: Readonly<Record<string, Standard>> = {
  'ERC-20': 'ERC-20',
  'ERC-2612': 'ERC-20',
  'DAI permit': 'ERC-20',
  'ERC-3009': 'ERC-20',
  'ERC-777': 'ERC-20',
  'ERC-721': 'ERC-721',
  'ERC-1155': 'ERC-1155',
  'ERC-6909': 'ERC-6909',
  'ERC-4626': 'ERC-4626',
}

/**
 * Returns the standards that define the table's meaning of a function: a contract must follow one of them, as any
 * contract may have a function of that name. Null if no such standard defines it.
 */
export function standardsOf({ signature, standard }: KnownFunction): readonly Standard[] | null {
  const only = required[standard]
  return shared[signature] ?? (only ? [only] : null)
}

/** True if more than one standard has the function. */
export const isShared = ({ signature }: KnownFunction): boolean => Object.hasOwn(shared, signature)
