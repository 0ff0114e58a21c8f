import { type Address, isAddressEqual } from 'viem'
import { allCalls, type DecodedCall } from '@/lib/chain/calldata/decode-call'
import { type ChainInfo, nativeAddress } from '@/lib/chain/chains/chain'
import { percentOfWhole } from '@/lib/chain/tokens/percent'
import type { Finding } from '../finding'
import type { Asset, AssetAmount } from '../plan'
import { balanceIn, balanceRead } from '../shared/balance-read'
import type { Probe } from '../tool'
import { declaredBy, swapPayout } from './declare'
import type { CallFacts } from './facts'
import { type LiquidityMinimums, liquidityMinimums } from './protocols/liquidity'

const rule = 'call.guarantee'

const swaps = /^(?:swap|exactInput|exactOutput)/

/**
 * Applies the slippage rules of swaps to a swap through any router: what arrives now is simulated, but only the
 * calldata says what is guaranteed, and others may trade around the difference. Returns a finding if the bytes alone
 * tell; null if there is no swap.
 */
export function guaranteeOf(
  root: DecodedCall,
  place: { chain: ChainInfo; account: Address; facts: CallFacts },
): Probe | Finding | null {
  const { chain, account } = place
  const [pool, ...pools] = allCalls(root)
    .filter(({ caller }) => isAddressEqual(caller, account))
    .flatMap((call) => liquidityMinimums(call, chain) ?? [])
  if (pool) return pools.length > 0 ? unknownOf('pool') : poolProbe(pool, chain, account)
  const found = allCalls(root).filter(
    ({ known, caller }) => known && swaps.test(known.signature) && isAddressEqual(caller, account),
  )
  const [swap] = found
  if (!swap) return null
  const { out, in: own } = declaredBy(root, place)
  // A router keeps what it pays to itself for its next call.
  const payout = swapPayout(swap, chain.id)
  const other = payout && ![account, swap.to].some((each) => isAddressEqual(each, payout.to)) ? payout : null
  const received = own.length === 0 && other ? [other.least] : own
  const [most, ...moreOut] = out
  const [least, ...moreIn] = received
  if (found.length > 1 || !most || !least || moreOut.length + moreIn.length > 0) return unknownOf('swap')
  return least.amount === 0n ? nothing : probeOf(most, least, chain, account, other?.to ?? account)
}

const tokenOf = (asset: Asset): Address => (asset.kind === 'native' ? nativeAddress : asset.address)

const probeOf = (
  most: AssetAmount,
  least: AssetAmount,
  chain: ChainInfo,
  account: Address,
  receiver: Address,
): Probe => ({
  id: rule,
  about: 'how much less than shown the swap may give',
  reads: [balanceRead(chain, tokenOf(most.asset), account), balanceRead(chain, tokenOf(least.asset), receiver)],
  judge: ({ before, after }) => {
    const spent = balanceIn(before[0]) - balanceIn(after[0])
    const received = balanceIn(after[1]) - balanceIn(before[1])
    // If something else leaves, or nothing arrives, other rules say so.
    if (spent <= 0n || received <= 0n || most.amount === 0n) return { findings: [] }
    return { findings: guaranteeFindings(least.amount * spent, most.amount * received) }
  },
})

const levelOf = (missing: bigint, simulated: bigint): 'DANGER' | 'WARN' | null =>
  missing * 20n > simulated ? 'DANGER' : missing * 100n > simulated * 3n ? 'WARN' : null

/** Compares the guaranteed rate with the simulated one: a gap above 3% is WARN, above 5% DANGER, as for swaps. */
export function guaranteeFindings(guaranteed: bigint, simulated: bigint): readonly Finding[] {
  const missing = simulated - guaranteed
  const level = levelOf(missing, simulated)
  if (!level) return []
  const share = percentOfWhole(missing, simulated, 2)
  return [
    {
      rule,
      level,
      title: `The swap may give up to ${share} less than shown.`,
      observed: share,
      why: 'Others can trade around a swap that allows that much, and take the difference. Ask for a larger minimum.',
    },
  ]
}

/** A pool takes and gives at its current price, which others can manipulate at that moment. */
const poolProbe = ({ way, least }: LiquidityMinimums, chain: ChainInfo, account: Address): Probe => ({
  id: rule,
  about: 'how far the pool’s price may move before this is mined',
  reads: least.map(({ asset }) => balanceRead(chain, tokenOf(asset), account)),
  judge: ({ before, after }) => {
    const missing = least.map(({ amount }, index) => {
      const [was, is] = [balanceIn(before[index]), balanceIn(after[index])]
      const moved = way === 'in' ? was - is : is - was
      return moved <= 0n || amount >= moved ? 0n : ((moved - amount) * 10_000n) / moved
    })
    const worst = missing.toSorted((a, b) => (a > b ? -1 : 1))[0] ?? 0n
    const level = levelOf(worst, 10_000n)
    const share = percentOfWhole(worst, 10_000n, 2)
    if (!level) return { findings: [] }
    return {
      findings: [
        {
          rule,
          level,
          title:
            way === 'in'
              ? `Your tokens may enter the pool at a price that is ${share} off.`
              : `You may get up to ${share} less of a token than shown.`,
          observed: share,
          why: 'Others can move the pool’s price around this transaction, and take the difference. Ask for larger minimums.',
        },
      ],
    }
  },
})

const nothing: Finding = {
  rule,
  level: 'DANGER',
  title: 'The swap guarantees nothing in return.',
  why: 'What would arrive now is simulated. Without a minimum, others can trade around the swap until next to nothing arrives. Ask for one.',
}

const unknownOf = (what: 'swap' | 'pool'): Finding => ({
  rule,
  level: 'UNVERIFIED',
  title: `Not checked: how much less than shown the ${what} may give.`,
  why: 'What would arrive now is simulated. What the calldata guarantees could not be read from it: look at the amounts in it.',
})
