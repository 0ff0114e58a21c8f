import { type Address, isAddressEqual } from 'viem'
import type { ChainHandle, Token } from '@/lib/chain/chains/chain'
import { type LendingReserve, shareOfRay } from '@/lib/chain/lending/market'
import { type LendingMarket, lendingMarkets } from '@/lib/chain/lending/markets'
import { readLendingPositions } from '@/lib/chain/lending/positions'
import { readBalances } from '@/lib/chain/tokens/balances'
import { unusualRate, type Yield } from '@/lib/chain/yields/yields'
import type { PlaceHint } from '@/lib/language/steps/job'
import type { ChainMention, TokenMention } from '@/lib/language/steps/mention'
import { fits } from '@/lib/tools/lending/resolve'
import { inMarket } from '../lending/lend'
import { labelPart } from '../options'
import { reading, type Scene } from '../reading'
import { enterable } from './stake'
import { apyText, byRate, fitsHint, lockText, lockupOf, yieldLabel, yieldService } from './yield-words'

/** A place where a listed token can earn, with the figures as of `readAt`. */
export type YieldOption = {
  /** Identifies the place; see `spotOf`. */
  spot: string
  label: string
  /** The vault, or the lending market. */
  contract: Address
  chain: ChainHandle
  token: Token
  /** A yearly rate as a fraction; null if unknown. */
  apy: number | null
  /** Null if unknown. */
  lockupSeconds: number | null
  /** False if only the yield service names it, not the app's own lists. */
  isListed: boolean
  /** When its figures were requested, in milliseconds since the epoch. */
  readAt: number
} & ({ kind: 'vault'; yield: Yield } | { kind: 'market'; market: LendingMarket; reserve: LendingReserve })

/** Requirements for a place. `chain` must be a served network. */
export type YieldQuery = {
  token?: TokenMention
  chain?: ChainMention
  hint?: PlaceHint
  /** The longest lock-up. A place with an unknown one does not fit. */
  maxLockupDays?: number
  /** Only places from the app's own lists, without a lock-up, and without a rate high enough to be bait. */
  isCautious?: true
  /** Lending markets alone, without vaults. */
  only?: 'markets'
}

/** Identifies a place by its contract, whatever its source calls it; a market also by the token. */
export const spotOf = ({ id }: ChainHandle, contract: Address, token?: Address): string =>
  [id, contract, ...(token ? [token] : [])].join(':')

/**
 * Finds vaults and lending markets that take the token now, best rate first; with equal rates the shorter lock-up, then
 * places from the app's own lists. Throws what its sources throw.
 */
export async function findYieldOptions(query: YieldQuery, scene: Scene): Promise<readonly YieldOption[]> {
  const { maxLockupDays, isCautious, only } = query
  const [vaults, markets] = await Promise.all([only ? [] : enterable(query, scene), marketsFor(query, scene)])
  const readAt = scene.now()
  const found: YieldOption[] = [
    ...vaults.map(
      ({ chain, token, yield: each, contract }): YieldOption => ({
        kind: 'vault',
        spot: spotOf(chain, contract),
        label: yieldLabel(each, chain),
        contract,
        chain,
        token,
        apy: each.apy,
        lockupSeconds: lockupOf(each),
        isListed: each.pinned !== null,
        readAt,
        yield: each,
      }),
    ),
    ...markets.map((each) => ({ ...each, readAt })),
  ]
  return found
    .filter(
      ({ lockupSeconds }) =>
        maxLockupDays === undefined || (lockupSeconds !== null && lockupSeconds <= maxLockupDays * 86_400),
    )
    .filter(
      ({ isListed, lockupSeconds, apy }) =>
        !isCautious || (isListed && lockupSeconds === 0 && (apy ?? 0) <= unusualRate),
    )
    .toSorted(
      (a, b) =>
        byRate({ ...a, id: '' }, { ...b, id: '' }) ||
        (a.lockupSeconds ?? Number.POSITIVE_INFINITY) - (b.lockupSeconds ?? Number.POSITIVE_INFINITY) ||
        Number(b.isListed) - Number(a.isListed) ||
        a.spot.localeCompare(b.spot),
    )
}

async function marketsFor({ token: wanted, chain: on, hint }: YieldQuery, { chains, account, signal }: Scene) {
  const served = [...chains.values()].filter(
    ({ id }) => (on?.id === undefined || id === on.id) && lendingMarkets(id).length > 0,
  )
  const read = await Promise.all(
    served.map(async (chain) => {
      const named = wanted?.symbol === undefined ? null : inMarket(chain, wanted.symbol)
      if (wanted && !named) return []
      const positions = await reading(chain, signal, readLendingPositions(chain, account))
      return positions.flatMap(({ market, reserves }) =>
        (named ? [named] : chain.tokens).flatMap((token) => {
          // Takes the first of several reserves of one token: a call names only the token, and the card asks.
          const reserve = reserves.find((each) => isAddressEqual(each.token, token.address) && fits('supply', each, 0n))
          const apy = reserve ? shareOfRay(reserve.supplyRate) : null
          return reserve && fitsHint({ pool: market.name, protocol: market.name, apy }, 0, hint)
            ? [{ chain, token, market, reserve }]
            : []
        }),
      )
    }),
  )
  return read.flat().map(({ chain, token, market, reserve }) => ({
    kind: 'market' as const,
    spot: spotOf(chain, market.address, token.address),
    label: labelPart(`${token.symbol} in ${market.name} on ${chain.name}`),
    contract: market.address,
    chain,
    token,
    apy: shareOfRay(reserve.supplyRate),
    lockupSeconds: 0,
    isListed: true,
    market,
    reserve,
  }))
}

/** "USDC, 4.8% a year, no lock-up (as Yield.xyz says)". */
export function yieldOptionText({ kind, chain, token, apy, lockupSeconds, isListed, ...rest }: YieldOption): string {
  const source =
    kind === 'market'
      ? 'what suppliers earn right now, read from the chain'
      : 'yield' in rest && rest.yield.source === 'service'
        ? `as ${yieldService(chain)} says`
        : 'what it has paid lately, read from the chain'
  const doubts = [
    ...((apy ?? 0) > unusualRate ? ['unusually high'] : []),
    ...(isListed ? [] : [`on none of this app’s lists, so only ${yieldService(chain)} vouches for it`]),
  ]
  const facts = [token.symbol, apyText('yield' in rest ? rest.yield : { apy }), lockText(lockupSeconds)].join(', ')
  return [`${facts} (${source})`, ...doubts].join(', ')
}

/** A place that could take the wallet's whole idle balance, given in base units. */
export type Affordable = { place: YieldOption; balance: bigint }

/** Returns the places for which the wallet has something, in the same order, with its balance. */
export async function affordable(options: readonly YieldOption[], scene: Scene): Promise<readonly Affordable[]> {
  const sized = await Promise.all(
    options.map(async (place) => {
      const { chain, token } = place
      const [balance = 0n] = await reading(chain, scene.signal, readBalances(chain, scene.account, [token]))
      return { place, balance }
    }),
  )
  return sized.filter(({ place, balance }) => balance > 0n && balance <= roomIn(place) && balance >= leastIn(place))
}

const leastIn = (place: YieldOption): bigint => (place.kind === 'vault' ? (place.yield.minimum ?? 0n) : 0n)

/** Returns what a market's cap leaves. Vaults report none. */
function roomIn(place: YieldOption): bigint {
  const cap = place.kind === 'market' ? place.reserve.supplyCap : null
  if (!cap || cap.limit === null) return 2n ** 256n
  return cap.limit > cap.used ? cap.limit - cap.used : 0n
}
