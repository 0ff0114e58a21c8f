import { readReceipt } from '@/lib/execution/ledger/stored-effects'
import type { Asset } from '@/lib/tools/plan'
import type { Row } from './rows'

type TokenTotal = {
  chainId: number
  symbol: string
  decimals: number
  /** In base units. */
  left: bigint
  arrived: bigint
}

export type Totals = {
  proposals: number
  done: number
  /** By token and chain: what the chain shows of calls made in this browser. */
  tokens: readonly TokenTotal[]
  /** Network fees by chain, in wei. */
  fees: readonly { chainId: number; fee: bigint }[]
  /** Completed calls that the sums lack, in full or in part: the chain was not read, or an unlisted asset moved. */
  uncounted: number
}

/** Sums up these proposals. Counts only what the chain has shown, and only tokens on our own lists. */
export function totalsOf(rows: readonly Row[]): Totals {
  const tokens = new Map<string, TokenTotal>()
  const fees = new Map<number, bigint>()
  let uncounted = 0
  for (const { entry, moves, movesBy, status } of rows) {
    if (entry.receipt) {
      const { fee, effects } = readReceipt(entry.receipt)
      const chainId = effects?.chainId ?? entry.steps[0]?.chainId
      if (fee !== null && chainId !== undefined) fees.set(chainId, (fees.get(chainId) ?? 0n) + fee)
    }
    if (movesBy !== 'chain') {
      // A permission or a mere display moves nothing.
      if (status === 'done' && entry.steps.length > 0) uncounted += 1
      continue
    }
    let isWhole = true
    for (const { asset, amount, decimals, symbol, named, way, debt } of moves) {
      // A greater debt is not an arrival.
      if (debt) continue
      if (!named || decimals === null || 'tokenId' in asset) {
        isWhole = false
        continue
      }
      const key = keyOf(asset)
      const before = tokens.get(key) ?? { chainId: asset.chainId, symbol, decimals, left: 0n, arrived: 0n }
      tokens.set(
        key,
        way === 'out' ? { ...before, left: before.left + amount } : { ...before, arrived: before.arrived + amount },
      )
    }
    if (!isWhole) uncounted += 1
  }
  return {
    proposals: rows.length,
    done: rows.filter(({ status, isServiceReported }) => status === 'done' && !isServiceReported).length,
    tokens: [...tokens.values()].sort((a, b) => a.symbol.localeCompare(b.symbol) || a.chainId - b.chainId),
    fees: [...fees].map(([chainId, fee]) => ({ chainId, fee })),
    uncounted,
  }
}

const keyOf = (asset: Asset): string =>
  `${asset.chainId} ${asset.kind === 'native' ? 'native' : asset.address.toLowerCase()}`
