import { encodeFunctionData, erc20Abi, isAddressEqual } from 'viem'
import type { LedgerEntry, StepRecord } from '@/lib/execution/ledger/entry'
import { type ChainReceipt, type Prediction, readPrediction, readReceipt } from '@/lib/execution/ledger/stored-effects'
import { compareReceipt, type ReceiptLine } from '@/lib/review/findings/receipt'
import type { Effects } from '@/lib/review/review'

/** Compares what was predicted of a call with what the chain says. Null without a prediction. */
export function receiptLines(entry: LedgerEntry): {
  predicted: Prediction
  /** Null until it has been read. */
  receipt: ChainReceipt | null
  chainId: number
  lines: readonly ReceiptLine[]
  /** True if the call's effects are known. */
  known: boolean
  /** Lines that differ from the prediction. */
  flagged: readonly ReceiptLine[]
} | null {
  if (!entry.predicted) return null
  const predicted = readPrediction(entry.predicted)
  const receipt = entry.receipt ? readReceipt(entry.receipt) : null
  const chainId = receipt?.effects?.chainId ?? predicted.effects?.chainId ?? entry.steps[0]?.chainId ?? 0
  const none: Effects = { chainId, balances: [], allowances: [], operators: [] }
  const compared = compareReceipt(predicted.effects ?? none, receipt?.effects ?? none, receipt?.method === 'logs')
  const lines = compared.toSorted((a, b) => rank(a) - rank(b))
  const known = receipt !== null && receipt.effects !== null
  const flagged = known && predicted.effects ? lines.filter((line) => isFlagged(line, entry)) : []
  return { predicted, receipt, chainId, lines, known, flagged }
}

/**
 * True if the line is a surprise. In a call that did not complete, neither missing effects nor an unused approval are.
 */
function isFlagged(line: ReceiptLine, { state, steps }: LedgerEntry): boolean {
  if (line.comparison !== 'differs' && line.comparison !== 'unpredicted')
    return line.comparison === 'missing' && state === 'confirmed'
  return state === 'confirmed' || !steps.some((step) => isLeftBy(step, line))
}

/** True for an allowance of exactly the amount approved by a successful step: the next step would have spent it. */
function isLeftBy({ outcome, altered, to, data }: StepRecord, { actual }: ReceiptLine): boolean {
  if (outcome !== 'success' || altered || actual?.kind !== 'allowance') return false
  const { token, spender, amount } = actual.effect
  const approval = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })
  return isAddressEqual(to, token) && data.toLowerCase() === approval
}

/** Sorts as before the click: what leaves, what arrives, then what is allowed. */
function rank({ actual, predicted }: ReceiptLine): number {
  const leg = actual ?? predicted
  if (leg?.kind !== 'balance') return 2
  return leg.change < 0n ? 0 : 1
}
