import type { Timers } from '../page/timers'
import type { StreamText } from '../store/chat'
import { createBlockSplitter } from './block-splitter'

/** Milliseconds between two commits: more often costs more than a reader can see. */
const commitEvery = 50

/** The side of a streaming text that writes it. */
export type StreamWriter = StreamText & {
  push: (piece: string) => void
  /** Starts the text anew: the service sent the reply again from its beginning. */
  restart: (text: string) => void
  /** Commits at once: the text is done, a call came, or the person stopped it. */
  flush: () => void
  text: () => string
}

/**
 * Text that streams in, kept outside any component's state. Each piece is looked at once; readers hear of it at most
 * every 50 ms. The array of blocks keeps its identity until a block is added, and a block never changes.
 */
export function createStreamText(timers: Timers, now: () => number): StreamWriter {
  const listeners = new Set<() => void>()
  let splitter = createBlockSplitter()
  let finished: string[] = []
  let whole = ''
  let snapshot: { blocks: readonly string[]; tail: string } = { blocks: [], tail: '' }
  let dirty = false
  let committedAt = Number.NEGATIVE_INFINITY
  let cancel: (() => void) | null = null

  const flush = (): void => {
    cancel?.()
    cancel = null
    if (!dirty) return
    dirty = false
    committedAt = now()
    snapshot = {
      blocks: finished.length ? [...snapshot.blocks, ...finished] : snapshot.blocks,
      tail: splitter.tail(),
    }
    finished = []
    for (const listener of [...listeners]) listener()
  }

  const take = (piece: string): void => {
    whole += piece
    for (const block of splitter.push(piece)) finished.push(block)
    dirty = true
    if (cancel) return
    const wait = committedAt + commitEvery - now()
    if (wait <= 0) flush()
    else cancel = timers.after(wait, flush)
  }

  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => snapshot,
    push: (piece) => {
      if (piece) take(piece)
    },
    restart: (text) => {
      splitter = createBlockSplitter()
      finished = []
      whole = ''
      snapshot = { blocks: [], tail: '' }
      take(text)
    },
    flush,
    text: () => whole,
  }
}
