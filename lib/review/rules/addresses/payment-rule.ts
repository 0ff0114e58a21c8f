import { type Address, isAddressEqual } from 'viem'
import { allCalls } from '@/lib/chain/calldata/decode-call'
import { meaningsOf } from '@/lib/chain/calldata/meaning'
import { formatUsd } from '@/lib/chain/tokens/amount'
import { findToken } from '@/lib/chain/tokens/tokens'
import type { Asset, Plan } from '@/lib/tools/plan'
import type { RuleContext } from '../../context'
import { runningCalls } from '../../facts/decoded-plan'
import { unique } from '../../facts/facts'
import { worthOf } from '../../findings/budget'
import { figure } from '../../findings/figures'
import { isAskedPayout } from '../../request/payouts'
import type { BalanceEffect } from '../../review'
import { balanceChanges } from '../../simulation/balance-changes'
import { assetKey } from '../../simulation/possible-effects'
import type { Observation, Rule } from '../rule'
import { isOurs, isVouchedFor } from './address-rules'

/**
 * G28: checks who is paid by a call, and what comes back for it. A function's name proves nothing: `deposit()` of an
 * unknown contract may just keep the coins for which WETH's gives something.
 *
 * @finds DANGER where a contract that this app does not know is paid and nothing, something unknown, or something only
 * by its goodwill comes back; where tokens are destroyed; and where 5% or more is lost.
 * @source Rabby 1144
 */
export const paymentRule: Rule = {
  id: 'G28',
  about: 'who you pay, and what you get for it',
  applies: (context) =>
    keepers(context).length + unknownContracts(context).length + paidTokens(context).length + plainly(context).length >
      0 || destroys(context),
  check: (context) => {
    const { balances } = context.effects()
    const gained = balances.filter(({ before, after, debt }) => after > before && !debt)
    const relieved = balances.filter(({ before, after, debt }) => after < before && debt)
    const spent = balances.find(({ asset }) => asset.kind === 'native')
    const isBack = !spent || spent.before <= spent.after
    return [
      ...(isBack ? lent(context) : []),
      ...(isBack || gained.length > 0 ? repaid(context) : []),
      ...balances.flatMap((effect): Observation[] => {
        const amount = effect.before - effect.after - sentOutright(effect, context)
        const { asset } = effect
        if (amount > 0n && gained.length === 0 && asset.kind !== 'native' && destroys(context, asset.address))
          return [destroyed(figure(amount, asset, effect))]
        if (amount <= 0n || effect.debt || asset.kind === 'erc721' || asset.kind === 'erc1155') return []
        const paid = asset.kind === 'native' ? keepers(context) : takers(asset.address, context)
        const [payee] =
          gained.length === 0 && !isPassedOn(context)
            ? [...paid, ...(asset.kind === 'native' ? paidTokens(context) : [])]
            : paid.filter((each) => !isOurs(each, context))
        return payee
          ? [payment(payee, figure(amount, asset, effect), { gained, relieved, worth: worthOfGain(context) }, context)]
          : []
      }),
    ]
  },
}

/** True if the proceeds go to a receiver the person asked for. G29 checks that they arrive and their worth. */
const isPassedOn = (context: RuleContext): boolean =>
  context.decoded.recipients.some(({ address, earned }) => earned && isAskedPayout(address, context))

/** Returns the unknown contracts that are called at any depth. */
const unknownContracts = (context: RuleContext): Address[] =>
  unique(runningCalls(context.decoded).map(({ call }) => call.to)).filter(
    (address) => !isTrusted(address, context) && !isOurs(address, context),
  )

/**
 * Returns the unknown contracts that may take a token. A contract may take its own token back, and for a token that
 * this app approves, the tool knows the spender.
 */
const takers = (token: Address, context: RuleContext): Address[] =>
  context.plan.steps.some(({ purpose, to }) => purpose === 'approval' && isAddressEqual(to, token))
    ? []
    : unknownContracts(context).filter((address) => !isAddressEqual(address, token))

/** Reports coins that an unknown contract gets and returns in the simulation: it is free to keep them when mined. */
function lent(context: RuleContext): Observation[] {
  const unknown = unknownContracts(context)
  const calls = runningCalls(context.decoded).filter(
    ({ call: { to, value } }) => value > 0n && unknown.some((each) => isAddressEqual(each, to)),
  )
  const [first] = calls
  if (!first) return []
  const native: Asset = { kind: 'native', chainId: context.plan.steps[0].chainId }
  const amount = calls.reduce((sum, { call }) => sum + call.value, 0n)
  return [
    {
      level: 'DANGER',
      title: 'You send coins, and only the contract’s goodwill brings them back.',
      terms: { claim: 'You send', observed: 'It goes to' },
      claim: figure(amount, native, context.token(native)),
      observed: first.call.to,
      why: 'This app does not know this address. In the simulation it gives them back, but nothing obliges it to when this is mined. Decline it unless you know this contract.',
    },
  ]
}

/** Returns the steps that send coins to an unknown address without a call. */
const plainly = (context: RuleContext): Plan['steps'][number][] =>
  context.plan.steps.filter(({ to, data, value }) => data === '0x' && value > 0n && !isHonest(to, context))

/** Reports a contract that gives something for a plain transfer of coins, which nothing obliges it to. */
function repaid(context: RuleContext): Observation[] {
  const [first] = plainly(context).filter(({ to }) => context.code(to) !== '0x')
  if (!first) return []
  const native: Asset = { kind: 'native', chainId: first.chainId }
  return [
    {
      level: 'DANGER',
      title: 'Only the receiver’s goodwill brings you anything for the coins you send.',
      terms: { claim: 'You send', observed: 'It goes to' },
      claim: figure(first.value, native, context.token(native)),
      observed: first.to,
      why: 'This app does not know this address. In the simulation something comes back, but nothing obliges the contract to do the same when this is mined. If it does not, what you send is gone. Decline it unless you know this contract.',
    },
  ]
}

/** Returns the contracts that keep coins sent with a call. Only known ones count as passing coins on. */
const keepers = (context: RuleContext): Address[] =>
  unique(
    runningCalls(context.decoded).flatMap(({ call: { to, value, inner } }) => {
      if (isTrusted(to, context)) return []
      const passed = isOurs(to, context) ? inner.reduce((sum, each) => sum + each.value, 0n) : 0n
      return value > passed ? [to] : []
    }),
  )

/** Returns listed tokens that are paid coins by a call, like WETH. If they give nothing, the coins are lost. */
const paidTokens = ({ decoded, chain, isKnownAs }: RuleContext): Address[] =>
  unique(
    runningCalls(decoded).flatMap(({ call: { to, value } }) =>
      value > 0n && chain && findToken(chain, to) && isKnownAs('pinned', to) ? [to] : [],
    ),
  )

/** True if a call burns tokens of the account by a known function. */
const destroys = ({ decoded, plan }: RuleContext, token?: Address): boolean =>
  runningCalls(decoded).some(
    ({ call: { known, caller, to } }) =>
      known !== null &&
      /^burn(?:From)?\(/.test(known.signature) &&
      isAddressEqual(caller, plan.account) &&
      (!token || isAddressEqual(to, token)),
  )

const destroyed = (observed: string): Observation => ({
  level: 'DANGER',
  title: 'This destroys what you hold, and you get nothing for it.',
  observed,
  why: 'It cannot be brought back. Continue only if that is what you want.',
})

/** True for the account itself, the person's other accounts, and what is pinned. */
const isTrusted = (address: Address, context: RuleContext): boolean =>
  isAddressEqual(address, context.plan.account) || isVouchedFor(address, context)

/** Returns the part of an outflow that is sent directly to someone, which other rules check. */
function sentOutright({ asset }: BalanceEffect, context: RuleContext): bigint {
  const { plan, decoded } = context
  const all = decoded.calls.flatMap(({ call }) => allCalls(call))
  if (asset.kind === 'native')
    return all
      .filter(({ data, delegate, caller }) => data === '0x' && !delegate && isHonest(caller, context))
      .reduce((sum, { value }) => sum + value, 0n)
  return all.flatMap(meaningsOf).reduce((sum, meaning) => {
    if (meaning.kind !== 'transfer' || !isAddressEqual(meaning.from, plan.account)) return sum
    return asset.kind === 'erc20' && isAddressEqual(meaning.token, asset.address) ? sum + meaning.amount : sum
  }, 0n)
}

const isHonest = (address: Address, context: RuleContext): boolean =>
  isTrusted(address, context) || isOurs(address, context)

/** Greatest fair loss, as a divisor of what leaves: one twentieth, as for swaps. */
const mostLost = 20n

type Worth = { gave: bigint; got: bigint }

/**
 * Returns the worth of what leaves and what arrives, in USD with 8 decimals, by prices the contract cannot influence.
 * Null if something that leaves has no price. Incoming assets without a price count as zero.
 */
function worthOfGain({ effects, prices, chains }: RuleContext): Worth | null {
  const { left, arrived } = balanceChanges(effects().balances.filter(({ debt }) => !debt))
  const gave = worthOf(left, prices, chains)
  const got = worthOf(arrived, prices, chains)
  return gave.unpriced.length > 0 ? null : { gave: gave.usd, got: got.usd }
}

/** Effects that come back for a payment. `relieved`: debt tokens whose balance shrinks. */
type Return = { gained: readonly BalanceEffect[]; relieved: readonly BalanceEffect[]; worth: Worth | null }

function payment(
  payee: Address,
  paid: string,
  { gained, relieved, worth }: Return,
  { plan }: RuleContext,
): Observation {
  const known = gained.filter(({ listed, vouched }) => listed || vouched !== undefined)
  const told = { terms: { claim: 'You pay', observed: 'It goes to' }, claim: paid, observed: payee }
  const [debt] = relieved
  if (gained.length === 0 && debt)
    return {
      level: 'DANGER',
      title: 'You pay an unknown contract, and a debt shrinks.',
      ...told,
      why: `This app does not know this address. By its token you owe ${figure(debt.before - debt.after, debt.asset, debt)} less afterwards, but nothing here can vouch that this is worth what you pay, or that the debt is yours. Compare both, and decline it unless you know this contract.`,
    }
  if (gained.length === 0)
    return {
      level: 'DANGER',
      title: 'You pay, and nothing comes back.',
      ...told,
      why: 'This app does not know this address. A function’s name promises nothing: within this transaction, nothing arrives in your account in return. Decline it unless you know this contract and what it does with what you pay.',
    }
  // The contract may hold what arrives only for the simulation, and it may be gone when this is mined.
  const isFair = worth !== null && (worth.gave - worth.got) * mostLost <= worth.gave
  if (isFair || gained.some(({ asset }) => isDeclared(asset, plan)))
    return {
      level: 'DANGER',
      title: 'Only the contract’s goodwill brings you anything for what you pay.',
      ...told,
      why: `This app does not know this contract. ${worth ? `By on-chain prices ${formatUsd(worth.gave)} leaves and ${formatUsd(worth.got)} arrives in the simulation` : 'Something arrives in the simulation'}, but whoever runs the contract can change that before this is mined, whatever its function is called. Decline it unless you know this contract.`,
    }
  return {
    level: 'DANGER',
    title:
      known.length > 0
        ? 'You pay, and no one has said what for.'
        : 'You pay, and get only something unknown in return.',
    ...told,
    why:
      known.length > 0
        ? 'This app does not know this address, and what comes back is not what its function is known to give: it may be worth far less than you pay. Compare both, and decline it unless you know this contract.'
        : 'This app does not know this address, and what you get is on none of this app’s lists: it may be worth nothing. Decline it unless you know both.',
  }
}

const isDeclared = (asset: Asset, { declares }: Plan): boolean =>
  declares.in.some((each) => assetKey(each.asset) === assetKey(asset))
