import { describe, expect, it } from 'vitest'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { aboutOptions, listedTwice, saidTwice } from './listed-twice'

const list = '1. Flexible USDC: 4.8% a year\n2. Locked USDC: 6.1% a year'
const text = `These are the yields.\n\n${list}\n\nNothing has been prepared.`

describe('the list of a text that a table shows again', () => {
  it('is the one with an item for each row', () => {
    const split = { before: 'These are the yields.', list, after: 'Nothing has been prepared.' }
    expect(listedTwice(text, 2)).toEqual(split)
    expect(listedTwice(`- one\n\n${text}`, 2)).toEqual({ ...split, before: `- one\n\n${split.before}` })
  })

  it('may be all of the text', () => {
    expect(listedTwice('- a', 1)).toEqual({ before: '', list: '- a', after: '' })
  })

  it.each([
    ['another number of items', text, 3],
    ['a second list as long', `${text}\n\n- a\n- b`, 2],
    ['more of an item on the next line', text.replace('\n\nNothing', '\nNothing'), 2],
    ['more of an item in a paragraph of its own', text.replace('\n\nNothing', '\n\n   Nothing'), 2],
    ['words right before it', text.replace('yields.\n\n', 'yields.\n'), 2],
    ['code', `${text}\n\n\`\`\`\nx\n\`\`\``, 2],
    ['no list', 'Nothing found.', 1],
  ])('is none with %s', (_, words, rows) => {
    expect(listedTwice(words, rows)).toBeNull()
  })
})

describe('the price of one token', () => {
  const usdc = { chainId: 31337, token: devnetAddresses.tokens.USDC }
  const price = { type: 'price' as const, rows: [usdc] }
  const said = '1 USDC is worth about $1.00. It has hardly moved in 7 days.'

  it('is the paragraph that begins with it', () => {
    expect(saidTwice(`A week back.\n\n${said}`, price)).toEqual({ before: 'A week back.', list: said, after: '' })
  })

  it.each([
    ['of another amount', said.replace('1 USDC', '2 USDC')],
    ['of another token', said.replace('USDC', 'DAI')],
    ['said twice', `${said}\n\n${said}`],
    ['with more in its paragraph', `${said}\nBuy now.`],
  ])('is none %s', (_, words) => {
    expect(saidTwice(words, price)).toBeNull()
  })

  it('is an item of a list if there are several', () => {
    const lines = `- ${said}\n- I have no current price for DAI.`
    expect(saidTwice(lines, { type: 'price', rows: [usdc, usdc] })?.list).toBe(lines)
  })
})

describe('what a list says about each option', () => {
  const options = ['Flexible USDC', 'Locked USDC']
  const lines = '1. Flexible USDC: 4.8% a year\n2. Locked USDC: 6.1% a year, locked'

  it('is what follows the option', () => {
    expect(aboutOptions(lines, options)).toEqual(['4.8% a year', '6.1% a year, locked'])
  })

  it.each([
    ['in another order', lines.split('\n').toReversed().join('\n')],
    ['with a link', lines.replace('4.8%', '[4.8%](https://example.com)')],
    ['with an item more', `${lines}\n3. DAI: 1%`],
  ])('is not taken from a list %s', (_, words) => {
    expect(aboutOptions(words, options)).toBeNull()
  })
})
