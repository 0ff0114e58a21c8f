import { describe, expect, it } from 'vitest'
import { cueOf, formsOf, inOneWord } from './verbs'

describe('verbs', () => {
  it.each([
    ['swap', 'swapping', 'swapped', 'swaps'],
    ['convert', 'converting', 'converted', 'converts'],
    ['exchange', 'exchanging', 'exchanged', 'exchanges'],
    ['transfer', 'transferring', 'transferred', 'transfers'],
    ['carry', 'carrying', 'carried', 'carries'],
    ['cross', 'crossing', 'crossed', 'crosses'],
    ['deliver', 'delivering', 'delivered', 'delivers'],
    ['pay', 'paying', 'paid', 'pays'],
    ['bring', 'bringing', 'brought', 'brings'],
    ['throw', 'throwing', 'threw', 'throws'],
  ])('have the forms of English: %s', (base, gerund, past, third) => {
    expect(formsOf(base)).toMatchObject({ gerund, past, third })
  })

  it('say what is done, in each form', () => {
    expect(cueOf('sent')).toMatchObject({ kind: 'send', form: 'past' })
    expect(cueOf('given')).toMatchObject({ kind: 'send', form: 'past' })
    expect(cueOf('staking')).toMatchObject({ kind: 'stake', form: 'gerund' })
    expect(cueOf('borrows')).toMatchObject({ kind: 'borrow', form: 'third' })
    // Base and past alike: a request is what it is read as first.
    expect(cueOf('put')).toMatchObject({ kind: 'put', form: 'base' })
    expect(cueOf('pizza')).toBeNull()
  })

  it('of more than one word are one', () => {
    expect(inOneWord('please get rid of all my dai')).toBe('please sell all my dai')
    expect(inOneWord('top up my loan')).toBe('feed my loan')
    // Out of a vault is no sale.
    expect(inOneWord('get out of the usdc vault')).toBe('get out of the usdc vault')
  })
})
