import type { Address } from 'viem'
import { expect, it } from 'vitest'
import { type Import, readImport, type Skipped, writeExport } from './address-book-file'

const owner = '0x00000000000000000000000000000000000000A1'
const ana = { address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', name: 'Ana' } as const
const ben = { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', name: 'Ben' } as const
/** Begins and ends like Ana's. */
const like = '0xd8da000000000000000000000000000000006045'

const read = (text: string, contacts: readonly (typeof ana | typeof ben)[] = [], imitates = (_: Address) => false) =>
  readImport(text, { contacts, owner, imitates })
/** What was left out, without the reasons that do not occur. */
const left = ({ skipped }: Import): Partial<Record<Skipped, readonly number[]>> =>
  Object.fromEntries(Object.entries(skipped).filter(([, lines]) => lines.length > 0))

it('reads back what it writes, also what a spreadsheet would calculate', () => {
  const odd = { address: ben.address, name: '=1+1, Ltd' }
  expect(writeExport([odd])).toContain(`"'=1+1`)
  expect(read(writeExport([ana, odd])).added).toEqual([ana, odd])
})

it.each([
  ['commas', `address,name\n${ana.address},Ana\n${ben.address},Ben`],
  ['semicolons', `Name;Address\r\nAna;${ana.address}\r\n"Ben";${ben.address};1\r\n`],
  ['tabs', `${ana.address}\tAna\r${ben.address}\tBen\r`],
])('reads a file with %s, and takes its heading for no contact', (_, text) => {
  const found = read(text)
  expect(found.added).toEqual([ana, ben])
  expect(left(found)).toEqual({})
})

it('names the lines that hold no contact', () => {
  const wrong = ana.address.replace('d8dA', 'D8dA')
  const found = read(['name,address', `Ana,${ana.address}`, '', 'nobody', `${wrong},Eve`, '0x12,Eve'].join('\n'))
  expect(found.added).toEqual([ana])
  expect(left(found)).toEqual({ unreadable: [4, 5, 6] })
})

it('takes no part of a name for the whole', () => {
  const longest = 'n'.repeat(40)
  const found = read(`${ana.address},${longest}\n${ben.address},${longest}m\n`)
  expect(found.added).toEqual([{ address: ana.address, name: longest }])
  expect(left(found)).toEqual({ long: [2] })
})

it('tells what is new from what is renamed, and from what was there', () => {
  const found = read(`${ana.address},Ana Maria\n${ben.address},Ben\n`, [ana, ben])
  expect(found).toMatchObject({ added: [], renamed: [{ contact: { name: 'Ana Maria' }, before: 'Ana' }], kept: 1 })
})

it('leaves out a second contact of one name, in any spelling that looks the same', () => {
  const found = read(`${ben.address},ANA\n0x${'1'.repeat(40)},Аnа\n`, [ana])
  expect(left(found)).toEqual({ name: [1, 2] })
  expect(left(read(`${ana.address},Kim\n${ben.address},Kim\n`))).toEqual({ name: [2] })
})

it('leaves out an address that looks like a known one, or like an earlier line, and the account itself', () => {
  expect(left(read(`${like},Eve\n${owner},Me\n`, [ana], () => true))).toEqual({ imitation: [1], own: [2] })
  expect(left(read(`${ana.address},Ana\n${like},Eve\n`))).toEqual({ imitation: [2] })
  expect(read(`${ana.address},Ana`, [ana], () => true).kept).toBe(1)
})
