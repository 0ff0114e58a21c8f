import { describe, expect, it, vi } from 'vitest'
import { manualTimers } from '../fixtures/manual-timers'
import { createStreamText } from './stream-text'

function streaming() {
  const clock = manualTimers()
  const stream = createStreamText(clock.timers, clock.now)
  const heard = vi.fn()
  stream.subscribe(heard)
  return { clock, stream, heard, text: () => stream.getSnapshot().blocks.join('') + stream.getSnapshot().tail }
}

describe('createStreamText', () => {
  it('shows the first piece at once and the next ones 50 ms later, together', () => {
    const { clock, stream, heard, text } = streaming()
    stream.push('a')
    expect(text()).toBe('a')
    stream.push('b')
    stream.push('c')
    clock.advance(49)
    expect(text()).toBe('a')
    expect(heard).toHaveBeenCalledTimes(1)
    clock.advance(1)
    expect(text()).toBe('abc')
    expect(heard).toHaveBeenCalledTimes(2)
    expect(clock.pending()).toEqual([])
  })

  it('notifies half as often while the text comes faster than anybody reads', () => {
    const { clock, stream, heard, text } = streaming()
    const say = (milliseconds: number, characters: number) => {
      for (let time = 0; time < milliseconds; time += 10) {
        stream.push('x'.repeat(characters))
        clock.advance(10)
      }
    }
    say(100, 1)
    heard.mockClear()
    say(1_000, 1)
    expect(heard).toHaveBeenCalledTimes(20)
    say(100, 10)
    heard.mockClear()
    say(1_000, 10)
    expect(heard).toHaveBeenCalledTimes(10)
    say(200, 1)
    heard.mockClear()
    say(1_000, 1)
    expect(heard).toHaveBeenCalledTimes(20)
    stream.flush()
    expect(text()).toBe(stream.text())
  })

  it('lets a key be painted first, for a moment', () => {
    const clock = manualTimers()
    let typedAt = 0
    const stream = createStreamText(clock.timers, clock.now, { typedAt: () => typedAt })
    const text = () => stream.getSnapshot().tail
    stream.push('a')
    expect(text()).toBe('a')
    clock.advance(40)
    typedAt = clock.now()
    stream.push('b')
    clock.advance(79)
    expect(text()).toBe('a')
    clock.advance(1)
    expect(text()).toBe('ab')
    // Keys without a pause put it off no further.
    stream.push('c')
    for (let time = 0; time < 240; time += 40) {
      typedAt = clock.now()
      clock.advance(40)
    }
    expect(text()).toBe('ab')
    typedAt = clock.now()
    clock.advance(10)
    expect(text()).toBe('abc')
    expect(clock.pending()).toEqual([])
  })

  it('commits at once when asked, and only what is new', () => {
    const { clock, stream, heard, text } = streaming()
    stream.push('a')
    stream.push('b')
    stream.flush()
    expect(text()).toBe('ab')
    expect(clock.pending()).toEqual([])
    stream.flush()
    expect(heard).toHaveBeenCalledTimes(2)
  })

  it('never changes a block, and keeps the list of them until one is added', () => {
    const { clock, stream } = streaming()
    stream.push('one\n\ntwo')
    const first = stream.getSnapshot()
    expect(first).toEqual({ blocks: ['one\n\n'], tail: 'two' })
    clock.advance(50)
    stream.push(' more')
    expect(stream.getSnapshot()).toEqual({ blocks: ['one\n\n'], tail: 'two more' })
    expect(stream.getSnapshot().blocks).toBe(first.blocks)
    clock.advance(50)
    stream.push('\n\nthree')
    expect(stream.getSnapshot()).toEqual({ blocks: ['one\n\n', 'two more\n\n'], tail: 'three' })
    expect(first.blocks).toEqual(['one\n\n'])
  })

  it('keeps its snapshot between commits', () => {
    const { stream } = streaming()
    stream.push('a')
    const before = stream.getSnapshot()
    stream.push('b')
    expect(stream.getSnapshot()).toBe(before)
  })

  it('starts over', () => {
    const { clock, stream, text } = streaming()
    stream.push('one\n\ntw')
    clock.advance(50)
    stream.restart('three')
    expect(stream.getSnapshot()).toEqual({ blocks: [], tail: 'three' })
    clock.advance(50)
    stream.restart('')
    expect(text()).toBe('')
    expect(stream.text()).toBe('')
  })

  it.each<[string, (index: number) => string]>([
    ['one long line', () => 'word '],
    ['one long code block', (index) => (index === 0 ? '```\n' : index % 10 === 0 ? '\n\n' : 'code ')],
    ['many blocks', (index) => ['word ', '- item\n', 'text\n\n', '| a |\n', '# head\n'][index % 5] ?? ''],
  ])('costs the same for each piece, however long the text is: %s', (_, pieceAt) => {
    const short = charactersLookedAt(300, pieceAt)
    expect(short).toBeGreaterThan(1)
    expect(charactersLookedAt(6000, pieceAt)).toBeLessThan(short * 1.1)
  })
})

/** Counts the characters that pass through methods which read text, per piece pushed. */
function charactersLookedAt(pieces: number, pieceAt: (index: number) => string): number {
  const { clock, stream } = streaming()
  const { indexOf, slice, replace } = String.prototype
  const { test, exec } = RegExp.prototype
  let characters = 0
  const spies = [
    vi.spyOn(String.prototype, 'indexOf').mockImplementation(function (this: string, ...rest) {
      characters += this.length
      return indexOf.apply(this, rest)
    }),
    vi.spyOn(String.prototype, 'slice').mockImplementation(function (this: string, ...rest) {
      characters += this.length
      return slice.apply(this, rest)
    }),
    vi.spyOn(String.prototype, 'replace').mockImplementation(function (this: string, ...rest) {
      characters += this.length
      return replace.apply(this, rest)
    }),
    vi.spyOn(RegExp.prototype, 'test').mockImplementation(function (this: RegExp, text) {
      characters += text.length
      return test.call(this, text)
    }),
    vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, text) {
      characters += text.length
      return exec.call(this, text)
    }),
  ]
  for (let index = 0; index < pieces; index += 1) {
    stream.push(pieceAt(index))
    clock.advance(10)
  }
  for (const spy of spies) spy.mockRestore()
  return characters / pieces
}
