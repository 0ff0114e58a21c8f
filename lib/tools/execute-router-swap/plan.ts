import type { Address } from 'viem'
import type { Plan, Step } from '../plan'
import { amountText, approvalSteps, assetOf, tokenLabel } from '../shared/approval'
import type { SwapDetails, SwapSide, SwapTerms } from './details'

type Quoted = SwapDetails & { from: SwapSide; to: SwapSide; terms: SwapTerms }

/** Plans an approval of exactly the swapped amount, then the quote's transaction. */
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
    // The router's limit has room; a wallet's own estimate is often exact, and pools use more gas in another block. The
    // simulation runs under the same limit, so it exposes one that is too low.
    ...(gas === undefined ? {} : { gas }),
  }
  const [first, ...rest] = [...approvalSteps(token, diamond, fromAmount, terms.approval), swap]
  const left = terms.approval === 'none' && terms.allowance > fromAmount
  return {
    account,
    steps: [first ?? swap, ...rest],
    declares: {
      out: [{ asset: assetOf(token), amount: fromAmount }],
      // A bridge pays out in another transaction, on another chain.
      in: isBridge ? [] : [{ asset: assetOf(to.token), amount: terms.toAmountMin }],
      ...(isBridge ? { later: assetOf(to.token) } : {}),
      // An earlier, larger approval is not ours to revoke unasked: the rest of it stays.
      allowances: left ? [{ token: token.address, spender: diamond, amount: terms.allowance }] : [],
    },
  }
}
