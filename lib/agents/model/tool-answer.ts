import { z } from 'zod'
import type { ChainHandle } from '@/lib/chain/chains/chain'
import { ChainUnreadableError, type Scene } from '../abilities/reading'
import { YieldsUnreadableError } from '../abilities/yield-words'

/** What a tool gives to a model. Amounts are decimal strings; what goes wrong is `error`, in words. */
export type ToolAnswer = Record<string, unknown>

/** Characters of one answer, some 6,000 tokens: eight steps of reading must fit beside the conversation. */
const longestAnswer = 24_000

/** Something that the model asked for and cannot have. The message is for the model. */
export class RefusedError extends Error {}

/** The chain that was asked for, or all of them. Throws RefusedError. */
export function served({ chains }: Pick<Scene, 'chains'>, chainId: number | undefined): readonly ChainHandle[] {
  if (chainId === undefined) return [...chains.values()]
  const chain = chains.get(chainId)
  if (!chain) throw new RefusedError(`Chain ${chainId} is not supported here.`)
  return [chain]
}

/** What takes a chain or none. */
export const onChain = z.object({ chainId: z.int().positive().optional() })

/** What could not be read goes back to the model in words; anything else is a defect and is thrown. */
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

/** An answer that is too long loses the ends of its lists, and says how many entries of each were left out. */
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
