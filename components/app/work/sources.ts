import type { Chains } from '@/lib/chain/chains/chain'
import type { Routing } from '@/lib/chain/routing/routing'
import type { Yields } from '@/lib/chain/yields/yields'
import { loadPart } from '@/lib/tools/part'

/** The router. Its code is loaded with the first question; each rejects with PartNotLoaded if that does not come. */
export function routingLater(): Routing {
  const routing = remembering(async () =>
    (await import('@/lib/chain/routing/lifi')).createRouting({
      apiUrl: `${location.origin}/api/routing/v1`,
      integrator: 'countersign',
    }),
  )
  return {
    quote: async (...asked) => (await routing()).quote(...asked),
    routes: async (...asked) => (await routing()).routes(...asked),
    status: async (...asked) => (await routing()).status(...asked),
  }
}

/** The sources of yields, in the same way. */
export function yieldsLater(chains: Chains, now: () => number, isQuiet: () => boolean): Yields {
  const yields = remembering(async () =>
    (await import('@/lib/chain/yields/all-yields')).createYields({
      apiUrl: `${location.origin}/api/yields`,
      chains,
      now,
      isQuiet,
    }),
  )
  return {
    list: async (...asked) => (await yields()).list(...asked),
    find: async (...asked) => (await yields()).find(...asked),
    enter: async (...asked) => (await yields()).enter(...asked),
    exit: async (...asked) => (await yields()).exit(...asked),
    positions: async (...asked) => (await yields()).positions(...asked),
  }
}

/** Loads once; after a failure, again. */
function remembering<Source>(load: () => Promise<Source>): () => Promise<Source> {
  let loaded: Promise<Source> | null = null
  return () => {
    loaded ??= loadPart(load)
    loaded.catch(() => {
      loaded = null
    })
    return loaded
  }
}
