'use client'

import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useNow } from '@/components/app/use-now'
import { Button } from '@/components/ui/button'
import { browserVisible } from '@/lib/chat/page/visible'

/** So many times a quote is fetched anew by itself while the page is looked at; then it waits for the person. */
const mostRenewals = 10

/** How old the quote is, in a word among others. */
export const QuoteSeconds = ({ at }: { at: number }) => <>quote {secondsOld(at, useNow(true))}</>

const secondsOld = (at: number, now: number) => `${Math.max(0, Math.floor((now - at) / 1000))} s old`

/** How old the quote is, by the second. An aged one is fetched anew while somebody looks, and when they come back. */
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
