import { rpcCode } from '@/lib/wire/jsonrpc'
import { cleanChainString } from '@/lib/wire/text'

export type AgentErrorCode = 'unauthenticated' | 'rate-limited' | 'offline' | 'unreachable' | 'rpc' | 'unreadable'

/**
 * Why the agent service did not do what it was asked. `message` is for a person: what happened and what to do.
 * None of these moves money: the service holds no key.
 */
export class AgentError extends Error {
  override readonly name = 'AgentError'
  /** JSON-RPC error code, for `rpc`. */
  readonly rpcCode: number | null
  /** The `data` of the JSON-RPC error. */
  readonly data: Record<string, unknown> | null
  /** For `rate-limited`: milliseconds since the epoch when the service takes requests again. */
  readonly retryAt: number | null
  /** The request went out, and what became of it is not known: the service may have taken it. */
  readonly unsure: boolean

  constructor(
    readonly code: AgentErrorCode,
    message: string,
    more: {
      rpcCode?: number
      data?: Record<string, unknown> | null
      retryAt?: number
      unsure?: boolean
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: more.cause })
    this.rpcCode = more.rpcCode ?? null
    this.data = more.data ?? null
    this.retryAt = more.retryAt ?? null
    this.unsure = more.unsure ?? false
  }
}

/**
 * What a service said, as it may stand between “ and ” in words of ours: it neither ends the quotation, nor reorders what
 * stands around it, nor is drawn above or below its line.
 */
export const quotable = (said: string): string => cleanChainString(said, 300)

/** The words for a JSON-RPC error. What the service itself said is quoted, because only it knows more. */
export function rpcError(code: number, said: string, data: Record<string, unknown> | null): AgentError {
  return new AgentError('rpc', `${wordsOf(code)} The service said: “${quotable(said)}”`, { rpcCode: code, data })
}

function wordsOf(code: number): string {
  switch (code) {
    case rpcCode.taskNotFound:
      return 'The agent service no longer knows this conversation. Your next message starts it anew.'
    case rpcCode.taskNotCancelable:
      return 'The agent had already finished, so there was nothing left to stop.'
    case rpcCode.unsupportedOperation:
      return 'The agent service cannot take this right now. Wait until the agent has answered, then try again.'
    case rpcCode.contentTypeNotSupported:
      return 'The agent service does not accept this kind of content. Send it as text.'
    case rpcCode.internal:
      return 'Something failed at the agent service. Try again; it runs each message only once.'
    default:
      return 'The agent service refused this.'
  }
}

/** The service knows no tasks to ask for. */
export const knowsNoTask = ({ rpcCode: code }: AgentError): boolean =>
  code === rpcCode.taskNotFound || code === rpcCode.methodNotFound

/** The service has no such method: what it would give is to be had without it. */
export const isUnsupported = (error: unknown): boolean =>
  error instanceof AgentError && error.rpcCode === rpcCode.methodNotFound

/** Words for a failure of whatever kind, without losing what it was. */
export function asAgentError(error: unknown): AgentError {
  if (error instanceof AgentError) return error
  return new AgentError('unreadable', 'Something went wrong while reading the agent’s answer. Try again.', {
    unsure: true,
    cause: error,
  })
}
