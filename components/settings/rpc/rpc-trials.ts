import { z } from 'zod'

/**
 * Nodes to be checked after the page has been loaded again, which lets it connect there; those with a `problem` were
 * checked, and are not used.
 */
const trialsSchema = z.array(z.object({ chainId: z.int(), url: z.string(), problem: z.string().optional() }))
export type RpcTrial = z.infer<typeof trialsSchema>[number]

const key = 'countersign.rpc-trial'

/** Keeps trials over the reload of this tab. Returns false if the browser does not allow it. */
export function keepTrials(trials: readonly RpcTrial[]): boolean {
  try {
    sessionStorage.setItem(key, JSON.stringify(trials))
    return true
  } catch {
    return false
  }
}

/** Returns the trials of this tab, once. */
export function takeTrials(): readonly RpcTrial[] {
  try {
    const trials = trialsSchema.safeParse(JSON.parse(sessionStorage.getItem(key) ?? '[]'))
    sessionStorage.removeItem(key)
    return trials.data ?? []
  } catch {
    return []
  }
}
