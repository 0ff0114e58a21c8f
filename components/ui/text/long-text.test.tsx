// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Markdown } from '@/components/chat/thread/text/markdown'
import { richText } from '@/components/chat/thread/text/rich-text-part'
import { LongText } from './long-text'

beforeAll(richText.load)
afterEach(cleanup)

/** The longest run without a place to break, and all characters, as they stand in the page. */
function laidOut(root: Element) {
  const html = root.innerHTML.replace(/<wbr>/g, ' ').replace(/<[^>]*>/g, ' ')
  return {
    longest: Math.max(...html.split(/[ \t\r\n\f]+/).map((run) => run.length)),
    all: root.textContent?.length ?? 0,
  }
}

const shapes: [string, string][] = [
  ['one word', 'W'.repeat(450_000)],
  ['words', 'word '.repeat(90_000)],
  ['hex digits', `0x${'ab'.repeat(225_000)}`],
  ['lines', 'x\n'.repeat(225_000)],
  ['emoji', '👩‍🚀'.repeat(90_000)],
  ['words that are kept together', 'word\u00a0'.repeat(90_000)],
  ['narrow spaces that keep a line together', '1\u202f'.repeat(225_000)],
  ['letters with many accents', `a${'\u0301'.repeat(8)}`.repeat(50_000)],
  ['words of another script', '資金を送る'.repeat(90_000)],
]

describe('a text of 450,000 characters', () => {
  it.each(shapes)('of %s is laid out in part, with breaks, and the rest on request', (_, text) => {
    const { container } = render(<LongText text={text} className="" />)
    const before = laidOut(container)
    expect(before.all).toBeLessThanOrEqual(20_100)
    expect(before.longest).toBeLessThanOrEqual(250)
    fireEvent.click(screen.getByRole('button', { name: /^Show more/ }))
    expect(laidOut(container).all).toBeGreaterThan(before.all)
  })

  it.each(shapes)('of %s is no more as an agent’s', (_, text) => {
    const { container } = render(<Markdown text={text} />)
    expect(laidOut(container).all).toBeLessThanOrEqual(100_000)
    expect(laidOut(container).longest).toBeLessThanOrEqual(250)
  })
})

describe('a long run', () => {
  it.each([
    ['in a sentence', `see ${'W'.repeat(5_000)} there`],
    ['in bold', `**${'W'.repeat(5_000)}**`],
    ['in code', `\`${'W'.repeat(5_000)}\``],
    ['in a table', `| a |\n| - |\n| ${'W'.repeat(5_000)} |`],
  ])('%s can end a line, and is copied as it was', (_, text) => {
    const { container } = render(<Markdown text={text} />)
    expect(laidOut(container).longest).toBeLessThanOrEqual(101)
    expect(container.textContent).toContain('W'.repeat(5_000))
  })
})
