import { createStore } from '@/lib/store'
import type { Timers } from '../page/timers'
import type { Typing } from '../page/typing'
import type { StreamText } from '../store/chat'
import { createBlockSplitter } from './block-splitter'

/** Milliseconds between two commits. A reader cannot see more, and it would cost more. */
const commitEvery = 50
/** The same while the text comes much faster than anybody reads. */
const commitFastEvery = 100
/** Characters in a millisecond from which a text counts as that fast: some five lines a second. */
const fast = 0.5
/** Milliseconds after a key in which it is painted before any text: on a slow machine, a commit would hold it back. */
const keyFirst = 80
/** Longest that keys may put off a commit, in milliseconds after the last one. */
const longestWait = 250

/** The writing side of a streaming text. */
export type StreamWriter = StreamText & {
  push: (piece: string) => void
  /** Starts over: the service sent the reply again from its beginning. */
  restart: (text: string) => void
  /** Commits at once: the text is complete, a call came, or the person stopped it. */
  flush: () => void
  text: () => string
}

/**
 * Text that streams in, kept outside any component's state. Looks at each piece once, and notifies readers at most
 * every 50 ms, or every 100 ms of a fast text, and later while somebody types. The array of blocks keeps its identity
 * until a block is added, and a block never changes.
 */
export function createStreamText(timers: Timers, now: () => number, typing?: Typing): StreamWriter {
  let splitter = createBlockSplitter()
  let finished: string[] = []
  let whole = ''
  const committed = createStore<{ blocks: readonly string[]; tail: string }>({ blocks: [], tail: '' })
  /** Blocks committed before those in `finished`. */
  let blocks: readonly string[] = []
  let dirty = false
  let committedAt = Number.NEGATIVE_INFINITY
  let committedLength = 0
  let every = commitEvery
  let cancel: (() => void) | null = null

  const flush = (): void => {
    cancel?.()
    cancel = null
    if (!dirty) return
    dirty = false
    const at = now()
    every = (whole.length - committedLength) / (at - committedAt) > fast ? commitFastEvery : commitEvery
    committedAt = at
    committedLength = whole.length
    if (finished.length > 0) blocks = [...blocks, ...finished]
    finished = []
    committed.set({ blocks, tail: splitter.tail() })
  }

  /** Commits as soon as it may. */
  const schedule = (): void => {
    const afterKey = Math.min((typing?.typedAt() ?? Number.NEGATIVE_INFINITY) + keyFirst, committedAt + longestWait)
    const wait = Math.max(committedAt + every, afterKey) - now()
    if (wait <= 0) flush()
    else cancel = timers.after(wait, schedule)
  }

  const take = (piece: string): void => {
    whole += piece
    for (const block of splitter.push(piece)) finished.push(block)
    dirty = true
    if (!cancel) schedule()
  }

  return {
    subscribe: committed.subscribe,
    getSnapshot: committed.getSnapshot,
    push: (piece) => {
      if (piece) take(piece)
    },
    restart: (text) => {
      splitter = createBlockSplitter()
      finished = []
      whole = ''
      blocks = []
      take(text)
    },
    flush,
    text: () => whole,
  }
}
