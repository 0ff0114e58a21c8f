import { isSettled } from './entry'
import type { Ledger } from './ledger'
import { isInFlight } from './machine'
import { hasSigned } from './steps'

/** The browser's promise on whether it may evict this site's data when it runs out of room (Storage Standard). */
export type BrowserStorage = Pick<StorageManager, 'persisted' | 'persist'>

/**
 * Asks the browser not to evict the ledger, once per page: when the first signed call has ended. Some browsers prompt
 * the person, who is busy with the wallet or the chain before that; and the data of an open page is not evicted. If the
 * browser refuses, everything works as before; threat-model.md says what that means.
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
