import { z } from 'zod'

/** A node to be checked after the page has reloaded, which lets it connect there. */
const trialSchema = z.object({ chainId: z.int(), url: z.string() })
export type RpcTrial = z.infer<typeof trialSchema>

const key = 'countersign.rpc-trial'

/** Keeps a trial over the reload of this tab. Returns false if the browser does not allow it. */
export function keepTrial(trial: RpcTrial): boolean {
  try {
    sessionStorage.setItem(key, JSON.stringify(trial))
    return true
  } catch {
    return false
  }
}

/** Returns the trial of this tab, once. */
export function takeTrial(): RpcTrial | null {
  try {
    const trial = trialSchema.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null'))
    sessionStorage.removeItem(key)
    return trial.data ?? null
  } catch {
    return null
  }
}
