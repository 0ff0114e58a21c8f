import type { Slice } from '@/components/cards/balances/allocation-chart'
import {
  type ChainPortfolio,
  type HeldNft,
  type Holding,
  type Loan,
  netWorth,
  worthOf,
} from '@/lib/chain/portfolio/holding'

/** A holding with its value in USD, in 8 decimals; null without a price. */
export type Row = { id: string; holding: Holding; usd: bigint | null }

/** Value below which a holding is dust: one dollar, in 8 decimals. */
const dustBelow = 10n ** 8n

export type PortfolioView = {
  /** USD in 8 decimals, debts deducted. */
  total: bigint
  owed: bigint
  wallet: readonly Row[]
  earning: readonly Row[]
  loans: readonly Row[]
  dust: readonly Row[]
  unpriced: readonly Row[]
  /** Holdings in the wallet that could earn. */
  idle: readonly Row[]
  health: readonly Loan[]
  nfts: readonly HeldNft[]
  incomplete: readonly string[]
  /** By asset, before debts. */
  slices: readonly Slice[]
}

/** Groups the holdings of the chains as the page shows them, most valuable first. */
export function viewOf(chains: readonly ChainPortfolio[]): PortfolioView {
  const holdings = chains.flatMap(({ holdings: own }) => own)
  const rows = holdings.map(rowOf).toSorted(byValue)
  const owned = rows.filter(({ holding }) => holding.kind !== 'owed')
  const priced = owned.filter(({ usd }) => usd !== null)
  const worthwhile = priced.filter((row) => !isDust(row))
  const wallet = worthwhile.filter(({ holding }) => holding.kind === 'wallet')
  return {
    total: netWorth(holdings),
    owed: -netWorth(holdings.filter(({ kind }) => kind === 'owed')),
    wallet,
    earning: worthwhile.filter(({ holding }) => holding.kind !== 'wallet'),
    loans: rows.filter(({ holding }) => holding.kind === 'owed'),
    dust: priced.filter(isDust),
    unpriced: owned.filter(({ usd }) => usd === null),
    idle: wallet.filter(({ holding }) => holding.couldEarnIn.length > 0),
    health: chains.flatMap(({ loans }) => loans),
    nfts: chains.flatMap(({ nfts }) => nfts),
    incomplete: [...new Set(chains.flatMap(({ incomplete }) => incomplete))],
    slices: slicesOf(priced),
  }
}

const rowOf = (holding: Holding): Row => ({
  id: `${holding.kind}:${holding.chainId}:${holding.key}`,
  holding,
  usd: worthOf(holding),
})

const isDust = ({ usd }: Row): boolean => usd !== null && usd < dustBelow

const byValue = (a: Row, b: Row): number => {
  const [first, second] = [a.usd ?? -1n, b.usd ?? -1n]
  if (first !== second) return first > second ? -1 : 1
  return a.holding.symbol.localeCompare(b.holding.symbol, 'en')
}

/** Keeps an unlisted token apart from a listed asset, whatever it calls itself. */
function slicesOf(rows: readonly Row[]): readonly Slice[] {
  const sums = new Map<string, Slice>()
  for (const { holding, usd } of rows) {
    const key = holding.listed ? holding.symbol : `${holding.chainId} ${holding.token}`
    sums.set(key, { key, label: holding.symbol, value: (sums.get(key)?.value ?? 0n) + (usd ?? 0n) })
  }
  return [...sums.values()].filter(({ value }) => value > 0n)
}

/** Returns the sum of several rows in USD, in 8 decimals. Leaves out what has no price. */
export const sumOf = (rows: readonly Row[]): bigint => rows.reduce((sum, { usd }) => sum + (usd ?? 0n), 0n)

/** Returns each chain's value, less debts, highest first. Equal values keep their order. */
export const byChain = (
  chains: readonly ChainPortfolio[],
): readonly { chainId: number; usd: bigint; isRead: boolean }[] =>
  chains
    .map(({ chainId, holdings, unread }) => ({
      chainId,
      usd: netWorth(holdings),
      isRead: unread.length === 0 || holdings.length > 0,
    }))
    .toSorted((a, b) => (a.usd === b.usd ? 0 : a.usd > b.usd ? -1 : 1))
