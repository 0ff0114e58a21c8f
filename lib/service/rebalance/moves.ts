import type { EarningPosition } from '@/lib/agents/abilities/earning/earning-positions'
import type { Move } from '@/lib/agents/abilities/earning/move'
import type { YieldOption } from '@/lib/agents/abilities/earning/yield-options'
import { unusualRate } from '@/lib/chain/yields/yields'
import { label } from '@/lib/tools/request-auto-rebalance-permission/terms'
import type { RebalancePermission } from '@/lib/wire/consent'

type Terms = Pick<RebalancePermission, 'protocol' | 'maxAmountPerMove' | 'minYieldIncreaseBps' | 'maxLockupDays'>

/**
 * Returns the moves that clear a permission's bounds, largest gain first. `targets` are the spots reached by earlier
 * moves under the same permission: money there is covered as well. Assumes nothing: skips a place with an unknown rate
 * or lock-up, one that only the yield service vouches for, and one whose rate is typical bait.
 */
export function movesWithin(
  terms: Terms,
  earnings: readonly EarningPosition[],
  options: readonly YieldOption[],
  targets: readonly string[],
): readonly Move[] {
  const cap = BigInt(terms.maxAmountPerMove)
  const found = earnings
    .filter((earning) => earning.canLeave && earning.position.amount > 0n && isCovered(terms, earning, targets))
    .flatMap((from) => {
      const { amount: whole } = from.position
      const isAll = whole <= cap
      const amount = isAll ? whole : cap
      const rate = rateOf(from, options)
      if (rate === null) return []
      return options.flatMap((to): Move[] => {
        const gainBps = to.apy === null ? 0 : Math.floor(Math.round((to.apy - rate) * 1e8) / 1e4)
        const isFit =
          to.spot !== from.spot &&
          to.isListed &&
          to.apy !== null &&
          to.apy <= unusualRate &&
          gainBps >= terms.minYieldIncreaseBps &&
          to.lockupSeconds !== null &&
          to.lockupSeconds <= terms.maxLockupDays * 86_400 &&
          takes(to, amount)
        return isFit ? [{ from, to, amount, isAll, gainBps }] : []
      })
    })
  return found.toSorted((a, b) => b.gainBps - a.gainBps || a.to.spot.localeCompare(b.to.spot))
}

/**
 * Returns the rate of the position. If two sources differ, takes the higher one: a gain must not come from the way of
 * measuring.
 */
function rateOf({ spot, position }: EarningPosition, options: readonly YieldOption[]): number | null {
  const known = [position.apy, options.find((place) => place.spot === spot)?.apy ?? null].filter((apy) => apy !== null)
  return known.length > 0 ? Math.max(...known) : null
}

/**
 * True if the signed text names this place or its protocol in this app's spelling, or is empty and so covers any place.
 */
const isCovered = ({ protocol }: Terms, { spot, position }: EarningPosition, targets: readonly string[]): boolean =>
  protocol === '' || protocol === label(position) || protocol === position.protocol || targets.includes(spot)

/** True if the place accepts the whole amount. */
function takes(to: YieldOption, amount: bigint): boolean {
  if (to.kind === 'vault') return amount >= (to.yield.minimum ?? 0n)
  const cap = to.reserve.supplyCap
  return cap === null || cap.limit === null || cap.limit - cap.used >= amount
}
