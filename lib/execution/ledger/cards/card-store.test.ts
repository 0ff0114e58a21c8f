import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { pad } from 'viem'
import { afterEach, expect, it, vi } from 'vitest'
import { ledgerEntry, stepRecord } from '../../testing/ledger-entry'
import type { CardRecord } from './card-record'
import { type CardStore, openCardStore, recordFor } from './card-store'

const record = (at: number, headline = 'Send'): CardRecord => ({
  at,
  headline,
  problem: null,
  prepared: null,
  review: null,
})
let store: CardStore
const open = (name: string, bounds?: { card: number; all: number }) => {
  store = openCardStore(name, bounds)
  return store
}
afterEach(() => {
  store.close()
  vi.restoreAllMocks()
})

it('keeps the last check and what was signed side by side, across a reload', async () => {
  await open('a').keep('k', 'checked', record(1, 'first'), null)
  await store.keep('k', 'checked', record(2, 'second'), null)
  await store.keep('k', 'signed', record(3), null)
  store.close()
  expect(await open('a').read('k', null)).toEqual({ checked: record(2, 'second'), signed: record(3) })
  expect(await store.read('other', null)).toEqual({})
})

it('drops the oldest first when there is no more room', async () => {
  await open('b', { card: 1_000, all: 350 }).keep('old', 'signed', record(1), null)
  for (const at of [2, 3, 4]) await store.keep(`k${at}`, 'checked', record(at), null)
  expect(await store.read('old', null)).toEqual({})
  expect(await store.read('k4', null)).toEqual({ checked: record(4) })
})

it('refuses an oversized card, and reports it only to the console', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  await open('c', { card: 200, all: 1_000 }).keep('k', 'checked', record(1, 'x'.repeat(400)), null)
  expect(await store.read('k', null)).toEqual({})
  expect(warned).toHaveBeenCalledOnce()
})

it('drops everything when the ledger needs the room', async () => {
  await open('d').keep('k', 'checked', record(1), null)
  await store.makeRoom()
  expect(await store.read('k', null)).toEqual({})
})

it('reads nothing from a damaged row, and does not reject if storage fails', async () => {
  await open('e').keep('k', 'checked', record(1), null)
  const db = await openDB('e')
  await db.put('cards', { version: 9 }, ['k', 'checked'])
  db.close()
  expect(await store.read('k', null)).toEqual({})
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('no storage here')
  })
  vi.spyOn(console, 'warn').mockReturnValue()
  store.close()
  await expect(store.keep('k', 'signed', record(2), null)).resolves.toBeUndefined()
  expect(await store.read('k', null)).toEqual({})
})

it('shows what was signed if the wallet has it, and otherwise what was last checked', () => {
  const kept = { checked: record(2), signed: record(1) }
  expect(recordFor(ledgerEntry({ state: 'ready' }), kept)).toBeNull()
  expect(recordFor(ledgerEntry({ state: 'superseded' }), kept)).toBe(kept.checked)
  expect(recordFor(ledgerEntry({ state: 'broadcast' }), kept)).toBe(kept.signed)
  expect(recordFor(ledgerEntry({ state: 'failed', steps: [stepRecord({ hash: pad('0x3') })] }), kept)).toBe(kept.signed)
  expect(recordFor(ledgerEntry({ state: 'rejected' }), { checked: record(1), signed: record(2) })?.at).toBe(2)
  expect(recordFor(ledgerEntry({ state: 'rejected' }), {})).toBeNull()
})
