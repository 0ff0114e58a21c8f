import { describe, expect, it } from 'vitest'
import { listedTwice } from './listed-twice'

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
