'use client'

import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { Address } from 'viem'
import { useApp } from '@/components/app/app-context'
import { netWorth } from '@/lib/chain/portfolio/holding'
import { type History, openHistory, type Snapshot } from './history'
import { isWhole, type Reading, readerOf } from './reader'

/** Returns what an account has. Refreshes it on mount. */
export function usePortfolio(account: Address): Reading & { again: () => Promise<void> } {
  const { chains } = useApp()
  const reader = readerOf(chains, account)
  const reading = useSyncExternalStore(reader.subscribe, reader.getSnapshot, reader.getSnapshot)
  useEffect(() => void reader.refresh(), [reader])
  return { ...reading, again: reader.read }
}

let opened: History | null = null
const history = (): History => {
  opened ??= openHistory()
  return opened
}

/**
 * Returns the account's value over time, with the newest reading; null until it has been looked up. `isKept` is true if
 * the browser failed to delete it.
 */
export function useHistory(account: Address, { at, chains }: Reading) {
  const [snapshots, setSnapshots] = useState<readonly Snapshot[] | null>(null)
  const [isKept, setKept] = useState(false)
  useEffect(() => {
    if (at === null) return
    let shown = true
    const chainIds = chains.map(({ chainId }) => chainId)
    const total = netWorth(chains.flatMap(({ holdings }) => holdings))
    const kept = isWhole(chains) ? history().keep(account, { at, total, chainIds }) : Promise.resolve()
    void kept
      .then(() => history().read(account, chainIds))
      .then((read) => {
        if (shown) setSnapshots(read)
      })
    return () => {
      shown = false
    }
  }, [account, at, chains])
  const forget = useCallback(async () => {
    const isGone = await history().forget(account)
    setKept(!isGone)
    if (isGone) setSnapshots([])
  }, [account])
  return { snapshots, forget, isKept }
}
