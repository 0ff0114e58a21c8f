import { z } from 'zod'

/**
 * Error codes of the agent endpoint (JSON-RPC 2.0 section 5.1, A2A 0.3.0 section 8). `transport` is ours, for the
 * bodies of 401 and 429.
 */
export const rpcCode = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  taskNotFound: -32001,
  taskNotCancelable: -32002,
  pushNotSupported: -32003,
  unsupportedOperation: -32004,
  contentTypeNotSupported: -32005,
  extendedCardNotConfigured: -32007,
  transport: -32000,
} as const

export type RpcId = string | number | null

/** An error that the caller of the agent endpoint may see verbatim. Any other becomes -32603 without details. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  constructor(
    readonly code: number,
    message: string,
    readonly data?: Record<string, unknown>,
  ) {
    super(message)
  }
}

/** Limited in length, because each frame of a stream repeats the id. */
const rpcIdSchema = z.union([z.string().max(256), z.int(), z.null()])

/** A JSON-RPC 2.0 request object (section 4). A request without an id is answered with `id: null`. */
export const rpcRequestSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: rpcIdSchema.optional(),
  method: z.string().min(1),
  params: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).optional(),
})

type RpcSuccess = { jsonrpc: '2.0'; id: RpcId; result: unknown }
type RpcFailure = {
  jsonrpc: '2.0'
  id: RpcId
  error: { code: number; message: string; data?: Record<string, unknown> }
}

export const rpcSuccess = (id: RpcId, result: unknown): RpcSuccess => ({ jsonrpc: '2.0', id, result })

/** Builds an error response. An error other than `RpcError` says only "Internal server error". */
export function rpcFailure(id: RpcId, error: unknown): RpcFailure {
  if (!(error instanceof RpcError))
    return { jsonrpc: '2.0', id, error: { code: rpcCode.internal, message: 'Internal server error' } }
  const { code, message, data } = error
  return { jsonrpc: '2.0', id, error: data ? { code, message, data } : { code, message } }
}

const withIdSchema = z.object({ id: rpcIdSchema })

/** Returns the id to answer with, whatever the body: its own id if valid, else null. */
export function rpcIdOf(body: unknown): RpcId {
  const parsed = withIdSchema.safeParse(body)
  return parsed.success ? parsed.data.id : null
}
