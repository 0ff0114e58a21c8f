import type { Address } from 'viem'
import type { z } from 'zod'
import type { Chains } from '@/lib/chain/chain'
import type { Routing } from '@/lib/chain/routing'
import type { ToolName } from '@/lib/wire/tool-names'
import type { Finding } from './finding'
import type { Plan } from './plan'

export type PrepareContext = {
  /** The connected account: every plan is from it and for it. */
  account: Address
  chains: Chains
  routing: Routing
  /** Milliseconds since the epoch. */
  now: () => number
  signal: AbortSignal
}

/** What the routing provider needs to tell where a bridge's transfer stands. */
export type Transfer = { fromChainId: number; toChainId: number; tool: string }

/** What a call comes to once the chain and the routes have been asked. */
export type Prepared<Details> = {
  /** Null where there is nothing to sign: a display, or a plan that cannot be made (then a BLOCK finding says why). */
  plan: Plan | null
  /** The figures that the tool's card shows. All of them ours: from the chain, the quote or the bytes. */
  details: Details
  /** What the preparation itself found: bad parameters, claims that the chain contradicts. */
  findings: readonly Finding[]
  /** Milliseconds since the epoch after which the plan must be prepared anew (quotes age). */
  expiresAt?: number
  /** Set for a bridge: the plan being mined is not the end, and this is by what the rest is followed. */
  transfer?: Transfer
}

/**
 * A tool: a schema for what an agent may ask, and a way to turn that into exact transactions.
 * `Adjustments` are the person's own changes made on the card (slippage, for one).
 */
export type Tool<Parameters = unknown, Details = unknown, Adjustments = unknown> = {
  name: ToolName
  kind: 'transaction' | 'display' | 'permission'
  /** False: the card shows what is asked, says that it cannot be executed yet, and lets the person decline. */
  executable: boolean
  schema: z.ZodType<Parameters>
  /**
   * What is asked, in one plain sentence made from the parameters alone (a claim, not yet checked).
   * Both functions are methods, so that tools with different parameters fit one registry; they take what `schema` gave.
   */
  headline(parameters: Parameters): string
  prepare(parameters: Parameters, context: PrepareContext, adjustments?: Adjustments): Promise<Prepared<Details>>
}
