import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { z } from 'zod'
import type { Tool } from '@/lib/tools/tool'
import { type CardRecord, readCard, sizeOf, writeCard } from './card-record'

/**
 * When a card was as it is kept: at its last check, or at the click, just before the wallet was asked. What was signed
 * stands beside later checks, for the wallet may refuse it and the chain may have it all the same.
 */
export type CardMoment = 'checked' | 'signed'

/** What the cards showed, beside the ledger: nothing is decided by it, and the oldest goes first. Never rejects. */
export type CardStore = {
  keep: (key: string, moment: CardMoment, record: CardRecord, tool: Tool | null) => Promise<void>
  read: (key: string, tool: Tool | null) => Promise<Partial<Record<CardMoment, CardRecord>>>
  close: () => void
}

interface Schema extends DBSchema {
  cards: { key: [string, CardMoment]; value: unknown }
  /** Of each card, so that the cards themselves need not be read to know what there is. */
  sizes: { key: [string, CardMoment]; value: unknown }
}

/** Characters. A card is some thousand; one with a picture from the chain is the largest. */
export const bounds = { card: 1_000_000, all: 24_000_000 }

const sizeRow = z.object({ at: z.number(), size: z.number() })

export function openCardStore(name: string, { card, all } = bounds): CardStore {
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

  const put = async (key: string, moment: CardMoment, row: unknown, at: number): Promise<void> => {
    const size = sizeOf(row)
    if (size > card) return
    const db = await open()
    const transaction = db.transaction(['cards', 'sizes'], 'readwrite')
    transaction.done.catch(() => undefined)
    const [cards, sizes] = [transaction.objectStore('cards'), transaction.objectStore('sizes')]
    const [keys, rows] = await Promise.all([sizes.getAllKeys(), sizes.getAll()])
    const others = keys
      .map((of, index) => ({ of, ...(sizeRow.safeParse(rows[index]).data ?? { at: 0, size: card }) }))
      .filter(({ of }) => of[0] !== key || of[1] !== moment)
      .sort((a, b) => a.at - b.at)
    let total = others.reduce((sum, other) => sum + other.size, size)
    for (const other of others) {
      if (total <= all) break
      total -= other.size
      void cards.delete(other.of)
      void sizes.delete(other.of)
    }
    void cards.put(row, [key, moment])
    void sizes.put({ at, size }, [key, moment])
    await transaction.done
  }

  return {
    keep: async (key, moment, record, tool) => {
      try {
        await put(key, moment, writeCard(record, tool), record.at)
      } catch (error) {
        // Only what a receipt shows is lost by it: the outcome is the ledger's.
        console.warn('What the card showed could not be kept.', error)
        close()
      }
    },
    read: async (key, tool) => {
      try {
        const db = await open()
        const [checked, signed] = await Promise.all([db.get('cards', [key, 'checked']), db.get('cards', [key, 'signed'])])
        const records = { checked: readCard(checked, tool), signed: readCard(signed, tool) }
        return {
          ...(records.checked ? { checked: records.checked } : {}),
          ...(records.signed ? { signed: records.signed } : {}),
        }
      } catch (error) {
        console.warn('What the card showed could not be read.', error)
        close()
        return {}
      }
    },
    close,
  }
}
