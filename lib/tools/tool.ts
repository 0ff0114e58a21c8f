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
  /** What the account has carried out with this app, newest first. Absent where no record is kept. */
  past?: () => readonly PastCall[]
  /** Milliseconds since the epoch. */
  now: () => number
  signal: AbortSignal
  /** The call that this is for. Only what a permission is bound to needs it. */
  call?: { taskId: string; callId: string; agentId: number | null }
  /** The account that redeems permissions which wallets enforce (ERC-7715), and what the wallet has to offer. */
  session?: {
    address: Address
    /** The kinds of permission that the wallet grants on a chain, by ERC-7715's names; none where it does not say. */
    permissionTypes: (chainId: number) => Promise<readonly string[]>
  }
}

/** A call that was carried out: by the bytes that were signed and mined, in our own ledger, never by an agent's word. */
export type PastCall = {
  tool: ToolName
  /** As the agent gave them. */
  parameters: Readonly<Record<string, unknown>>
  steps: readonly Pick<Step, 'chainId' | 'to' | 'data' | 'value'>[]
  /** Milliseconds since the epoch. */
  at: number
}

/**
 * What a call asks to move, by its parameters alone. `amount` in base units of the token; `field`: the parameter that holds
 * it; `towards`: whom it goes to or what for, of a swap the token that it buys.
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

/** What the routing provider needs to tell where a bridge's transfer stands. */
export type Transfer = { fromChainId: number; toChainId: number; tool: string }

/** A read by `eth_call`. */
export type Read = { to: Address; data: Hex }

/** What a read gave; null where it failed. */
export type Answer = Hex | null

/** What a judge has made of the answers. */
export type Judged = { findings: readonly Finding[]; figures?: readonly Figure[] }

/**
 * Reads inside the simulation, before the plan's first step and after its last: how a position changes. They travel
 * with the plan's own simulation and cost no further round trip.
 */
export type Probe = {
  /** Findings of a probe that could not be read are UNVERIFIED under this id. */
  id: string
  /** What is not known then, after "Not checked: ". */
  about: string
  reads: readonly Read[]
  /** Called only if every step of the plan succeeded. Throwing makes the probe UNVERIFIED. */
  judge: (answers: { before: readonly Answer[]; after: readonly Answer[] }) => Judged
}

/**
 * What else could be done once the plan is done: selling back what was bought, leaving what was entered. Simulated from
 * the account upon the plan, in the same round trip; never signed.
 */
export type Trial = {
  id: string
  /** What is not known if it could not be simulated, after "Not checked: ". */
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
 * What a tool asks beside the review, in the same round trip and whatever becomes of the simulation: what a router says of
 * the calldata, what a vault has paid.
 */
export type Check = {
  /** Findings of a check that could not be made are UNVERIFIED under this id. */
  id: string
  /** What is not known then, after "Not checked: ". */
  about: string
  /** Sends its requests in the tick of the call: so they are under way with the review's own, and with this signal in one batch. */
  ask: (signal: AbortSignal) => Promise<Judged>
}

/** A contract that the app's own configuration vouches for: never one that only an agent or an API has named. */
export type Pinned = { address: Address; label: string }

/** A permission of a wallet that it enforces on chain (ERC-7715): how much of a token another account may spend. */
export type ExecutionPermission = {
  chainId: number
  /** The account that may spend. */
  to: Address
  token: Address
  /** In base units, in all. */
  amount: bigint
  /** Unix seconds. */
  from: number
  until: number
  type: 'erc20-token-allowance' | 'erc20-token-periodic'
}

/** Terms to be signed as typed data, in place of transactions. Nothing moves by signing them. */
export type Consent = {
  permission: RebalancePermission
  /** EIP-712: exactly what the signature is over. */
  digest: Hex
  /** Adjustments with which another preparation comes to the same bytes, as far as the chain allows. */
  pinned: Record<string, unknown>
  /** Asked of the wallet as well, once it has signed. */
  execution?: ExecutionPermission
}

/** What a call comes to once the chain and the routes have been asked. */
export type Prepared<Details> = {
  /** Null where there is nothing to sign: a display, or a plan that cannot be made (then a BLOCK finding says why). */
  plan: Plan | null
  /** For a permission, in place of a plan. */
  consent?: Consent
  /** The figures that the tool's card shows. All of them ours: from the chain, the quote or the bytes. */
  details: Details
  /** What the preparation itself found: bad parameters, claims that the chain contradicts. */
  findings: readonly Finding[]
  /** Milliseconds since the epoch after which the plan must be prepared anew (quotes age). */
  expiresAt?: number
  /** Set for a bridge: the plan being mined is not the end, and this is by what the rest is followed. */
  transfer?: Transfer
  /** What is to arrive on another chain then. Somebody's word, which nothing here can check. */
  expects?: AssetAmount & { symbol: string; decimals: number | null; listed: boolean }
  probes?: readonly Probe[]
  trials?: readonly Trial[]
  checks?: readonly Check[]
  pinned?: readonly Pinned[]
}

/**
 * A tool: a schema for what an agent may ask, a way to turn that into exact transactions, and the words for both. What a
 * room needs beside it (the card's body, for one) stands there in a record of its own with an entry for each tool.
 * `Adjustments` are the person's own changes made on the card (slippage, for one).
 * All functions are methods, so that tools with different parameters fit one registry; they take what `schema` gave.
 */
export type Tool<Parameters = unknown, Details = unknown, Adjustments = unknown> = {
  name: ToolName
  kind: 'transaction' | 'display' | 'permission'
  schema: z.ZodType<Parameters>
  /** What kind of action it is, in a word or two. */
  label: string
  /** What kind of action this very call is, where the tool has several. Null: the tool's own label. */
  caption?(parameters: Parameters): string | null
  /**
   * Reads and writes the card's figures as they are kept with the outcome, so that a receipt reads as on the day. A field
   * that comes later is optional in it: what is on disk stays. Absent for a display, whose figures are of today.
   */
  kept?: z.ZodType<Details>
  /** What is asked, in one plain sentence made from the parameters alone (a claim, not yet checked). */
  headline(parameters: Parameters): string
  /** The same once it succeeded: "Sent 1 ETH to 0x12…ef on Ethereum". Null where the parameters do not tell. */
  done(parameters: Parameters): string | null
  /** Whether what it sends arrives on another chain later: its success is not yet the arrival. */
  crosses?(parameters: Parameters): boolean
  /** What people call what it does: a request for anything else is no request for this. Empty where the bytes tell. */
  actions(parameters: Parameters): readonly Action[]
  /** What it asks to move, for noticing that two calls ask for nearly the same. Null where that is not told by it. */
  moves(parameters: Parameters): Move | null
  /** What a model is told that it is for. */
  purpose: string
  /** What the agent that lies on purpose makes of honest parameters; null where no lie is known. */
  lie: ((honest: Written) => Written) | null
  /** Parameters for tests and benches: what it needs at least, and all that the interface names. */
  examples: { least: Written; full: Written }
  prepare(parameters: Parameters, context: PrepareContext, adjustments?: Adjustments): Promise<Prepared<Details>>
}
