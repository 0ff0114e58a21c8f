'use client'

import { memo, use, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { ShowMore } from '@/components/ui/text/show-more'
import type { StreamText } from '@/lib/chat/store/chat'
import { createBlockSplitter } from '@/lib/chat/turns/block-splitter'
import { KeepPlaceContext } from '../use-follow'
import { Markdown } from './markdown'
import { isTame } from './tame-markdown'

/** Characters of a whole text that are laid out at once, and with each further click. */
const portion = 60_000

/**
 * An agent's text: from `stream` while it streams in, and from `text` once it is whole. Its blocks keep their places, so
 * that a finished block is drawn once, and the end of an answer draws nothing again.
 */
export function AnswerText({ text = '', stream = null }: { text?: string; stream?: StreamText | null }) {
  const source = useMemo(() => stream ?? wholeText(text), [stream, text])
  const { blocks, tail } = useSyncExternalStore(source.subscribe, source.getSnapshot, source.getSnapshot)
  const [shown, setShown] = useState(portion)
  const keepPlace = use(KeepPlaceContext)
  useLayoutEffect(() => {
    if (stream && (blocks.length > 0 || tail !== '')) keepPlace()
  }, [stream, blocks, tail, keepPlace])
  const visible = stream ? blocks : begunWithin(blocks, shown)
  const left = stream ? 0 : lengthOf(blocks) - lengthOf(visible)
  const [hasStreamed] = useState(stream !== null)
  const sections = sectionsOf(visible, tail)
  return (
    <>
      {sections.map((section, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever appended
        <Section key={index} hasStreamed={hasStreamed} {...section} />
      ))}
      {left > 0 && <ShowMore left={left} onClick={() => setShown(shown + portion)} />}
    </>
  )
}

/** Consecutive blocks. `tail` is the unfinished one after them, empty if there is none. */
type Blocks = { blocks: readonly string[]; tail: string }

/** Number of blocks in a section. */
const sectionSize = 16

function sectionsOf(blocks: readonly string[], tail: string): Blocks[] {
  const count = Math.ceil((blocks.length + (tail === '' ? 0 : 1)) / sectionSize)
  return Array.from({ length: count }, (_, index) => ({
    blocks: blocks.slice(index * sectionSize, (index + 1) * sectionSize),
    tail: index === count - 1 ? tail : '',
  }))
}

/** A part of a text. The browser skips one that has streamed while it is out of sight, since it knows its height. */
const Section = memo(
  function Section({ blocks, tail, hasStreamed }: Blocks & { hasStreamed: boolean }) {
    return (
      <div className={hasStreamed ? 'prose-section streamed' : 'prose-section'}>
        {[...blocks.map(drawBlock), tail === '' ? null : drawTail(tail, blocks.length)]}
      </div>
    )
  },
  (before, after) =>
    before.tail === after.tail &&
    before.blocks.length === after.blocks.length &&
    before.blocks.every((block, index) => block === after.blocks[index]),
)

const drawBlock = (block: string, index: number) => <Markdown key={index} text={block} settled />

/**
 * Draws the unfinished block in the place of the finished one. An open code block stays plain until it is closed:
 * rendered as code, each of its lines would be parsed again and again.
 */
function drawTail(tail: string, index: number) {
  const fence = /^ {0,3}(```|~~~)[^\n]*\n?/.exec(tail)
  if (fence) return <pre key={index}>{tail.slice(fence[0].length)}</pre>
  return <Markdown key={index} text={tail} isOpen />
}

/**
 * A whole text in the blocks in which it streamed. It stays together if it may define a link or a footnote (`]:`), to
 * which another block refers.
 */
function wholeText(text: string): StreamText {
  const splitter = createBlockSplitter()
  const isOne = text.includes(']:') && isTame(text)
  const blocks = isOne ? [text] : [...splitter.push(text), splitter.tail()].filter((block) => block !== '')
  const snapshot = { blocks, tail: '' }
  return { subscribe: () => () => {}, getSnapshot: () => snapshot }
}

/** The blocks that begin within the first characters. */
function begunWithin(blocks: readonly string[], characters: number): readonly string[] {
  let end = 0
  return blocks.filter((block) => {
    const begins = end
    end += block.length
    return begins < characters
  })
}

const lengthOf = (blocks: readonly string[]): number => blocks.reduce((length, block) => length + block.length, 0)
