'use client'

import { useSyncExternalStore } from 'react'
import type { StreamText } from '@/lib/chat/store/chat'
import { Markdown } from './markdown'

/** Renders streaming text. Settled blocks are rendered once, and only the tail is repaired and rendered again. */
export function LiveText({ stream }: { stream: StreamText }) {
  const { blocks, tail } = useSyncExternalStore(stream.subscribe, stream.getSnapshot, stream.getSnapshot)
  return (
    <>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever appended
        <Markdown key={index} text={block} settled />
      ))}
      <Tail text={tail} />
    </>
  )
}

/**
 * Keeps an open code block plain until it is closed: rendered as code, each of its lines would be parsed again and
 * again.
 */
function Tail({ text }: { text: string }) {
  const fence = /^ {0,3}(```|~~~)[^\n]*\n?/.exec(text)
  if (fence) return <pre>{text.slice(fence[0].length)}</pre>
  return text ? <Markdown text={text} isOpen /> : null
}
