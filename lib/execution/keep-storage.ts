import type { Ledger } from './ledger'
import { isInFlight } from './machine'
import { hasSigned } from './steps'

/** The browser's word on whether it may throw this site's data away when it runs out of room (Storage Standard). */
export type BrowserStorage = Pick<StorageManager, 'persisted' | 'persist'>

/**
 * Asks the browser not to throw the ledger away, once in the life of a page: when the first call has been signed, which
 * is what must not be forgotten. Not before: some browsers ask the person, who is with the wallet then. A browser that
 * refuses works as before; threat-model.md says what that means.
 */
export function keepStorage(ledger: Pick<Ledger, 'subscribe' | 'get'>, storage: BrowserStorage, signal: AbortSignal) {
  const ask = async () => {
    if (!(await storage.persisted())) await storage.persist()
  }
  const unsubscribe = ledger.subscribe((key) => {
    const entry = key === null ? null : ledger.get(key)
    if (!entry || !isInFlight(entry.state) || !hasSigned(entry)) return
    unsubscribe()
    ask().catch((error: unknown) => console.warn('The browser could not be asked to keep what it has recorded.', error))
  })
  signal.addEventListener('abort', unsubscribe, { once: true })
}
