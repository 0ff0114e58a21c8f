import { tool } from 'ai'
import { z } from 'zod'
import type { Scene } from '../abilities/reading'
import { resolve } from '../abilities/resolve'
import { answered, RefusedError, served } from './tool-answer'

/** Where a model takes the address from of somebody whom the person calls by a name. */
export const nameTool = (scene: Scene) =>
  tool({
    description:
      'The address that a name such as alice.eth (ENS) stands for on a chain. A name is turned into an address by this alone.',
    inputSchema: z.object({ name: z.string().min(1).max(255), chainId: z.int().positive() }),
    execute: ({ name, chainId }) =>
      answered(async () => {
        const [chain] = served(scene, chainId)
        const found = chain ? await resolve({ kind: 'name', name }, chain, scene) : ''
        if (typeof found === 'string') throw new RefusedError(found)
        return { ...found, chainId }
      }),
  })
