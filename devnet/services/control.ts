import { z } from 'zod'
import type { ApiRequest, Routes } from '../api/server'
import type { DevnetChain } from '../chain'

const knobs = {
  /** Shifts the amounts promised by quotes, in hundredths of a percent; the pools do not change. */
  rateShiftBps: z.int().min(-9_999).max(10_000),
  /** Status that /status reports for every transaction, whatever the chain says. `normal` asks the chain. */
  statusMode: z.enum(['normal', 'not-found', 'pending', 'failed', 'partial', 'refunded', 'invalid']),
  /** Milliseconds from a transfer's start until the relayer pays it out. */
  bridgeDelayMs: z.int().min(0).max(86_400_000),
  /** Error planted in the transactions of quotes and yields, while their description stays right. */
  tamper: z.enum(['target', 'receiver', 'min', 'amount', 'value', 'approval', 'unlimited']).nullable(),
  /** Fails the next requests whose path starts with this, with this status. */
  failNext: z
    .strictObject({
      path: z.string().startsWith('/'),
      status: z.int().min(400).max(599),
      times: z.int().min(1).max(1_000),
    })
    .nullable(),
}
const knobsSchema = z.object(knobs)
export type Knobs = z.infer<typeof knobsSchema>

const requestSchema = z
  .strictObject({
    ...knobs,
    advanceSeconds: z
      .int()
      .min(1)
      .max(10 * 365 * 86_400),
    reset: z.literal(true),
  })
  .partial()

const defaults: Knobs = {
  rateShiftBps: 0,
  statusMode: 'normal',
  bridgeDelayMs: 1_500,
  tamper: null,
  failNext: null,
}

export type Control = {
  /** Returns the current settings. */
  knobs: () => Knobs
  /** Returns the status with which a request to this path must fail, or null. Counts down. */
  fault: (path: string) => number | null
  routes: Routes
}

/** The knobs that tests turn. `/control` and `/health` themselves never fail. */
export function createControl(chains: readonly DevnetChain[]): Control {
  let current = defaults

  async function change({ body }: ApiRequest): Promise<Knobs> {
    const { advanceSeconds, reset, ...changed } = requestSchema.parse(body)
    current = { ...(reset ? defaults : current), ...changed }
    if (advanceSeconds !== undefined)
      await Promise.all(
        chains.map(async ({ client }) => {
          await client.increaseTime({ seconds: advanceSeconds })
          await client.mine({ blocks: 1 })
        }),
      )
    return current
  }

  function fault(path: string): number | null {
    const { failNext } = current
    if (!failNext || path === '/control' || path === '/health' || !path.startsWith(failNext.path)) return null
    const times = failNext.times - 1
    current = { ...current, failNext: times > 0 ? { ...failNext, times } : null }
    return failNext.status
  }

  return {
    knobs: () => current,
    fault,
    routes: { 'GET /control': () => current, 'POST /control': change },
  }
}
