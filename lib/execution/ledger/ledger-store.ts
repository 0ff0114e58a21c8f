import type { DBSchema, IDBPDatabase, IDBPObjectStore } from 'idb'
import { bytesToHex } from 'viem'
import { z } from 'zod'
import { createBrowserDatabase } from '@/lib/browser-database'
import type { LedgerEntry } from './entry'
import { adoptRow, readEntry } from './stored-entry'

/** Rows are `unknown`: another version of the app, or a broken disk, may have written them. */
interface Schema extends DBSchema {
  calls: { key: string; value: unknown }
  /** Holds the id of this browser profile, under `browser`. */
  about: { key: string; value: unknown }
}

/** Thrown if the browser's storage failed. The pending write is not on record. */
export class LedgerStorageError extends Error {
  override readonly name = 'LedgerStorageError'
  readonly code = 'storage'
}

/** The rows of the ledger in IndexedDB. Every method throws LedgerStorageError if storage fails. */
export type LedgerStore = {
  all: () => Promise<LedgerEntry[]>
  read: (key: string) => Promise<LedgerEntry | null>
  /**
   * Reads a row and writes the result of `change`, in one transaction that no other tab can interrupt, flushed to disk
   * before it resolves. If `change` throws, rethrows the error and writes nothing.
   */
  update: (key: string, change: (row: LedgerEntry | null) => LedgerEntry) => Promise<LedgerEntry>
  /** Returns the id of this browser profile: created at the first call, and lost only with the ledger. */
  browserId: () => Promise<string>
  close: () => void
}

export function openStore(name: string): LedgerStore {
  // Keys of version 1 named no account. Its tabs are shut out: they would not see the calls entered here.
  const { open, close } = createBrowserDatabase<Schema>(name, 3, (db, before, _, transaction) => {
    // If this fails, the whole upgrade does, and opening the database reports it.
    transaction.done.catch(() => undefined)
    db.createObjectStore('about')
    if (before < 1) db.createObjectStore('calls')
    else if (before < 2) adoptRows(transaction.objectStore('calls')).catch(() => transaction.abort())
  })

  /** Browsers drop idle connections; one fresh connection distinguishes that from broken storage. */
  const using = async <T>(work: (db: IDBPDatabase<Schema>) => Promise<T>, again = true): Promise<T> => {
    try {
      return await work(await open())
    } catch (cause) {
      if (cause instanceof ChangeError) throw cause
      close()
      if (again) return using(work, false)
      throw new LedgerStorageError('The browser’s storage failed, so the request could not be recorded.', { cause })
    }
  }

  const update: LedgerStore['update'] = async (key, change) => {
    const work = async (db: IDBPDatabase<Schema>) => {
      const transaction = db.transaction('calls', 'readwrite', { durability: 'strict' })
      // Settled below, by awaiting or by our own abort; without this, an abort would count as unhandled.
      transaction.done.catch(() => undefined)
      const row = await transaction.store.get(key)
      const before = row === undefined ? null : readEntry(key, row)
      let after: LedgerEntry
      try {
        after = change(before)
      } catch (thrown) {
        transaction.abort()
        throw new ChangeError(thrown)
      }
      if (after !== before) await transaction.store.put(after, key)
      await transaction.done
      return after
    }
    try {
      return await using(work)
    } catch (thrown) {
      throw thrown instanceof ChangeError ? thrown.thrown : thrown
    }
  }

  return {
    update,
    all: () =>
      using(async (db) => {
        const transaction = db.transaction('calls')
        const [keys, rows] = await Promise.all([transaction.store.getAllKeys(), transaction.store.getAll()])
        return keys.map((key, index) => readEntry(key, rows[index]))
      }),
    read: (key) =>
      using(async (db) => {
        const row = await db.get('calls', key)
        return row === undefined ? null : readEntry(key, row)
      }),
    browserId: () =>
      using(async (db) => {
        const transaction = db.transaction('about', 'readwrite')
        transaction.done.catch(() => undefined)
        const known = idSchema.safeParse(await transaction.store.get('browser'))
        const id = known.data ?? bytesToHex(crypto.getRandomValues(new Uint8Array(16))).slice(2)
        if (!known.success) await transaction.store.put(id, 'browser')
        await transaction.done
        return id
      }),
    close,
  }
}

const idSchema = z.string().regex(/^[0-9a-f]{32}$/)

/** Gives every row of version 1 the key of the account that it names. */
async function adoptRows(
  calls: IDBPObjectStore<Schema, ('calls' | 'about')[], 'calls', 'versionchange'>,
): Promise<void> {
  const [keys, rows] = await Promise.all([calls.getAllKeys(), calls.getAll()])
  await Promise.all(
    keys.map(async (key, index) => {
      const row = adoptRow(key, rows[index])
      if (row) await Promise.all([calls.put(row, row.key), calls.delete(key)])
    }),
  )
}

/** Carries what the caller's own function threw past the handling of storage failures. */
class ChangeError extends Error {
  constructor(readonly thrown: unknown) {
    super('The change was refused')
  }
}
