import { createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'
import { ExactAmounts } from '../review/exact-amounts'
import { ReadBy } from '../review/read-by'
import { FoldedLine } from './folded-line'

/** The element that holds the card's details, between the findings and the buttons. Null until it is mounted. */
export const DetailsSlot = createContext<HTMLElement | null>(null)

/** Renders the details in their slot on the card, closed until asked for. */
export function CardDetails({ children }: { children: ReactNode }) {
  const slot = useContext(DetailsSlot)
  if (!slot) return null
  return createPortal(
    <FoldedLine summary="Details">
      {children}
      <ExactAmounts />
      <ReadBy />
    </FoldedLine>,
    slot,
  )
}

/** The element beside the costs that holds the card's terms. Null until it is mounted. */
export const TermsSlot = createContext<HTMLElement | null>(null)

/**
 * Renders the terms in their slot on the card: one line, which opens to all of them and to what the person may change.
 */
export function CardTerms({ summary, open, children }: { summary: ReactNode; open?: boolean; children: ReactNode }) {
  const slot = useContext(TermsSlot)
  if (!slot) return null
  return createPortal(
    <FoldedLine summary={summary} {...(open === undefined ? {} : { open })}>
      {children}
    </FoldedLine>,
    slot,
  )
}
