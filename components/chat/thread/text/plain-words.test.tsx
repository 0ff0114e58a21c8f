// @vitest-environment happy-dom
import { cleanup, render, waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Markdown } from './markdown'
import { isPlainWords, wordsBeforeMarks } from './plain-words'
import { RichText } from './rich-text'

afterEach(cleanup)

/** Renders without the white space between blocks, which shows nothing. */
function drawn(piece: React.ReactNode): string {
  const { container, unmount } = render(piece)
  const html = container.innerHTML.replaceAll('</p>\n<p>', '</p><p>')
  unmount()
  return html
}

const signs = [
  'a',
  'B',
  '7',
  '1. ',
  '2) ',
  '- ',
  '+ ',
  ' ',
  '  ',
  '\n',
  '\n\n',
  '.',
  ',',
  ':',
  '$',
  '%',
  '(',
  ')',
  '!',
  '“',
  '’',
]
const marks = [
  '*',
  '_',
  '`',
  '~~',
  '[',
  '](',
  '<',
  '>',
  '#',
  '|',
  '&amp;',
  '\\',
  '=',
  '\t',
  'www.a.b',
  'http://a.b',
  'a@b.c',
]

describe('plain words', () => {
  it('are drawn as the parser draws them', () => {
    const text = fc.array(fc.constantFrom(...signs, ...marks), { maxLength: 12 }).map((pieces) => pieces.join(''))
    let plain = 0
    fc.assert(
      fc.property(text, (written) => {
        if (!isPlainWords(written)) return
        plain += 1
        expect(drawn(<Markdown text={written} />)).toBe(drawn(<RichText text={written} isOpen={false} find={null} />))
      }),
      { numRuns: 1_000 },
    )
    expect(plain).toBeGreaterThan(30)
  })

  it.each([
    'Here is a transfer of 0.1 ETH to 0x0000…ee08 on Ethereum. Check it on the card.',
    'It costs $3.20 (at most 1 %): fine?\n\nThe rate is 2.4%, it’s realised.',
    `A word that is too long for a line: ${'x'.repeat(250)}`,
    'pay \u202Eme',
    'Here is a ',
    'One.\n\nHere is  ',
  ])('include %j', (text) => {
    expect(isPlainWords(text)).toBe(true)
    expect(drawn(<Markdown text={text} />)).toBe(drawn(<RichText text={text} isOpen={false} find={null} />))
  })

  it.each([
    '**bold**',
    '1. one',
    'a\n- b',
    'see www.a.example',
    'see https://a.example',
    'a & b',
    'one  \ntwo',
    '| a |',
  ])('do not include %j', (text) => expect(isPlainWords(text)).toBe(false))

  it.each([
    ['plain', 'plain'],
    ['It pays **4 %** a year.', 'It pays '],
    ['One.\n\n- two', 'One.\n\n'],
    ['`0x`', ''],
  ])('are told from what follows the first mark: %j', (text, words) => expect(wordsBeforeMarks(text)).toBe(words))

  it('are shown while the parser of the marks after them is on its way', async () => {
    // Another file's test may have loaded the parser.
    vi.resetModules()
    const fresh = await import('./markdown')
    const { container } = render(<fresh.Markdown text="It pays **4 %** a year." />)
    expect(container.querySelector('.prose-awaited')?.textContent).toBe('**4 %** a year.')
    expect(container.textContent).toBe('It pays **4 %** a year.')
    await waitFor(() => expect(container.innerHTML).toBe('<p>It pays <strong>4 %</strong> a year.</p>'))
  })
})
