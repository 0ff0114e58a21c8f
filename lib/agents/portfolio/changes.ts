import { worthOf } from '@/lib/chain/portfolio/holding'
import type { HeldNft, Holding, Loan, PortfolioSnapshot } from './snapshot'

/** An amount that has changed. `before` or `after` is 0 for what is new or gone. */
export type AmountChange = {
  /** Its current state; for what is gone, the earlier one. */
  holding: Holding
  before: bigint
  after: bigint
  /** Value of the difference at current prices, negative if it makes the account poorer. Null without a price. */
  usd: bigint | null
}

type Change<T> = { before: T | null; after: T | null }

/** The changes of a portfolio between two looks. USD with 8 decimals. */
export type PortfolioChanges = {
  /** Time of the earlier look, in milliseconds since the epoch. */
  since: number
  worth: {
    before: bigint
    after: bigint
    /** Gain or loss of the earlier amounts by their prices. */
    byPrices: bigint
    /**
     * Value of what came and went, at current prices: moves, fees and interest. With `byPrices` it adds up to the whole
     * difference.
     */
    byAmounts: bigint
  }
  amounts: readonly AmountChange[]
  /** Tokens without a price at one of the looks, which `worth` excludes. */
  uncounted: readonly string[]
  nfts: readonly { nft: HeldNft; before: bigint; after: bigint }[]
  /** Loans with another health factor; null for the look at which nothing was owed there. */
  loans: readonly (Change<Loan> & { name: string; chainId: number })[]
  /** Networks read at only one of the looks. Nothing else is said about them. */
  leftOut: readonly number[]
}

/** Compares two looks at the same account. */
export function changesBetween(before: PortfolioSnapshot, after: PortfolioSnapshot): PortfolioChanges {
  const both = new Set(after.chainIds.filter((id) => before.chainIds.includes(id)))
  const here = ({ chainId }: { chainId: number }) => both.has(chainId)
  const holdings = paired(before.holdings.filter(here), after.holdings.filter(here), holdingName).map((pair) =>
    valued(pair, after.holdings),
  )
  const counted = holdings.flatMap(({ worth }) => worth ?? [])
  const sum = (part: (worth: Worth) => bigint) => counted.reduce((total, worth) => total + part(worth), 0n)
  const incomplete = new Set([...before.incomplete, ...after.incomplete])
  const isWhole = (nft: HeldNft) => here(nft) && !incomplete.has(nft.collection)
  return {
    since: before.at,
    worth: {
      before: sum(({ before }) => before),
      after: sum(({ after }) => after),
      byPrices: sum((each) => each.repriced - each.before),
      byAmounts: sum((each) => each.after - each.repriced),
    },
    amounts: holdings.flatMap(({ change }) => (change.before === change.after ? [] : [change])),
    uncounted: [...new Set(holdings.flatMap(({ worth, change }) => (worth ? [] : [change.holding.symbol])))],
    nfts: paired(before.nfts.filter(isWhole), after.nfts.filter(isWhole), nftName)
      .map(({ it, before: old, after: now }) => ({ nft: it, before: old?.amount ?? 0n, after: now?.amount ?? 0n }))
      .filter((each) => each.before !== each.after),
    loans: paired(before.loans.filter(here), after.loans.filter(here), loanName)
      .filter(({ before: old, after: now }) => !old || !now || old.healthFactor !== now.healthFactor)
      .map(({ it: { name, chainId }, ...pair }) => ({ name, chainId, ...pair })),
    leftOut: [...new Set([...before.chainIds, ...after.chainIds])].filter((id) => !both.has(id)),
  }
}

const holdingName = ({ kind, chainId, key }: Holding): string => `${kind}:${chainId}:${key}`
const nftName = ({ chainId, contract, tokenId }: HeldNft): string => `${chainId}:${contract}:${tokenId}`
const loanName = ({ chainId, market }: Loan): string => `${chainId}:${market}`

/** Pairs up the things of both looks, with the newer one as `it`. */
function paired<T>(before: readonly T[], after: readonly T[], name: (of: T) => string): (Change<T> & { it: T })[] {
  const old = new Map(before.map((each) => [name(each), each]))
  const now = new Map(after.map((each) => [name(each), each]))
  return [
    ...after.map((each) => ({ it: each, before: old.get(name(each)) ?? null, after: each })),
    ...before.filter((each) => !now.has(name(each))).map((each) => ({ it: each, before: each, after: null })),
  ]
}

/** In USD with 8 decimals, negative for debts. `repriced` is the earlier amount at the current price. */
type Worth = { before: bigint; repriced: bigint; after: bigint }

function valued(
  { it, before: old, after: now }: Change<Holding> & { it: Holding },
  held: readonly Holding[],
): { change: AmountChange; worth: Worth | null } {
  const price = now ? now.price : (priceIn(held, it) ?? it.price)
  const [before, after] = [old?.amount ?? 0n, now?.amount ?? 0n]
  const usd = (amount: bigint, at: bigint | null) => {
    const value = worthOf({ amount, decimals: it.decimals, price: at })
    return value === null ? null : it.kind === 'owed' ? -value : value
  }
  const was = usd(before, old ? old.price : price)
  const [repriced, is] = [usd(before, price), usd(after, price)]
  const worth = was === null || repriced === null || is === null ? null : { before: was, repriced, after: is }
  return { change: { holding: it, before, after, usd: worth && worth.after - worth.repriced }, worth }
}

/** Finds the current price of a token. One that is gone from one place may be in another, which has its price. */
const priceIn = (held: readonly Holding[], { chainId, token }: Holding): bigint | null =>
  held.find((each) => each.chainId === chainId && each.token === token && each.price !== null)?.price ?? null
