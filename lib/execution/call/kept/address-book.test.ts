import { expect, it } from 'vitest'
import { createAddressBook, namesakeOf, readContact } from './address-book'

const owner = '0x00000000000000000000000000000000000000A1'
const ana = { address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', name: 'Ana' } as const
const ben = { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', name: 'Ben' } as const

function setUp(text: string | null = null) {
  const kept = new Map<string, string>(text === null ? [] : [[`countersign-address-book:${owner.toLowerCase()}`, text]])
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  return { kept, book: createAddressBook(owner, () => storage, new EventTarget()) }
}

it('keeps names by address, sorted, and one for each address', () => {
  const { book } = setUp()
  expect(book.save([ben, ana])).toBe(true)
  expect(book.read()).toEqual([ana, ben])
  expect(book.save([{ ...ben, name: 'Abe' }])).toBe(true)
  expect(book.read().map(({ name }) => name)).toEqual(['Abe', 'Ana'])
  expect(book.nameOf(ben.address)).toBe('Abe')
  expect(book.remove(ben.address)).toBe(true)
  expect(book.read()).toEqual([ana])
  expect(book.nameOf(ben.address)).toBeNull()
})

it.each(['not json', '[{"address":"0x1","name":"Eve"}]', `[{"address":"${ana.address}","name":""}]`])(
  'is empty if storage holds %s',
  (text) => {
    expect(setUp(text).book.read()).toEqual([])
  },
)

it('says what is wrong with an entry', () => {
  expect(readContact({ address: ` ${ana.address} `, name: ' Ana  Maria ' })).toEqual({ ...ana, name: 'Ana Maria' })
  const wrong = ana.address.replace('d8dA', 'D8dA')
  expect(readContact({ address: wrong, name: '' })).toEqual({
    problems: { address: expect.stringContaining('capital letters'), name: 'Give it a name.' },
  })
  expect(readContact({ address: 'ana.eth', name: ben.address.slice(0, 12) })).toEqual({
    problems: { address: expect.stringContaining('40 characters'), name: expect.stringContaining('look like') },
  })
  expect(readContact({ address: ana.address, name: 'n'.repeat(57) })).toEqual({
    problems: { name: 'A name has at most 40 characters. This one has 57.' },
  })
})

it('finds the contact whose name a new one would share', () => {
  expect(namesakeOf({ address: ben.address, name: 'аna' }, [ana])).toEqual(ana)
  expect(namesakeOf({ ...ana, name: 'ANA' }, [ana])).toBeNull()
  expect(namesakeOf(ben, [ana])).toBeNull()
})
