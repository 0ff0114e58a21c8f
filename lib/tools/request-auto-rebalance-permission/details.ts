import type { Address } from 'viem'
import type { TokenFacts } from '@/lib/chain/tokens/token-contract'
import type { RebalancePermission } from '@/lib/wire/consent'
import type { Parameters } from './parameters'
import type { Positions } from './positions'
import type { Cap, Covered } from './terms'

/** The figures on the card. All but `claim` and `minYieldIncrease` are ours. */
export type PermissionDetails = {
  chainId: number
  /** Null for an unsupported chain. */
  chainName: string | null
  tokenAddress: Address
  /** The agent's words. */
  claim: Parameters['currentPosition'] | null
  minYieldIncrease: number
  /** The bounds to be signed. */
  bounds: { minYieldIncreaseBps: number; maxLockupDays: number }
  days: number
  /** The limit as the person typed it; null while it is the position. */
  typedCap: string | null
  /** Unix seconds. */
  validAfter: number
  validUntil: number
  agentId: number | null
  /** Null if it could not be read, or is no token: then nothing below is known. */
  token: TokenFacts | null
  positions: Positions | null
  covered: Covered | null
  cap: Cap | null
  /** Place of the money, as signed. */
  protocol: string
  /** The terms to sign; null while something is missing. */
  permission: RebalancePermission | null
}
