'use client'

import { useEffect, useState } from 'react'
import type { Address } from 'viem'
import type { App } from './app-context'
import type { Work } from './work-context'

/** The work of an account, opened when it is wanted and closed with it. Null until it is there. */
export function useOpenWork(app: App, owner: Address | null): Work | null {
  const [work, setWork] = useState<Work | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    if (!owner) return
    let close: (() => void) | null = null
    let wanted = true
    // Loaded only now: somebody who is not signed in needs none of it.
    import('./open-work')
      .then(({ openWork }) => openWork(app, owner))
      .then(
        (opened) => {
          if (!wanted) return opened.close()
          close = opened.close
          setWork(opened)
        },
        (error: unknown) => setFailure(error),
      )
    return () => {
      wanted = false
      setWork(null)
      close?.()
    }
  }, [app, owner])
  // For the error boundary: without the ledger there is nothing that this page may do.
  if (failure) throw failure
  return work?.owner === owner ? work : null
}
