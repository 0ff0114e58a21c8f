import { describe, expect, it } from 'vitest'
import { contactsFor, mentionAt, withAddress } from './use-mentions'

const mia = { name: 'Mia', address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' } as const
const jeremiah = { name: 'Jeremiah', address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' } as const
const zoe = { name: 'Zoë', address: '0x90F79bf6EB2c4f870365E785982E1f101E93b906' } as const

describe('mentionAt', () => {
  it('finds the mention before the caret', () => {
    expect(mentionAt('send 5 USDC to @mi', 18)).toEqual({ start: 15, query: 'mi' })
    expect(mentionAt('@', 1)).toEqual({ start: 0, query: '' })
    expect(mentionAt('@mia please', 4)).toEqual({ start: 0, query: 'mia' })
    expect(mentionAt('to @zoë', 7)).toEqual({ start: 3, query: 'zoë' })
  })

  it.each(['write to mia@example.org', 'no mention', '@mia and', 'a @@'])('finds none at the end of "%s"', (text) => {
    expect(mentionAt(text, text.length)).toBeNull()
  })
})

describe('contactsFor', () => {
  it('lists names that begin with the query before those that contain it', () => {
    expect(contactsFor([jeremiah, mia, zoe], { start: 0, query: 'MI' })).toEqual([mia, jeremiah])
  })

  it('finds a name without its accents, and by accents that it does not have', () => {
    expect(contactsFor([mia, zoe], { start: 0, query: 'zoe' })).toEqual([zoe])
    expect(contactsFor([mia, zoe], { start: 0, query: 'mía' })).toEqual([mia])
  })

  it('lists the first ones for a bare @', () => {
    const many = Array.from({ length: 9 }, () => zoe)
    expect(contactsFor(many, { start: 0, query: '' })).toHaveLength(6)
  })
})

describe('withAddress', () => {
  it('replaces the mention, and keeps what follows', () => {
    const text = 'send @mi 5 USDC'
    expect(withAddress(text, { start: 5, query: 'mi' }, mia)).toEqual({
      text: `send ${mia.address} 5 USDC`,
      caret: 5 + mia.address.length,
    })
  })

  it('leaves a space behind an address at the end', () => {
    const { text, caret } = withAddress('to @', { start: 3, query: '' }, mia)
    expect(text).toBe(`to ${mia.address} `)
    expect(caret).toBe(text.length)
  })
})
