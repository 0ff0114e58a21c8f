import type { DBSchema } from 'idb'
import type { Address } from 'viem'
import { z } from 'zod'
import { createBrowserDatabase, forgivingOn } from '@/lib/browser-database'

const snapshotSchema = z.object({
  /** Milliseconds since the epoch. */
  at: z.int().nonnegative(),
  /** USD in 8 decimals, as text; below zero where more is owed than owned. */
  total: z
    .string()
    .regex(/^-?\d{1,40}$/)
    .transform(BigInt),
  /** The chains that the total covers. */
  chainIds: z.array(z.int()).max(50),
})
/** The total value of an account at one moment. */
export type Snapshot = z.infer<typeof snapshotSchema>

/** An account's value over time, stored only in this browser. Never rejects: the page works without it. */
export type History = {
  /** Keeps the first snapshot of each day, and the newest of all. */
  keep: (account: Address, snapshot: Snapshot) => Promise<void>
  /** Returns the snapshots of exactly these chains, oldest first. */
  read: (account: Address, chainIds: readonly number[]) => Promise<readonly Snapshot[]>
  /** Deletes the account's snapshots. Returns false if that failed. */
  forget: (account: Address) => Promise<boolean>
  close: () => void
}

interface Schema extends DBSchema {
  /** By account, chains and day. The newest of all has `newest` in place of its day. */
  snapshots: { key: [account: string, chains: string, day: string]; value: unknown }
}

/** Days kept per account and set of chains: a little more than a year. */
const bounds = { days: 400 }

/** Sorts after every day. */
const newest = 'newest'

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
const nameOf = (chainIds: readonly number[]): string => chainIds.toSorted((a, b) => a - b).join()
const allOf = (account: Address) => IDBKeyRange.bound([account.toLowerCase()], [account.toLowerCase(), []])
const daysOf = (account: Address, chainIds: readonly number[]) => {
  const key = [account.toLowerCase(), nameOf(chainIds)] as const
  return IDBKeyRange.bound([...key], [...key, []])
}

export function openHistory(name = 'countersign-portfolio', most = bounds): History {
  const database = createBrowserDatabase<Schema>(name, 1, (db) => {
    db.createObjectStore('snapshots')
  })
  const { open, close } = database
  const forgiving = forgivingOn(database)
  return {
    keep: (account, snapshot) =>
      forgiving(
        async () => {
          const { at, total, chainIds } = snapshot
          const row = { at, total: total.toString(), chainIds: [...chainIds] }
          const key = (day: string) => [account.toLowerCase(), nameOf(chainIds), day] as [string, string, string]
          const transaction = (await open()).transaction('snapshots', 'readwrite')
          const { store } = transaction
          const known = await store.getAllKeys(daysOf(account, chainIds))
          const days = known.filter(([, , day]) => day !== newest)
          const isNewDay = !days.some(([, , day]) => day === dayOf(at))
          const over = isNewDay ? days.slice(0, Math.max(0, days.length + 1 - most.days)) : []
          await Promise.all([
            ...over.map((old) => store.delete(old)),
            ...(isNewDay ? [store.put(row, key(dayOf(at)))] : []),
            store.put(row, key(newest)),
            transaction.done,
          ])
        },
        undefined,
        'Today’s value could not be stored.',
      ),
    read: (account, chainIds) =>
      forgiving(
        async () => {
          const rows = await (await open()).getAll('snapshots', daysOf(account, chainIds))
          const read = rows.flatMap((row) => snapshotSchema.safeParse(row).data ?? [])
          return read.toSorted((a, b) => a.at - b.at).filter(({ at }, index) => at !== read[index - 1]?.at)
        },
        [],
        'Earlier values could not be read.',
      ),
    forget: (account) =>
      forgiving(
        async () => {
          await (await open()).delete('snapshots', allOf(account))
          return true
        },
        false,
        'Earlier values could not be deleted.',
      ),
    close,
  }
}
