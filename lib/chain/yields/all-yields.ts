import { isAddressEqual } from 'viem'
import { createPinnedYields } from './pinned'
import { createYieldXyz, type YieldXyzOptions } from './yield-xyz'
import { quietYields, type Yield, YieldError, type YieldPosition, type Yields } from './yields'

/**
 * Combines the service and the app's own list. The service describes and builds what it knows; the list covers the
 * rest, or everything while the service is away, and depends on nobody. A listed vault keeps its contract and token
 * whatever the service says: see `Yield.pinned`.
 */
export function createYields({
  now,
  isQuiet = () => false,
  ...options
}: YieldXyzOptions & {
  now: () => number
  /** True if the service must not be asked. */
  isQuiet?: () => boolean
}): Yields {
  const service = quietYields(createYieldXyz(options), isQuiet)
  const own = createPinnedYields({ chains: options.chains, now })
  const maker = ({ source }: Yield): Yields => (source === 'service' ? service : own)
  return {
    list: async (query, signal) => {
      const [listed, pinned] = await Promise.all([unlessAway(service.list(query, signal)), own.list(query, signal)])
      const known = new Set(listed?.map(({ id }) => id))
      return [...(listed ?? []), ...pinned.filter(({ id }) => !known.has(id))]
    },
    find: async (id, signal) => {
      const pinned = await own.find(id, signal)
      if (!pinned) return service.find(id, signal)
      return (await unlessAway(service.find(id, signal))) ?? pinned
    },
    enter: (action, signal) => maker(action.yield).enter(action, signal),
    exit: (action, signal) => maker(action.yield).exit(action, signal),
    positions: async (account, signal) => {
      const [claimed, read] = await Promise.all([
        unlessAway(service.positions(account, signal)),
        own.positions(account, signal),
      ])
      const isRead = ({ chainId, contract }: YieldPosition) =>
        read.some(
          (own) => own.chainId === chainId && contract && own.contract && isAddressEqual(own.contract, contract),
        )
      return [...read, ...(claimed ?? []).filter((position) => !isRead(position))]
    },
  }
}

/** Returns null if the service cannot be reached or does not know: then the list has to do. */
async function unlessAway<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof YieldError) return null
    throw error
  }
}
