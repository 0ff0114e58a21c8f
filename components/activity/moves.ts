import { isNative } from '@/lib/chain/chains/chain'
import { exactAmount } from '@/lib/chain/tokens/amount'
import { knownToken } from '@/lib/chain/tokens/tokens'
import { requestedMove } from '@/lib/execution/call/comparison/requested-move'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import { readPrediction, readReceipt } from '@/lib/execution/ledger/stored-effects'
import type { Effects } from '@/lib/review/review'
import type { Asset } from '@/lib/tools/plan'
import { isNamedByUs, writtenSymbol } from '@/lib/tools/shared/token-words'

/** An amount that left the account or arrived in it, or was going to. */
export type Move = {
  way: 'out' | 'in'
  asset: Asset
  /** In base units. */
  amount: bigint
  decimals: number | null
  symbol: string
  /** True if the symbol comes from our own lists. */
  named: boolean
  /** True if it is owed rather than held. */
  debt: boolean
}

/**
 * Source of the moves: the chain, the simulation before the wallet was asked, or only the parameters of the call, which
 * do not tell the direction.
 */
export type MovesBy = 'chain' | 'prediction' | 'request'

/** Returns what a call moved: by the chain if it has been read, else as predicted, else as asked for. */
export function movesOf(entry: LedgerEntry): { moves: readonly Move[]; by: MovesBy } {
  const read = entry.receipt ? readReceipt(entry.receipt).effects : null
  if (read) return { moves: movedIn(read), by: 'chain' }
  const predicted = entry.predicted ? readPrediction(entry.predicted).effects : null
  if (predicted) return { moves: movedIn(predicted), by: 'prediction' }
  const asked = requestedMove(entry)
  const token = asked && knownToken(asked.chainId, asked.token)
  if (!asked || !token) return { moves: [], by: 'request' }
  const { chainId, amount } = asked
  const { symbol, decimals } = token
  const asset: Asset = isNative(asked.token)
    ? { kind: 'native', chainId }
    : { kind: 'erc20', chainId, address: asked.token }
  return {
    moves: [{ way: 'out', asset, amount, decimals, symbol, named: true, debt: false }],
    by: 'request',
  }
}

const movedIn = ({ balances }: Effects): Move[] =>
  balances
    .filter(({ before, after }) => before !== after)
    .map((effect) => {
      const { asset, before, after, decimals, symbol, debt } = effect
      const grows = after > before
      return {
        way: grows ? 'in' : 'out',
        asset,
        amount: grows ? after - before : before - after,
        decimals,
        symbol,
        named: isNamedByUs(effect),
        debt: debt === true,
      }
    })

/** Formats a move to the last digit: "100.5 USDC". Quotes a symbol that is not from our lists. */
export const moveText = ({ amount, decimals, symbol, named, asset }: Move): string =>
  `${decimals === null ? `${amount} base units of` : exactAmount(amount, decimals)} ${writtenSymbol({ symbol, listed: named })}${'tokenId' in asset ? ` #${asset.tokenId}` : ''}`
