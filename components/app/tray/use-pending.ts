'use client'

import { useMemo, useSyncExternalStore } from 'react'
import { useWork } from '../work-context'
import { createPending, type Pending } from './pending'

/** What waits for the person and what is under way, in every conversation. */
export function usePending(): Pending {
  const { ledger, chat, owner } = useWork()
  const store = useMemo(() => createPending(ledger, chat, owner), [ledger, chat, owner])
  return useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot)
}
