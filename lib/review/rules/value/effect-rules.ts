import { isAddressEqual } from 'viem'
import { percentOfWhole } from '@/lib/chain/tokens/percent'
import type { AssetAmount } from '@/lib/tools/plan'
import { type RuleContext, Unavailable } from '../../context'
import { runningCalls } from '../../facts/decoded-plan'
import { figure, figures } from '../../findings/figures'
import { namesPart } from '../../request/parts/amounts'
import type { BalanceEffect } from '../../review'
import { declaredAllowance } from '../../simulation/effects'
import { assetKey } from '../../simulation/possible-effects'
import type { Observation, Rule } from '../rule'

const declaredAmount = (declared: readonly AssetAmount[], key: string): bigint =>
  declared.filter(({ asset }) => assetKey(asset) === key).reduce((sum, { amount }) => sum + amount, 0n)

/** Returns the account's loss. For a debt token that is its increase. */
const lost = ({ before, after, debt }: BalanceEffect): bigint => (debt ? after - before : before - after)

/**
 * Least declared amount for which a unit more may leave: rebasing tokens count in shares and may take a unit more than
 * requested (aTokens since Aave 3.5, by design).
 */
const enoughToRound = 10_000n
const rounding = ({ asset }: BalanceEffect, declared: bigint): bigint =>
  asset.kind === 'erc20' && declared >= enoughToRound ? 1n : 0n

/**
 * G7: nothing may leave the account or stay allowed beyond what the tool declares.
 *
 * @finds BLOCK where more leaves than the tool declares, another asset leaves, a debt grows unasked, or a permission
 * stays that was not declared. One base unit more is let pass from 10,000 units on: some tokens count in shares. OK
 * otherwise.
 * @source Aave aTokens 3.5 for the unit
 */
export const outflowRule: Rule = {
  id: 'G7',
  about: 'whether anything more than shown leaves the account',
  check: (context) => {
    const { plan, decoded } = context
    const { balances, allowances, operators } = context.effects()
    const findings: Observation[] = []
    for (const effect of balances) {
      const most = declaredAmount(plan.declares.out, assetKey(effect.asset))
      if (lost(effect) <= most + rounding(effect, most)) continue
      if (effect.debt) {
        findings.push(owing(effect, context))
        continue
      }
      const [atMost, leaves] = figures(most, lost(effect), effect.asset, effect)
      findings.push({
        level: 'BLOCK',
        title: most === 0n ? 'Something else leaves your account.' : 'More leaves your account than stated.',
        claim: most === 0n ? 'None of it' : `At most ${atMost}`,
        observed: leaves,
        why: 'The transaction takes more than the proposal mentions. Decline it.',
      })
    }
    for (const effect of allowances) {
      const declared = declaredAllowance(plan, effect)
      if (effect.amount <= effect.before || effect.amount <= declared) continue
      const asset = { kind: 'erc20', chainId: context.plan.steps[0].chainId, address: effect.token } as const
      const [atMost, left] = figures(declared, effect.amount, asset, context.token(asset))
      findings.push({
        level: 'BLOCK',
        title: 'A permission to take tokens is left open.',
        claim: declared === 0n ? 'None' : `At most ${atMost}`,
        observed: `${effect.spender} may still take ${left} afterwards`,
        why: 'It could be used later without asking you. Decline it.',
      })
    }
    for (const { collection, operator, approved, tokenId } of operators) {
      // G19 judges permissions that a step requests openly. This check finds hidden ones.
      const inSight =
        decoded.operators.some(
          (each) => isAddressEqual(each.operator, operator) && isAddressEqual(each.collection, collection),
        ) ||
        decoded.approvals.some(
          (each) => isAddressEqual(each.spender, operator) && isAddressEqual(each.token, collection),
        )
      if (!approved || inSight) continue
      findings.push({
        level: 'BLOCK',
        title: 'A permission to take NFTs is given.',
        observed: `${operator} may take ${tokenId === undefined ? 'every token' : `token number ${tokenId}`} of the collection ${collection}`,
        why: 'The proposal does not mention it. Decline it.',
      })
    }
    if (findings.some(({ level }) => level === 'BLOCK')) return findings
    const incomplete = context.incomplete()
    if (incomplete) throw new Unavailable(incomplete)
    const simulation = context.simulation()
    const block = simulation.kind === 'simulated' ? simulation.number : null
    const simulated: Observation = {
      level: 'OK',
      title: `Simulated${block === null ? '' : ` as block ${block}`}: exactly the changes shown, and no others.`,
    }
    return [...findings, simulated]
  },
}

/** Reports a growing debt: as expected if a known call borrows, otherwise as hidden. */
function owing(effect: BalanceEffect, { plan, decoded }: RuleContext): Observation {
  const observed = figure(lost(effect), effect.asset, effect)
  const borrows = runningCalls(decoded).some(
    ({ call: { known, caller } }) =>
      known !== null && /^borrow/.test(known.signature) && isAddressEqual(caller, plan.account),
  )
  if (borrows)
    return {
      level: 'INFO',
      title: 'You will owe what you borrow.',
      observed,
      why: 'The token that tracks it is a debt, not a gain. It grows with interest until you repay it.',
    }
  return {
    level: 'BLOCK',
    title: 'This makes you owe more.',
    claim: 'None of it',
    observed,
    why: 'The transaction borrows in your name, which the proposal does not mention. Decline it.',
  }
}

/**
 * G8: what the tool declares to arrive must arrive.
 *
 * @finds DANGER where what should arrive does not. BLOCK where an exchange brings less than promised, else DANGER.
 */
export const inflowRule: Rule = {
  id: 'G8',
  about: 'whether everything that should arrive does',
  applies: ({ plan }) => plan.declares.in.length > 0,
  check: (context) => {
    const { declares } = context.plan
    const { balances } = context.effects()
    const isExchange = declares.out.length > 0
    return declares.in.flatMap(({ asset }): Observation[] => {
      const key = assetKey(asset)
      const least = declaredAmount(declares.in, key)
      if (asset.chainId !== context.plan.steps[0].chainId || least === 0n) return []
      const effect = balances.find((each) => assetKey(each.asset) === key)
      // The effects lack an incoming asset that could not be read, which does not mean that nothing arrives.
      if (!effect) throw new Unavailable(context.incomplete() ?? 'what arrives could not be read')
      const received = effect.after - effect.before
      if (received >= least) return []
      if (received <= 0n)
        return [
          {
            level: 'DANGER',
            title: 'What should arrive does not arrive.',
            claim: `At least ${figure(least, asset, effect, 'in')}`,
            observed: 'Nothing arrives within this transaction',
            why: 'You would pay now and get nothing in return. Continue only if you know why.',
          },
        ]
      const [atLeast, arrives] = figures(least, received, asset, effect, 'in')
      return [
        {
          // Nobody asks for an exchange that gives less than the promised minimum.
          level: isExchange ? 'BLOCK' : 'DANGER',
          title: 'Less arrives than promised.',
          claim: `At least ${atLeast}`,
          observed: `${arrives}, ${percentOfWhole(received, least)} of it`,
          why: isExchange
            ? 'The price has moved, or the quote was wrong. Ask for a new quote.'
            : 'The contract keeps part of it. Continue only if you know why.',
          fix: { kind: 'refresh', label: 'Prepare again' },
        },
      ]
    })
  },
}

/** Functions that close a position and pay its owner. They use up the position's own token. */
const exits = /^(?:withdraw|redeem)\(uint256,address,address\)$/

/**
 * True if the plan only withdraws a vault position to the account itself: that is meant to use it up, unless the person
 * named an amount.
 */
function isAskedFor({ asset }: BalanceEffect, { plan, decoded, requests }: RuleContext): boolean {
  const calls = runningCalls(decoded).map(({ call }) => call)
  const isExit =
    asset.kind === 'erc20' &&
    calls.every(
      ({ to, known }) => isAddressEqual(to, asset.address) && known !== null && exits.test(known.signature),
    ) &&
    plan.declares.in.length > 0 &&
    decoded.recipients.length === 0
  return isExit && !(requests !== null && requests !== 'unreadable' && requests.latest.some(namesPart))
}

/**
 * G24: warns if a balance is nearly used up, or if almost nothing is left for fees.
 *
 * @finds WARN where 90% or more of a holding leaves unasked, or less stays than the fees of two more transactions.
 */
export const emptyingRule: Rule = {
  id: 'G24',
  about: 'how much of each holding this uses up',
  check: (context) => {
    const { balances } = context.effects()
    const findings: Observation[] = []
    for (const effect of balances) {
      const { kind } = effect.asset
      if ((kind !== 'erc20' && kind !== 'native') || effect.before === 0n || effect.debt) continue
      if (lost(effect) * 10n < effect.before * 9n || isAskedFor(effect, context)) continue
      findings.push({
        level: 'WARN',
        title: effect.after === 0n ? 'This uses up all you hold of it.' : 'This uses up nearly all you hold of it.',
        observed: `${figure(lost(effect), effect.asset, effect)}, ${percentOfWhole(lost(effect), effect.before)} of what you hold`,
        why: 'Check the amount if you meant to keep some.',
      })
    }
    const native = { kind: 'native', chainId: context.plan.steps[0].chainId } as const
    const key = assetKey(native)
    const { total, gas } = context.fee()
    const spent = lost(
      balances.find(({ asset }) => assetKey(asset) === key) ?? {
        asset: native,
        before: 0n,
        after: 0n,
        ...context.token(native),
      },
    )
    const left = context.balance() - spent - total
    // The cost of two more transactions like these.
    const reserve = (total * 2n) / BigInt(gas.length)
    // G6 reports a negative remainder.
    if (left >= 0n && left < reserve)
      findings.push({
        level: 'WARN',
        title: 'Almost nothing is left for network fees.',
        observed: `About ${figure(left, native, context.token(native), 'in')} afterwards`,
        why: 'You may not be able to move what you hold on this chain until you add more.',
      })
    return findings
  },
}
