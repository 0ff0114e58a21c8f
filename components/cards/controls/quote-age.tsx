'use client'

import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useNow } from '@/components/app/use-now'
import { Button } from '@/components/ui/button'
import { browserVisible } from '@/lib/chat/page/visible'

/** Number of automatic renewals of a quote while the page is visible. After that it waits for the person. */
const mostRenewals = 10

/** Shows the age of the quote inside a sentence. */
export const QuoteSeconds = ({ at }: { at: number }) => <>quote {secondsOld(at, useNow(true))}</>

/** Never breaks between the figure and its unit. */
const secondsOld = (at: number, now: number) => `${Math.max(0, Math.floor((now - at) / 1000))}\u00a0s old`

/** Shows the age of the quote. Renews an expired one while the page is visible, and when it becomes visible again. */
export function QuoteAge({ at, expiresAt, renew }: { at: number; expiresAt: number; renew: () => void }) {
  const [now, setNow] = useState(() => Date.now())
  const renewals = useRef(0)
  const expired = now >= expiresAt
  const visible = useSyncExternalStore(browserVisible.subscribe, browserVisible.isVisible, () => true)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (visible) renewals.current = 0
  }, [visible])
  useEffect(() => {
    if (!expired || !visible || renewals.current >= mostRenewals) return
    renewals.current += 1
    renew()
  }, [expired, visible, renew])
  return (
    <span data-quote-age={expired ? 'expired' : 'fresh'} className="inline-flex items-center gap-2">
      <span>{secondsOld(at, now)}</span>
      <Button size="small" look="quiet" className="-mr-3" onClick={renew}>
        New quote
      </Button>
    </span>
  )
}
