import {
  type Address,
  decodeFunctionData,
  erc20Abi,
  type Hash,
  isAddressEqual,
  parseEventLogs,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'
import type { ChainHandle, Chains } from '@/lib/chain/chains/chain'
import { isAnswer, unlessRefused } from '@/lib/chain/chains/read-error'
import type { Effects } from '@/lib/review/review'
import type { Plan, Step } from '@/lib/tools/plan'
import type { StepRecord } from '../ledger/entry'

type Approval = { chainId: number; token: Address; spender: Address; amount: bigint }

/** Decodes the approval of a step; null for any other step. */
function approvalOf({ purpose, chainId, to: token, data }: Step): Approval | null {
  if (purpose !== 'approval') return null
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data })
    if (functionName !== 'approve') return null
    const [spender, amount] = args
    return { chainId, token, spender, amount }
  } catch {
    return null
  }
}

const pairOf = ({ chainId, token, spender }: Omit<Approval, 'amount'>): string =>
  `${chainId}:${token}:${spender}`.toLowerCase()

/** Maps each token and spender to the last of its approvals among the steps: only that one counts. */
const approvedBy = (steps: readonly Step[]): ReadonlyMap<string, Approval> =>
  new Map(steps.flatMap((step) => approvalOf(step) ?? []).map((approval) => [pairOf(approval), approval]))

/** `since`: oldest block the answer may come from, whichever node behind the address gives it. */
async function allowanceNow(
  chains: Chains,
  account: Address,
  { chainId, token, spender }: Approval,
  since?: bigint,
): Promise<bigint | null> {
  const client = chains.get(chainId)?.client
  if (!client) return null
  const call = { address: token, abi: erc20Abi, functionName: 'allowance', args: [account, spender] } as const
  if (since === undefined) return client.readContract(call)
  const head = await client.getBlockNumber({ cacheTime: 0 })
  return client.readContract({ ...call, blockNumber: head > since ? head : since })
}

/**
 * Returns the plan without the approvals that already stand: granted elsewhere since the plan was made, or by a
 * transaction of the plan that a node had not seen. Returns the same plan if there are none. `seen`: the effects the
 * person saw. `upTo`: the blocks of the call's own transactions, which the reads must include. Throws viem's errors if
 * the chain does not answer.
 */
export async function withoutGiven(plan: Plan, seen: Effects | null, chains: Chains, upTo: MinedUpTo): Promise<Plan> {
  const now = new Map<string, bigint | null>()
  const wanted = approvedBy(plan.steps)
  await Promise.all(
    [...wanted].map(async ([pair, approval]) =>
      now.set(pair, await allowanceNow(chains, plan.account, approval, upTo.get(approval.chainId))),
    ),
  )
  /** A larger allowance is enough, unless it was there before: then the person wants to allow less. */
  const isEnough = (pair: string, { amount }: Approval): boolean => {
    const allowed = now.get(pair) ?? 0n
    if (allowed <= amount) return allowed === amount
    const before =
      seen?.allowances.find(({ token, spender }) => isPair(pair, seen.chainId, token, spender))?.before ?? 0n
    return amount > 0n && seen !== null && before < amount
  }
  const isGiven = (step: Step): boolean => {
    const approval = approvalOf(step)
    const pair = approval && pairOf(approval)
    const last = pair && wanted.get(pair)
    if (!approval || !last) return false
    return isEnough(pair, last) || (approval.amount === 0n && now.get(pair) === 0n)
  }
  const [first, ...rest] = plan.steps.filter((step) => !isGiven(step))
  return first && rest.length + 1 < plan.steps.length ? { ...plan, steps: [first, ...rest] } : plan
}

const isPair = (pair: string, chainId: number, token: Address, spender: Address): boolean =>
  pair === pairOf({ chainId, token, spender })

/** True if the node shows what the approvals among these mined steps allowed. A failing node shows nothing. */
export async function areSeen(steps: readonly Step[], account: Address, chains: Chains): Promise<boolean> {
  const seen = await Promise.all(
    [...approvedBy(steps).values()].map(async (approval) => {
      const allowed = await allowanceNow(chains, account, approval).catch(() => null)
      if (allowed === null) return false
      return approval.amount === 0n ? allowed === 0n : allowed >= approval.amount
    }),
  )
  return seen.every(Boolean)
}

/** Last block with a mined transaction of the call, by chain. */
type MinedUpTo = ReadonlyMap<number, bigint>

/** A node this many blocks past the request shows all its results: a missing receipt means the chain dropped it. */
const longPast = 1_000n
/** Recent blocks whose state every node keeps. */
const keptBlocks = 128n

/**
 * Returns the last block with a mined transaction of the call, by chain. Returns null if a node has not yet seen one of
 * them, or does not show an allowance from its own receipt: whatever such a node says, of allowances and all else, is
 * outdated. Throws viem's errors if the node does not answer.
 */
export async function seenUpTo(
  steps: readonly StepRecord[],
  owner: Address,
  chains: Chains,
): Promise<MinedUpTo | null> {
  const upTo = new Map<number, bigint>()
  for (const { chainId, hash, replacedBy, outcome, fromBlock, via } of steps) {
    const client = chains.get(chainId)?.client
    if (!client || !hash || outcome !== 'success') continue
    const receipt = await receiptOf(replacedBy ?? hash, client)
    const head = await client.getBlockNumber({ cacheTime: 0 })
    if (!receipt) {
      if (head <= BigInt(fromBlock ?? 0) + longPast) return null
      continue
    }
    const { blockNumber } = receipt
    if (head < blockNumber) return null
    // A batch may have used up at once what it approved.
    const isOld = via === 'batch' || head > blockNumber + longPast
    if (!isOld && (await isStale(receipt, head, owner, client))) return null
    upTo.set(chainId, blockNumber)
  }
  return upTo
}

type Client = ChainHandle['client']

async function receiptOf(hash: Hash, client: Client): Promise<TransactionReceipt | null> {
  try {
    return await client.getTransactionReceipt({ hash })
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return null
    throw error
  }
}

/**
 * True if a receipt contains an allowance that the state of its own block does not show at all. A token may account
 * otherwise than its events say, so any change of the allowance in that block counts as shown.
 */
async function isStale(
  { logs, blockNumber }: TransactionReceipt,
  head: bigint,
  owner: Address,
  client: Client,
): Promise<boolean> {
  const events = parseEventLogs({ abi: erc20Abi, eventName: 'Approval', logs })
  const own = events.filter(({ args }) => isAddressEqual(args.owner, owner))
  const last = new Map(own.map((event) => [`${event.address}:${event.args.spender}`, event]))
  const stale = await Promise.all(
    [...last.values()].map(async ({ address, args: { spender, value } }) => {
      const call = { address, abi: erc20Abi, functionName: 'allowance', args: [owner, spender] } as const
      const at = (blockNumber: bigint) => unlessRefused(client.readContract({ ...call, blockNumber }))
      try {
        const after = await at(blockNumber)
        return after !== null && after !== value && after === (await at(blockNumber - 1n))
      } catch (error) {
        // The node has the block but not its state: not yet, or no longer.
        if (isAnswer(error)) return head <= blockNumber + keptBlocks
        throw error
      }
    }),
  )
  return stale.includes(true)
}

export const behindNote =
  'What was already sent is on the chain, but the network’s node does not show its effects yet. The rest was not signed, and nothing more was sent. Try again in a moment.'
