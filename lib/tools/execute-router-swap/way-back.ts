import { type Address, encodeFunctionData, erc20Abi, isAddressEqual } from 'viem'
import { type ChainHandle, isNative } from '@/lib/chain/chains/chain'
import type { Quote } from '@/lib/chain/routing/routing'
import { percentOf } from '@/lib/chain/tokens/percent'
import type { Finding } from '../finding'
import { balanceIn, balanceRead } from '../shared/balance-read'
import type { PrepareContext, Trial } from '../tool'
import type { SwapSide, SwapTerms } from './details'
import type { SwapParameters } from './parameters'

/**
 * Honeypot test by round trip (docs/review-rules.md, `swap.way-back`): what is bought is sold back at once, only in the
 * simulation. A token that can be bought but not sold is a trap.
 */

type Chain = ChainHandle & { diamond: Address }
type Sides = { from: SwapSide; to: SwapSide; terms: SwapTerms }

/** Generous: this only tests whether the token can be sold at all; the loss is measured separately. */
const slippage = 0.49
/** In millionths. */
const tolerable = 300_000n

/** True for an unlisted token, if both swaps are on one chain. */
const isDue = (asked: SwapParameters, { to }: Sides): boolean =>
  asked.fromChainId === asked.toChainId && !to.token.listed && !isNative(to.token.address)

/** Returns the trial, or a finding why there is none; null if none is due. Asks the router once. */
export async function wayBack(
  asked: SwapParameters,
  sides: Sides,
  chain: Chain,
  { account, routing, signal }: PrepareContext,
): Promise<Trial | Finding | null> {
  if (!isDue(asked, sides)) return null
  const amount = sides.terms.toAmountMin
  try {
    const quote = await routing.quote(
      {
        fromChainId: chain.id,
        toChainId: chain.id,
        fromToken: asked.toTokenAddress,
        toToken: asked.fromTokenAddress,
        fromAmount: amount,
        fromAddress: account,
        slippage,
      },
      signal,
    )
    // Another contract would prove something else.
    return isAddressEqual(quote.transaction.to, chain.diamond) ? trialOf(quote, amount, sides, chain, account) : unknown
  } catch {
    signal.throwIfAborted()
    return unknown
  }
}

const rule = 'swap.way-back'

const unknown: Finding = {
  rule,
  level: 'UNVERIFIED',
  title: 'Not checked: whether this token can be sold again.',
  why: 'The router found no way to sell it. Tokens that can only be bought are a common trap.',
}

function trialOf({ transaction }: Quote, amount: bigint, { from, to }: Sides, chain: Chain, account: Address): Trial {
  const { address } = to.token
  const approve = (allowed: bigint) => ({
    to: address,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [chain.diamond, allowed] }),
    value: 0n,
  })
  return {
    id: rule,
    about: 'whether this token can be sold again',
    steps: [
      // An earlier approval may stand in the way of this one. A token that refuses zero has no such guard.
      approve(0n),
      approve(amount),
      { to: transaction.to, data: transaction.data, value: transaction.value },
    ],
    reads: [balanceRead(chain, from.token.address, account), balanceRead(chain, address, account)],
    judge: ({ steps: [, ...sale], before, between, after }) => {
      if (!sale.every(({ ok }) => ok)) return { findings: [trap] }
      const spent = balanceIn(before[0]) - balanceIn(between[0])
      const bought = balanceIn(between[1]) - balanceIn(before[1])
      const sold = balanceIn(between[1]) - balanceIn(after[1])
      const back = balanceIn(after[0]) - balanceIn(between[0])
      return { findings: [verdictOn({ spent, bought, sold, back })] }
    },
  }
}

const trap: Finding = {
  rule,
  level: 'DANGER',
  title: 'This token could not be sold again.',
  observed: 'Simulated: buying works, selling it back fails',
  why: 'Tokens like this are made so that buyers are stuck with them. Decline it.',
}

/** Compares the return for all that was bought with what was spent. Amounts in base units. */
export function verdictOn({
  spent,
  bought,
  sold,
  back,
}: {
  spent: bigint
  bought: bigint
  sold: bigint
  back: bigint
}): Finding {
  if (spent <= 0n || bought <= 0n || sold <= 0n) throw new Error('nothing was bought or nothing sold')
  if (back <= 0n) return { ...trap, observed: 'Simulated: selling it back gives nothing' }
  // In millionths, so that the threshold is exact.
  const lost = 1_000_000n - (back * bought * 1_000_000n) / (spent * sold)
  const loss = Number(lost) / 1_000_000
  if (lost > tolerable)
    return {
      rule,
      level: 'WARN',
      title: `Buying and selling again at once would cost ${percentOf(loss)}.`,
      observed: 'Simulated: bought, and sold back to the same router',
      why: 'The token takes a cut of every trade, or its market is too small. You could not get out without that loss.',
    }
  return {
    rule,
    level: 'OK',
    title: `Simulated: it can be sold again, at a loss of ${percentOf(Math.max(loss, 0))}.`,
  }
}
