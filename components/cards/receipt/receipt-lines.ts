import { encodeFunctionData, erc20Abi, isAddressEqual } from 'viem'
import type { LedgerEntry, StepRecord } from '@/lib/execution/ledger/entry'
import { type ChainReceipt, type Prediction, readPrediction, readReceipt } from '@/lib/execution/ledger/stored-effects'
import { compareReceipt, type ReceiptLine } from '@/lib/review/findings/receipt'
import type { Effects } from '@/lib/review/review'

/** What was predicted of a call held against what the chain says. Null where nothing was predicted. */
export function receiptLines(entry: LedgerEntry): {
  predicted: Prediction
  /** Null while it has not been read. */
  receipt: ChainReceipt | null
  chainId: number
  lines: readonly ReceiptLine[]
  /** What it did is known. */
  known: boolean
  /** The lines in which it did something else. */
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

/** Where a call did not come to its end, neither what is missing nor the approval that was not used is a surprise. */
function isFlagged(line: ReceiptLine, { state, steps }: LedgerEntry): boolean {
  if (line.comparison !== 'differs' && line.comparison !== 'unpredicted')
    return line.comparison === 'missing' && state === 'confirmed'
  return state === 'confirmed' || !steps.some((step) => isLeftBy(step, line))
}

/** An allowance of exactly what a step that went through gave as it was reviewed: the next would have used it up. */
function isLeftBy({ outcome, altered, to, data }: StepRecord, { actual }: ReceiptLine): boolean {
  if (outcome !== 'success' || altered || actual?.kind !== 'allowance') return false
  const { token, spender, amount } = actual.effect
  const approval = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })
  return isAddressEqual(to, token) && data.toLowerCase() === approval
}

/** As before the click: first what leaves, then what arrives, then what is allowed. */
function rank({ actual, predicted }: ReceiptLine): number {
  const leg = actual ?? predicted
  if (leg?.kind !== 'balance') return 2
  return leg.change < 0n ? 0 : 1
}
