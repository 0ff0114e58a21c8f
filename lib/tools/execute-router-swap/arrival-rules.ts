import type { Address } from 'viem'
import type { ChainInfo, Token } from '@/lib/chain/chain'
import { findToken, knownToken } from '@/lib/chain/tokens'
import type { Finding } from '../finding'
import { lowMinimum } from './minimum'
import type { SwapParameters } from './parameters'

/** What a bridge's calldata hands to the bridge: the token on this side, and the least of it in base units. */
export type Bridged = { asset: Address; amount: bigint }

/**
 * A bridge that calls nothing on the other side delivers what it was handed, in the other network's kind of it. So that
 * must be the token that was asked for, and as much of it as the quote guarantees. Pure.
 */
export function arrivalFindings(
  { asset, amount }: Bridged,
  asked: SwapParameters,
  toAmountMin: bigint,
  from: ChainInfo,
): readonly Finding[] {
  const handed = findToken(from, asset)
  const wanted = knownToken(asked.toChainId, asked.toTokenAddress)
  if (!handed || !wanted || kindOf(handed) !== kindOf(wanted)) return [otherKind(asset, asked)]
  // Bridges that pay for balance in their pools may give a little more than they were handed.
  const most = (rescale(amount, handed.decimals, wanted.decimals) * 101n) / 100n
  return most < toAmountMin ? [lowMinimum(toAmountMin, most)] : []
}

const rescale = (amount: bigint, from: number, to: number): bigint =>
  to >= from ? amount * 10n ** BigInt(to - from) : amount / 10n ** BigInt(from - to)

/** One name for what is the same on every network: bridged twins (USDC.e, USDT0), and wrapped coins (WETH). */
function kindOf({ symbol }: Token): string {
  const name = symbol.toLowerCase().replace(/\.e$|(?<=usdt)0$/, '')
  return /^w(?:eth|bnb|pol|matic)$/.test(name) ? name.slice(1) : name
}

const otherKind = (asset: Address, { toTokenAddress }: SwapParameters): Finding => ({
  rule: 'swap.arrives',
  level: 'UNVERIFIED',
  title: 'Whether the token that you asked for arrives could not be checked.',
  terms: { claim: 'You asked for', observed: 'The bridge is handed' },
  claim: toTokenAddress,
  observed: asset,
  why: 'By its calldata the bridge takes another token, and calls nothing on the other network that would exchange it. Some bridges do that by themselves; that it is so here, only the router says.',
  fix: { kind: 'refresh', label: 'Ask for a new quote' },
})
