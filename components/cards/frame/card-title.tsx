import type { ReactNode } from 'react'

/** The card's title, a sentence. Its figures use the text face. */
export const CardTitle = ({ children }: { children: ReactNode }) => (
  <p data-title="" className="in-words text-lead text-balance font-semibold [&_bdi]:font-semibold">
    {children}
  </p>
)
