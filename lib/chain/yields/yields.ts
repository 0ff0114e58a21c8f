import type { Address, Hex } from 'viem'
import { AdvisedError } from '../chains/advised-error'

export type YieldToken = { address: Address; symbol: string; decimals: number }

/** A place where a token earns. Every figure is the source's claim until a tool has checked it on the chain. */
export type Yield = {
  /** Opaque, such as `base-usdc-…-4626-vault`. */
  id: string
  chainId: number
  /** The token put in and returned. */
  token: YieldToken
  /** The ERC-4626 vault. Null if the source names none: such a yield cannot be entered here. */
  contract: Address | null
  /** The vault with this id that the app itself vouches for; null if only the source names it. */
  pinned: PinnedVault | null
  protocol: string
  pool: string
  /** A share of one per year: 0.048 is 4.8%. Null if the source does not say. */
  apy: number | null
  /** The chain knows the rate but did not answer: there may be one. `apy` is then null. */
  isRateUnread?: true
  /** Null if the source names none; there may be one all the same. */
  lockupSeconds: number | null
  /** Time until a withdrawal arrives. */
  cooldownSeconds: number | null
  rewardSymbols: readonly string[]
  /** Minimum deposit in base units. */
  minimum: bigint | null
  isOpen: { enter: boolean; exit: boolean }
  /** The party that states all this and builds the transactions: a service, or this app from its own list. */
  source: 'service' | 'pinned'
}

/** A higher yearly rate, as a share of one, seldom lasts (docs/review-rules.md, `staking.apy-high`). */
export const unusualRate = 0.5

/** An ERC-4626 vault in the app's own list. No service may give its id another contract or token. */
export type PinnedVault = {
  id: string
  chainId: number
  contract: Address
  asset: YieldToken
  protocol: string
  pool: string
  lockupSeconds: number | null
}

export type YieldAction = {
  yield: Yield
  account: Address
  /** In base units of the yield's token. */
  amount: bigint
  /** Decimals of the token, as its contract says. */
  decimals: number
}

export type YieldExit = YieldAction & {
  /** Takes everything out: `amount` is the present worth, and `shares` is what is held. */
  all: boolean
  shares: bigint
}

/** An unsigned transaction. One from a service is untrusted: decode it before use. */
export type YieldStep = {
  /** Null if the source does not name the sender. */
  from: Address | null
  chainId: number
  to: Address
  data: Hex
  value: bigint
}

/** An account's holding in a yield. */
export type YieldPosition = {
  yieldId: string
  chainId: number
  contract: Address | null
  token: YieldToken
  protocol: string
  pool: string
  apy: number | null
  /** As in `Yield`. */
  isRateUnread?: true
  /** Worth in base units of the token. */
  amount: bigint
  /** Null if it is not counted in shares. */
  shares: bigint | null
  state: 'active' | 'entering' | 'exiting' | 'withdrawable' | 'claimable' | 'locked'
  /** Milliseconds since the epoch; null if it is not locked, or the end is unknown. */
  lockedUntil: number | null
}

type YieldQuery = { chainId?: number; token?: Address }

/** The interface to sources of yields. Functions throw YieldError. */
export type Yields = {
  /** Returns the yields on served chains that match the query, in no order. */
  list: (query?: YieldQuery, signal?: AbortSignal) => Promise<readonly Yield[]>
  /** Null for an unknown id. */
  find: (id: string, signal?: AbortSignal) => Promise<Yield | null>
  /** Returns the transactions that put `amount` in, in order. */
  enter: (action: YieldAction, signal?: AbortSignal) => Promise<readonly YieldStep[]>
  /** Returns the transactions that take it out, in order. */
  exit: (action: YieldExit, signal?: AbortSignal) => Promise<readonly YieldStep[]>
  /** Returns the account's holdings on all served chains, without worthless ones. */
  positions: (account: Address, signal?: AbortSignal) => Promise<readonly YieldPosition[]>
}

/** Why a source of yields gave no usable answer. The message is for a person. */
export class YieldError extends AdvisedError {
  override readonly name = 'YieldError'
  constructor(
    readonly code: 'unknown' | 'refused' | 'no-key' | 'rate-limited' | 'unreachable' | 'unreadable' | 'switched-off',
    happened: string,
    options?: ConstructorParameters<typeof AdvisedError>[1],
  ) {
    super(happened, options)
  }
}

/** Asks the yield service for nothing while `isQuiet`. */
export function quietYields(service: Yields, isQuiet: () => boolean): Yields {
  const unlessQuiet = <T>(ask: () => Promise<T>): Promise<T> =>
    isQuiet()
      ? Promise.reject(
          new YieldError('switched-off', 'Quiet mode is on, so the yield service was not asked. Nothing was signed.', {
            advice: 'Places that only it knows need it off: see the settings.',
          }),
        )
      : ask()
  return {
    list: (...asked) => unlessQuiet(() => service.list(...asked)),
    find: (...asked) => unlessQuiet(() => service.find(...asked)),
    enter: (...asked) => unlessQuiet(() => service.enter(...asked)),
    exit: (...asked) => unlessQuiet(() => service.exit(...asked)),
    positions: (...asked) => unlessQuiet(() => service.positions(...asked)),
  }
}
