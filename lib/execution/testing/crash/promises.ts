import { type Address, type Hash, isAddressEqual, type Transaction } from 'viem'
import type { Step } from '@/lib/tools/plan'
import type { ToolResult } from '@/lib/wire/result'
import { canonicalJson } from '../../ledger/call-hash'
import { isSettled, type LedgerEntry } from '../../ledger/entry'
import type { Anvil } from '../anvil'

/** The transactions on the chain for one step of the plan. */
type OnChain = { step: Step; transactions: readonly { hash: Hash; succeeded: boolean }[] }

/** One call at the end of a run. */
type CallAtEnd = { shown: LedgerEntry | undefined; stored: LedgerEntry | null; told: readonly ToolResult[] }

/** Safe and OwnedWallet: the account's own event that the operation it carried has failed. */
const executionFailure = '0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23'

/** Reads from the chain what it has for each step since block `from`, without relying on the ledger's hashes. */
export async function carriedOut(
  anvil: Anvil,
  account: Address,
  steps: readonly Step[],
  from: bigint,
): Promise<readonly OnChain[]> {
  const mined: { transaction: Transaction; succeeded: boolean }[] = []
  const latest = await anvil.test.getBlockNumber({ cacheTime: 0 })
  for (let blockNumber = from + 1n; blockNumber <= latest; blockNumber += 1n) {
    const { transactions } = await anvil.test.getBlock({ blockNumber, includeTransactions: true })
    for (const transaction of transactions) {
      const { status, logs } = await anvil.test.getTransactionReceipt({ hash: transaction.hash })
      const succeeded = status === 'success' && !logs.some(({ topics }) => topics[0] === executionFailure)
      mined.push({ transaction, succeeded })
    }
  }
  return steps.map((step) => ({
    step,
    transactions: mined
      .filter(({ transaction }) => isOf(transaction, step, account))
      .map(({ transaction: { hash }, succeeded }) => ({ hash, succeeded })),
  }))
}

/** True for a plain transaction of the account with this step, or one to the account that contains it. */
function isOf({ from, to, input, value }: Transaction, step: Step, account: Address): boolean {
  if (!to) return false
  if (isAddressEqual(from, account) && isAddressEqual(to, step.to)) return input === step.data && value === step.value
  const word = step.value.toString(16).padStart(64, '0')
  const isInside = input.includes(step.to.slice(2).toLowerCase() + word) && input.includes(step.data.slice(2))
  return isAddressEqual(to, account) && isInside
}

/** Lists every promise that does not hold at the end of a run, in words. */
export function brokenPromises({
  calls,
  onChain,
  arrived,
  asked,
  approvals,
}: {
  calls: readonly CallAtEnd[]
  onChain: readonly OnChain[]
  /** Wei that the recipient received from the account. */
  arrived: bigint
  /** Requests to the wallet, and approvals by the person. */
  asked: number
  approvals: number
}): string[] {
  const action = onChain.at(-1)
  const succeeded = action?.transactions.filter((transaction) => transaction.succeeded).length ?? 0
  const moved = BigInt(succeeded) * (action?.step.value ?? 0n)
  return [
    ...unless(arrived === moved, `${arrived} wei have arrived, and ${succeeded} transactions are seen to carry them.`),
    ...unless(asked <= approvals * onChain.length, `The wallet was asked ${asked} times after ${approvals} clicks.`),
    ...onChain.flatMap(({ step: { id }, transactions }) =>
      transactions.flatMap(({ hash }) => {
        const owners = calls.filter(({ shown }) => shown && hashesOf(shown).has(hash))
        return unless(owners.length === 1, `${owners.length} calls have a transaction of ${id} on record.`)
      }),
    ),
    ...calls.flatMap((call) => brokenFor(call, calls.length === 1 ? onChain : ownOf(onChain, call))),
  ]
}

const unless = (holds: boolean, words: string): string[] => (holds ? [] : [words])
const hashesOf = ({ steps }: LedgerEntry) => new Set(steps.flatMap(({ hash, replacedBy }) => [hash, replacedBy]))

/** Each of two equal calls has only its own transactions recorded. */
const ownOf = (onChain: readonly OnChain[], { shown }: CallAtEnd): readonly OnChain[] =>
  onChain.map(({ step, transactions }) => ({
    step,
    transactions: transactions.filter(({ hash }) => shown && hashesOf(shown).has(hash)),
  }))

/** Returns what was reported and what was sent; another tab may hear of the rest later. */
const essence = ({ state, outcome, steps }: LedgerEntry) => canonicalJson({ state, outcome, steps })

function brokenFor({ shown, stored, told }: CallAtEnd, onChain: readonly OnChain[]): string[] {
  if (!shown || !stored) return ['The call is not on record.']
  const action = onChain.at(-1)
  const hasMoved = action?.transactions.some(({ succeeded }) => succeeded) ?? false
  const words = `${shown.note} ${shown.outcome?.error}`
  const last = told.at(-1)
  return [
    ...unless(essence(shown) === essence(stored), 'The card shows something else than the disk has.'),
    ...onChain.flatMap(({ step, transactions: { length } }) =>
      unless(length <= 1, `${step.id} is on the chain ${length} times.`),
    ),
    ...unless(isSettled(shown.state), `It rests as ${shown.state}: ${shown.note}`),
    ...unless(
      !hasMoved || !/nothing (was|has been) sent|nothing moved|not executed/i.test(words),
      `Its words deny it: ${words}`,
    ),
    ...unless(isConsistent(told), `The agent was told ${told.map(canonicalJson).join(', then ')}.`),
    ...unless(shown.reported === told.length > 0, `Reported: ${shown.reported}, told: ${told.length} times.`),
    ...unless(
      !last || canonicalJson(last) === canonicalJson(shown.outcome),
      'The agent was told something else than the card shows.',
    ),
    ...(last ? untrue(last, shown, onChain) : []),
  ]
}

/** True if one outcome was reported, any number of times. A decline may be revoked once it was sent after all. */
function isConsistent(told: readonly ToolResult[]): boolean {
  const after = told.filter(({ status }, index) => status !== 'rejected' || index === told.length - 1)
  return new Set(after.map(canonicalJson)).size <= 1
}

/** Explains why what the agent was told is not true. */
function untrue(told: ToolResult, { transfer }: LedgerEntry, onChain: readonly OnChain[]): string[] {
  const action = onChain.at(-1)
  if (told.status === 'success')
    return [
      ...unless(
        onChain.every(({ transactions }) => transactions.some(({ succeeded }) => succeeded)),
        'It was told that all was done, and it was not.',
      ),
      ...unless(told.txHash === action?.transactions[0]?.hash, 'It was told another hash.'),
      ...unless(!transfer || told.destinationTxHash !== undefined, 'It was told before the transfer had arrived.'),
    ]
  const hasMoved = action?.transactions.some(({ succeeded }) => succeeded)
  const failed = onChain.flatMap(({ transactions }) => transactions.filter(({ succeeded }) => !succeeded))
  const saysReverted = told.status === 'error' && told.code === 'reverted'
  return [
    ...unless(!hasMoved, `It was told ${told.status} (${told.error}), and money has moved.`),
    ...unless(
      saysReverted === failed.length > 0,
      `It was told ${told.error}; ${failed.length} transactions have reverted.`,
    ),
    ...unless(
      !saysReverted || failed.some(({ hash }) => hash === told.txHash),
      'It was told another hash than the one that reverted.',
    ),
  ]
}
