import {
  type Address,
  type Hash,
  type Hex,
  isAddressEqual,
  numberToHex,
  pad,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'
import { z } from 'zod'
import type { ChainHandle } from '@/lib/chain/chains/chain'
import type { ChainClient } from '@/lib/chain/chains/chain-client'
import { effectsOfLogs, effectsOfReads, logsAbout, possibleEffectsOfReceipt } from '@/lib/review/findings/receipt'
import { metadataCalls, unlistedTokens, workOutEffects } from '@/lib/review/simulation/effects'
import { type Call, readOf } from '@/lib/review/simulation/possible-effects'
import { bytes, nodeError } from '@/lib/review/simulation/rpc'
import type { LedgerEntry, StepRecord } from '../ledger/entry'
import { minedHash } from '../ledger/outcome'
import { type ChainReceipt, readPrediction } from '../ledger/stored-effects'

/** Returns the steps that the prediction covered and that are on the chain. */
export const minedSteps = ({ steps, predicted }: LedgerEntry): StepRecord[] =>
  steps
    .slice(predicted?.firstStep ?? 0)
    .filter((step) => minedHash(step) && (step.outcome === 'success' || step.outcome === 'reverted'))

/**
 * Reads what the mined steps of a call did to its account: balances and permissions at the block before the first and
 * at the block of the last. Nodes keep the state of about 128 blocks: beyond that only the logs remain. Throws any
 * failure of the node; then nothing is known yet.
 */
export async function readChainReceipt(entry: LedgerEntry, chain: ChainHandle): Promise<ChainReceipt> {
  const { client } = chain
  const account = entry.owner
  const steps = minedSteps(entry)
  const hashes = [...new Set(steps.flatMap((step) => minedHash(step) ?? []))]
  const found = await Promise.all(hashes.map((hash) => receiptOf(client, hash)))
  const receipts = found.filter((receipt) => receipt !== null)
  const [first] = receipts
  if (!first || receipts.length < hashes.length) return nothing
  const blocks = receipts.map(({ blockNumber }) => blockNumber)
  const ordered = blocks.toSorted((a, b) => (a < b ? -1 : 1))
  const fromBlock = (ordered[0] ?? first.blockNumber) - 1n
  const toBlock = ordered.at(-1) ?? first.blockNumber
  const paid = receipts.filter(({ from }) => isAddressEqual(from, account))
  const fee = paid.reduce((sum, receipt) => sum + feeOf(receipt), 0n)
  const logs = receipts.flatMap((receipt) => receipt.logs)
  const predicted = entry.predicted ? readPrediction(entry.predicted).effects : null
  const targets = steps.map(({ to }) => to)
  const { possibleEffects, unread } = possibleEffectsOfReceipt(account, chain, predicted, logs, targets)
  const common = {
    fee,
    feeByOthers: paid.length < receipts.length,
    fromBlock,
    toBlock,
    ...(unread > 0 ? { unread } : {}),
  }
  const metadataOf = unlistedTokens(possibleEffects, chain)
  const reads = [...possibleEffects.values()].map((possible) => readOf(possible, account))
  const [once, others] = await Promise.all([
    Promise.all(metadataCalls(metadataOf).map((call) => callAt(client, call, 'latest').catch(() => null))),
    othersBetween(client, account, { fromBlock, toBlock, blocks, hashes }),
  ])
  try {
    const at = (block: bigint) =>
      Promise.all([
        Promise.all(reads.map((read) => callAt(client, read, numberToHex(block)))),
        client.getBalance({ address: account, blockNumber: block }),
      ])
    const [[before, had], [after, left]] = await Promise.all([at(fromBlock), at(toBlock)])
    const reading = { simulated: { before, after, once }, possibleEffects, metadataOf }
    const effects = effectsOfReads(account, chain, reading, { before: had, after: left, fee })
    return { method: 'reads', effects, others, ...common }
  } catch (error) {
    // A node that does not answer is asked again; one that answers no longer has the state of these blocks.
    if (!nodeError(error) && !isMissing(error)) throw error
    const none = [...possibleEffects].map(() => null)
    const { tokens } = workOutEffects({ account, declares: { out: [], in: [], allowances: [] } }, chain, {
      simulated: { before: none, after: none, once },
      possibleEffects,
      metadataOf,
    })
    const sent = steps.reduce((sum, step) => (step.outcome === 'success' ? sum + BigInt(step.value) : sum), 0n)
    const told = logsAbout(possibleEffects, logs, account, chain)
    return { method: 'logs', effects: effectsOfLogs(account, chain, told, sent, tokens), others, ...common }
  }
}

const nothing: ChainReceipt = {
  method: 'none',
  effects: null,
  fee: null,
  feeByOthers: false,
  others: [],
  fromBlock: null,
  toBlock: null,
}

async function receiptOf(client: ChainClient, hash: Hash): Promise<TransactionReceipt | null> {
  return client.getTransactionReceipt({ hash }).catch((error: unknown) => {
    if (error instanceof TransactionReceiptNotFoundError) return null
    throw error
  })
}

const parentFee = z.looseObject({ l1Fee: z.union([z.bigint(), bytes.transform((hex) => BigInt(hex))]) })

/** Returns what a transaction cost, in wei; on OP-stack chains including its data fee on the parent chain. */
export function feeOf(receipt: TransactionReceipt): bigint {
  const ofParent = parentFee.safeParse(receipt)
  return receipt.gasUsed * receipt.effectiveGasPrice + (ofParent.success ? ofParent.data.l1Fee : 0n)
}

/** Messages of nodes about state that they have discarded; there is no code for it (execution-apis). */
const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  /missing trie node|header not found|state .*(not|un)available|pruned|archive/i.test(error.message)

/** Runs an `eth_call` at a block. Null if the contract reverts; throws if the node cannot tell. */
async function callAt(client: ChainClient, { to, data }: Call, block: Hex | 'latest'): Promise<Hex | null> {
  try {
    return bytes.parse(await client.request({ method: 'eth_call', params: [{ to, data }, block] }))
  } catch (error) {
    const answered = nodeError(error)
    if (answered && (answered.code === 3 || /revert|invalid opcode|out of gas/i.test(answered.message))) return null
    throw error
  }
}

const transferTopic: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const logsSchema = z.array(z.looseObject({ transactionHash: z.custom<Hash>((value) => typeof value === 'string') }))

/**
 * Lists other transactions that may have changed the account's balances between the two blocks: those from or to it in
 * the blocks of the call, and token transfers from or to it in all of them. Incomplete, as coin sent by a contract
 * leaves no trace. Leaves out what the node does not answer.
 */
async function othersBetween(
  client: ChainClient,
  account: Address,
  {
    fromBlock,
    toBlock,
    blocks,
    hashes,
  }: { fromBlock: bigint; toBlock: bigint; blocks: readonly bigint[]; hashes: readonly Hash[] },
): Promise<Hash[]> {
  const inBlocks = [...new Set(blocks)].map(async (blockNumber) => {
    const { transactions } = await client.getBlock({ blockNumber, includeTransactions: true })
    return transactions
      .filter(({ from, to }) => isAddressEqual(from, account) || (to !== null && isAddressEqual(to, account)))
      .map(({ hash }) => hash)
  })
  const word = pad(account, { size: 32 })
  const range = { fromBlock: numberToHex(fromBlock + 1n), toBlock: numberToHex(toBlock) }
  const inLogs = [[transferTopic, word] as const, [transferTopic, null, word] as const].map(async (topics) => {
    const logs = await client.request({ method: 'eth_getLogs', params: [{ ...range, topics: [...topics] }] })
    return logsSchema.parse(logs).map(({ transactionHash }) => transactionHash)
  })
  const found = await Promise.all([...inBlocks, ...inLogs].map((each) => each.catch((): Hash[] => [])))
  return [...new Set(found.flat())].filter((hash) => !hashes.includes(hash))
}
