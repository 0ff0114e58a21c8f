import { createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'
import { ExactAmounts } from '../review/exact-amounts'
import { FoldedLine } from './folded-line'

/** Where a card has its details: below what moves and what was found, above the buttons. Null until that is there. */
export const DetailsSlot = createContext<HTMLElement | null>(null)

/** The figures for those who look, drawn at the card's place for them: closed until asked for. */
export function CardDetails({ children }: { children: ReactNode }) {
  const slot = useContext(DetailsSlot)
  if (!slot) return null
  return createPortal(
    <FoldedLine summary="Details">
      {children}
      <ExactAmounts />
    </FoldedLine>,
    slot,
  )
}

/** The element beside the costs that holds the card's terms. Null until it is mounted. */
export const TermsSlot = createContext<HTMLElement | null>(null)

/** The terms of the action, drawn at the card's place for them: in one line, which opens to all of them and to what the person may change. */
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
