'use client'

import { type ReactNode, useState } from 'react'
import { ShowMore } from './show-more'

/** Characters that are laid out at once, and with each further click. A browser's time for a text of no breaks grows with its square. */
const portion = 20_000
/** Characters of a run without a space, after which a line may end. */
const longestRun = 100

/** Characters of a text that may be drawn as more than text. */
const longestDrawn = 4_000

/** Spaces that keep a line together do not end a run. */
const inRun = String.raw`[\S\u00a0\u202f\u2007\ufeff]`
const longRun = new RegExp(`${inRun}{${longestRun}}(?=${inRun})`, 'gu')

/** The pieces of a text between which a line may end, beside its own spaces. Copied, it is the same text. */
export function breakPieces(text: string): string[] {
  const pieces: string[] = []
  let from = 0
  for (const { 0: run, index } of text.matchAll(longRun)) {
    pieces.push(text.slice(from, index + run.length))
    from = index + run.length
  }
  pieces.push(text.slice(from))
  return pieces
}

function breakable(text: string): ReactNode {
  const [first, ...rest] = breakPieces(text)
  if (rest.length === 0) return first
  return [
    first,
    ...rest.flatMap((piece, index) => [
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text do not move
      <wbr key={index} />,
      piece,
    ]),
  ]
}

/** A text of any length and shape, in portions: the page stays quick, and nothing is lost. */
export function LongText({
  text,
  draw,
  className,
}: {
  text: string
  /** Draws what is short enough to be drawn at once; a longer text stays plain. */
  draw?: ((text: string) => ReactNode) | undefined
  className: string
}) {
  const [shown, setShown] = useState(portion)
  const left = text.length - shown
  return (
    <>
      <p className={className}>
        {draw && text.length < longestDrawn ? draw(text) : breakable(left > 0 ? text.slice(0, shown) : text)}
        {left > 0 && '…'}
      </p>
      {left > 0 && <ShowMore left={left} onClick={() => setShown(shown + portion)} />}
    </>
  )
}
