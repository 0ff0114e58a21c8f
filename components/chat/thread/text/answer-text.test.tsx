// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { manualTimers } from '@/lib/chat/fixtures/manual-timers'
import { createStreamText } from '@/lib/chat/turns/stream-text'
import { KeepPlaceContext } from '../use-follow'
import { AnswerText } from './answer-text'
import { richText } from './rich-text-part'

beforeAll(richText.load)
afterEach(cleanup)

const paragraph = (words: string) => `${words} `.repeat(100).trim()
const written = (count: number) =>
  Array.from({ length: count }, (_, index) => `**Part ${index}** ${paragraph('and so on')}`).join('\n\n')

describe('a whole text', () => {
  it('formats an answer that is too long to be parsed at once', () => {
    const text = written(30)
    expect(text.length).toBeGreaterThan(20_000)
    const { container } = render(<AnswerText text={text} />)
    expect(container.querySelectorAll('strong')).toHaveLength(30)
    expect(container.textContent).not.toContain('**')
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('lays out a very long one in portions, and loses nothing', () => {
    const { container } = render(<AnswerText text={written(100)} />)
    const before = container.querySelectorAll('strong').length
    expect(before).toBeGreaterThan(30)
    expect(before).toBeLessThan(100)
    fireEvent.click(screen.getByRole('button', { name: /^Show more/ }))
    expect(container.querySelectorAll('strong')).toHaveLength(100)
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('shows one block that is too long as it was written', () => {
    const { container } = render(<AnswerText text={`**${'W'.repeat(21_000)}**`} />)
    expect(container.textContent?.startsWith('**WWW')).toBe(true)
  })

  it('links what another block defines', () => {
    render(<AnswerText text={'See [the list][1].\n\n- one\n\n[1]: https://example.org/list'} />)
    expect(screen.getByRole('button').textContent).toContain('the list')
  })
})

describe('a streaming text', () => {
  it('draws each block once: as it grows, when it is finished, and at the end of the answer', () => {
    const clock = manualTimers()
    const stream = createStreamText(clock.timers, clock.now)
    const say = (text: string) =>
      act(() => {
        stream.push(text)
        stream.flush()
      })
    const { container, rerender } = render(<AnswerText stream={stream} />)
    say('- **one**\n')
    const item = screen.getByRole('listitem')
    say('- two\n\nA new para')
    expect(screen.getAllByRole('listitem')[0]).toBe(item)
    const paragraph = container.querySelector('p')
    say('graph')
    rerender(<AnswerText text={stream.text()} />)
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['one', 'two'])
    expect(screen.getAllByRole('listitem')[0]).toBe(item)
    expect(container.querySelector('p')).toBe(paragraph)
    expect(paragraph?.textContent).toBe('A new paragraph')
  })

  it('draws no finished section again', () => {
    const clock = manualTimers()
    const stream = createStreamText(clock.timers, clock.now)
    const { container, rerender } = render(<AnswerText stream={stream} />)
    const sections = () => [...container.querySelectorAll('.prose-section')]
    act(() => {
      stream.push(Array.from({ length: 40 }, (_, index) => `Paragraph ${index}.\n\n`).join(''))
      stream.flush()
    })
    const [first] = sections()
    const changes: MutationRecord[] = []
    const observer = new MutationObserver((records) => changes.push(...records))
    if (first) observer.observe(first, { childList: true, characterData: true, subtree: true })
    act(() => {
      stream.push('More of the last.')
      stream.flush()
    })
    rerender(<AnswerText text={stream.text()} />)
    changes.push(...observer.takeRecords())
    expect(changes).toEqual([])
    expect(sections()[0]).toBe(first)
    expect(container.querySelectorAll('p')).toHaveLength(41)
  })

  it('tells the thread of each growth before it is painted', () => {
    const clock = manualTimers()
    const stream = createStreamText(clock.timers, clock.now)
    const seen: (string | null)[] = []
    const { container } = render(
      <KeepPlaceContext value={() => seen.push(container.textContent)}>
        <AnswerText stream={stream} />
      </KeepPlaceContext>,
      { container: document.body.appendChild(document.createElement('div')) },
    )
    for (const piece of ['One', ' two'])
      act(() => {
        stream.push(piece)
        stream.flush()
      })
    expect(seen).toEqual(['One', 'One two'])
  })
})
