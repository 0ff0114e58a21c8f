import { isAddressEqual } from 'viem'
import { type RuleContext, Unavailable } from '../context'
import type { BalanceEffect } from '../review'
import type { Observation, Rule } from '../rules/rule'
import type { WorkedOut } from '../simulation/effects'
import { gasElsewhere, type SimulatedElsewhere } from '../simulation/environment'
import { assetKey, type PossibleEffect } from '../simulation/possible-effects'
import { revertReason } from '../simulation/revert-reason'
import type { NotSimulated } from '../simulation/simulated-block'
import { figure } from './figures'

/** Outcome of the plan in other blocks. */
export type Elsewhere = {
  simulation: SimulatedElsewhere | NotSimulated
  /** Null unless it was simulated. */
  worked: WorkedOut | null
  /** Outcomes with the small gas margin of a wallet, now and later. Leaves out runs not made, or that failed. */
  real: readonly Reality[]
}

/** `unchecked`: what leaves or is approved by the logs of this run alone, and was never read. */
type Reality = { worked: WorkedOut; unchecked: readonly PossibleEffect[] }

/**
 * Finds contracts that behave well while simulated, but not when mined: simulates the plan in several blocks and
 * reports differences that harm the account. More arriving than shown does no harm.
 *
 * @finds DANGER where the plan, simulated in another block, brings at least 0.5% less, allows more, or fails.
 * @source ZenGo, “red pill” attacks
 */
export const environmentRule = (there: Elsewhere | null): Rule => ({
  id: 'G23.environment',
  about: 'whether it behaves the same in another block',
  check: (context) => {
    const here = context.effects()
    if (!there) throw new Unavailable('it was not tried')
    const { simulation, worked, real } = there
    const harm = (then: WorkedOut) => [...worse(here.balances, then, context), ...moreAllowed(here, then, context)]
    // A failure with little gas proves nothing: it costs only the fee.
    const atLast = real
      .map(({ worked, unchecked }) => [...harm(worked), ...unchecked.map(surprise)])
      .find((found) => found.length > 0)
    if (atLast) return atLast
    if (simulation.kind === 'underfunded') throw new Unavailable('the node did not provide the gas to try it')
    if (simulation.kind !== 'simulated') throw new Unavailable(simulation.reason)
    const failed = simulation.steps.find(({ ok }) => !ok)
    if (failed) {
      // Running out of the provided gas is no sign of malice.
      const limit = failed.step.gas ?? gasElsewhere
      if (failed.step.gas === undefined && failed.charged * 20n >= limit * 19n)
        throw new Unavailable('it needs more gas than the node provided')
      return differs('Everything succeeds', `“${failed.step.title}” fails: ${revertReason(failed.returned)}`)
    }
    if (!worked) throw new Unavailable('the simulation could not be read')
    const found = harm(worked)
    const [lost] = worked.unreadable
    if (found.length === 0 && lost && context.incomplete() === null)
      throw new Unavailable(`the ${lost.what} of the token ${lost.token} could not be read there`)
    return found
  },
})

const differs = (claim: string, observed: string): Observation => ({
  level: 'DANGER',
  title: 'In another block, this behaves differently from what is shown.',
  terms: { claim: 'Shown', observed: 'Then' },
  claim,
  observed,
  why: 'A contract that behaves only while it is being watched is built to deceive. Decline it.',
})

const surprise = (possible: PossibleEffect): Observation => differs('nothing of the kind', unseen(possible))

function unseen(possible: PossibleEffect): string {
  switch (possible.kind) {
    case 'holding':
      return possible.asset.kind === 'native'
        ? 'coins leave'
        : `something from the contract ${possible.asset.address} leaves`
    case 'allowance':
      return `${possible.spender} may take your balance of the token ${possible.token}`
    case 'operator':
      return `${possible.operator} may take every token of the collection ${possible.collection}`
    case 'token-approval':
      return `somebody may take token number ${possible.tokenId} of the collection ${possible.collection}`
  }
}

/** True if a change falls short by more than 0.5%: interest and prices move less in a minute. */
function fallsShort(shown: bigint, then: bigint, held: bigint): boolean {
  const missing = shown - then
  // Rebasing tokens round by a unit or two.
  const rounding = held > 1_000_000n ? 2n : 0n
  return missing > rounding && missing * 200n > size(shown) && missing * 200n > size(then)
}

const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount)
const changeOf = (effect: BalanceEffect | undefined): bigint =>
  effect ? (effect.debt ? effect.before - effect.after : effect.after - effect.before) : 0n

function worse(shown: readonly BalanceEffect[], { effects }: WorkedOut, context: RuleContext): Observation[] {
  const keys = new Set([...shown, ...effects.balances].map(({ asset }) => assetKey(asset)))
  return [...keys].flatMap((key) => {
    const [here, then] = [shown, effects.balances].map((each) => each.find(({ asset }) => assetKey(asset) === key))
    const either = here ?? then
    if (!either || !fallsShort(changeOf(here), changeOf(then), either.before)) return []
    // Uses the symbol of the first simulation: the contract may report another one in this block.
    const told = (amount: bigint) => {
      if (amount === 0n) return 'nothing moves'
      const way = either.debt ? (amount < 0n ? 'owed' : 'owed less') : amount < 0n ? 'out' : 'in'
      return `${way}: ${figure(size(amount), either.asset, context.token(either.asset), amount < 0n ? 'out' : 'in')}`
    }
    return [differs(told(changeOf(here)), told(changeOf(then)))]
  })
}

function moreAllowed(here: ReturnType<RuleContext['effects']>, { effects }: WorkedOut, context: RuleContext) {
  const chainId = here.chainId
  const ofAllowances = effects.allowances.flatMap(({ token, spender, amount }): Observation[] => {
    const shown = here.allowances.find(
      (each) => isAddressEqual(each.token, token) && isAddressEqual(each.spender, spender),
    )
    if (!fallsShort(amount, shown?.amount ?? 0n, 0n)) return []
    const asset = { kind: 'erc20', chainId, address: token } as const
    const told = (left: bigint) =>
      left === 0n ? 'nothing stays allowed' : `${spender} may take ${figure(left, asset, context.token(asset))}`
    return [differs(told(shown?.amount ?? 0n), told(amount))]
  })
  return [...ofAllowances, ...ofOperators(here.operators, effects.operators)]
}

type Operators = ReturnType<RuleContext['effects']>['operators']

/** Finds NFT permissions that are granted only in the other block, or revoked only in this one. */
function ofOperators(here: Operators, then: Operators): Observation[] {
  const isIn = (list: Operators, { collection, operator, approved, tokenId }: Operators[number]) =>
    list.some(
      (each) =>
        isAddressEqual(each.collection, collection) &&
        isAddressEqual(each.operator, operator) &&
        each.tokenId === tokenId &&
        each.approved === approved,
    )
  const given = then.filter((each) => each.approved && !isIn(here, each))
  const kept = here.filter((each) => !each.approved && !isIn(then, each))
  return [...given, ...kept].map(({ collection, operator, approved, tokenId }) => {
    const what = tokenId === undefined ? 'every token' : `token number ${tokenId}`
    return differs(
      approved ? 'no such permission' : 'a permission is revoked',
      `${operator} may take ${what} of the collection ${collection}`,
    )
  })
}
