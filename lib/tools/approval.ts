import { type Address, encodeFunctionData, erc20Abi } from 'viem'
import { formatAmount, shortHex, type Way } from '@/lib/chain/amount'
import { isNative } from '@/lib/chain/chain'
import type { TokenFacts } from '@/lib/chain/token-contract'
import type { Asset, Step } from './plan'

/** What has to be approved before a contract can take an amount: nothing, exactly that, or that after a reset to zero. */
export type Approval = 'none' | 'exact' | 'reset-first'

/** Tokens whose `approve` reverts unless the allowance is zero before. By chain and address. */
const resetFirst: ReadonlySet<string> = new Set(['1:0xdAC17F958D2ee523a2206206994597C13D831ec7'])

/**
 * Which approval a spender needs. An allowance that is large enough already is used as it is, unless the person wants
 * an `exact` one in its place.
 */
export function approvalFor(token: TokenFacts, allowance: bigint, amount: bigint, exact = false): Approval {
  if (isNative(token.address) || allowance === amount || (allowance > amount && !exact)) return 'none'
  return allowance > 0n && resetFirst.has(`${token.chainId}:${token.address}`) ? 'reset-first' : 'exact'
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

export const assetOf = ({ chainId, address }: TokenFacts): Asset =>
  isNative(address) ? { kind: 'native', chainId } : { kind: 'erc20', chainId, address }

/** A symbol that only the token itself vouches for is kept out of sentences with amounts. */
export const tokenLabel = ({ listed, symbol, address }: TokenFacts): string => (listed ? symbol : shortHex(address))

export const amountText = (amount: bigint, token: TokenFacts, way: Way = 'out'): string =>
  `${formatAmount(amount, token.decimals, way)} ${tokenLabel(token)}`
