import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from 'idb'

/** A database of this browser (IndexedDB): opened when needed, and reopened after the browser has dropped it. */
export type BrowserDatabase<Schema> = { open: () => Promise<IDBPDatabase<Schema>>; close: () => void }

export function createBrowserDatabase<Schema extends DBSchema>(
  name: string,
  version: number,
  upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>,
): BrowserDatabase<Schema> {
  let opened: Promise<IDBPDatabase<Schema>> | null = null
  const close = () => {
    const closing = opened
    opened = null
    // A database that never opened has nothing to close.
    closing?.then((db) => db.close()).catch(() => undefined)
  }
  const open = () => {
    opened ??= openDB<Schema>(name, version, {
      upgrade,
      // A newer version of the app wants the database: close it, so that that version need not wait for this tab.
      blocking: close,
      terminated: () => {
        opened = null
      },
    })
    return opened
  }
  return { open, close }
}

/** Returns a stored row with today's name of a field that an earlier version of the app wrote under another. */
export function renameField(row: unknown, former: string, name: string): unknown {
  if (typeof row !== 'object' || row === null || !Object.hasOwn(row, former)) return row
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [key === former ? name : key, value]))
}

/** Creates a function for work that the page can do without: if it fails, it is logged with `words`, and `failed` returned. */
export const forgivingOn =
  ({ close }: Pick<BrowserDatabase<DBSchema>, 'close'>) =>
  async <T>(work: () => Promise<T>, failed: T, words: string): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      console.warn(words, error)
      close()
      return failed
    }
  }
