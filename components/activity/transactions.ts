import { type Address, type Hash, isAddressEqual } from 'viem'
import type { Chains } from '@/lib/chain/chains/chain'
import { exactAmount } from '@/lib/chain/tokens/amount'
import { chainName } from '@/lib/chain/tokens/tokens'
import type { StepRecord } from '@/lib/execution/ledger/entry'
import { minedHash } from '@/lib/execution/ledger/outcome'
import { feeOf } from '@/lib/execution/tracking/receipt-reads'
import { counterpartOf } from './counterpart'
import { type Columns, sideText, tableOf } from './export'
import type { Move } from './moves'
import type { Row } from './rows'

/** A transaction of a proposal. */
export type Transaction = {
  row: Row
  hash: Hash
  chainId: number
  title: string
  /** Whom it deals with. Null if only the service names the transaction. */
  counterpart: Address | null
  /** True for the one that has the proposal's amounts. The others prepare it, and cost only their fee. */
  hasAmounts: boolean
}

/** What the chain says of a transaction. Null if it could not be read. */
export type Mined = {
  /** Milliseconds since the epoch. */
  at: number
  /** What the account paid, in wei; null if somebody else did. */
  fee: bigint | null
  isReverted: boolean
} | null

/** Returns each transaction that the proposals made, those of the newest proposal first, and in their order in each. */
export const transactionsOf = (rows: readonly Row[]): Transaction[] =>
  rows.flatMap((row) => {
    const steps = row.entry.steps.filter(({ outcome }) => outcome === 'success' || outcome === 'reverted')
    const stepOf = (hash: Hash): StepRecord | undefined => steps.findLast((step) => minedHash(step) === hash)
    const main = [...steps].reverse().find(({ outcome }) => outcome === 'success')
    return row.hashes.flatMap(({ hash, chainId, title }): Transaction[] => {
      const step = stepOf(hash)
      // Not on the chain yet, or replaced by something else.
      if (!step && row.entry.steps.some((each) => minedHash(each) === hash)) return []
      return [
        {
          row,
          hash,
          chainId,
          title,
          counterpart: step ? counterpartOf(step) : null,
          hasAmounts: step !== undefined && step === main,
        },
      ]
    })
  })

/** Transactions asked for at a time: each is two reads of a batch. */
const atOnce = 40

/** Reads when each transaction was mined and what it cost, from the chains. Never rejects. */
export async function readMined(transactions: readonly Transaction[], chains: Chains): Promise<Mined[]> {
  const found: Mined[] = []
  for (let from = 0; from < transactions.length; from += atOnce)
    found.push(...(await Promise.all(transactions.slice(from, from + atOnce).map((each) => readOne(each, chains)))))
  return found
}

async function readOne({ hash, chainId, row }: Transaction, chains: Chains): Promise<Mined> {
  const client = chains.get(chainId)?.client
  if (!client) return null
  try {
    const receipt = await client.getTransactionReceipt({ hash })
    const { timestamp } = await client.getBlock({ blockHash: receipt.blockHash })
    const isOwn = isAddressEqual(receipt.from, row.entry.owner)
    return {
      at: Number(timestamp) * 1_000,
      fee: isOwn ? feeOf(receipt) : null,
      isReverted: receipt.status === 'reverted',
    }
  } catch {
    return null
  }
}

type Line = Transaction & { mined: Mined; names: ReadonlyMap<Address, string>; chains: Chains }

const amounts = ({ hasAmounts, row }: Line, way: Move['way']): string => (hasAmounts ? sideText(row, way) : '')

const columns: Columns<Line> = [
  ['Date (UTC)', ({ mined }) => (mined ? new Date(mined.at).toISOString() : '')],
  ['Kind', ({ row, title, hasAmounts }) => (hasAmounts ? row.kind : title)],
  ['Left', (line) => amounts(line, 'out')],
  ['Arrived', (line) => amounts(line, 'in')],
  ['Fee', ({ mined }) => (mined && mined.fee !== null ? exactAmount(mined.fee, 18) : '')],
  ['Fee in', ({ mined, chainId, chains }) => (mined && mined.fee !== null ? nativeSymbol(chains, chainId) : '')],
  ['Chain', ({ chainId }) => chainName(chainId)],
  ['Transaction', ({ hash }) => hash],
  ['Counterpart', ({ counterpart }) => counterpart ?? ''],
  ['Counterpart’s name', ({ counterpart, names }) => (counterpart && names.get(counterpart)) ?? ''],
  ['Result', ({ mined }) => (mined === null ? 'not read' : mined.isReverted ? 'reverted' : 'success')],
  ['Amounts by', ({ row, hasAmounts }) => (hasAmounts && row.movesBy !== 'request' ? row.movesBy : '')],
  ['Known from', ({ row }) => (row.isServiceReported ? 'the service' : 'this browser')],
  ['Proposal', ({ row }) => row.headline],
]

const nativeSymbol = (chains: Chains, chainId: number): string => chains.get(chainId)?.tokens[0]?.symbol ?? ''

/**
 * Formats the transactions of proposals as CSV, one a line, as programs for taxes take them. `names` are the person's
 * own for addresses. Returns also how many the chains did not answer for, and whether amounts of several transactions
 * stand on the last of them: what each moved by itself is not kept.
 */
export async function transactionsCsv(
  rows: readonly Row[],
  chains: Chains,
  names: ReadonlyMap<Address, string>,
): Promise<{ csv: string; count: number; unread: number; areAmountsJoined: boolean }> {
  const transactions = transactionsOf(rows)
  const mined = await readMined(transactions, chains)
  const lines = transactions.map((each, index): Line => ({ ...each, mined: mined[index] ?? null, names, chains }))
  const summed = new Set(lines.flatMap(({ row, hasAmounts }) => (hasAmounts && row.moves.length > 0 ? [row] : [])))
  return {
    csv: tableOf(columns, lines),
    count: lines.length,
    unread: lines.filter((line) => line.mined === null).length,
    areAmountsJoined: lines.some(({ row, hasAmounts }) => !hasAmounts && summed.has(row)),
  }
}
