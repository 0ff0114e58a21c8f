import type { ReactNode } from 'react'

/** What a card is about, in a sentence. Its figures are of the letters of its words. */
export const CardTitle = ({ children }: { children: ReactNode }) => (
  <p data-title="" className="in-words text-lead text-balance font-semibold [&_bdi]:font-semibold">
    {children}
  </p>
)
