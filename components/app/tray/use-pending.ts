'use client'

import { useMemo, useSyncExternalStore } from 'react'
import { useWork } from '../work-context'
import { createPending, type Pending } from './pending'

/** Returns the open proposals and transactions under way of all conversations. */
export function usePending(): Pending {
  const { ledger, chat, owner } = useWork()
  const store = useMemo(() => createPending(ledger, chat, owner), [ledger, chat, owner])
  return useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot)
}
