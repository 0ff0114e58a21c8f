'use client'

import { useEffect, useState } from 'react'
import type { Address } from 'viem'
import type { App } from '../app-context'
import { loadSignedIn } from '../parts'
import type { Work } from '../work-context'

/**
 * Opens the work of an account, and closes it with the component. Null until it is open. `isBlocked` if another tab
 * seems to keep it from opening.
 */
export function useOpenWork(app: App, owner: Address | null): { work: Work | null; isBlocked: boolean } {
  const [work, setWork] = useState<Work | null>(null)
  const [isBlocked, setBlocked] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    if (!owner) return
    let close: (() => void) | null = null
    let wanted = true
    // Loaded on demand: only a signed-in account needs it.
    loadSignedIn()
      .then(({ openWork }) => openWork(app, owner, () => wanted && setBlocked(true)))
      .then(
        (opened) => {
          if (!wanted) return opened.close()
          close = opened.close
          setBlocked(false)
          setWork(opened)
        },
        (error: unknown) => setFailure(error),
      )
    return () => {
      wanted = false
      setWork(null)
      setBlocked(false)
      close?.()
    }
  }, [app, owner])
  // For the error boundary: the page must do nothing without the ledger.
  if (failure) throw failure
  return { work: work?.owner === owner ? work : null, isBlocked }
}
