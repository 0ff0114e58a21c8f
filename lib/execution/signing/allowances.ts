import { type Address, decodeFunctionData, erc20Abi, TransactionReceiptNotFoundError } from 'viem'
import type { Chains } from '@/lib/chain/chains/chain'
import type { Effects } from '@/lib/review/review'
import type { Plan, Step } from '@/lib/tools/plan'
import type { StepRecord } from '../ledger/entry'

type Approval = { chainId: number; token: Address; spender: Address; amount: bigint }

/** What an approval of a plan allows; null for any other step. */
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

/** What the approvals among some steps come to, by token and spender: of several the last one counts. */
const approvedBy = (steps: readonly Step[]): ReadonlyMap<string, Approval> =>
  new Map(steps.flatMap((step) => approvalOf(step) ?? []).map((approval) => [pairOf(approval), approval]))

const allowanceNow = (
  chains: Chains,
  account: Address,
  { chainId, token, spender }: Approval,
): Promise<bigint> | null =>
  chains.get(chainId)?.client.readContract({
    address: token,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [account, spender],
  }) ?? null

/**
 * The plan without the approvals that stand already: granted elsewhere since the plan was made, or by a transaction of
 * the plan itself that a node had not seen. The same plan where there are none. `seen`: the effects that the person
 * looked at. Throws viem's errors where the chain does not answer.
 */
export async function withoutGiven(plan: Plan, seen: Effects | null, chains: Chains): Promise<Plan> {
  const now = new Map<string, bigint | null>()
  const wanted = approvedBy(plan.steps)
  await Promise.all(
    [...wanted].map(async ([pair, approval]) => now.set(pair, await allowanceNow(chains, plan.account, approval))),
  )
  /** More than is wanted is enough, unless it was there before: then the person wants less to be allowed. */
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

/** Whether the node shows what the approvals among some mined steps have allowed. One that fails shows nothing. */
export async function areSeen(steps: readonly Step[], account: Address, chains: Chains): Promise<boolean> {
  const seen = await Promise.all(
    [...approvedBy(steps).values()].map(async (approval) => {
      const allowed = await allowanceNow(chains, account, approval)?.catch(() => null)
      if (allowed === null || allowed === undefined) return false
      return approval.amount === 0n ? allowed === 0n : allowed >= approval.amount
    }),
  )
  return seen.every(Boolean)
}

/** A node that is so many blocks past the request shows all that came of it: what it does not show, the chain has dropped. */
const longPast = 1_000n

/**
 * Whether a node has yet to see a transaction of the call that was mined: what it says of allowances, and of whatever else
 * that one did, is from before. Throws viem's errors where it does not answer.
 */
export async function isBehind(steps: readonly StepRecord[], chains: Chains): Promise<boolean> {
  const unseen = await Promise.all(
    steps.map(async ({ chainId, hash, replacedBy, outcome, fromBlock }) => {
      const client = chains.get(chainId)?.client
      if (!client || !hash || outcome !== 'success') return false
      try {
        await client.getTransactionReceipt({ hash: replacedBy ?? hash })
        return false
      } catch (error) {
        if (!(error instanceof TransactionReceiptNotFoundError)) throw error
        return (await client.getBlockNumber({ cacheTime: 0 })) <= BigInt(fromBlock ?? 0) + longPast
      }
    }),
  )
  return unseen.includes(true)
}

export const behindNote =
  'What was already sent is on the chain, but the network node that is asked does not show yet what it did. So the rest was not signed, and nothing more was sent: try again in a moment.'
