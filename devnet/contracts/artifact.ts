import { readFileSync } from 'node:fs'
import { type Abi, isHex } from 'viem'
import { z } from 'zod'

export const artifactFolder = new URL('./artifacts/', import.meta.url)

/** Compiler output for a contract: its ABI and its creation code. */
export const artifactSchema = z.object({
  abi: z.custom<Abi>((value) => Array.isArray(value), 'must be a list'),
  bytecode: z.custom<`0x${string}`>((value) => isHex(value), 'must be hex'),
})
export type Artifact = z.infer<typeof artifactSchema>

/** Reads a contract of this project by name from the committed artifacts. */
export function readArtifact(name: string): Artifact {
  return artifactSchema.parse(JSON.parse(readFileSync(new URL(`${name}.json`, artifactFolder), 'utf8')))
}
