import { createCallController } from './call/call-controller'
import type { CallDeps } from './call/call-deps'
import type { CallController } from './call/controller'
import { type ExecutionContext, usualPace } from './context'
import { type BrowserStorage, keepStorage } from './ledger/keep-storage'
import { type Ledger, type LedgerOptions, openLedger } from './ledger/ledger'
import type { Locks } from './signing/locks'
import { createRunner } from './signing/runner'
import { keepReceipts } from './tracking/receipts'

/** All of execution for one page: the ledger, what is in flight, and a controller for each call. */
export type Execution = {
  ledger: Ledger
  /** The one controller of a call that the ledger holds. The same object for the same key. */
  call: (key: string) => CallController
  /** Stops everything where it is. What is in flight goes on in another tab, or at the next visit. */
  close: () => void
}

export type ExecutionOptions = Omit<CallDeps, 'ledger' | 'runner' | 'signal' | 'sleep'> & {
  /** `webLocks(navigator.locks)`. */
  locks: Locks | null
  pace?: Partial<typeof usualPace>
  /** `navigator.storage`, where there is one. */
  storage?: BrowserStorage | undefined
  /** Where the ledger is, and who hears that opening it takes long. */
  kept?: Omit<LedgerOptions, 'now' | 'sleep'>
}

/** Opens the ledger, takes up what is in flight, and stays ready. Never rejects: see `Ledger.problem`. */
export async function openExecution({ locks, pace, storage, kept, ...deps }: ExecutionOptions): Promise<Execution> {
  const stop = new AbortController()
  const { signal } = stop
  const { sleep } = { ...usualPace, ...pace }
  const ledger = await openLedger({ ...kept, now: deps.now, sleep })
  const { wallet, chains, routing, claims, now } = deps
  const world = { ledger, locks, wallet, chains, routing, claims, now, signal }
  const context: ExecutionContext = { ...usualPace, ...pace, ...world }
  const runner = createRunner(context)
  const controllers = new Map<string, CallController>()
  runner.start()
  keepReceipts(context)
  if (storage) keepStorage(ledger, storage, signal)
  return {
    ledger,
    call: (entryKey) => {
      const known = controllers.get(entryKey)
      if (known) return known
      const controller = createCallController({ entryKey, deps: { ...deps, ledger, runner, sleep, signal } })
      controllers.set(entryKey, controller)
      return controller
    },
    close: () => {
      stop.abort(new Error('The page is done with this account'))
      ledger.close()
    },
  }
}
