import { type Address, encodeFunctionData, erc20Abi } from 'viem'
import { formatAmount, shortAddress } from '@/lib/chain/amount'
import { isNative } from '@/lib/chain/chain'
import type { TokenFacts } from '@/lib/chain/token-contract'
import type { Asset, Plan, Step } from '../plan'
import type { SwapDetails, SwapSide, SwapTerms } from './details'

/** Tokens whose `approve` reverts unless the allowance is zero before. By chain and address. */
const resetFirst: ReadonlySet<string> = new Set(['1:0xdAC17F958D2ee523a2206206994597C13D831ec7'])

/** Which approval the diamond needs. An allowance that is large enough already is used as it is. */
export function approvalFor(token: TokenFacts, allowance: bigint, amount: bigint): SwapTerms['approval'] {
  if (isNative(token.address) || allowance >= amount) return 'none'
  return allowance > 0n && resetFirst.has(`${token.chainId}:${token.address}`) ? 'reset-first' : 'exact'
}

type Quoted = SwapDetails & { from: SwapSide; to: SwapSide; terms: SwapTerms }

/** Approvals of exactly what is swapped, then the route's transaction as the quote has it. */
export function swapPlan(account: Address, diamond: Address, details: Quoted): Plan {
  const { from, to, terms, fromAmount, isBridge, toChain } = details
  const { token } = from
  const amount = amountText(fromAmount, token)
  const { chainId, to: target, data, value, gas } = terms.quote.transaction
  const swap: Step = {
    id: isBridge ? 'bridge' : 'swap',
    purpose: 'action',
    title: isBridge ? `Bridge ${amount} to ${toChain.name}` : `Swap ${amount} for ${tokenLabel(to.token)}`,
    chainId,
    to: target,
    data,
    value,
    // The router's limit has room; a wallet's own estimate is often exact, and pools use more gas in another block.
    // The simulation runs under the same limit, so one that is too low is found out.
    ...(gas === undefined ? {} : { gas }),
  }
  const [first, ...rest] = [...approvals(token, diamond, fromAmount, terms.approval), swap]
  const left = terms.approval === 'none' && terms.allowance > fromAmount
  return {
    account,
    steps: [first ?? swap, ...rest],
    declares: {
      out: [{ asset: assetOf(token), amount: fromAmount }],
      // What a bridge pays out arrives in another transaction, on another chain.
      in: isBridge ? [] : [{ asset: assetOf(to.token), amount: terms.toAmountMin }],
      // An older and larger approval is not ours to take away unasked: the rest of it stays.
      allowances: left ? [{ token: token.address, spender: diamond, amount: terms.allowance }] : [],
    },
  }
}

function approvals(token: TokenFacts, spender: Address, amount: bigint, kind: SwapTerms['approval']): Step[] {
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
  if (kind === 'none') return []
  return kind === 'exact' ? [exact] : [step('reset', `Reset the approval of ${tokenLabel(token)}`, 0n), exact]
}

const assetOf = ({ chainId, address }: TokenFacts): Asset =>
  isNative(address) ? { kind: 'native', chainId } : { kind: 'erc20', chainId, address }

/** A symbol that only the token itself vouches for is kept out of sentences with amounts. */
const tokenLabel = ({ listed, symbol, address }: TokenFacts): string => (listed ? symbol : shortAddress(address))

const amountText = (amount: bigint, token: TokenFacts): string =>
  `${formatAmount(amount, token.decimals)} ${tokenLabel(token)}`
