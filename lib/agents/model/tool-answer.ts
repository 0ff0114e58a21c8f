import { z } from 'zod'
import type { ChainHandle } from '@/lib/chain/chains/chain'
import { ChainUnreadableError, type Scene } from '../abilities/reading'
import { YieldsUnreadableError } from '../abilities/yield-words'

/** The answer of a tool to a model. Amounts are decimal strings; a failure is described in `error`. */
export type ToolAnswer = Record<string, unknown>

/** Most characters of one answer, some 6,000 tokens: eight steps of reading must fit beside the conversation. */
const longestAnswer = 24_000

/** Refuses a request of the model. The message is for the model. */
export class RefusedError extends Error {}

/** Returns the requested chain, or all of them. Throws RefusedError. */
export function served({ chains }: Pick<Scene, 'chains'>, chainId: number | undefined): readonly ChainHandle[] {
  if (chainId === undefined) return [...chains.values()]
  const chain = chains.get(chainId)
  if (!chain) throw new RefusedError(`Chain ${chainId} is not supported here.`)
  return [chain]
}

/** Input with an optional chain. */
export const onChain = z.object({ chainId: z.int().positive().optional() })

/** Reports unreadable data to the model in words. Any other error is a defect and is thrown. */
export async function answered(read: () => Promise<ToolAnswer>): Promise<ToolAnswer> {
  try {
    return fitted(await read())
  } catch (error) {
    if (error instanceof RefusedError) return { error: error.message }
    if (error instanceof ChainUnreadableError)
      return { error: `${error.chainName} could not be read just now. Propose nothing that depends on it.` }
    if (error instanceof YieldsUnreadableError)
      return { error: 'Yields could not be read just now. Propose nothing that depends on them.' }
    throw error
  }
}

/** Shortens the lists of an overlong answer at their ends, and states how many entries of each were left out. */
function fitted(answer: ToolAnswer): ToolAnswer {
  if (JSON.stringify(answer).length <= longestAnswer) return answer
  const share = longestAnswer / Object.values(answer).filter(Array.isArray).length
  const leftOut: Record<string, number> = {}
  const short = Object.entries(answer).map(([key, value]) => {
    if (!Array.isArray(value)) return [key, value]
    let size = 0
    const kept = value.filter((entry) => {
      size += JSON.stringify(entry).length + 1
      return size <= share
    })
    if (kept.length < value.length) leftOut[key] = value.length - kept.length
    return [key, kept]
  })
  return { ...Object.fromEntries(short), leftOut }
}
