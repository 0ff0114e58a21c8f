import { type Address, encodeFunctionData, type Hex, maxUint256 } from 'viem'
import { spokeAbi } from '@/lib/chain/lending/abi'
import type { TokenFacts } from '@/lib/chain/tokens/token-contract'
import type { Allowance, Declared, Plan, Step } from '../plan'
import { amountText, approvalSteps, assetOf, tokenLabel } from '../shared/approval'
import type { LendingTerms } from './details'
import { type LendingAction, wayOf } from './parameters'

/** Plans an exact approval if the market takes tokens, then the action, always for the account itself. */
export function lendingPlan(
  account: Address,
  action: LendingAction,
  market: Address,
  token: TokenFacts,
  terms: LendingTerms,
): Plan {
  const { spending } = terms
  const step: Step = {
    id: action,
    purpose: 'action',
    title: titleOf(action, token, terms),
    chainId: token.chainId,
    to: market,
    data: calldata(account, action, terms),
    value: 0n,
  }
  const approvals = spending ? approvalSteps(token, market, spending.most, spending.approval) : []
  const [first, ...rest] = [...approvals, step]
  return { account, steps: [first ?? step, ...rest], declares: declares(market, token, terms) }
}

const verbs: Readonly<Record<LendingAction, string>> = {
  supply: 'Supply',
  borrow: 'Borrow',
  repay: 'Repay',
  withdraw: 'Withdraw',
}

const titleOf = (action: LendingAction, token: TokenFacts, { all, amount }: LendingTerms): string =>
  `${verbs[action]} ${all ? `all ${tokenLabel(token)}` : amountText(amount, token, wayOf(action))}`

function calldata(account: Address, action: LendingAction, { reserve, amount, all, collateral }: LendingTerms): Hex {
  const args = [reserve.reserveId, all ? maxUint256 : amount, account] as const
  const data = encodeFunctionData({ abi: spokeAbi, functionName: action, args })
  if (!collateral?.use || reserve.isCollateral) return data
  // Both in one transaction: a supply that is not collateral is not what was chosen.
  const enable = [reserve.reserveId, true, account] as const
  const enabling = encodeFunctionData({ abi: spokeAbi, functionName: 'setUsingAsCollateral', args: enable })
  return encodeFunctionData({ abi: spokeAbi, functionName: 'multicall', args: [[data, enabling]] })
}

function declares(market: Address, token: TokenFacts, { amount, spending }: LendingTerms): Declared {
  const asset = assetOf(token)
  // Interest only increases what is withdrawn.
  if (!spending) return { out: [], in: [{ asset, amount }], allowances: [] }
  const { most, allowance, approval } = spending
  // The rest of an earlier approval, or of the margin for the interest on a whole debt.
  const left = approval === 'none' ? allowance : most
  const stays = left > amount
  const allowances: Allowance[] = stays ? [{ token: token.address, spender: market, amount: left - amount }] : []
  return { out: [{ asset, amount: most }], in: [], allowances }
}
