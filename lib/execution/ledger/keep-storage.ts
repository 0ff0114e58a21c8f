import { isSettled } from './entry'
import type { Ledger } from './ledger'
import { isInFlight } from './machine'
import { hasSigned } from './steps'

/** The browser's word on whether it may throw this site's data away when it runs out of room (Storage Standard). */
export type BrowserStorage = Pick<StorageManager, 'persisted' | 'persist'>

/**
 * Asks the browser not to throw the ledger away, once in the life of a page: when the first call that was signed has come
 * to its end. Some browsers ask the person, who is with the wallet or waits for the chain before that; and what an open
 * page keeps is not thrown away. A browser that refuses works as before; threat-model.md says what that means.
 */
export function keepStorage(ledger: Pick<Ledger, 'subscribe' | 'get'>, storage: BrowserStorage, signal: AbortSignal) {
  const ask = async () => {
    if (!(await storage.persisted())) await storage.persist()
  }
  const underWay = new Set<string>()
  const unsubscribe = ledger.subscribe((key) => {
    const entry = key === null ? null : ledger.get(key)
    if (!entry) return
    if (isInFlight(entry.state)) underWay.add(entry.key)
    if (!isSettled(entry.state) || !underWay.has(entry.key) || !hasSigned(entry)) return
    unsubscribe()
    ask().catch((error: unknown) => console.warn('The browser could not be asked to keep its records.', error))
  })
  signal.addEventListener('abort', unsubscribe, { once: true })
}
