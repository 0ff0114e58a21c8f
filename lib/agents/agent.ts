import type { Address } from 'viem'
import type { Chains } from '@/lib/chain/chains/chain'
import type { Routing } from '@/lib/chain/routing/routing'
import type { Yields } from '@/lib/chain/yields/yields'
import type { Reader } from '@/lib/language/reader/reader'
import type { Display } from '@/lib/wire/display'
import type { RequestFields } from '@/lib/wire/draft'
import type { NewOffer } from '@/lib/wire/plan'
import type { Message } from '@/lib/wire/task'
import type { PlanBook } from './plans/plan'
import type { PortfolioMemory } from './portfolio/snapshot'

/** Everything that an agent may use while it answers. Server side. */
export type AgentContext = {
  chains: Chains
  routing: Routing
  yields: Yields
  /** Milliseconds since the epoch. */
  now: () => number
  /** The trained reader of what a person writes. Loads at the first call. */
  reader: () => Promise<Reader>
}

/** State of a permission to propose moves. */
export type PermissionState = 'active' | 'revoked' | 'expired'

/** One turn: the conversation up to and including the message (or results) to answer. */
export type AgentTurn = {
  agentId: number
  /** The signed-in account and the chain that it signed in on. */
  owner: { address: Address; chainId: number }
  history: readonly Message[]
  /** The account's plans. */
  plans: PlanBook
  /** Results of earlier analyses of the account's portfolio. */
  portfolio: PortfolioMemory
  /**
   * Returns the state of the permission under which the service began this conversation; null if it began it for
   * another reason. Absent if the person has asked for something: that needs no permission.
   */
  permission?: () => Promise<PermissionState | null>
  /** Returns the open calls that a browser has passed to a wallet. Absent if no call is open. */
  underWay?: () => Promise<ReadonlySet<string>>
  /** Aborted when the task is canceled or its lease is lost. Must really stop the work. */
  signal: AbortSignal
}

/** The output of an agent, in order. The service gives each call its id, and ends the turn when the iteration ends. */
export type AgentOutput =
  | { type: 'text'; delta: string }
  /** `name` is a `ToolName`, or whatever a model gives: the caller's client decides which calls it can carry out. */
  | {
      type: 'call'
      name: string
      parameters: Record<string, unknown>
      /** The open call that this one replaces. The service leaves that open if a browser has passed it to a wallet. */
      replaces?: string
    }
  /**
   * A plan to confirm. The text of the same turn describes all of it. Nothing is set up before the person confirms it.
   */
  | { type: 'offer'; offer: NewOffer }
  /** A reading of what the person asks for, to correct or confirm. The words of the same turn say all of it. */
  | { type: 'draft'; fields: RequestFields }
  /** A table or choices, beside a text that says the same. */
  | { type: 'display'; display: Display }
  /** Withdraws an open call, unless a browser has passed it to a wallet. */
  | { type: 'withdraw'; callId: string }

/** Why an agent could not finish its turn. The message tells the person what happened, and what to do next. */
export class AgentFailure extends Error {
  override readonly name = 'AgentFailure'
  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** An agent by number, as the agent card lists it. */
export type Agent = {
  /** A positive integer; the id of its skill on the card. */
  id: number
  name: string
  description: string
  tags: readonly string[]
  examples: readonly string[]
  answer: (turn: AgentTurn, context: AgentContext) => AsyncIterable<AgentOutput>
}
