import { type Address, isAddressEqual } from 'viem'
import { nativeAddress } from '@/lib/chain/chains/chain'
import { chainName, findToken, kindOf } from '@/lib/chain/tokens/tokens'
import type { RuleContext } from '../context'
import { figure } from '../findings/figures'
import type { BalanceEffect } from '../review'
import { sizeOf } from '../simulation/balance-changes'
import { assetKey } from '../simulation/possible-effects'

/** The effects of a plan that a request can state. */
export type PlanEffects = {
  out: readonly BalanceEffect[]
  in: readonly BalanceEffect[]
  owes: readonly BalanceEffect[]
  /** Recipients of direct transfers. */
  recipients: readonly Address[]
  /** Other recipients of what is bought, withdrawn or repaid. */
  paidOut: readonly { address: Address; symbol: string }[]
  /** A token that arrives on another chain later. */
  later: { chainId: number; symbol: string } | null
  chainId: number
  /** Allowances that change, or that the plan takes back though they are none. */
  allowances: readonly Allowed[]
  /** Everyone whom the plan pays or gives a permission. */
  parties: readonly Address[]
  /** Positions of the account in a lending market: supplies and debts. */
  positions: readonly Position[]
  /** True if something may be taken later or a power is given. */
  grants: boolean
  revokes: boolean
}

type Allowed = { spender: Address; amount: bigint; before: bigint; symbol: string; decimals: number | null }

type Position = { symbol: string; decimals: number; before: bigint; after: bigint; debt: boolean }

export function planEffects(context: RuleContext): PlanEffects {
  const { plan, decoded, chains } = context
  const { balances, operators } = context.effects()
  const allowances = allowancesOf(context)
  const { later } = plan.declares
  const laterChain = later && chains.get(later.chainId)
  const laterToken = laterChain && findToken(laterChain, later.kind === 'native' ? nativeAddress : later.address)
  return {
    out: balances.filter(({ before, after, debt }) => !debt && after < before),
    in: balances.filter(({ before, after, debt }) => !debt && after > before),
    owes: balances.filter(({ debt }) => debt),
    recipients: decoded.recipients
      .filter(({ earned, address }) => !earned && !isAddressEqual(address, plan.account))
      .map(({ address }) => address),
    parties: partiesOf(allowances, context),
    positions: positionsOf(context),
    paidOut: decoded.recipients
      .filter(({ earned }) => earned)
      .map(({ address, asset }) => ({ address, symbol: context.token(asset).symbol })),
    later: later ? { chainId: later.chainId, symbol: laterToken?.symbol ?? '' } : null,
    chainId: plan.steps[0].chainId,
    allowances,
    grants:
      allowances.some(({ before, amount }) => amount > before) ||
      operators.some(({ approved }) => approved) ||
      decoded.powers.length > 0,
    revokes:
      allowances.some(({ before, amount }) => amount < before || amount === 0n) ||
      operators.some(({ approved }) => !approved),
  }
}

/** Returns the allowances that change. A plan that only takes back what is not there changes none, and says so. */
function allowancesOf(context: RuleContext): Allowed[] {
  const { allowances } = context.effects()
  const { approvals } = context.decoded
  if (allowances.length > 0 || movesSomething(context) || approvals.some(({ amount }) => amount > 0n))
    return [...allowances]
  return approvals.map(({ token, spender, step }) => ({
    ...context.token({ kind: 'erc20', chainId: step.chainId, address: token }),
    ...{ spender, amount: 0n, before: 0n },
  }))
}

const movesSomething = ({ effects }: RuleContext): boolean =>
  effects().balances.some(({ before, after }) => before !== after)

/** Returns everyone whom the plan pays. If it pays nobody and moves nothing: whom it gives or refuses a permission. */
function partiesOf(allowances: readonly Allowed[], context: RuleContext): Address[] {
  const { decoded } = context
  const { operators } = context.effects()
  const paid = decoded.recipients.map(({ address }) => address)
  if (paid.length > 0 || movesSomething(context)) return paid
  return [...allowances.map(({ spender }) => spender), ...operators.map(({ operator }) => operator)]
}

const positionsOf = ({ figures }: RuleContext): Position[] =>
  figures.flatMap(({ id, before, after }) => {
    if ((id !== 'supplied' && id !== 'owed') || before?.kind !== 'token' || after.kind !== 'token') return []
    const { symbol, decimals } = after
    return [{ symbol, decimals, before: before.amount, after: after.amount, debt: id === 'owed' }]
  })

/** The effects of a plan in a few words: "0.5 ETH leaves, 900 USDC arrives". */
export function described(moves: PlanEffects): string {
  const words = [
    ...moves.out.map((effect) => `${figureOf(effect)} leaves`),
    ...moves.in.map((effect) => `${figureOf(effect)} arrives`),
    ...(moves.later ? [`${moves.later.symbol || 'something'} arrives on ${chainName(moves.later.chainId)}`] : []),
    ...moves.paidOut.map(({ address, symbol }) => `${symbol || 'something'} arrives at ${address}`),
    ...(moves.grants ? ['a permission is given'] : []),
    ...(moves.revokes ? ['a permission is taken back'] : []),
  ]
  return words.length === 0 ? 'Nothing moves' : words.join(', ')
}

/**
 * Returns how far the declared minimum lies below the simulated amount, in hundredths of a percent. Null if unknown.
 */
export function slippageOf({ plan, effects }: RuleContext): bigint | null {
  const [least] = plan.declares.in
  const arrived = least && effects().balances.find(({ asset }) => assetKey(asset) === assetKey(least.asset))
  if (!arrived || arrived.after <= arrived.before) return null
  const amount = sizeOf(arrived)
  return least.amount > amount ? null : ((amount - least.amount) * 10_000n) / amount
}

export const figureOf = (effect: BalanceEffect): string =>
  figure(sizeOf(effect), effect.asset, effect, effect.after > effect.before ? 'in' : 'out')

export const sameToken = (one: string, other: string): boolean => kindOf(one) === kindOf(other)

/** True if a symbol names the effect's asset. People call wrapped coins and bridged twins by the plain name. */
export const isToken = (symbol: string, effect: BalanceEffect, { chain }: RuleContext): boolean =>
  sameToken(symbol, effect.symbol) ||
  (effect.asset.kind === 'native' && sameToken(symbol, chain?.viemChain.nativeCurrency.symbol ?? ''))

/** Returns the networks that a plan touches. */
export const chainsOf = ({ chainId, later }: PlanEffects): number[] => [chainId, ...(later ? [later.chainId] : [])]

/** True if the plan does not touch a named token in any part. */
export function movesNowhere(named: string, moves: PlanEffects, context: RuleContext): boolean {
  const effects = [...moves.out, ...moves.in, ...moves.owes]
  const others = [...moves.allowances, ...moves.paidOut, ...moves.positions, ...(moves.later ? [moves.later] : [])]
  if (!effects.some(({ listed }) => listed) && others.length === 0) return false
  return (
    !effects.some((effect) => isToken(named, effect, context)) && !others.some(({ symbol }) => sameToken(named, symbol))
  )
}
