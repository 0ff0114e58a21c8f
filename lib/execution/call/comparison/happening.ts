import { type Address, isAddressEqual } from 'viem'
import { decodeCall } from '@/lib/chain/calldata/decode-call'
import { meaningsOf } from '@/lib/chain/calldata/meaning'
import { isNative, nativeAddress } from '@/lib/chain/chains/chain'
import { formatAmount, shortHex } from '@/lib/chain/tokens/amount'
import { chainName, kindOf, knownToken } from '@/lib/chain/tokens/tokens'
import type { Effects } from '@/lib/review/review'
import { balanceChanges } from '@/lib/review/simulation/balance-changes'
import type { Asset, AssetAmount, Plan } from '@/lib/tools/plan'
import type { LedgerEntry } from '../../ledger/entry'
import { sendOf } from '../../ledger/history/used-recipients'
import { readPrediction } from '../../ledger/stored-effects'
import { isWithinTenth } from './requested-move'

type Move = AssetAmount & { to: Address }

/** Effect of a call, whatever its bytes: what goes to whom, and what arrives in return. */
export type Happening = {
  moves: readonly Move[]
  /** True if it only sends to somebody. */
  isSend: boolean
  arrives: readonly Asset[]
  /** Function selector of the last step. */
  selector: string
  /** Chain where a bridge pays out. */
  bridgesTo: number | null
  effects: Effects | null
}

type Steps = readonly { chainId: number; to: Address; data: `0x${string}`; value: bigint | string }[]
type Flow = { effects: Effects | null; out: readonly AssetAmount[]; in: readonly AssetAmount[] }

export const planned = ({ account, steps, declares }: Plan, effects: Effects | null): Happening =>
  happening(account, steps, { ...flowOf(effects, declares), effects }, declares.later?.chainId ?? null)

/** Returns what a call in the ledger did or will do, as predicted when the wallet was asked. */
export function recorded({ owner, steps, predicted, transfer }: LedgerEntry): Happening {
  const { effects = null, declared = { out: [], in: [] } } = predicted ? readPrediction(predicted) : {}
  return happening(owner, steps, { ...flowOf(effects, declared), effects }, transfer?.toChainId ?? null)
}

/** Takes the flow from the simulation; without one, from the plan's declaration. */
function flowOf(effects: Effects | null, declared: Pick<Flow, 'out' | 'in'>): Pick<Flow, 'out' | 'in'> {
  if (!effects) return declared
  const { left, arrived } = balanceChanges(effects.balances)
  return { out: left, in: arrived }
}

function happening(account: Address, steps: Steps, flow: Flow, bridgesTo: number | null): Happening {
  const sends = steps.flatMap((step) => sendOf({ ...step, value: String(step.value) }, account))
  const last = steps.at(-1)
  // A call that only brings something, such as a loan, is described by what arrives.
  const moved = flow.out.length > 0 ? flow.out : flow.in
  const receiver = last && flow.in.length === 0 ? receiverOf(last, account) : null
  return {
    moves: sends.length > 0 ? sends : last ? moved.map((each) => ({ ...each, to: receiver ?? last.to })) : [],
    isSend: sends.length > 0 || receiver !== null,
    arrives: flow.in.map(({ asset }) => asset),
    selector: last?.data.slice(0, 10) ?? '',
    bridgesTo,
    effects: flow.effects,
  }
}

/**
 * Returns the recipient of what only the effects show: NFTs, or tokens sent by `transferFrom`. Null for any other call.
 */
function receiverOf({ to, data, value }: Steps[number], account: Address): Address | null {
  const [meaning, ...more] = meaningsOf(
    decodeCall({ caller: account, to, value: BigInt(value), data, delegate: false }),
  )
  if (meaning?.kind !== 'transfer' || more.length > 0) return null
  return isAddressEqual(meaning.from, account) ? meaning.to : null
}

/**
 * True if two calls do nearly the same: the same assets to the same receiver or in return for the same, within a tenth
 * of the amount, on one chain or its sibling.
 */
export function isNearly(before: Happening, now: Happening): boolean {
  if (before.moves.length === 0 || before.moves.length !== now.moves.length) return false
  if (before.isSend !== now.isSend || before.bridgesTo !== now.bridgesTo) return false
  const sameReceiver = (a: Move, b: Move) => isAddressEqual(a.to, b.to)
  const sameFor =
    now.isSend ||
    (now.arrives.length > 0
      ? isSameSet(before.arrives, now.arrives)
      : before.arrives.length === 0 &&
        before.selector === now.selector &&
        now.moves.every((move, at) => {
          const other = before.moves[at]
          return other !== undefined && sameReceiver(other, move)
        }))
  return (
    sameFor &&
    now.moves.every((move) =>
      before.moves.some(
        (other) =>
          isSameKind(other.asset, move.asset) &&
          isWithinTenth(other.amount, move.amount) &&
          (!now.isSend || sameReceiver(other, move)),
      ),
    )
  )
}

const isSameSet = (a: readonly Asset[], b: readonly Asset[]): boolean =>
  a.length === b.length && b.every((asset) => a.some((other) => isSameKind(asset, other)))

/** True for the same asset, or the same kind of asset on another chain: USDC and USDC, ether and wrapped ether. */
function isSameKind(a: Asset, b: Asset): boolean {
  if (a.kind === 'erc721' || a.kind === 'erc1155' || b.kind === 'erc721' || b.kind === 'erc1155')
    return (
      a.kind === b.kind &&
      a.chainId === b.chainId &&
      isAddressEqual(addressOf(a), addressOf(b)) &&
      'tokenId' in a &&
      'tokenId' in b &&
      a.tokenId === b.tokenId
    )
  if (a.chainId === b.chainId && isAddressEqual(addressOf(a), addressOf(b))) return true
  const [one, other] = [symbolOf(a), symbolOf(b)]
  return one !== null && one === other
}

const addressOf = (asset: Asset): Address => (asset.kind === 'native' ? nativeAddress : asset.address)

/** Looks the symbol up in our own list: what a contract calls itself proves nothing. */
function symbolOf(asset: Asset): string | null {
  const token = knownToken(asset.chainId, addressOf(asset))
  return token && kindOf(token.symbol)
}

/** Example: "10.05 USDC to 0x1234…abcd on Base". */
export function happeningWords({ moves, isSend, effects }: Happening): string {
  const [first] = moves
  if (!first) return ''
  const amounts = moves.map((move) => moveWords(move, effects)).join(' and ')
  const receivers = new Set(moves.map(({ to }) => to))
  return `${amounts}${isSend && receivers.size === 1 ? ` to ${shortHex(first.to)}` : ''} on ${chainName(first.asset.chainId)}`
}

function moveWords({ asset, amount }: AssetAmount, effects: Effects | null): string {
  const address = addressOf(asset)
  const token = asset.kind === 'native' || asset.kind === 'erc20' ? knownToken(asset.chainId, address) : null
  if (token) return `${formatAmount(amount, token.decimals)} ${token.symbol}`
  if (asset.kind === 'erc721' || asset.kind === 'erc1155') return `NFT ${asset.tokenId} of ${shortHex(address)}`
  const read = effects?.balances.find(
    (each) => each.asset.kind === asset.kind && !isNative(address) && isAddressEqual(addressOf(each.asset), address),
  )
  return read
    ? `${formatAmount(amount, read.decimals)} of the token ${shortHex(address)}`
    : `${formatAmount(amount, 0)} base units of the token ${shortHex(address)}`
}
