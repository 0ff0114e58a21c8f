import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import Markdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { describe, expect, it } from 'vitest'
import { createBlockSplitter } from './block-splitter'

fc.configureGlobal({ seed: 1 })

function splitBlocks(text: string): string[] {
  const splitter = createBlockSplitter()
  return [...splitter.push(text), splitter.tail()].filter((block) => block !== '')
}

const html = (text: string): string =>
  renderToStaticMarkup(createElement(Markdown, { remarkPlugins: [remarkGfm] }, text)).replace(/\s*(<[^>]+>)\s*/g, '$1')
const htmlOfBlocks = (text: string): string => splitBlocks(text).map(html).join('')

describe('blocks', () => {
  it.each<[string, string, string[]]>([
    ['paragraphs', 'one\ntwo\n\nthree', ['one\ntwo\n\n', 'three']],
    ['a heading alone', '# a\ntext\n', ['# a\n', 'text\n']],
    ['a heading underlined', 'a\n---\nb', ['a\n---\n', 'b']],
    ['a fence with empty lines inside', '```js\na\n\nb\n```\nafter', ['```js\na\n\nb\n```\n', 'after']],
    ['a fence right after text', 'text\n```\ncode', ['text\n', '```\ncode']],
    ['a fence closed only by one as long', '````\n```\n````\nb', ['````\n```\n````\n', 'b']],
    ['an open fence', 'a\n\n~~~\nb\n\nc', ['a\n\n', '~~~\nb\n\nc']],
    ['a loose list whole', '- a\n\n- b\n\n  more\n\nafter\n', ['- a\n\n- b\n\n  more\n\n', 'after\n']],
    ['two lists of different markers', '- a\n\n1. b\n', ['- a\n\n', '1. b\n']],
    [
      'a fence inside an item',
      '1. a\n   ```\n   x\n\n   y\n   ```\n2. b\n',
      ['1. a\n   ```\n   x\n\n   y\n   ```\n2. b\n'],
    ],
    ['a table', '| a |\n|---|\n| 1 |\n\nafter', ['| a |\n|---|\n| 1 |\n\n', 'after']],
    ['indented code with an empty line', '    a\n\n    b\n\nc\n', ['    a\n\n    b\n\n', 'c\n']],
    ['quotes', '> a\n> b\n\n> c\n', ['> a\n> b\n\n', '> c\n']],
    ['leading empty lines', '\n\n\na', ['\n\n\na']],
    ['CRLF', 'a\r\n\r\nb', ['a\r\n\r\n', 'b']],
    ['an item without text', '-\n  a\n\n-\n\n  b\n', ['-\n  a\n\n-\n\n', '  b\n']],
    ['a footnote', '[^1]: a\n\n    b\n\nc\n', ['[^1]: a\n\n    b\n\n', 'c\n']],
    ['nothing', '', []],
  ])('keeps or cuts %s', (_, text, blocks) => {
    expect(splitBlocks(text)).toEqual(blocks)
  })

  it('draws the same block by block as whole', () => {
    const lines = ['', '', 'text', '  text', '    text', '- a', '- b', '  - c', '* d', '1. e', '1. e\n2. f', '---']
    const more = ['> q', '> - q', '# h', '===', '```', '~~~', '   ```', '| a | b |', '|---|---|', '\ttab', '***']
    const line = fc.constantFrom(...lines, ...more)
    fc.assert(
      fc.property(fc.array(line, { maxLength: 14 }), (all) => {
        const text = all.join('\n')
        expect(htmlOfBlocks(text)).toBe(html(text))
      }),
      { numRuns: 1000 },
    )
  })
})

describe('createBlockSplitter', () => {
  const anyText = fc.array(fc.constantFrom('a', ' ', '\n', '\n\n', '- ', '```', '#', '|', '\r\n', '    '), {
    maxLength: 60,
  })

  it('finds the same blocks however the text is cut, and loses nothing', () => {
    fc.assert(
      fc.property(anyText, (pieces) => {
        const splitter = createBlockSplitter()
        const blocks = pieces.flatMap((piece) => splitter.push(piece))
        const text = pieces.join('')
        expect(blocks.join('') + splitter.tail()).toBe(text)
        const whole = createBlockSplitter()
        expect(whole.push(text)).toEqual(blocks)
      }),
    )
  })
})
