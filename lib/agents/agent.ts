import type { Address } from 'viem'
import type { Chains } from '@/lib/chain/chains/chain'
import type { Routing } from '@/lib/chain/routing/routing'
import type { Yields } from '@/lib/chain/yields/yields'
import type { Reader } from '@/lib/language/reader/reader'
import type { RequestFields } from '@/lib/wire/draft'
import type { NewOffer } from '@/lib/wire/plan'
import type { Message } from '@/lib/wire/task'
import type { PlanBook } from './plans/plan'
import type { PortfolioMemory } from './portfolio/snapshot'

/** What an agent may look at while it answers. Server side. */
export type AgentContext = {
  chains: Chains
  routing: Routing
  yields: Yields
  /** Milliseconds since the epoch. */
  now: () => number
  /** Reads what the fixed rules do not understand. Loads at the first call; without it nothing is drafted. */
  reader?: () => Promise<Reader>
}

/** Of a permission to propose moves: it holds, or why it does not. */
export type PermissionState = 'active' | 'revoked' | 'expired'

/** One turn: the conversation up to and including the message (or results) to answer. */
export type AgentTurn = {
  agentId: number
  /** The signed-in account and the chain that it signed in on. */
  owner: { address: Address; chainId: number }
  history: readonly Message[]
  /** The account's plans. */
  plans: PlanBook
  /** What earlier analyses of the account's portfolio saw. */
  portfolio: PortfolioMemory
  /**
   * What has become of the permission under which the service began this conversation; null where it has begun it for
   * another reason. Absent where the person has asked for something: that needs no permission.
   */
  permission?: () => Promise<PermissionState | null>
  /** Aborted when the task is canceled or its lease is lost. Must really stop the work. */
  signal: AbortSignal
}

/** What an agent says, in order. The service gives each call its id and ends the turn when the iteration ends. */
export type AgentOutput =
  | { type: 'text'; delta: string }
  /** `name` is a `ToolName`, or what a model makes of it: the caller's client decides what it can carry out. */
  | {
      type: 'call'
      name: string
      parameters: Record<string, unknown>
      /** The open call in whose place it stands. The service leaves that one open where a browser has it before a wallet. */
      replaces?: string
    }
  /** A plan to confirm. The words of the same turn say all of it; nothing is set up before the person confirms it. */
  | { type: 'offer'; offer: NewOffer }
  /** A reading of what the person asks for, to correct or confirm. The words of the same turn say all of it. */
  | { type: 'draft'; fields: RequestFields }
  /** Takes an open call back, unless a browser has it before a wallet. */
  | { type: 'withdraw'; callId: string }

/** Why an agent could not finish its turn. The message is for the person: what happened, and what to do next. */
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
