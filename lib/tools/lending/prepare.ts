import { isAddressEqual } from 'viem'
import { isNative } from '@/lib/chain/chains/chain'
import type { LendingReserve } from '@/lib/chain/lending/market'
import { findLendingMarket } from '@/lib/chain/lending/markets'
import { chainName } from '@/lib/chain/tokens/tokens'
import type { Finding } from '../finding'
import { accountFindings, chainFindings } from '../shared/checks'
import { tokenFindings } from '../shared/token-rules'
import type { PrepareContext, Prepared } from '../tool'
import { allowanceFindings, amountFindings, zeroAmount } from './amount-rules'
import { collateralFindings } from './collateral-rules'
import type { LendingDetails } from './details'
import { readLendingFacts } from './facts'
import { marketFindings, nativeCoin, noReserve, roomFindings, stateFindings, whichReserve } from './market-rules'
import { type LendingAction, type LendingParameters, lendingAdjustments } from './parameters'
import { lendingPlan } from './plan'
import { lendingProbe } from './probe'
import { fits, resolveReserve } from './resolve'
import { lendingTerms, spends } from './terms'

const isBlocked = (findings: readonly Finding[]): boolean => findings.some(({ level }) => level === 'BLOCK')

/** Throws ChainReadError if the chain does not answer. */
export async function prepareLending(
  action: LendingAction,
  asked: LendingParameters,
  context: PrepareContext,
  adjustments?: unknown,
): Promise<Prepared<LendingDetails>> {
  const chosen = lendingAdjustments.parse(adjustments ?? {})
  const { chains, account } = context
  const { chainId, marketAddress, tokenAddress, amount } = asked
  const pinned = findLendingMarket(chainId, marketAddress)
  const draft: LendingDetails = {
    action,
    chain: { id: chainId, name: chainName(chainId) },
    market: { address: marketAddress, name: pinned?.name ?? null },
    asked: amount,
    token: null,
    balance: null,
    account: null,
    choices: [],
    terms: null,
  }
  const refused = (findings: readonly Finding[], details = draft) => ({ plan: null, details, findings })
  const beforehand = [
    ...accountFindings(asked.walletAddress, account),
    ...chainFindings(chainId, chains),
    ...(amount === 0n ? [zeroAmount] : []),
    ...(isNative(tokenAddress) ? [nativeCoin] : []),
  ]
  const chain = chains.get(chainId)
  if (!chain || isNative(tokenAddress)) return refused(beforehand)

  const facts = await readLendingFacts(chain, account, marketAddress, tokenAddress, spends(action) ? amount : 0n)
  const { token, market, balance } = facts
  const read = { ...draft, token, balance, account: market.account }
  const found = [
    ...beforehand,
    ...marketFindings(market.kind, pinned !== null, marketAddress),
    ...tokenFindings(token, { symbol: asked.tokenSymbol, decimals: undefined }, chain),
  ]
  if (market.kind !== 'market' || !token) return refused(found, read)
  const reserves = market.reserves.filter((reserve) => isAddressEqual(reserve.token, tokenAddress))
  if (reserves.length === 0) return refused([...found, noReserve], read)
  const { reserve, choices } = resolveReserve(action, reserves, amount, chosen.reserveId)
  if (!reserve) return refused([...found, whichReserve(choices.length)], { ...read, choices })

  const terms = lendingTerms(action, amount, reserve, token, facts, chosen)
  const details = { ...read, choices, terms }
  const other = otherReserve(action, reserves, reserve, amount)
  const state = stateFindings(action, reserve, other)
  const findings = [
    ...found,
    ...decimalsFindings(reserve, token.decimals),
    ...state,
    // A shut reserve explains itself; its other faults do not matter.
    ...(state.length > 0 || amount === 0n
      ? []
      : [
          ...amountFindings({ action, asked: amount, terms, token, balance, other }),
          ...roomFindings(action, terms, token),
          ...collateralFindings(action, terms, market.account, market.reserves),
          ...allowanceFindings(terms),
        ]),
  ]
  // A plan that is certain to fail, or is for somebody else, must not exist, so that nothing can be signed.
  if (isBlocked(findings)) return refused(findings, details)
  return {
    plan: lendingPlan(account, action, marketAddress, token, terms),
    details,
    findings,
    probes: [lendingProbe(account, marketAddress, token, terms)],
    ...(pinned ? { pinned: [{ address: marketAddress, label: `the lending market ${pinned.name}` }] } : {}),
  }
}

/** Returns another reserve of the token in which the action makes sense, if this one does not. */
function otherReserve(
  action: LendingAction,
  reserves: readonly LendingReserve[],
  reserve: LendingReserve,
  amount: bigint,
): LendingReserve | null {
  if (fits(action, reserve, amount)) return null
  return reserves.find((each) => each !== reserve && fits(action, each, amount)) ?? null
}

/** The market keeps its own decimals: if they differ from the token's, its figures cannot be trusted. */
const decimalsFindings = (reserve: LendingReserve, decimals: number): readonly Finding[] =>
  reserve.decimals === decimals
    ? []
    : [
        {
          rule: 'G9',
          level: 'BLOCK',
          title: 'The market uses different decimals for this token than the token itself does.',
          claim: String(reserve.decimals),
          observed: String(decimals),
        },
      ]
