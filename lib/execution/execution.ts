import { createCallController } from './call/call-controller'
import type { CallDeps } from './call/call-deps'
import type { CallController } from './call/controller'
import { type ExecutionContext, usualPace } from './context'
import { type BrowserStorage, keepStorage } from './ledger/keep-storage'
import { type Ledger, type LedgerOptions, openLedger } from './ledger/ledger'
import type { Locks } from './signing/locks'
import { createRunner } from './signing/runner'
import { keepReceipts } from './tracking/receipts'

/** Execution for one page: the ledger, the calls in flight, and a controller for each call. */
export type Execution = {
  ledger: Ledger
  /** Returns the controller of a call in the ledger: always the same object for the same key. */
  call: (key: string) => CallController
  /** Stops all work where it is. Calls in flight continue in another tab or at the next visit. */
  close: () => void
}

export type ExecutionOptions = Omit<CallDeps, 'ledger' | 'runner' | 'signal' | 'sleep'> & {
  /** `webLocks(navigator.locks)`. */
  locks: Locks | null
  pace?: Partial<typeof usualPace>
  /** `navigator.storage`, if the browser has it. */
  storage?: BrowserStorage | undefined
  /** The ledger's location, and a callback for when opening it takes long. */
  kept?: Omit<LedgerOptions, 'now' | 'sleep'>
}

/** Opens the ledger, resumes the calls in flight, and stays ready. Never rejects: see `Ledger.problem`. */
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
