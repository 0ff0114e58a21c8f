import { expect, it, vi } from 'vitest'
import { ledgerEntry } from '../testing/ledger-entry'
import type { LedgerEntry } from './entry'
import { openLedger } from './ledger'
import { LedgerStorageError, type LedgerStore } from './ledger-store'

const channel = { postMessage: () => undefined, onmessage: null, close: () => undefined }

/** Creates a store that fails with this cause until somebody makes room. */
function fullStore(cause: unknown) {
  const rows = new Map<string, LedgerEntry>()
  let isFull = true
  const store: LedgerStore = {
    all: async () => [],
    read: async (key) => rows.get(key) ?? null,
    update: async (key, change) => {
      if (isFull) throw new LedgerStorageError('no', { cause })
      const entry = change(rows.get(key) ?? null)
      rows.set(key, entry)
      return entry
    },
    browserId: async () => 'a',
    close: () => undefined,
  }
  const makeRoom = vi.fn(async () => {
    isFull = false
  })
  return { store, makeRoom, rows }
}

const { owner } = ledgerEntry()
const proposal = { owner, taskId: 'T', callId: 'C', toolName: 'send_native_gas_token', parameters: {} }

it('drops what cards showed rather than lose what was done, if the browser has no more room', async () => {
  const { store, makeRoom, rows } = fullStore(new DOMException('full', 'QuotaExceededError'))
  const ledger = await openLedger({ now: () => 1, store, channel, makeRoom })
  await ledger.propose(proposal)
  expect(makeRoom).toHaveBeenCalledOnce()
  expect(rows.size).toBe(1)
  expect(ledger.problem()).toBeNull()
})

it('drops nothing if storage fails for another reason', async () => {
  const { store, makeRoom } = fullStore(new DOMException('denied', 'SecurityError'))
  const ledger = await openLedger({ now: () => 1, store, channel, makeRoom })
  await ledger.propose(proposal)
  expect(makeRoom).not.toHaveBeenCalled()
  expect(ledger.problem()).not.toBeNull()
})
