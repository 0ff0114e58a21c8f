import { formatAmount, parseAmount, ungrouped } from '@/lib/chain/tokens/amount'
import type { TokenFacts } from '@/lib/chain/tokens/token-contract'
import { cleanChainString } from '@/lib/wire/text'
import type { Adjustments, Parameters } from './parameters'
import type { Position, Positions } from './positions'

/** The positions that the permission is about, and how that was decided. */
export type Covered = {
  positions: readonly Position[]
  /** In base units. */
  amount: bigint
  /** Mean of the yields, weighted by amount, as a share of one; null where not every yield is known. */
  apy: number | null
  /** One of them may be known, and could not be read. */
  isRateUnread?: true
  /** The name of the place as it is signed; empty for wherever the token earns. */
  protocol: string
  /** False if the agent names a place in which the account has nothing that was found. */
  matches: boolean
}

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** True if the agent's words name this place: one name within the other, letters and digits alone. */
export function names(claim: string, { protocol, pool }: Pick<Position, 'protocol' | 'pool'>): boolean {
  const said = plain(claim)
  if (said === '') return false
  return [protocol, pool, `${protocol}${pool}`].some((name) => {
    const known = plain(name)
    return known !== '' && (said.includes(known) || (said.length > 2 && known.includes(said)))
  })
}

/** Which of the positions found the agent means: those of the protocol that it names, else all of the token. */
export function coveredBy(claim: string | undefined, { found }: Positions): Covered {
  const named = claim ? found.filter((position) => names(claim, position)) : []
  const positions = named.length > 0 ? named : found
  const amount = positions.reduce((sum, position) => sum + position.amount, 0n)
  const [only, ...others] = positions
  const where = only && others.length === 0 ? label(only) : named.length > 0 ? (only?.protocol ?? '') : ''
  return {
    positions,
    amount,
    apy: meanApy(positions, amount),
    ...(positions.some(({ isRateUnread }) => isRateUnread) ? { isRateUnread: true } : {}),
    // With nothing found, the agent's word is all there is; it is shown as the agent's.
    protocol: only ? where : (claim ?? ''),
    matches: !claim || named.length > 0,
  }
}

export const label = ({ protocol, pool }: Pick<Position, 'protocol' | 'pool'>): string =>
  cleanChainString(pool === '' || pool === protocol ? protocol : `${protocol}, ${pool}`, 100)

function meanApy(positions: readonly Position[], amount: bigint): number | null {
  if (amount === 0n || positions.some(({ apy }) => apy === null)) return null
  return positions.reduce((sum, { apy, amount: part }) => sum + (apy ?? 0) * (Number(part) / Number(amount)), 0)
}

/**
 * The least gain in hundredths of a percentage point. the protocol gives no unit. Read as percentage points, the
 * strict way: as a fraction the same figure would ask for a hundred times the gain, so what is signed never promises
 * the person more than was asked. Rounded up, so that the bound is never looser than the figure.
 */
export const increaseInBps = (minYieldIncrease: number): number =>
  minYieldIncrease > 0 ? Math.max(1, Math.ceil(Number((minYieldIncrease * 100).toFixed(6)))) : 0

/** A thousand percentage points: no place pays so much more than another. */
export const mostIncreaseBps = 100_000

/** How much the person allows. `typed` is null where it is not an amount of this token. */
export type Cap =
  | { kind: 'set' | 'position' | 'pinned'; amount: bigint }
  | { kind: 'missing' }
  | { kind: 'unreadable'; text: string }

export function capOf({ cap, maxAmountPerMove }: Adjustments, covered: Covered | null, token: TokenFacts): Cap {
  if (maxAmountPerMove !== undefined) return { kind: 'pinned', amount: maxAmountPerMove }
  if (cap !== undefined && cap.trim() !== '') {
    // "1,5" may be meant as one and a half, and is not read as fifteen.
    const amount = parseAmount(ungrouped(cap.trim()), token.decimals)
    return amount === null ? { kind: 'unreadable', text: cleanChainString(cap, 40) } : { kind: 'set', amount }
  }
  return covered && covered.amount > 0n ? { kind: 'position', amount: covered.amount } : { kind: 'missing' }
}

/** The bounds as they are signed: the agent's, or narrower ones of the person. */
export const boundsOf = (parameters: Parameters, adjustments: Adjustments) => ({
  minYieldIncreaseBps: Math.max(increaseInBps(parameters.minYieldIncrease), adjustments.minYieldIncreaseBps ?? 0),
  maxLockupDays: Math.min(parameters.maxLockupDays, adjustments.maxLockupDays ?? parameters.maxLockupDays),
})

/** The agent's amount in base units, in each way that it can be meant: whole tokens, or base units already. */
export const claimedAmounts = (claim: string, decimals: number): { whole: bigint | null; base: bigint | null } => ({
  whole: parseAmount(claim, decimals),
  base: parseAmount(claim, 0),
})

export const inTokens = (amount: bigint, token: Pick<TokenFacts, 'decimals' | 'symbol'>): string =>
  `${formatAmount(amount, token.decimals)} ${token.symbol || 'tokens'}`

/** Percentage points of hundredths of one. */
export const pointsWords = (bps: number): string =>
  `${Number((bps / 100).toFixed(2))} percentage ${bps === 100 ? 'point' : 'points'}`
