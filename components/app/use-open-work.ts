'use client'

import { useEffect, useState } from 'react'
import type { Address } from 'viem'
import type { App } from './app-context'
import type { Work } from './work-context'

/**
 * The work of an account, opened when it is wanted and closed with it. Null until it is there; `isPaused` where another tab
 * seems to keep it from being opened.
 */
export function useOpenWork(app: App, owner: Address | null): { work: Work | null; isBlocked: boolean } {
  const [work, setWork] = useState<Work | null>(null)
  const [isBlocked, setBlocked] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    if (!owner) return
    let close: (() => void) | null = null
    let wanted = true
    // Loaded only now: somebody who is not signed in needs none of it.
    import('./open-work')
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
  // For the error boundary: without the ledger there is nothing that this page may do.
  if (failure) throw failure
  return { work: work?.owner === owner ? work : null, isBlocked }
}
