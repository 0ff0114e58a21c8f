'use client'

import { useEffect, useState } from 'react'
import type { Address } from 'viem'
import type { App } from '../app-context'
import { currentConversationId } from '../location'
import type { SignedInParts } from '../signed-in'
import type { Work } from '../work-context'

/**
 * Opens the work of an account, and closes it with the component. Null until it is open; the `parts` of the page that
 * need it come with it. `isBlocked` if another tab seems to keep it from opening.
 */
export function useOpenWork(
  app: App,
  owner: Address | null,
): { work: Work | null; parts: SignedInParts | null; isBlocked: boolean } {
  const [{ work, parts }, setOpened] = useState<Opened>(nothing)
  const [isBlocked, setBlocked] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    if (!owner) return
    let close: (() => void) | null = null
    let wanted = true
    // Loaded on demand: only a signed-in account needs it.
    import('../signed-in')
      .then(async ({ signedInParts: parts }) => {
        // Beside the account's work rather than after it.
        if (currentConversationId() !== null) parts.keptThread.load().catch(() => {})
        return { parts, work: await parts.openWork(app, owner, () => wanted && setBlocked(true)) }
      })
      .then(
        (opened) => {
          if (!wanted) return opened.work.close()
          close = opened.work.close
          setBlocked(false)
          setOpened(opened)
        },
        (error: unknown) => setFailure(error),
      )
    return () => {
      wanted = false
      setOpened(nothing)
      setBlocked(false)
      close?.()
    }
  }, [app, owner])
  // For the error boundary: the page must do nothing without the ledger.
  if (failure) throw failure
  return work?.owner === owner ? { work, parts, isBlocked } : { ...nothing, isBlocked }
}

type Opened = { work: Work; parts: SignedInParts } | typeof nothing
const nothing = { work: null, parts: null }
