'use client'

import { useMemo } from 'react'
import { useWork } from '@/components/app/work-context'
import { usePortfolio } from '@/components/portfolio/use-portfolio'
import { forHoldings } from './suggest'
import { SuggestionRow } from './suggestion-row'

/** Suggestions that fit what the account holds, once that is read. */
export default function HeldSuggestions({
  tags,
  onTake,
}: {
  tags: readonly string[]
  onTake: (sentence: string) => void
}) {
  const { owner } = useWork()
  const { chains } = usePortfolio(owner)
  const suggestions = useMemo(
    () =>
      forHoldings(
        chains.flatMap(({ holdings }) => holdings),
        tags,
      ),
    [chains, tags],
  )
  return suggestions.length > 0 && <SuggestionRow isShort suggestions={suggestions} onTake={onTake} />
}
