import { type Address, decodeAbiParameters, getAddress, type Hex, hexToBigInt, isAddressEqual, slice } from 'viem'
import type { ChainInfo } from '@/lib/chain/chains/chain'
import type { Asset, Plan } from '@/lib/tools/plan'
import type { AllowanceEffect, BalanceEffect, Effects } from '../review'
import { type Reading, type TokenInfo, tokenInfo, workOutEffects } from '../simulation/effects'
import {
  assetKey,
  collect,
  isLeaving,
  isListed,
  type Log,
  mostSurprises,
  type PossibleEffect,
  type PossibleEffects,
  possibleEffectsOfLogs,
} from '../simulation/possible-effects'

/** One change to the account, predicted or actual. */
export type Leg =
  /** `change` is in base units, negative if the asset leaves. */
  | { kind: 'balance'; effect: BalanceEffect; change: bigint }
  | { kind: 'allowance'; effect: AllowanceEffect }
  | { kind: 'operator'; effect: Effects['operators'][number] }

/**
 * A predicted change beside the actual one. `close`: within a hundredth. `missing`: predicted, but did not happen.
 * `unpredicted`: happened without prediction. `unlogged`: logs cannot tell.
 */
export type ReceiptLine = {
  key: string
  predicted: Leg | null
  actual: Leg | null
  comparison: 'same' | 'close' | 'differs' | 'missing' | 'unpredicted' | 'unlogged'
}

/**
 * Compares the actual effects with the predicted ones (docs/review-rules.md, "How a review decides"). Pure. With
 * `byLogs`, the actual effects come from `effectsOfLogs`, so what logs cannot tell is no difference.
 */
export function compareReceipt(predicted: Effects, actual: Effects, byLogs = false): ReceiptLine[] {
  const [was, is] = [legsOf(predicted), legsOf(actual)]
  return [...new Set([...was.keys(), ...is.keys()])].map((key) => {
    const [before, after] = [was.get(key) ?? null, is.get(key) ?? null]
    const comparison = comparisonOf(before, after)
    const isUnlogged = byLogs && comparison !== 'same' && comparison !== 'close' && cannotTell(before, after, actual)
    return { key, predicted: before, actual: after, comparison: isUnlogged ? 'unlogged' : comparison }
  })
}

/**
 * True if no log can tell: incoming native coins, an approval of one NFT, a revoked allowance, and how much of an
 * allowance the outflow used up.
 */
function cannotTell(predicted: Leg | null, actual: Leg | null, { balances }: Effects): boolean {
  const leg = actual ?? predicted
  switch (leg?.kind) {
    case 'balance':
      return leg.effect.asset.kind === 'native'
    case 'operator':
      return actual === null && leg.effect.tokenId !== undefined
    case 'allowance': {
      const { token } = leg.effect
      if (actual === null) return leg.effect.amount === 0n
      return balances.some(
        ({ asset, before, after }) => asset.kind === 'erc20' && isAddressEqual(asset.address, token) && after < before,
      )
    }
    default:
      return false
  }
}

function comparisonOf(predicted: Leg | null, actual: Leg | null): ReceiptLine['comparison'] {
  if (!predicted) return 'unpredicted'
  if (!actual) return 'missing'
  const [was, is] = [sizeOf(predicted), sizeOf(actual)]
  if (was === is) return 'same'
  // Beyond a hundredth in either direction, it is no longer what the person agreed to.
  return size(is - was) * 100n > size(was) ? 'differs' : 'close'
}

const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount)

function sizeOf(leg: Leg): bigint {
  switch (leg.kind) {
    case 'balance':
      return leg.change
    case 'allowance':
      return leg.effect.amount
    case 'operator':
      return leg.effect.approved ? 1n : 0n
  }
}

/** Returns the effects that change something, by the thing they change. */
function legsOf({ balances, allowances, operators }: Effects): ReadonlyMap<string, Leg> {
  return new Map<string, Leg>([
    ...balances
      .filter(({ before, after }) => before !== after)
      .map((effect): [string, Leg] => [
        assetKey(effect.asset),
        { kind: 'balance', effect, change: effect.after - effect.before },
      ]),
    ...allowances
      .filter(({ before, amount }) => before !== amount)
      .map((effect): [string, Leg] => [
        `allowance:${getAddress(effect.token)}:${getAddress(effect.spender)}`,
        { kind: 'allowance', effect },
      ]),
    ...operators.map((effect): [string, Leg] => [
      `operator:${getAddress(effect.collection)}:${getAddress(effect.operator)}:${effect.tokenId ?? 'all'}`,
      { kind: 'operator', effect },
    ]),
  ])
}

/**
 * Returns what to read to find out what a call did: everything predicted, the called contracts, and what the logs name.
 * If the logs name too much, listed assets come first, and among them those that leave. `unread` counts the rest.
 */
export function possibleEffectsOfReceipt(
  account: Address,
  chain: ChainInfo,
  predicted: Effects | null,
  logs: readonly Log[],
  targets: readonly Address[],
): { possibleEffects: PossibleEffects; unread: number } {
  const erc20 = (address: Address, guess: boolean): PossibleEffect => ({
    kind: 'holding',
    asset: { kind: 'erc20', chainId: chain.id, address },
    guess,
  })
  const foreseen = collect([
    ...(predicted?.balances ?? []).map(({ asset }): PossibleEffect => ({ kind: 'holding', asset, guess: false })),
    ...(predicted?.allowances ?? []).map(
      ({ token, spender }): PossibleEffect => ({ kind: 'allowance', token: getAddress(token), spender }),
    ),
    ...(predicted?.operators ?? []).map(
      ({ collection, operator, tokenId }): PossibleEffect =>
        tokenId === undefined
          ? { kind: 'operator', collection, operator }
          : { kind: 'token-approval', collection, tokenId, guess: false },
    ),
    ...targets.map((target) => erc20(target, true)),
    erc20(chain.wrappedNative, true),
  ])
  const named = possibleEffectsOfLogs(logs, account, chain.id)
  const leaving = possibleEffectsOfLogs(
    logs.filter((log) => isLeaving(log, account)),
    account,
    chain.id,
  )
  const rank = ([key, possible]: [string, PossibleEffect]) =>
    (isListed(possible, chain) ? 0 : 2) + (leaving.has(key) ? 0 : 1)
  const surprises = [...named].filter(([key]) => !foreseen.has(key)).toSorted((a, b) => rank(a) - rank(b))
  const heeded = surprises.slice(0, mostSurprises)
  const known = [...named].filter(([key]) => foreseen.has(key))
  const possibleEffects = collect([...foreseen.values(), ...[...known, ...heeded].map(([, possible]) => possible)])
  return {
    // The native coin is read separately, because network fees are no effect.
    possibleEffects: new Map([...possibleEffects].filter(([key]) => key !== nativeKey(chain))),
    unread: surprises.length - heeded.length,
  }
}

/** Returns the logs about the possible effects. */
export const logsAbout = (
  possibleEffects: PossibleEffects,
  logs: readonly Log[],
  account: Address,
  { id }: ChainInfo,
): Log[] =>
  logs.filter((log) => [...possibleEffectsOfLogs([log], account, id).keys()].some((key) => possibleEffects.has(key)))

const nativeKey = ({ id }: ChainInfo) => assetKey({ kind: 'native', chainId: id })

/** Native balance before the first and after the last transaction, and the network fees paid, in wei. */
type NativeReading = { before: bigint; after: bigint; fee: bigint }

/** Derives the effects between two blocks from reads at both, without network fees. */
export function effectsOfReads(account: Address, chain: ChainInfo, reading: Reading, native: NativeReading): Effects {
  const plan: Pick<Plan, 'account' | 'declares'> = { account, declares: { out: [], in: [], allowances: [] } }
  const { effects } = workOutEffects(plan, chain, reading)
  const after = native.after + native.fee
  if (after === native.before) return effects
  const asset: Asset = { kind: 'native', chainId: chain.id }
  const coin = { asset, before: native.before, after, ...tokenInfo(asset, chain, new Map()) }
  return { ...effects, balances: [coin, ...effects.balances] }
}

const topic = {
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  transferSingle: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  approvalForAll: '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
  /** WETH9: Deposit(address,uint256) and Withdrawal(address,uint256), emitted without a Transfer. */
  deposit: '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c',
  withdrawal: '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65',
} as const

/**
 * Derives effects from the logs of the receipts, for nodes without the state of old blocks. Logs may lie and omit
 * incoming native coins, so the effects are shown as claims of the logs. `sent` is the native value of the steps.
 */
export function effectsOfLogs(
  account: Address,
  chain: ChainInfo,
  logs: readonly Log[],
  sent: bigint,
  tokens: ReadonlyMap<Address, TokenInfo>,
): Effects {
  const changes = new Map<string, { asset: Asset; change: bigint }>()
  const allowances = new Map<string, AllowanceEffect>()
  const operators: Effects['operators'][number][] = []
  const add = (asset: Asset, change: bigint) => {
    const key = assetKey(asset)
    changes.set(key, { asset, change: (changes.get(key)?.change ?? 0n) + change })
  }
  if (sent > 0n) add({ kind: 'native', chainId: chain.id }, -sent)
  for (const { address: emitter, topics, data } of logs) {
    const address = getAddress(emitter)
    const [signature, first, second, third] = topics
    const moved = (from: Hex | undefined, to: Hex | undefined, asset: Asset, amount: bigint) => {
      if (isWordOf(from, account)) add(asset, -amount)
      if (isWordOf(to, account)) add(asset, amount)
    }
    if (signature === topic.transfer && third)
      moved(first, second, { kind: 'erc721', chainId: chain.id, address, tokenId: hexToBigInt(third) }, 1n)
    else if (signature === topic.transfer)
      moved(first, second, { kind: 'erc20', chainId: chain.id, address }, wordOf(data))
    else if (signature === topic.deposit && isAddressEqual(address, chain.wrappedNative))
      moved(undefined, first, { kind: 'erc20', chainId: chain.id, address }, wordOf(data))
    else if (signature === topic.withdrawal && isAddressEqual(address, chain.wrappedNative))
      moved(first, undefined, { kind: 'erc20', chainId: chain.id, address }, wordOf(data))
    else if (signature === topic.transferSingle) {
      const [tokenId, amount] = pairOf(data)
      moved(second, third, { kind: 'erc1155', chainId: chain.id, address, tokenId }, amount)
    } else if (signature === topic.approval && !third && second && isWordOf(first, account)) {
      const info = tokenInfo({ kind: 'erc20', chainId: chain.id, address }, chain, tokens)
      const spender = getAddress(`0x${second.slice(26)}`)
      const amount = wordOf(data)
      allowances.set(`${address}:${spender}`, { token: address, spender, amount, before: 0n, ...pick(info) })
    } else if (signature === topic.approvalForAll && second && isWordOf(first, account))
      operators.push({
        collection: address,
        operator: getAddress(`0x${second.slice(26)}`),
        approved: wordOf(data) !== 0n,
      })
  }
  return {
    chainId: chain.id,
    balances: [...changes.values()]
      .filter(({ change }) => change !== 0n)
      .map(({ asset, change }) => ({
        asset,
        ...(change < 0n ? { before: -change, after: 0n } : { before: 0n, after: change }),
        ...tokenInfo(asset, chain, tokens),
      })),
    allowances: [...allowances.values()].filter(({ amount }) => amount > 0n),
    operators,
  }
}

const pick = ({ symbol, decimals }: TokenInfo) => ({ symbol, decimals })
const isWordOf = (word: Hex | undefined, account: Address): boolean =>
  word?.length === 66 && isAddressEqual(`0x${word.slice(26)}`, account)
const wordOf = (data: Hex): bigint => (data.length >= 66 ? hexToBigInt(slice(data, 0, 32)) : 0n)

function pairOf(data: Hex): readonly [bigint, bigint] {
  try {
    return decodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], data)
  } catch {
    return [0n, 0n]
  }
}
