import { type Address, isAddressEqual } from 'viem'
import type { Token } from '@/lib/chain/chains/chain'
import { findToken, nativeToken } from '@/lib/chain/tokens/tokens'
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

/** Returns what this plan moves, in the same terms. */
export function movedBy({ effects, decoded }: RuleContext): Omit<Earlier, 'after'> {
  const { balances, allowances } = effects()
  const { left, arrived } = balanceChanges(balances)
  return { to: decoded.recipients.map(({ address }) => address), out: left, in: arrived, allowed: raised(allowances) }
}

const raised = (allowances: Effects['allowances']): Allowance[] =>
  allowances
    .filter(({ before, amount }) => amount > before)
    .map(({ token, spender, amount }) => ({ token, spender, amount }))

/** Index of the message that first asked for a request. */
export const begunAt = ({ began, message }: Request): number => began ?? message

/** Returns the calls that were made since a request was first made. A change of it asks for no second one. */
export const madeFor = (request: Request, { earlier }: RuleContext): readonly Earlier[] =>
  earlier.filter(({ after }) => after > begunAt(request))

export const amountIn = (amounts: readonly AssetAmount[], asset: Asset): bigint =>
  amounts.reduce((sum, each) => (assetKey(each.asset) === assetKey(asset) ? sum + each.amount : sum), 0n)

/** Returns a listed token of any chain. Null for anything else. */
export function tokenOf(asset: Asset, { chains }: RuleContext): Token | null {
  const chain = chains.get(asset.chainId)
  if (!chain) return null
  if (asset.kind === 'native') return nativeToken(chain)
  return asset.kind === 'erc20' ? findToken(chain, asset.address) : null
}

/** Returns the requests of the person's last words. */
export const latestOf = ({ requests }: RuleContext): readonly Request[] =>
  requests === null || requests === 'unreadable' ? [] : requests.latest

/** True if two lists of addresses share one. */
export const share = (some: readonly Address[], others: readonly Address[]): boolean =>
  some.some((one) => others.some((other) => isAddressEqual(one, other)))
