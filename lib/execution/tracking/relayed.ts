import {
  type Address,
  type Hash,
  type Hex,
  isAddressEqual,
  parseAbiItem,
  type Transaction,
  type TransactionReceipt,
  toEventSelector,
} from 'viem'
import { getLogs } from 'viem/actions'
import { delegateOf } from '@/lib/chain/accounts/delegation'
import type { ChainClient } from '@/lib/chain/chains/chain-client'
import { bytesHash } from '@/lib/review/findings/hash'
import type { StepRecord } from '../ledger/entry'

/**
 * Relation of a transaction on the chain to a reviewed step. `same`: exactly the step. `wrapped`: another call that
 * carries the step's target and data whole. `unproven`: the account is a contract, or the step is part of a batch, and
 * the bytes could not be found in it: compressed calldata, or an operation signed elsewhere. That is no sign of
 * tampering; what it did is read from the chain. `other`: a transaction signed by the account's own key that is not the
 * step.
 */
export type Likeness = 'same' | 'wrapped' | 'unproven' | 'other'

type Sent = Pick<Transaction, 'from' | 'to' | 'input' | 'value'>

export function likeness(transaction: Sent, step: StepRecord, account: Address): Likeness {
  const { from, to, input, value } = transaction
  const byAccount = isAddressEqual(from, account)
  if (byAccount && to && bytesHash({ chainId: step.chainId, to, data: input, value }) === step.bytesHash) return 'same'
  if (!step.via) return 'other'
  if (carries(input, step)) return 'wrapped'
  // A plain transaction to elsewhere, signed by the account's own key: no wallet's wrapper looks like that.
  const isWrapper = step.via !== 'delegated' || !byAccount || (to !== null && isAddressEqual(to, account))
  return isWrapper ? 'unproven' : 'other'
}

/**
 * True if calldata contains the step's target and its whole data, as ABI encodings of a call do. A plain send has no
 * data: its value stands in for it, as the 32 bytes that follow the target in every encoding of a call.
 */
export function carries(input: Hex, { to, data, value }: StepRecord): boolean {
  const hay = input.toLowerCase()
  const target = to.slice(2).toLowerCase()
  if (data === '0x') return hay.includes(target + BigInt(value).toString(16).padStart(64, '0'))
  return hay.includes(target) && hay.includes(data.slice(2).toLowerCase())
}

/** Returns the kind of an account on a chain, as far as it matters for following its transactions. */
export async function accountKind(client: ChainClient, account: Address): Promise<'contract' | 'delegated' | null> {
  const code = await client.getCode({ address: account })
  if (!code || code === '0x') return null
  return delegateOf(code) ? 'delegated' : 'contract'
}

/** Safe: ExecutionFailure(bytes32,uint256) and ExecutionSuccess(bytes32,uint256), emitted by the account itself. */
const safeFailure = '0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23'
const safeSuccess = '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e'
/** ERC-4337, emitted by an EntryPoint. */
const operationEvent = parseAbiItem(
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
)
const userOperation = toEventSelector(operationEvent)
/**
 * The EntryPoints of ERC-4337, 0.6 to 0.9 (eth-infinitism/account-abstraction). Anyone else may emit the same event.
 */
const entryPoints: readonly Address[] = [
  '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789',
  '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
  '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
  '0x433709009B8330FDa32311DF1C2AFA402eD8D009',
]

type Log = Pick<TransactionReceipt['logs'][number], 'address' | 'topics' | 'data'>

/** True if the outer transaction succeeded but what it carried for the account failed, by the wallet's own events. */
export const innerFailed = (logs: readonly Log[], account: Address): boolean =>
  logs.some(({ address, topics, data }) => {
    if (topics[0] === safeFailure) return isAddressEqual(address, account)
    return (
      topics[0] === userOperation &&
      entryPoints.some((entryPoint) => isAddressEqual(entryPoint, address)) &&
      topics[2]?.slice(26).toLowerCase() === account.slice(2).toLowerCase() &&
      // The nonce, then success.
      /^0x.{64}0{64}/.test(data)
    )
  })

/** Number of blocks whose logs are requested at once: public nodes allow only some thousand. */
const pageOfBlocks = 1_000n
/** Number of pages read in one lookup: other owners may sign days later. */
const pagesAtOnce = 20
/** Number of blocks read again in the next lookup: they may have been displaced meanwhile. */
const displaceable = 64n

/** Progress of the search for one operation, from one lookup to the next. */
export type Searched = { upTo: bigint | null }

/**
 * Finds the transaction in which an account with code executed the operation it knows under this hash: Safe answers
 * with such a hash if other owners still have to sign, and wallets of ERC-4337 with that of the user operation. Null if
 * there is none yet, or the search has not got that far.
 */
export async function executedAs(
  client: ChainClient,
  { account, number, fromBlock }: { account: Address; number: Hex; fromBlock: bigint },
  searched: Searched,
): Promise<Hex | null> {
  const [found] = await executedSince(client, { account, number, fromBlock }, searched)
  return found ?? null
}

/**
 * Finds the transactions in which an account with code executed something after a block, under this operation hash if
 * one is given. Empty if there are none yet, or the search has not got that far.
 */
export async function executedSince(
  client: ChainClient,
  { account, number, fromBlock }: { account: Address; number?: Hex; fromBlock: bigint },
  searched: Searched,
): Promise<Hash[]> {
  const latest = await client.getBlockNumber({ cacheTime: 0 })
  const again = searched.upTo === null ? fromBlock : searched.upTo - displaceable
  // A transaction in that block or before is older.
  let from = again > fromBlock ? again : fromBlock + 1n
  const all: Hash[] = []
  for (let page = 0; page < pagesAtOnce && from <= latest; page += 1) {
    const end = from + pageOfBlocks - 1n
    const toBlock = end < latest ? end : latest
    const found = await executedBetween(client, account, number, { fromBlock: from, toBlock })
    if (found.length > 0 && number) return found
    all.push(...found)
    searched.upTo = toBlock
    from = toBlock + 1n
  }
  return all
}

async function executedBetween(
  client: ChainClient,
  account: Address,
  number: Hex | undefined,
  blocks: { fromBlock: bigint; toBlock: bigint },
): Promise<Hash[]> {
  const args = { sender: account, ...(number ? { userOpHash: number } : {}) }
  const [own, operations] = await Promise.all([
    getLogs(client, { address: account, ...blocks }),
    getLogs(client, { address: [...entryPoints], event: operationEvent, args, ...blocks }),
  ])
  const found = own.filter(
    ({ topics, data }) =>
      (topics[0] === safeSuccess || topics[0] === safeFailure) &&
      (!number || topics[1] === number || data.slice(0, 66).toLowerCase() === number.toLowerCase()),
  )
  return [...new Set([...found, ...operations].map(({ transactionHash }) => transactionHash))]
}
