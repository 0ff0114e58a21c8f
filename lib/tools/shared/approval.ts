import { type Address, BaseError, ContractFunctionZeroDataError, encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { type ChainHandle, isNative } from '@/lib/chain/chains/chain'
import { unlessRefused } from '@/lib/chain/chains/read-error'
import { formatAmount, shortHex, type Way } from '@/lib/chain/tokens/amount'
import type { TokenFacts } from '@/lib/chain/tokens/token-contract'
import type { Asset, Step } from '../plan'

/**
 * The approval needed before a contract can take an amount: none, exactly that amount, or that after a reset to zero.
 */
export type Approval = 'none' | 'exact' | 'reset-first'

/** The current allowance of a spender, and whether the token accepts another amount only after a reset. */
export type CurrentAllowance = { allowance: bigint; needsReset: boolean }

export const nothingAllowed: CurrentAllowance = { allowance: 0n, needsReset: false }

/** Reads both in one round trip. Throws viem's errors if the RPC does not answer. */
export async function readAllowance(
  chain: ChainHandle,
  account: Address,
  token: Address,
  approval: { spender: Address; amount: bigint },
): Promise<CurrentAllowance> {
  const args = [account, approval.spender] as const
  const [allowance, refuses] = await Promise.all([
    unlessRefused(chain.client.readContract({ address: token, abi: erc20Abi, functionName: 'allowance', args })),
    refusesApproval(chain, account, token, approval),
  ])
  return { allowance: allowance ?? 0n, needsReset: allowance !== null && allowance > 0n && refuses }
}

const approveAbi = parseAbi(['function approve(address spender, uint256 amount) view returns (bool)'])

/**
 * Resolves to true if the token reverts on an approval of the amount now, or answers that it has not done it. Nodes
 * word a revert in many ways, so any failure counts as one: the reset that follows does no harm. Some tokens return
 * nothing.
 */
export const refusesApproval = (
  { client }: ChainHandle,
  account: Address,
  address: Address,
  { spender, amount }: { spender: Address; amount: bigint },
): Promise<boolean> =>
  client
    .readContract({ account, address, abi: approveAbi, functionName: 'approve', args: [spender, amount] })
    .then((isDone) => !isDone)
    .catch((error: unknown) => !(error instanceof BaseError && error.walk(isNothing)))

const isNothing = (cause: unknown): boolean => cause instanceof ContractFunctionZeroDataError

/**
 * Returns the approval that a spender needs. An allowance that is already large enough is used as it is, unless the
 * person wants an `exact` one instead.
 */
export function approvalFor(
  token: TokenFacts,
  { allowance, needsReset }: CurrentAllowance,
  amount: bigint,
  exact = false,
): Approval {
  if (isNative(token.address) || allowance === amount || (allowance > amount && !exact)) return 'none'
  return allowance > 0n && needsReset ? 'reset-first' : 'exact'
}

/** Builds the steps that allow the spender exactly the amount. */
export function approvalSteps(token: TokenFacts, spender: Address, amount: bigint, approval: Approval): Step[] {
  const step = (id: string, title: string, allowed: bigint): Step => ({
    id,
    purpose: 'approval',
    title,
    chainId: token.chainId,
    to: token.address,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, allowed] }),
    value: 0n,
  })
  const exact = step('approve', `Approve ${amountText(amount, token)}`, amount)
  if (approval === 'none') return []
  return approval === 'exact' ? [exact] : [step('reset', `Reset the approval of ${tokenLabel(token)}`, 0n), exact]
}

export const assetOf = ({ chainId, address }: Pick<TokenFacts, 'chainId' | 'address'>): Asset =>
  isNative(address) ? { kind: 'native', chainId } : { kind: 'erc20', chainId, address }

/** Keeps a symbol that only the token itself vouches for out of sentences with amounts. */
export const tokenLabel = ({ listed, symbol, address }: TokenFacts): string => (listed ? symbol : shortHex(address))

export const amountText = (amount: bigint, token: TokenFacts, way: Way = 'out'): string =>
  `${formatAmount(amount, token.decimals, way)} ${tokenLabel(token)}`
