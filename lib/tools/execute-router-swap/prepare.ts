import type { Address } from 'viem'
import type { ChainHandle } from '@/lib/chain/chains/chain'
import { usdValue } from '@/lib/chain/prices/prices'
import type { Quote, QuoteRequest } from '@/lib/chain/routing/routing'
import type { TokenFacts } from '@/lib/chain/tokens/token-contract'
import { chainName } from '@/lib/chain/tokens/tokens'
import type { Finding } from '../finding'
import { assetOf } from '../shared/approval'
import { chainFindings } from '../shared/checks'
import { tokenFindings } from '../shared/token-rules'
import type { PrepareContext, Prepared } from '../tool'
import { type SwapDetails, type SwapSide, swapTransfer } from './details'
import { readSwapFacts, type SwapFacts } from './facts'
import { defaultSlippage, isBridge, type SwapParameters, swapAdjustments } from './parameters'
import { swapPlan } from './plan'
import { amountFindings, askedFindings, balanceFindings, leftAllowanceFindings } from './rules/amount-rules'
import { calldataCheck } from './rules/calldata-rules'
import {
  exposureFindings,
  feeFindings,
  minimumFindings,
  priceFindings,
  shapeOf,
  slippageFindings,
  sourceFindings,
} from './rules/price-rules'
import { destinationAccountFinding, routeGoneFinding, targetFindings } from './rules/route-rules'
import { swapAlternatives, swapTerms } from './terms'
import { wayBack } from './way-back'

/** Milliseconds after which a quote is requested again: prices move. */
const quoteLife = 30_000

/** Throws QuoteError or ChainReadError if the router or a chain does not answer. */
export async function prepareSwap(
  asked: SwapParameters,
  context: PrepareContext,
  adjustments?: unknown,
): Promise<Prepared<SwapDetails>> {
  const changes = swapAdjustments.parse(adjustments ?? {})
  const { slippage: adjusted, compare = false, exactApproval = false } = changes
  const route = changes.route ?? undefined
  const slippage = adjusted ?? asked.slippage ?? context.ownSlippage ?? defaultSlippage
  const draft = draftOf(asked, slippage, {
    slippageAdjusted: adjusted !== undefined,
    ...(adjusted === undefined && asked.slippage === undefined && context.ownSlippage != null
      ? { slippageFromSettings: true }
      : {}),
  })
  const refused = (findings: readonly Finding[], details = draft) => ({ plan: null, details, findings })

  const beforehand = [...askedFindings(asked), ...slippageFindings(slippage)]
  const between = routeChains(asked, context)
  if (!between) return refused([...beforehand, ...unservedFindings(asked, context)])
  if (isBlocked(beforehand)) return refused(beforehand)

  const [read, quoted, offered] = await Promise.allSettled([
    readFacts(asked, context, between),
    context.routing.quote(requestOf(asked, slippage, context), context.signal, route),
    compare ? context.routing.routes(requestOf(asked, slippage, context), context.signal) : null,
  ])
  if (read.status === 'rejected') throw read.reason
  const facts = read.value
  const checked = { ...draft, from: facts.from, to: facts.to }
  const findings = [...beforehand, ...claimFindings(asked, facts, between)]
  const { from, to } = facts
  // A wrong token explains more than the router's "no route".
  if (!from || !to || isBlocked(findings)) return refused(findings, checked)
  if (quoted.status === 'rejected') throw quoted.reason

  const quote = quoted.value
  const terms = swapTerms(quote, from, to, facts, exactApproval)
  const alternatives =
    offered.status === 'rejected'
      ? ('unread' as const)
      : offered.value && swapAlternatives(offered.value, quote.routeKey, [from, to], facts)
  const details = { ...checked, from, to, terms, alternatives }
  const transfer = swapTransfer(details)
  const networkUsd = networkFeeUsd(quote, facts)
  const back = await wayBack(asked, { from, to, terms }, between.from, context)
  const ofRoute = [...targetFindings(quote, asked, between.from.diamond), ...minimumFindings(terms, slippage)]
  return {
    // A plan that breaks a rule about its target must not exist, so that nothing can be signed.
    plan: isBlocked(ofRoute) ? null : swapPlan(context.account, between.from.diamond, details),
    details,
    findings: [
      ...findings,
      ...ofRoute,
      ...amountFindings(details),
      ...balanceFindings(details),
      ...priceFindings(terms, shapeOf(details)),
      ...sourceFindings([from, to]),
      ...(back && 'level' in back ? [back] : []),
      ...(route !== undefined && quote.routeKey !== route ? [routeGoneFinding] : []),
      ...feeFindings(terms, networkUsd),
      ...exposureFindings(terms, slippage, asked.fromChainId),
      ...leftAllowanceFindings(details),
      ...(isBridge(asked) && facts.missingOnDestination ? [destinationAccountFinding] : []),
    ],
    expiresAt: quote.at + quoteLife,
    ...(transfer
      ? {
          transfer,
          expects: {
            ...written(to.token),
            amount: terms.toAmount,
            inSeconds: quote.duration,
            usd: terms.toUsd,
          },
        }
      : {}),
    ...(back && 'judge' in back ? { trials: [back] } : {}),
    checks: [calldataCheck(quote, asked, context.account, between.from)],
  }
}

const written = (token: TokenFacts) => {
  const { symbol, decimals, listed } = token
  return { asset: assetOf(token), symbol, decimals, listed }
}

type RouteChains = { from: ChainHandle & { diamond: Address }; to: ChainHandle }

function routeChains({ fromChainId, toChainId }: SwapParameters, { chains }: PrepareContext): RouteChains | null {
  const from = chains.get(fromChainId)
  const to = chains.get(toChainId)
  return from?.diamond && to ? { from: { ...from, diamond: from.diamond }, to } : null
}

function unservedFindings({ fromChainId, toChainId }: SwapParameters, { chains }: PrepareContext): readonly Finding[] {
  const unserved = [...new Set([fromChainId, toChainId])].flatMap((id) => chainFindings(id, chains))
  if (unserved.length > 0) return unserved
  return [
    {
      rule: 'swap.target',
      level: 'BLOCK',
      title: `Swaps are not possible on ${chainName(fromChainId)}.`,
      why: 'No router contract is known there.',
    },
  ]
}

const draftOf = (
  asked: SwapParameters,
  slippage: number,
  whose: Pick<SwapDetails, 'slippageAdjusted' | 'slippageFromSettings'>,
): SwapDetails => ({
  isBridge: isBridge(asked),
  slippage,
  ...whose,
  fromChain: { id: asked.fromChainId, name: chainName(asked.fromChainId) },
  toChain: { id: asked.toChainId, name: chainName(asked.toChainId) },
  fromAmount: asked.fromAmount,
  from: null,
  to: null,
  terms: null,
  alternatives: null,
})

const readFacts = (asked: SwapParameters, { account, now }: PrepareContext, { from, to }: RouteChains) =>
  readSwapFacts({
    account,
    from,
    to,
    fromToken: asked.fromTokenAddress,
    toToken: asked.toTokenAddress,
    fromAmount: asked.fromAmount,
    now: now(),
  })

const requestOf = (asked: SwapParameters, slippage: number, { account }: PrepareContext): QuoteRequest => ({
  fromChainId: asked.fromChainId,
  toChainId: asked.toChainId,
  fromToken: asked.fromTokenAddress,
  toToken: asked.toTokenAddress,
  fromAmount: asked.fromAmount,
  fromAddress: account,
  slippage,
})

const claimFindings = (asked: SwapParameters, facts: SwapFacts, { from, to }: RouteChains): readonly Finding[] => [
  ...tokenFindings(tokenOf(facts.from), { symbol: asked.fromTokenSymbol, decimals: asked.fromTokenDecimals }, from),
  ...tokenFindings(tokenOf(facts.to), { symbol: asked.toTokenSymbol, decimals: asked.toTokenDecimals }, to),
]

const tokenOf = (side: SwapSide | null) => side?.token ?? null

const isBlocked = (findings: readonly Finding[]): boolean => findings.some(({ level }) => level === 'BLOCK')

/** Uses the router's own gas estimate; the review has the simulated one. Null if gas or price are unknown. */
const networkFeeUsd = ({ transaction }: Quote, { gasPrice, nativePrice }: SwapFacts): bigint | null =>
  transaction.gas && nativePrice ? usdValue(transaction.gas * gasPrice, 18, nativePrice) : null
