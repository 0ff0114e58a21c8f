'use client'

import { createContext, type KeyboardEvent, type ReactNode, use, useLayoutEffect, useRef, useState } from 'react'
import { createFigures, type Figures } from './figures-of-group'

/** What the rounded figures below belong to. `plain` inside a control, null where each stands alone. */
const GroupContext = createContext<Figures | 'plain' | null>(null)

/**
 * Makes the rounded figures of a card or a table one tab stop: the arrow keys go from one to the next. Explorers and
 * portfolios show exact figures to a pointer alone; a stop for each would put forty between a person and the next button.
 */
export function FigureGroup({ children }: { children: ReactNode }) {
  const [figures] = useState(createFigures)
  return <GroupContext value={figures}>{children}</GroupContext>
}

/** Keeps figures plain inside a button, a link or a summary, and in what only repeats the card. */
export const PlainFigures = ({ children }: { children: ReactNode }) => (
  <GroupContext value="plain">{children}</GroupContext>
)

/**
 * A rounded figure: a quiet button that shows every digit under a pointer, on focus and on a tap. Screen readers read the
 * figure once, and what it is exactly as its description.
 */
export function ExactFigure({ text, exact, base }: { text: string; exact: string; base: string }) {
  const group = use(GroupContext)
  const button = useRef<HTMLButtonElement>(null)
  const figures = group === 'plain' ? null : group
  useLayoutEffect(() => (button.current && figures ? figures.add(button.current) : undefined), [figures])
  const tip = `${exact}\n${base}`
  if (group === 'plain')
    return (
      <span className="figures" data-tip={tip}>
        {text}
      </span>
    )
  return (
    <button
      ref={button}
      type="button"
      data-tip={tip}
      data-tap=""
      aria-description={`exactly ${exact}`}
      tabIndex={figures ? -1 : undefined}
      onKeyDown={(event: KeyboardEvent<HTMLButtonElement>) => {
        if (figures?.go(event.currentTarget, event.key)) event.preventDefault()
      }}
      className="figures exact"
    >
      {text}
    </button>
  )
}
