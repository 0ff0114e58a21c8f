import type { Is, Meaning } from './entity'
import type { Action, Role } from './labels'
import type { AgentText } from './offer'
import type { Reading } from './reader/reader'

/** A text, and its reading. */
export type ReadText = { text: string; reading: Reading }

/** One message of a person's. `agent` is the agent's message before it, read only if the words refer to it. */
export type ReadMessage = ReadText & { agent?: AgentText }

/** An amount: a figure, its dollars, a percentage or a share of what there is. */
export type Amount = Is<'number' | 'dollars' | 'percent' | 'share'>

/** An amount of something that is to leave, to arrive or to stay. Amount and token may each be unstated. */
export type Sum = {
  part: 'give' | 'get' | 'keep' | 'unsaid'
  amount: Amount | null
  what: Is<'token' | 'nft' | 'collection'> | null
  /** Its part is a guess: no word before it tells what it is for ("no, DAI instead"). */
  untold?: true
  /** The words that said so, and which of the request's `texts` they are in. */
  text: string
  said: number
  p: number
}

/** The stated receiver. */
export type Receiver = { meaning: Is<'address' | 'name' | 'contact' | 'pronoun'> | null; text: string; p: number }

export type RequestedChain = { end: 'on' | 'from' | 'to'; chain: Is<'chain'>; text: string; p: number }

/** A bound or a wish beside sums and chains, in the writer's words. */
export type Limit = { role: Role; meanings: readonly Meaning[]; text: string; p: number }

/** A name or figure of unknown role. `late`: from words after the request, which may change it. */
export type Mention = { meanings: readonly Meaning[]; text: string; late?: true }

/** A person's request, as the reader understands it. */
export type Request = {
  action: Action
  /** The words of the request. Several if later words changed it. */
  texts: readonly string[]
  /** The one of the agent's numbered options that the last of them picks: “the second”. Absent: none. */
  picked?: string
  /** Those of them that the agent wrote, in an offer that the person agreed to. Absent: none. */
  offered?: readonly string[]
  sums: readonly Sum[]
  /** Sums that later words replaced. */
  former: readonly Sum[]
  /** True if the sums are the agent's offer that the person agreed to; then `former` has the person's own. */
  adopted?: true
  receivers: readonly Receiver[]
  /** Receivers that later words replaced. Absent: none. */
  formerReceivers?: readonly Receiver[]
  chains: readonly RequestedChain[]
  limits: readonly Limit[]
  /** Its words refer to something said or done before: "it", "what comes out", or nothing at all ("and lend"). */
  refers?: true
  /** Times, conditions and bounds in the words that the reading gives no role. */
  loose?: readonly Limit[]
  /** Entities in the words that the reading does not explain. */
  unexplained: readonly Mention[]
  /** Names and figures that the same message only tells, asks or supposes something of. */
  told?: readonly Mention[]
  /** Index of the message that made or last changed it. */
  message: number
  /** Index of the message that first asked for it, if that is an earlier one: what was done since uses it up. */
  began?: number
  /** Certainty of the clause as a whole: kind, action, edges and roles. */
  p: number
  /** Certainty that this is a request, and certainty of its action. */
  sure: { kind: number; action: number }
}

/** The current requests of a conversation. */
export type Requests = {
  /** Those of the last message that asked for anything, in order. */
  latest: readonly Request[]
  /** The person has only agreed to an agent's offer, without asking for it. */
  agreed: boolean
  /** The last message is in a language that the reader does not know. */
  unread: boolean
  /** The request by its entities alone, if it is in such a language. */
  named?: Request
  /** The reader finds nothing in the last message: neither a request nor a yes, a no or a question. */
  unheard: boolean
}

/** Least certainty (0 to 1) that words are a request at all. */
export const sureOfKind = 0.65
