import type { Address, Hex } from 'viem'
import { AdvisedError } from '../chains/advised-error'

export type YieldToken = { address: Address; symbol: string; decimals: number }

/** A place where a token earns. Every figure is the source's claim until a tool has held it against the chain. */
export type Yield = {
  /** Opaque, as `base-usdc-…-4626-vault`. */
  id: string
  chainId: number
  /** What is put in and comes back. */
  token: YieldToken
  /** The ERC-4626 vault. Null where the source does not name one: such a yield cannot be entered here. */
  contract: Address | null
  /** The vault of this id that the app itself vouches for; null for one that only the source has named. */
  pinned: PinnedVault | null
  protocol: string
  pool: string
  /** A share of one a year: 0.048 is 4.8%. Null where the source does not say. */
  apy: number | null
  /** The rate is one that the chain tells, and it did not answer: there may be one. Then `apy` is null. */
  isRateUnread?: true
  /** Null where the source names none; it may have one all the same. */
  lockupSeconds: number | null
  /** How long what is asked back takes to come. */
  cooldownSeconds: number | null
  rewardSymbols: readonly string[]
  /** The least that can be put in, in base units. */
  minimum: bigint | null
  isOpen: { enter: boolean; exit: boolean }
  /** Who says all this, and who makes the transactions: a service, or this app from its own list. */
  source: 'service' | 'pinned'
}

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
  /** Of the token, as its contract says. */
  decimals: number
}

export type YieldExit = YieldAction & {
  /** Everything is taken out: `amount` is what that comes to now, and `shares` what is held. */
  all: boolean
  shares: bigint
}

/** An unsigned transaction. From a service it is untrusted: who uses it decodes it first. */
export type YieldStep = {
  /** Null where the source does not say from whom it is to be sent. */
  from: Address | null
  chainId: number
  to: Address
  data: Hex
  value: bigint
}

/** What an account has in a yield. */
export type YieldPosition = {
  yieldId: string
  chainId: number
  contract: Address | null
  token: YieldToken
  protocol: string
  pool: string
  apy: number | null
  /** As of a yield. */
  isRateUnread?: true
  /** What it is worth, in base units of the token. */
  amount: bigint
  /** Null where it is not counted in shares. */
  shares: bigint | null
  state: 'active' | 'entering' | 'exiting' | 'withdrawable' | 'claimable' | 'locked'
  /** Milliseconds since the epoch; null where it is not locked, or nobody says until when. */
  lockedUntil: number | null
}

type YieldQuery = { chainId?: number; token?: Address }

/** The port to whoever knows of yields. Functions throw YieldError. */
export type Yields = {
  /** Yields on the chains that the app serves, those that the query asks for, in no order. */
  list: (query?: YieldQuery, signal?: AbortSignal) => Promise<readonly Yield[]>
  /** Null for an id that nobody knows. */
  find: (id: string, signal?: AbortSignal) => Promise<Yield | null>
  /** The transactions that put `amount` in, in order. */
  enter: (action: YieldAction, signal?: AbortSignal) => Promise<readonly YieldStep[]>
  /** The transactions that take it out, in order. */
  exit: (action: YieldExit, signal?: AbortSignal) => Promise<readonly YieldStep[]>
  /** What the account has in yields of all chains that the app serves; nothing that is worth nothing. */
  positions: (account: Address, signal?: AbortSignal) => Promise<readonly YieldPosition[]>
}

/** Why a source of yields gave no answer that can be used. The message is for a person. */
export class YieldError extends AdvisedError {
  override readonly name = 'YieldError'
  constructor(
    readonly code: 'unknown' | 'refused' | 'no-key' | 'rate-limited' | 'unreachable' | 'unreadable',
    happened: string,
    options?: ConstructorParameters<typeof AdvisedError>[1],
  ) {
    super(happened, options)
  }
}
