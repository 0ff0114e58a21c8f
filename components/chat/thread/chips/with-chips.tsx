import type { ReactNode } from 'react'
import { Chip } from './chip'
import type { FindChips } from './chip-finder'

/** Renders the person's text with its names as chips. */
export function WithChips({ text, find }: { text: string; find: FindChips }): ReactNode {
  const parts: ReactNode[] = []
  let from = 0
  for (const { start, end, ...of } of find(text)) {
    parts.push(
      text.slice(from, start),
      <Chip key={start} of={of}>
        {text.slice(start, end)}
      </Chip>,
    )
    from = end
  }
  parts.push(text.slice(from))
  return parts
}
