import type { Address } from 'viem'
import type { Chains } from '@/lib/chain/chains/chain'
import type { ChainPortfolio } from '@/lib/chain/portfolio/holding'
import { readChainPortfolio } from '@/lib/chain/portfolio/read-chain-portfolio'
import { createStore, type Handle } from '@/lib/store'

/** The last reading of an account. `at` is in milliseconds since the epoch; null until the first reading ends. */
export type Reading = { isReading: boolean; at: number | null; chains: readonly ChainPortfolio[] }

export type PortfolioReader = Handle<Reading> & {
  /** Reads all chains, or joins a read that is under way. The previous result stays until it ends. */
  read: () => Promise<void>
  /** Reads as `read` does, unless the last reading is still fresh. */
  refresh: () => Promise<void>
}

/** Milliseconds after which a chain counts as not answering. */
const patience = 10_000

/** Milliseconds for which a reading is fresh enough for the account panel and for suggestions. */
const freshFor = 10_000

export function createPortfolioReader({
  chains,
  account,
  now,
}: {
  chains: Chains
  account: Address
  now: () => number
}): PortfolioReader {
  const { subscribe, getSnapshot, set } = createStore<Reading>({ isReading: false, at: null, chains: [] })
  let underWay: Promise<void> | null = null
  const readAll = async () => {
    set({ ...getSnapshot(), isReading: true })
    const signal = AbortSignal.timeout(patience)
    const read = await Promise.all(
      [...chains.values()].map((chain) => readChainPortfolio(chain, account, { now: now(), signal })),
    )
    set({ isReading: false, at: now(), chains: read })
  }
  const read = () => {
    underWay ??= readAll().finally(() => {
      underWay = null
    })
    return underWay
  }
  return {
    subscribe,
    getSnapshot,
    read,
    refresh: async () => {
      const { at } = getSnapshot()
      if (at === null || now() - at >= freshFor) await read()
    },
  }
}

const readers = new WeakMap<Chains, Map<Address, PortfolioReader>>()

/** Returns the one reader of an account, so that the page and the account panel show the same. */
export function readerOf(chains: Chains, account: Address): PortfolioReader {
  const own = readers.get(chains) ?? new Map<Address, PortfolioReader>()
  readers.set(chains, own)
  const known = own.get(account) ?? createPortfolioReader({ chains, account, now: Date.now })
  own.set(account, known)
  return known
}

/** True if everything was read and priced. Only then may the total be kept and compared. */
export const isWhole = (chains: readonly ChainPortfolio[]): boolean =>
  chains.length > 0 && chains.every(({ unread, stale }) => unread.length === 0 && stale.length === 0)
