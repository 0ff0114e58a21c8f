import { formatUnits } from 'viem'
import type { BalanceClaim } from './claims'
import { type Holding, isHeldToken } from './holdings'

/** `unknown`: the agent did not mention it, or the chain could not be asked. */
type BalanceVerdict = 'match' | 'differs' | 'unknown'

/**
 * The agent's claim about the row, in its own words. For the verdict `differs`, only the figures that differ: strike
 * them through.
 */
type ClaimedFigures = {
  amount?: string
  price?: string
  value?: string
  /** The agent's figure is the sum over all networks, and matches it. */
  acrossChains?: true
}

export type BalanceRow = Holding & { claimed?: ClaimedFigures; verdict: BalanceVerdict }

/**
 * A claim about a token that was not found: shown as the agent's words and nothing more. `contradicted`: its chain was
 * asked, and there is no such token.
 */
export type UnmatchedClaim = ClaimedFigures & { symbol: string; contradicted?: true }

/** Agents may round amounts (docs/review-rules.md, `balances.figures`). */
const amountTolerance = 0.01
/** Prices move between the agent's reading and ours. */
const priceTolerance = 0.05

/**
 * Matches each claim with the holding that it means. A claim with neither chain nor address may mean any chain: the one
 * that it fits, otherwise the sum over all of them, otherwise the largest. Rows are holdings above zero, and those that
 * the agent mentioned. `repeated` counts further mentions of a holding. `isAsked`: whether the chain was asked for that
 * very token; for an unlisted symbol it never is.
 */
export function compare(
  holdings: readonly Holding[],
  claims: readonly BalanceClaim[],
  isAsked: (claim: BalanceClaim) => boolean = () => false,
): { rows: readonly BalanceRow[]; unmatched: readonly UnmatchedClaim[]; repeated: number } {
  const rows = new Map<Holding, BalanceRow>()
  const unmatched: UnmatchedClaim[] = []
  let repeated = 0
  for (const claim of claims) {
    const named = holdings.filter((holding) => isMeant(holding, claim))
    const candidates = named.filter((holding) => !rows.has(holding))
    const fitting = candidates.find((holding) => agrees(holding, claim))
    const meant = fitting ?? candidates.toSorted(byAmount)[0]
    if (!meant) {
      const contradicted = isAsked(claim) ? ({ contradicted: true } as const) : {}
      if (named.length > 0) repeated += 1
      else unmatched.push({ symbol: claim.symbol ?? claim.address ?? '', ...figures(claim), ...contradicted })
      continue
    }
    const isSum = !fitting && candidates.length > 1 && agreesWithSum(candidates, claim)
    const verdict = meant.amount === null ? 'unknown' : fitting || isSum ? 'match' : 'differs'
    const said = verdict === 'differs' ? figures(wrongOf(meant, claim)) : figures(claim)
    rows.set(meant, { ...meant, claimed: { ...said, ...(isSum ? { acrossChains: true } : {}) }, verdict })
  }
  const shown = holdings.flatMap((holding): BalanceRow[] => {
    const row = rows.get(holding)
    if (row) return [row]
    return holding.amount === null || holding.amount > 0n ? [{ ...holding, verdict: 'unknown' }] : []
  })
  return { rows: shown.filter(isWorthShowing).toSorted(byValue), unmatched, repeated }
}

/** Hides listed tokens that did not answer and that nobody mentioned: they would only be noise. */
const isWorthShowing = (row: BalanceRow): boolean => row.claimed !== undefined || row.amount !== null

const isMeant = (holding: Holding, { symbol, address, chainId }: BalanceClaim): boolean => {
  if (chainId !== null && chainId !== holding.chainId) return false
  if (address) return isHeldToken(holding, address)
  return holding.token.listed && holding.token.symbol.toLowerCase() === symbol?.toLowerCase()
}

const agrees = (holding: Holding, claim: BalanceClaim): boolean =>
  amountAgrees(holding.amount, holding.token.decimals, claim) &&
  priceAgrees(holding, claim) &&
  valueAgrees(holding, claim)

/** Returns the claim without its correct figures. */
const wrongOf = (holding: Holding, claim: BalanceClaim): BalanceClaim => ({
  ...claim,
  amount: amountAgrees(holding.amount, holding.token.decimals, claim) ? null : claim.amount,
  price: priceAgrees(holding, claim) ? null : claim.price,
  value: valueAgrees(holding, claim) ? null : claim.value,
})

/** Accepts base units too: some agents pass on what the chain gave them. */
function amountAgrees(amount: bigint | null, decimals: number | null, claim: BalanceClaim): boolean {
  if (amount === null) return false
  if (!claim.amount) return true
  return (
    (decimals !== null && isNear(claim.amount.number, Number(formatUnits(amount, decimals)), amountTolerance)) ||
    claim.amount.text === amount.toString()
  )
}

const priceAgrees = ({ price }: Holding, claim: BalanceClaim): boolean =>
  !claim.price || !price || isNear(claim.price.number, Number(formatUnits(price.usd, 8)), priceTolerance)

const valueAgrees = ({ value }: Holding, claim: BalanceClaim): boolean =>
  !claim.value || value === null || isNear(claim.value.number, Number(formatUnits(value, 8)), priceTolerance)

function agreesWithSum(candidates: readonly Holding[], claim: BalanceClaim): boolean {
  const decimals = candidates[0]?.token.decimals ?? 0
  if (candidates.some(({ token, amount }) => token.decimals !== decimals || amount === null)) return false
  const amount = candidates.reduce((sum, holding) => sum + (holding.amount ?? 0n), 0n)
  const value = candidates.reduce((sum, holding) => sum + (holding.value ?? 0n), 0n)
  return (
    amountAgrees(amount, decimals, claim) &&
    candidates.every((holding) => priceAgrees(holding, claim)) &&
    (!claim.value || isNear(claim.value.number, Number(formatUnits(value, 8)), priceTolerance))
  )
}

/** True within a fraction of the true figure, or within 1e-12 if that is next to nothing. */
export const isNear = (claimed: number, observed: number, tolerance: number): boolean =>
  Math.abs(claimed - observed) <= Math.abs(observed) * tolerance + 1e-12

const figures = ({ amount, price, value }: BalanceClaim): ClaimedFigures => ({
  ...(amount ? { amount: amount.text } : {}),
  ...(price ? { price: price.text } : {}),
  ...(value ? { value: value.text } : {}),
})

/** Most valuable first; without a price last. */
const byValue = (a: BalanceRow, b: BalanceRow): number => order(b.value, a.value)

/** Largest first. The candidates share a symbol, and nearly always the same decimals. */
const byAmount = (a: Holding, b: Holding): number => order(b.amount, a.amount)

const order = (a: bigint | null, b: bigint | null): number => Math.sign(Number((a ?? -1n) - (b ?? -1n)))
