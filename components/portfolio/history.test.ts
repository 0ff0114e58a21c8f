import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import type { Address } from 'viem'
import { afterEach, expect, it, vi } from 'vitest'
import { type History, openHistory } from './history'

const account: Address = '0x00000000000000000000000000000000000000A1'
const other: Address = '0x00000000000000000000000000000000000000b2'
const day = 86_400_000
const noon = Date.UTC(2040, 0, 1, 12)
const at = (time: number, total: bigint, chainIds = [1, 8453]) => ({ at: time, total, chainIds })

let history: History
const open = (name: string, most?: { days: number }) => {
  history = openHistory(name, most)
  return history
}
afterEach(() => {
  history.close()
  vi.restoreAllMocks()
})
const totals = async (of = account, chainIds = [1, 8453]) =>
  (await history.read(of, chainIds)).map(({ total }) => total)

it('keeps the first value of each day and the newest one across a reload', async () => {
  await open('first').keep(account, at(noon, 10n))
  await history.keep(account, at(noon + 1_000, 11n))
  await history.keep(account, at(noon + 2_000, -12n))
  expect(await totals()).toEqual([10n, -12n])
  await history.keep(account, at(noon + day, 13n))
  history.close()
  open('first')
  expect(await totals()).toEqual([10n, 13n])
})

it('drops the oldest days beyond its bound', async () => {
  open('bounded', { days: 2 })
  for (const index of [0, 1, 2, 3]) await history.keep(account, at(noon + index * day, BigInt(index)))
  expect(await totals()).toEqual([2n, 3n])
})

it('keeps accounts and sets of chains apart, and forgets only the given account', async () => {
  await open('apart').keep(account, at(noon, 1n))
  await history.keep(account, at(noon, 2n, [1]))
  await history.keep(other, at(noon, 3n))
  expect(await totals(account, [8453, 1])).toEqual([1n])
  expect(await totals(account, [1])).toEqual([2n])
  await history.forget(account)
  expect(await totals()).toEqual([])
  expect(await totals(other)).toEqual([3n])
})

it('skips rows that it cannot read', async () => {
  await open('damaged').keep(account, at(noon, 1n))
  const db = await openDB('damaged')
  await db.put('snapshots', { at: 'yesterday', total: 5 }, [account.toLowerCase(), '1,8453', '2039-12-31'])
  db.close()
  expect(await totals()).toEqual([1n])
})

it('works without storage', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('No', 'SecurityError')
  })
  await open('none').keep(account, at(noon, 1n))
  expect(await totals()).toEqual([])
  expect(warned).toHaveBeenCalled()
})
