'use client'

import { useEffect, useState } from 'react'
import type { Hash } from 'viem'
import { useApp } from '@/components/app/app-context'
import { type Lookup, lookUp, lookupKey } from './lookups'
import type { Row } from './rows'

/** Returns what the chains say of the transactions in the shown rows that only the service names. */
export function useLookups(rows: readonly Row[]): ReadonlyMap<Hash, Lookup | null> {
  const { chains } = useApp()
  const [seen, setSeen] = useState<ReadonlyMap<Hash, Lookup | null>>(new Map())
  useEffect(() => {
    let shown = true
    const unseen = rows.filter((row) => {
      const key = lookupKey(row)
      return row.isServiceReported && key !== null && !seen.has(key)
    })
    if (unseen.length === 0) return
    Promise.all(unseen.map(async (row) => [lookupKey(row), await lookUp(row, chains)] as const)).then((found) => {
      if (!shown) return
      setSeen((before) => new Map([...before, ...found.flatMap(([key, as]) => (key ? [[key, as] as const] : []))]))
    })
    return () => {
      shown = false
    }
  }, [rows, chains, seen])
  return seen
}
