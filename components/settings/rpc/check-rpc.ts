import { z } from 'zod'
import { cleanChainString } from '@/lib/wire/text'

const answerSchema = z.union([
  z.object({ result: z.unknown() }),
  z.object({ error: z.object({ code: z.number(), message: z.string() }) }),
])
const chainIdSchema = z
  .string()
  .regex(/^0x[0-9a-f]{1,8}$/i)
  .transform(Number)

/** Milliseconds that a node has for an answer. */
const patience = 10_000

/** JSON-RPC's code for a method that there is not. */
const noSuchMethod = -32_601

/** Asks a node whether it serves a chain and can simulate. Returns null, or what is wrong with it, for the person. */
export async function checkRpc(
  url: string,
  chain: { id: number; name: string },
  ask: typeof fetch = fetch,
): Promise<string | null> {
  const call = async (method: string, params: readonly unknown[]) => {
    const response = await ask(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(patience),
    })
    const body: unknown = await response.json().catch(() => null)
    return { status: response.status, answer: answerSchema.safeParse(body).data }
  }
  try {
    const { status, answer } = await call('eth_chainId', [])
    if (!answer) return notRpc(status)
    if ('error' in answer) return `It answered with an error, “${cleanChainString(answer.error.message, 120)}”.`
    const id = chainIdSchema.safeParse(answer.result)
    if (!id.success) return 'It did not say which chain it serves.'
    if (id.data !== chain.id) return `It serves chain ${id.data}, but ${chain.name} is chain ${chain.id}.`
    const simulated = await call('eth_simulateV1', [{ blockStateCalls: [] }, 'latest'])
    if (simulated.answer && 'error' in simulated.answer && simulated.answer.error.code === noSuchMethod)
      return 'It cannot simulate transactions (eth_simulateV1), so no card could be checked.'
    return null
  } catch {
    return 'It did not answer. It may be down, or may not allow web pages to ask it (CORS).'
  }
}

const notRpc = (status: number): string =>
  status === 401 || status === 403
    ? `It refused with HTTP ${status}. Is the key in its address right?`
    : `It answered with HTTP ${status} and no JSON-RPC. Is the address whole?`
