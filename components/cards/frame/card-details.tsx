import { ChevronRight } from 'lucide-react'
import { createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'
import { ExactAmounts } from '../review/exact-amounts'

/** Where a card has its details: below what moves and what was found, above the buttons. Null until that is there. */
export const DetailsSlot = createContext<HTMLElement | null>(null)

/** The figures for those who look, drawn at the card's place for them: closed until asked for. */
export function CardDetails({ children }: { children: ReactNode }) {
  const slot = useContext(DetailsSlot)
  if (!slot) return null
  return createPortal(
    <details className="group">
      <summary className="flex min-h-9 w-fit list-none items-center gap-1 rounded-control text-small text-ink-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90" />
        Details
      </summary>
      <div className="flex flex-col gap-3 pt-1 pb-2 pl-5">
        {children}
        <ExactAmounts />
      </div>
    </details>,
    slot,
  )
}

/** Where a card has the terms that the person may change: below what moves and what was found. Null until that is there. */
export const TermsSlot = createContext<HTMLElement | null>(null)

/** The terms of the action, drawn at the card's place for them: what moves, and what is wrong with it, come first. */
export function CardTerms({ children }: { children: ReactNode }) {
  const slot = useContext(TermsSlot)
  return slot ? createPortal(<div className="flex flex-col gap-3">{children}</div>, slot) : null
}
