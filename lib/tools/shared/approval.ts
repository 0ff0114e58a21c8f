import { type Address, BaseError, ContractFunctionZeroDataError, encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { type ChainHandle, isNative } from '@/lib/chain/chains/chain'
import { unlessRefused } from '@/lib/chain/chains/read-error'
import { formatAmount, shortHex, type Way } from '@/lib/chain/tokens/amount'
import type { TokenFacts } from '@/lib/chain/tokens/token-contract'
import type { Asset, Step } from '../plan'

/** What has to be approved before a contract can take an amount: nothing, exactly that, or that after a reset to zero. */
export type Approval = 'none' | 'exact' | 'reset-first'

/** What a spender may take already, and whether the token takes another amount in place of that only after a reset. */
export type CurrentAllowance = { allowance: bigint; needsReset: boolean }

export const nothingAllowed: CurrentAllowance = { allowance: 0n, needsReset: false }

/** Reads both in one round trip. Throws viem's errors where the RPC does not answer. */
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
 * Whether the token reverts when the account approves the amount now, or answers that it has not done it. Nodes word a
 * revert in many ways: whatever fails counts as one, as the reset that follows does no harm. Some tokens return nothing.
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
 * Which approval a spender needs. An allowance that is large enough already is used as it is, unless the person wants
 * an `exact` one in its place.
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

/** The steps that let the spender take exactly the amount. */
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

/** A symbol that only the token itself vouches for is kept out of sentences with amounts. */
export const tokenLabel = ({ listed, symbol, address }: TokenFacts): string => (listed ? symbol : shortHex(address))

export const amountText = (amount: bigint, token: TokenFacts, way: Way = 'out'): string =>
  `${formatAmount(amount, token.decimals, way)} ${tokenLabel(token)}`
