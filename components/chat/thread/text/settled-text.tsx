'use client'

import { useMemo, useState } from 'react'
import { ShowMore } from '@/components/ui/text/show-more'
import { createBlockSplitter } from '@/lib/chat/turns/block-splitter'
import { Markdown } from './markdown'
import { isTame } from './tame-markdown'

/** Characters that are laid out at once, and with each further click. */
const portion = 60_000

/** The whole text of an answer. One too long for the parser goes through it in blocks, as it did while it streamed. */
export function SettledText({ text }: { text: string }) {
  const blocks = useMemo(() => blocksOf(text), [text])
  const [shown, setShown] = useState(portion)
  let end = 0
  const visible = blocks.filter((block) => {
    const begins = end
    end += block.length
    return begins < shown
  })
  const left = text.length - visible.join('').length
  return (
    <>
      {visible.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of one text do not move
        <Markdown key={index} text={block} settled />
      ))}
      {left > 0 && <ShowMore left={left} onClick={() => setShown(shown + portion)} />}
    </>
  )
}

function blocksOf(text: string): readonly string[] {
  if (isTame(text)) return [text]
  const splitter = createBlockSplitter()
  return [...splitter.push(text), splitter.tail()].filter((block) => block !== '')
}
