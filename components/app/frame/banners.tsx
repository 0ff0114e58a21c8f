'use client'

import { useSyncExternalStore } from 'react'
import { Notice } from '@/components/ui/notice'
import { storageRefuses } from '@/components/ui/page/browser-storage'
import type { ConnectionState, RateLimit } from '@/lib/chat/store/chat'
import { secondsUntil, useNow } from '../use-now'

/** Shows above the composer what keeps an answer from coming, one line each. Nothing if all is well. */
export function Banners({
  connection,
  rateLimit,
  storageProblem,
}: {
  connection: ConnectionState
  rateLimit: RateLimit | null
  storageProblem: string | null
}) {
  const now = useNow(rateLimit?.retryAt !== null && rateLimit !== null)
  const forgets = useSyncExternalStore(storageRefuses.subscribe, storageRefuses.getSnapshot, () => false)
  const wait = secondsUntil(rateLimit?.retryAt ?? null, now)
  return (
    <div className="flex flex-col gap-2 empty:hidden [&:not(:empty)]:mb-2">
      {connection === 'offline' && (
        <Notice tone="warn" role="status" title="You are offline">
          What you write is kept here. Transactions already sent are not affected.
        </Notice>
      )}
      {connection === 'unreachable' && (
        <Notice tone="warn" role="status" title="The agent service is not responding">
          Messages that could not be sent are kept and marked. Transactions already sent are not affected.
        </Notice>
      )}
      {wait > 0 && (
        <Notice tone="warn" title="Too many messages at once">
          <span role="status">You can send the next one in </span>
          <span role="timer">
            <span className="figures">{wait}</span> s
          </span>
          .
        </Notice>
      )}
      {storageProblem && <Notice tone="warn">{storageProblem}</Notice>}
      {forgets && (
        <Notice tone="warn" title="This browser does not keep settings for this site">
          Its storage is blocked or full. Your wallet, drafts, theme and limits last until you close or reload this
          page.
        </Notice>
      )}
    </div>
  )
}
