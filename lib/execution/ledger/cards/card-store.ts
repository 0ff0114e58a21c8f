import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { z } from 'zod'
import type { Tool } from '@/lib/tools/tool'
import type { LedgerEntry } from '../entry'
import { isInFlight, isOpen } from '../machine'
import { hasSigned } from '../steps'
import { type CardRecord, readCard, sizeOf, writeCard } from './card-record'

/**
 * When a card was stored: at its last check, or at the click just before the wallet was asked. What was signed stays
 * beside later checks: the wallet may refuse it while the chain has it anyway.
 */
export type CardSnapshot = 'checked' | 'signed'

/**
 * Returns what the card of a closed call showed: what was signed, if the wallet has it, and otherwise what was last
 * checked. Null while the call is open: the card then shows the current state.
 */
export function recordFor(entry: LedgerEntry, { checked, signed }: KeptCard): CardRecord | null {
  if (isOpen(entry.state)) return null
  const isSigned = isInFlight(entry.state) || hasSigned(entry) || !checked || (signed && signed.at >= checked.at)
  return (isSigned ? (signed ?? checked) : checked) ?? null
}

export type KeptCard = Partial<Record<CardSnapshot, CardRecord>>

/**
 * Stores what the cards showed, separately from the ledger. Decides nothing, and drops the oldest first. Never rejects.
 */
export type CardStore = {
  keep: (key: string, moment: CardSnapshot, record: CardRecord, tool: Tool | null) => Promise<void>
  read: (key: string, tool: Tool | null) => Promise<KeptCard>
  /** Deletes everything: if the browser has no more room, outcomes come first. */
  makeRoom: () => Promise<void>
  close: () => void
}

interface Schema extends DBSchema {
  cards: { key: [string, CardSnapshot]; value: unknown }
  /** Size of each card, so that the total is known without reading the cards. */
  sizes: { key: [string, CardSnapshot]; value: unknown }
}

/** Maximum sizes in characters. A card has some thousands; one with a picture from the chain is the largest. */
const bounds = { card: 1_000_000, all: 24_000_000 }

const sizeRow = z.object({ at: z.number(), size: z.number() })

export function openCardStore(name: string, most = bounds): CardStore {
  const { open, close } = createDatabase(name)

  const write = async (key: string, moment: CardSnapshot, record: CardRecord, tool: Tool | null): Promise<void> => {
    const whole = writeCard(record, tool)
    // The findings and the planned effects count for more than a picture.
    const row =
      sizeOf(whole) > most.card && record.prepared
        ? writeCard({ ...record, prepared: { ...record.prepared, details: null } }, tool)
        : whole
    const size = sizeOf(row)
    if (size > most.card) throw new Error(`A card of ${size} characters is not kept`)
    const card = { key, moment, row, at: record.at, size }
    try {
      await put(await open(), card, most)
    } catch (error) {
      if (!isFull(error)) throw error
      await put(await open(), card, { ...most, all: most.all / 4 })
    }
  }

  /** A failure loses only what a receipt shows: the outcome is in the ledger. */
  const forgiving = async <T>(work: () => Promise<T>, failed: T, words: string): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      console.warn(words, error)
      close()
      return failed
    }
  }

  return {
    keep: (key, moment, record, tool) =>
      forgiving(() => write(key, moment, record, tool), undefined, 'What the card showed could not be kept.'),
    read: (key, tool) =>
      forgiving(
        async () => {
          const db = await open()
          const [checked, signed] = await Promise.all([
            db.get('cards', [key, 'checked']),
            db.get('cards', [key, 'signed']),
          ])
          const records = { checked: readCard(checked, tool), signed: readCard(signed, tool) }
          return {
            ...(records.checked ? { checked: records.checked } : {}),
            ...(records.signed ? { signed: records.signed } : {}),
          }
        },
        {},
        'What the card showed could not be read.',
      ),
    makeRoom: () =>
      forgiving(
        async () => {
          const transaction = (await open()).transaction(['cards', 'sizes'], 'readwrite')
          await Promise.all([
            transaction.objectStore('cards').clear(),
            transaction.objectStore('sizes').clear(),
            transaction.done,
          ])
        },
        undefined,
        'No room could be made.',
      ),
    close,
  }
}

/** Opens the database on demand. */
function createDatabase(name: string) {
  let opened: Promise<IDBPDatabase<Schema>> | null = null
  const close = () => {
    const closing = opened
    opened = null
    closing?.then((db) => db.close()).catch(() => undefined)
  }
  const open = () => {
    opened ??= openDB<Schema>(name, 1, {
      upgrade: (db) => {
        db.createObjectStore('cards')
        db.createObjectStore('sizes')
      },
      blocking: close,
      terminated: () => {
        opened = null
      },
    })
    return opened
  }
  return { open, close }
}

type Card = { key: string; moment: CardSnapshot; row: unknown; at: number; size: number }

/** Writes a card, and deletes the oldest of the others until all of them fit. */
async function put(db: IDBPDatabase<Schema>, { key, moment, row, at, size }: Card, most: typeof bounds): Promise<void> {
  // A signed call's card must be on disk before the wallet is asked.
  const durability = moment === 'signed' ? 'strict' : 'default'
  const transaction = db.transaction(['cards', 'sizes'], 'readwrite', { durability })
  transaction.done.catch(() => undefined)
  const [cards, sizes] = [transaction.objectStore('cards'), transaction.objectStore('sizes')]
  const [keys, rows] = await Promise.all([sizes.getAllKeys(), sizes.getAll()])
  const others = keys
    .map((of, index) => ({ of, ...(sizeRow.safeParse(rows[index]).data ?? { at: 0, size: most.card }) }))
    .filter(({ of }) => of[0] !== key || of[1] !== moment)
    .sort((a, b) => a.at - b.at)
  let total = others.reduce((sum, other) => sum + other.size, size)
  const gone: Promise<void>[] = []
  for (const { of, size: freed } of others) {
    if (total <= most.all) break
    total -= freed
    gone.push(cards.delete(of), sizes.delete(of))
  }
  await Promise.all([...gone, cards.put(row, [key, moment]), sizes.put({ at, size }, [key, moment]), transaction.done])
}

/** True if the browser has no more room for this site. */
export const isFull = (error: unknown): boolean => error instanceof DOMException && error.name === 'QuotaExceededError'
