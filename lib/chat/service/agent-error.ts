import { cleanChainString } from '@/lib/wire/text'
import { rpcCode } from '@/lib/wire/transport/jsonrpc'

export type AgentErrorCode = 'unauthenticated' | 'rate-limited' | 'offline' | 'unreachable' | 'rpc' | 'unreadable'

/**
 * Why the agent service did not do what it was asked. `message` tells a person what happened and what to do. None of
 * these moves money: the service holds no key.
 */
export class AgentError extends Error {
  override readonly name = 'AgentError'
  /** JSON-RPC error code, for `rpc`. */
  readonly rpcCode: number | null
  /** The `data` of the JSON-RPC error. */
  readonly data: Record<string, unknown> | null
  /** For `rate-limited`: when the service takes requests again, in milliseconds since the epoch. */
  readonly retryAt: number | null
  /** True if the request went out and its outcome is unknown: the service may have taken it. */
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
 * Prepares a service's words for standing between “ and ” in ours: they can neither end the quotation, nor reorder the
 * text around it, nor be drawn above or below their line.
 */
export const quotable = (said: string): string => cleanChainString(said, 300)

/** Builds the error for a JSON-RPC error. It quotes the service, which alone knows more. */
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

/** True if the service cannot look up the task. */
export const knowsNoTask = ({ rpcCode: code }: AgentError): boolean =>
  code === rpcCode.taskNotFound || code === rpcCode.methodNotFound

/** True if the service lacks the method. The app then does without it. */
export const isUnsupported = (error: unknown): boolean =>
  error instanceof AgentError && error.rpcCode === rpcCode.methodNotFound

/** Wraps any failure as an AgentError and keeps it as the cause. */
export function asAgentError(error: unknown): AgentError {
  if (error instanceof AgentError) return error
  return new AgentError('unreadable', 'Something went wrong while reading the agent’s answer. Try again.', {
    unsure: true,
    cause: error,
  })
}
