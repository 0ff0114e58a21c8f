import type { Address, Hex } from 'viem'
import type { z } from 'zod'
import type { Chains } from '@/lib/chain/chains/chain'
import type { Routing } from '@/lib/chain/routing/routing'
import type { Yields } from '@/lib/chain/yields/yields'
import type { Action } from '@/lib/language/labels'
import type { RebalancePermission } from '@/lib/wire/consent'
import type { ToolName } from '@/lib/wire/tool-names'
import type { Figure } from './figure'
import type { Finding } from './finding'
import type { AssetAmount, Plan, Step } from './plan'

export type PrepareContext = {
  /** The connected account: every plan is from it and for it. */
  account: Address
  chains: Chains
  routing: Routing
  yields: Yields
  /** Calls that the account has carried out with this app, newest first. Absent if no record is kept. */
  past?: () => readonly PastCall[]
  /** Milliseconds since the epoch. */
  now: () => number
  signal: AbortSignal
  /** The call being prepared. Needed only for what binds a permission. */
  call?: { taskId: string; callId: string; agentId: number | null }
  /** Slippage that the person has set for requests that name none, as a fraction. Null: ours. */
  ownSlippage?: number | null
  /** Account that redeems permissions enforced by wallets (ERC-7715), and what the wallet offers. */
  session?: {
    address: Address
    /**
     * Returns the permission types that the wallet grants on a chain, by ERC-7715's names; empty if it does not say.
     */
    permissionTypes: (chainId: number) => Promise<readonly string[]>
  }
}

/** A call that was carried out: by the bytes signed and mined, from our own ledger, never by an agent's word. */
export type PastCall = {
  tool: ToolName
  /** As the agent gave them. */
  parameters: Readonly<Record<string, unknown>>
  steps: readonly Pick<Step, 'chainId' | 'to' | 'data' | 'value'>[]
  /** Milliseconds since the epoch. */
  at: number
}

/**
 * The move that a call asks for, by its parameters alone. `amount` in base units of the token; `field`: the parameter
 * that holds it; `towards`: the recipient or the purpose, for a swap the token that it buys.
 */
export type Move = {
  field: string
  chainId: number
  token: Address
  amount: bigint
  towards: string | { chainId: number; token: Address }
}

/** Parameters as an agent writes them. */
export type Written = Readonly<Record<string, unknown>>

/** Data that the routing provider needs to report on a bridge's transfer. */
export type Transfer = { fromChainId: number; toChainId: number; tool: string }

/** A read by `eth_call`. */
export type Read = { to: Address; data: Hex }

/** The result of a read; null if it failed. */
export type Answer = Hex | null

/** A judge's conclusion from the answers. */
export type Judged = { findings: readonly Finding[]; figures?: readonly Figure[] }

/**
 * Reads inside the simulation, before the plan's first step and after its last: how a position changes. They are part
 * of the plan's own simulation and cost no further round trip.
 */
export type Probe = {
  /** Findings of a probe that could not be read are UNVERIFIED under this id. */
  id: string
  /** The unknown in that case, to follow "Not checked: ". */
  about: string
  reads: readonly Read[]
  /** Called only if every step of the plan succeeded. Throwing makes the probe UNVERIFIED. */
  judge: (answers: { before: readonly Answer[]; after: readonly Answer[] }) => Judged
}

/**
 * A simulated sequel to the plan: selling back what was bought, leaving what was entered. Runs from the account on top
 * of the plan, in the same round trip; never signed.
 */
export type Trial = {
  id: string
  /** The unknown if it could not be simulated, to follow "Not checked: ". */
  about: string
  steps: readonly Pick<Step, 'to' | 'data' | 'value'>[]
  /** Asked three times: before the plan, between the plan and the trial, and after the trial. */
  reads: readonly Read[]
  /** Called only if every step of the plan succeeded. Throwing makes the trial UNVERIFIED. */
  judge: (outcome: {
    steps: readonly { ok: boolean; returned: Hex }[]
    before: readonly Answer[]
    between: readonly Answer[]
    after: readonly Answer[]
  }) => Judged
}

/**
 * A question that a tool asks alongside the review, in the same round trip and whatever the simulation gives: a
 * router's view of the calldata, a vault's past payments.
 */
export type Check = {
  /** Findings of a check that could not be made are UNVERIFIED under this id. */
  id: string
  /** The unknown in that case, to follow "Not checked: ". */
  about: string
  /**
   * Sends its requests in the same tick as the call, so that they leave with the review's own and, under this signal,
   * in one batch.
   */
  ask: (signal: AbortSignal) => Promise<Judged>
}

/** A contract that the app's own configuration vouches for: never one that only an agent or an API has named. */
export type Pinned = { address: Address; label: string }

/** A permission that a wallet enforces on chain (ERC-7715): how much of a token another account may spend. */
export type ExecutionPermission = {
  chainId: number
  /** The account that may spend. */
  to: Address
  token: Address
  /** Total in base units. */
  amount: bigint
  /** Unix seconds. */
  from: number
  until: number
  type: 'erc20-token-allowance' | 'erc20-token-periodic'
}

/** Terms to be signed as typed data, instead of transactions. Signing moves nothing. */
export type Consent = {
  permission: RebalancePermission
  /** EIP-712: exactly what the signature covers. */
  digest: Hex
  /** Adjustments with which another preparation gives the same bytes, as far as the chain allows. */
  pinned: Record<string, unknown>
  /** Set if the person has typed the maximum per move on the card. */
  isOwnLimit?: true
  /** Requested from the wallet as well, after it has signed. */
  execution?: ExecutionPermission
}

/** The result of preparing a call, after the chain and the routes have been asked. */
export type Prepared<Details> = {
  /** Null if there is nothing to sign: a display, or an impossible plan (then a BLOCK finding says why). */
  plan: Plan | null
  /** For a permission, instead of a plan. */
  consent?: Consent
  /** The figures on the tool's card. All of them ours: from the chain, the quote or the bytes. */
  details: Details
  /** Findings of the preparation itself: bad parameters, claims that the chain contradicts. */
  findings: readonly Finding[]
  /** Milliseconds since the epoch after which the plan must be prepared again (quotes expire). */
  expiresAt?: number
  /** Set for a bridge: the plan being mined is not the end, and the rest is followed by this. */
  transfer?: Transfer
  /**
   * Expected arrival on another chain after that. A third party's word, which nothing here can check. `usd` is its worth
   * by the feeds on the chains, with 8 decimals; null without a known price.
   */
  expects?: AssetAmount & {
    symbol: string
    decimals: number | null
    listed: boolean
    inSeconds: number
    usd: bigint | null
  }
  /** The allowance of a plan that does nothing but set it: the tool's card names its spender in full, and its amount. */
  approves?: { token: Address; spender: Address; amount: bigint }
  probes?: readonly Probe[]
  trials?: readonly Trial[]
  checks?: readonly Check[]
  pinned?: readonly Pinned[]
}

/**
 * A tool: a schema for what an agent may ask, a way to turn that into exact transactions, and the words for both. Other
 * rooms keep what they need for each tool (such as the card's body) in a record of their own with an entry per tool.
 * `Adjustments` are the person's own changes on the card (such as slippage).
 * All functions are methods, so that tools with different parameters fit one registry; they take the output of
 * `schema`.
 */
export type Tool<Parameters = unknown, Details = unknown, Adjustments = unknown> = {
  name: ToolName
  kind: 'transaction' | 'display' | 'permission'
  schema: z.ZodType<Parameters>
  /** The kind of action, in a word or two. */
  label: string
  /** The kind of action of this call, for tools that have several. Null: the tool's own label. */
  caption?(parameters: Parameters): string | null
  /**
   * Codec of the card's figures as stored with the outcome, so that a receipt reads as it did on the day. A field added
   * later is optional in it: what is on disk stays. Absent for a display, whose figures are today's.
   */
  kept?: z.ZodType<Details>
  /** Words the request in one plain sentence, from the parameters alone (a claim, not yet checked). */
  headline(parameters: Parameters): string
  /** Words the same after success: "Sent 1 ETH to 0x12…ef on Ethereum". Null if the parameters do not tell. */
  done(parameters: Parameters): string | null
  /** True if what it sends arrives on another chain later: its success is not yet the arrival. */
  crosses?(parameters: Parameters): boolean
  /** Names that people use for the action: a request for anything else does not match. Empty if the bytes tell. */
  actions(parameters: Parameters): readonly Action[]
  /**
   * Returns the requested move, to notice two calls that ask for nearly the same. Null if the parameters do not tell.
   */
  moves(parameters: Parameters): Move | null
  /** The purpose of the tool, as told to a model. */
  purpose: string
  /** Turns honest parameters into those of the agent that lies on purpose; null if no lie is known. */
  lie: ((honest: Written) => Written) | null
  /** Parameters for tests and benches: the least it needs, and all that the interface names. */
  examples: { least: Written; full: Written }
  prepare(parameters: Parameters, context: PrepareContext, adjustments?: Adjustments): Promise<Prepared<Details>>
}
