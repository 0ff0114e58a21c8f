import { exactAmount, parseAmount, ungrouped } from '@/lib/chain/tokens/amount'
import type { TokenFacts } from '@/lib/chain/tokens/token-contract'
import { cleanChainString } from '@/lib/wire/text'
import type { Adjustments, Parameters } from './parameters'
import type { Position, Positions } from './positions'

/** The positions that the permission covers, and how that was decided. */
export type Covered = {
  positions: readonly Position[]
  /** In base units. */
  amount: bigint
  /** Mean of the yields, weighted by amount, as a fraction of one; null if any yield is unknown. */
  apy: number | null
  /** Set if one of them may have a rate that could not be read. */
  isRateUnread?: true
  /** Name of the place as signed; empty for anywhere the token earns. */
  protocol: string
  /** False if the agent names a place where nothing of the account's was found. */
  matches: boolean
}

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** True if the agent's words name this place: one name contains the other, comparing only letters and digits. */
export function names(claim: string, { protocol, pool }: Pick<Position, 'protocol' | 'pool'>): boolean {
  const said = plain(claim)
  if (said === '') return false
  return [protocol, pool, `${protocol}${pool}`].some((name) => {
    const known = plain(name)
    return known !== '' && (said.includes(known) || (said.length > 2 && known.includes(said)))
  })
}

/** Selects the positions that the agent means: those of the protocol that it names, otherwise all of the token. */
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
    // With nothing found, only the agent's word remains; it is shown as the agent's.
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
 * Converts the least gain to hundredths of a percentage point. The protocol gives no unit. It is read as percentage
 * points, the strict way: as a fraction the same figure would demand a hundred times the gain, so what is signed never
 * promises the person more than was asked. Rounded up, so that the bound is never looser than the figure.
 */
export const increaseInBps = (minYieldIncrease: number): number =>
  minYieldIncrease > 0 ? Math.max(1, Math.ceil(Number((minYieldIncrease * 100).toFixed(6)))) : 0

/** A thousand percentage points: no place pays that much more than another. */
export const mostIncreaseBps = 100_000

/** The limit that the person allows. `unreadable` if the typed text is not an amount of this token. */
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

/** Returns the bounds as signed: the agent's, or the person's tighter ones. */
export const boundsOf = (parameters: Parameters, adjustments: Adjustments) => ({
  minYieldIncreaseBps: Math.max(increaseInBps(parameters.minYieldIncrease), adjustments.minYieldIncreaseBps ?? 0),
  maxLockupDays: Math.min(parameters.maxLockupDays, adjustments.maxLockupDays ?? parameters.maxLockupDays),
})

/** Returns the agent's amount in base units, in both possible readings: whole tokens, or already base units. */
export const claimedAmounts = (claim: string, decimals: number): { whole: bigint | null; base: bigint | null } => ({
  whole: parseAmount(claim, decimals),
  base: parseAmount(claim, 0),
})

/** Writes an amount with every digit, as the card's limit is: rounded, two amounts that differ could read the same. */
export const inTokens = (amount: bigint, token: Pick<TokenFacts, 'decimals' | 'symbol'>): string =>
  `${exactAmount(amount, token.decimals)} ${token.symbol || 'tokens'}`

/** Formats basis points as percentage points. */
export const pointsWords = (bps: number): string =>
  `${Number((bps / 100).toFixed(2))} percentage ${bps === 100 ? 'point' : 'points'}`
