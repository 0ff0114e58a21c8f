import type { Routing } from '../routing'

/** A router that has no route, and has seen no transfer. */
export const noRouting: Routing = {
  quote: () => Promise.reject(new Error('no quotes here')),
  routes: async () => [],
  status: async () => ({ state: 'not-found' }),
}
