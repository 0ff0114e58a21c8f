'use client'

import { use, useMemo, useSyncExternalStore } from 'react'
import { createLedgerView } from '@/components/activity/ledger-view'
import { AppContext } from '@/components/app/app-context'
import { useWork } from '@/components/app/work-context'
import { TurnDeedsContext } from '../thread/turn-actions'
import { gap } from './gap'
import { afterCall } from './suggest'
import { SuggestionRow } from './suggestion-row'

const noTags: readonly string[] = []

/** Suggests what may come next, below a conversation whose last proposal was carried out. */
export function NextSteps({ taskId, agentId }: { taskId: string; agentId: number }) {
  const tags = use(AppContext)?.agents.find(({ id }) => id === agentId)?.tags ?? noTags
  const { ledger } = useWork()
  const deeds = use(TurnDeedsContext)
  const view = useMemo(() => createLedgerView(ledger), [ledger])
  const entries = useSyncExternalStore(view.subscribe, view.getSnapshot, view.getSnapshot)
  const last = useMemo(
    () =>
      entries
        .filter((entry) => entry.taskId === taskId)
        .toSorted((a, b) => a.createdAt - b.createdAt)
        .at(-1) ?? null,
    [entries, taskId],
  )
  const suggestions = useMemo(() => (last ? afterCall(last, tags) : []), [last, tags])
  if (!deeds || suggestions.length === 0) return null
  return (
    <div className="thread-next">
      <SuggestionRow suggestions={suggestions} onTake={(sentence) => deeds.fillIn(sentence, gap)} />
    </div>
  )
}
