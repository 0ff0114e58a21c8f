import { type Address, isAddressEqual } from 'viem'
import type { Request } from '@/lib/language/request'
import type { Allowance, Asset, AssetAmount, Step } from '@/lib/tools/plan'
import type { RuleContext } from '../context'
import { decodePlan } from '../facts/decoded-plan'
import type { Effects } from '../review'
import { balanceChanges } from '../simulation/balance-changes'
import { assetKey } from '../simulation/possible-effects'

/** A call of the same conversation that was carried out, or that the wallet was asked for. */
export type Earlier = {
  /** Number of the person's messages before it. */
  after: number
  to: readonly Address[]
  out: readonly AssetAmount[]
  in: readonly AssetAmount[]
  /** Allowances that it raised. */
  allowed: readonly Allowance[]
}

/** Returns what a call that was carried out has moved, as predicted. */
export function earlierOf(
  after: number,
  account: Address,
  steps: readonly Pick<Step, 'chainId' | 'to' | 'data' | 'value'>[],
  { balances, allowances }: Pick<Effects, 'balances' | 'allowances'>,
): Earlier | null {
  const [first, ...others] = steps.map((step): Step => ({ ...step, id: '', title: '', purpose: 'action' }))
  if (!first) return null
  const declares = { out: [], in: [], allowances: [] }
  const { recipients } = decodePlan({ account, steps: [first, ...others], declares })
  const { left, arrived } = balanceChanges(balances)
  return { after, to: recipients.map(({ address }) => address), out: left, in: arrived, allowed: raised(allowances) }
}

const raised = (allowances: Effects['allowances']): Allowance[] =>
  allowances
    .filter(({ before, amount }) => amount > before)
    .map(({ token, spender, amount }) => ({ token, spender, amount }))

/** Returns the calls that were made for the same request: after it was last changed. */
const madeFor = ({ message }: Request, { earlier }: RuleContext): readonly Earlier[] =>
  earlier.filter(({ after }) => after > message)

export const amountIn = (amounts: readonly AssetAmount[], asset: Asset): bigint =>
  amounts.reduce((sum, each) => (assetKey(each.asset) === assetKey(asset) ? sum + each.amount : sum), 0n)

const isSameSet = <T>(some: readonly T[], others: readonly T[], isSame: (a: T, b: T) => boolean): boolean =>
  some.every((one) => others.some((other) => isSame(one, other))) &&
  others.every((one) => some.some((other) => isSame(one, other)))

/** Returns the calls for this request that moved the same assets to the same places, or allowed the same, as this one. */
export function repeatedBy(request: Request, context: RuleContext): readonly Earlier[] {
  const { left, arrived } = balanceChanges(context.effects().balances)
  const allowed = raised(context.effects().allowances)
  const recipients = context.decoded.recipients.map(({ address }) => address)
  const isSame = (one: AssetAmount, other: AssetAmount) => assetKey(one.asset) === assetKey(other.asset)
  const isSameGrant = (one: Allowance, other: Allowance) =>
    isAddressEqual(one.token, other.token) && isAddressEqual(one.spender, other.spender)
  const isGrant = left.length + arrived.length === 0 && allowed.length > 0
  return madeFor(request, context).filter(
    (each) =>
      (left.length + arrived.length > 0 || (isGrant && isSameSet(each.allowed, allowed, isSameGrant))) &&
      isSameSet(each.out, left, isSame) &&
      isSameSet(each.in, arrived, isSame) &&
      isSameSet(each.to, recipients, isAddressEqual),
  )
}

/**
 * Returns how much of an asset the earlier steps of a request brought and did not use. Null if they brought none: then
 * this is no later step of theirs.
 */
export function broughtBefore(asset: Asset, request: Request, context: RuleContext): bigint | null {
  const steps = madeFor(request, context)
  const brought = steps.reduce((sum, each) => sum + amountIn(each.in, asset), 0n)
  const used = steps.reduce((sum, each) => sum + amountIn(each.out, asset), 0n)
  return brought === 0n ? null : brought > used ? brought - used : 0n
}
