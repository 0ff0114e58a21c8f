import { type Address, isAddressEqual } from 'viem'
import { type ChainInfo, isNative, type Token } from '@/lib/chain/chains/chain'
import type { Bridging } from '@/lib/chain/routing/lifi-bridges'
import { findToken, knownToken } from '@/lib/chain/tokens/tokens'
import type { Finding } from '../../finding'
import type { SwapParameters } from '../parameters'
import { lowMinimum, mismatch } from './disagreement'

/** Checks what a bridge without a call on the other side delivers there, by its calldata. Pure. */
export function deliveryFindings(
  { handed, order }: Bridging,
  asked: SwapParameters,
  toAmountMin: bigint,
  { account, from }: { account: Address; from: ChainInfo },
): readonly Finding[] {
  if (!order) return arrivalFindings(handed, asked, toAmountMin, from)
  const { takes, gives, least, owner } = order
  const isTaken = isNative(handed.asset) || (takes !== null && isAddressEqual(takes, handed.asset))
  return [
    ...mismatch('token', isTaken, takes ?? 'no token of this network', handed.asset),
    ...mismatch('token', gives !== null && isSameKind(gives, asked), gives ?? 'no such token', asked.toTokenAddress),
    // After a swap, the route computes with rounded parts of its result.
    ...(least * 1001n < toAmountMin * 1000n ? [lowMinimum(toAmountMin, least)] : []),
    ...(owner !== null && isAddressEqual(owner, account) ? [] : [refundedElsewhere(owner ?? 'nobody', account)]),
  ]
}

function isSameKind(gives: Address, { toChainId, toTokenAddress }: SwapParameters): boolean {
  if (isAddressEqual(gives, toTokenAddress)) return true
  const [given, wanted] = [knownToken(toChainId, gives), knownToken(toChainId, toTokenAddress)]
  return given !== null && wanted !== null && kindOf(given) === kindOf(wanted)
}

const refundedElsewhere = (observed: string, claim: string): Finding => ({
  rule: 'swap.refund',
  level: 'DANGER',
  title: 'If the bridge cannot deliver, the refund goes to someone else.',
  terms: { claim: 'Your account', observed: 'It goes back to' },
  claim,
  observed,
  why: 'If no one fills the order in time, this address gets your money; until then it may change the order. Ask for a new quote.',
  fix: { kind: 'refresh', label: 'Ask for a new quote' },
})

/**
 * Unless told otherwise, a bridge delivers what it received, in the other network's kind of it. So that must be the
 * token asked for, and as much of it as the quote guarantees.
 */
function arrivalFindings(
  { asset, amount }: Bridging['handed'],
  asked: SwapParameters,
  toAmountMin: bigint,
  from: ChainInfo,
): readonly Finding[] {
  const handed = findToken(from, asset)
  const wanted = knownToken(asked.toChainId, asked.toTokenAddress)
  if (!handed || !wanted || kindOf(handed) !== kindOf(wanted)) return [otherKind(asset, asked)]
  // Bridges that pay to balance their pools may give a little more than they received.
  const most = (rescale(amount, handed.decimals, wanted.decimals) * 101n) / 100n
  return most < toAmountMin ? [lowMinimum(toAmountMin, most)] : []
}

const rescale = (amount: bigint, from: number, to: number): bigint =>
  to >= from ? amount * 10n ** BigInt(to - from) : amount / 10n ** BigInt(from - to)

/**
 * Maps tokens that are the same on every network to one name: bridged twins (USDC.e, USDT0), and wrapped coins (WETH).
 */
function kindOf({ symbol }: Token): string {
  const name = symbol.toLowerCase().replace(/\.e$|(?<=usdt)0$/, '')
  return /^w(?:eth|bnb|pol|matic)$/.test(name) ? name.slice(1) : name
}

const otherKind = (asset: Address, { toTokenAddress }: SwapParameters): Finding => ({
  rule: 'swap.arrives',
  level: 'UNVERIFIED',
  title: 'Not checked: whether the token you asked for arrives.',
  terms: { claim: 'You asked for', observed: 'The bridge receives' },
  claim: toTokenAddress,
  observed: asset,
  why: 'According to its calldata, the bridge takes a different token and calls nothing on the other network to exchange it. Some bridges do that themselves; only the router says that this one does.',
  fix: { kind: 'refresh', label: 'Ask for a new quote' },
})
