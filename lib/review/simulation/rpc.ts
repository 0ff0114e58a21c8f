import { BaseError, HttpRequestError, RpcRequestError, TimeoutError } from 'viem'
import { z } from 'zod'
import { cleanChainString } from '@/lib/wire/text'

/** A hex quantity of JSON-RPC, parsed to bigint. */
export const quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform((hex) => BigInt(hex))

/** Hex bytes, in lower case. */
export const bytes = z
  .string()
  .regex(/^0x([0-9a-f]{2})*$/i)
  .transform((hex) => hex.toLowerCase() as `0x${string}`)

/** An answer of the chain, or the reason in words why there is none. */
export type Fact<T> = { ok: true; value: T } | { ok: false; reason: string }

/** Turns a request into a fact. Never rejects. */
export async function fact<T>(request: Promise<unknown>, schema: z.ZodType<T>): Promise<Fact<T>> {
  try {
    return { ok: true, value: schema.parse(await request) }
  } catch (error) {
    return { ok: false, reason: reasonOf(error) }
  }
}

/** Returns the JSON-RPC error that the node answered with. Null if it did not answer at all. */
export function nodeError(error: unknown): { code: number; message: string; data: unknown } | null {
  if (!(error instanceof BaseError)) return null
  const answered = error.walk((cause) => cause instanceof RpcRequestError)
  if (!(answered instanceof RpcRequestError)) return null
  return { code: answered.code, message: answered.details, data: answered.data }
}

const tooLong = 'the node took too long to answer'
const noResponse = 'the node is not responding'

/** True if a reason means that the node did not answer at all. */
export const isNodeSilence = (reason: string): boolean => reason === tooLong || reason === noResponse

/** Explains to people why a node did not answer a request as it should. Null for an error of another kind. */
export function nodeReason(error: unknown): string | null {
  const answered = nodeError(error)
  if (answered) return `the node answered with an error: “${cleanChainString(answered.message, 120)}”`
  if (error instanceof z.ZodError) return 'the node’s answer could not be read'
  if (error instanceof DOMException && (error.name === 'TimeoutError' || error.name === 'AbortError')) return tooLong
  if (error instanceof BaseError && error.walk((cause) => cause instanceof TimeoutError)) return tooLong
  if (error instanceof BaseError && error.walk((cause) => cause instanceof HttpRequestError)) return noResponse
  return null
}

/** Explains to people why a request failed. */
export const reasonOf = (error: unknown): string => nodeReason(error) ?? 'the node could not be asked'
