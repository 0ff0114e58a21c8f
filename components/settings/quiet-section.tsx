'use client'

import { useState, useSyncExternalStore } from 'react'
import { useApp } from '@/components/app/app-context'
import { Segmented } from '../ui/segmented'

/** Turns requests to third parties off, and says what stops working. */
export function QuietSection() {
  const { quiet } = useApp()
  const isOn = useSyncExternalStore(quiet.subscribe, quiet.read)
  const [failed, setFailed] = useState(false)
  return (
    <section aria-labelledby="quiet-heading" className="mt-12 border-t pt-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="quiet-heading" className="text-lead font-semibold">
          Quiet mode
        </h2>
        <Segmented
          label="Quiet mode"
          value={isOn}
          choices={[
            { value: true, words: 'On' },
            { value: false, words: 'Off' },
          ]}
          onChoose={(value) => setFailed(!quiet.write(value))}
        />
      </div>
      <p className="mt-2 text-small text-ink-muted text-pretty">
        This browser then contacts only your nodes and the agent service. You cannot swap or bridge, because the routes
        come from LI.FI, nor use vaults that only Yield.xyz knows, and the page does not look up a bridge under way. The
        cards say so. Notifications name no amounts. As always, an NFT’s picture on another server loads only when you
        ask for it. The agent service decides for itself whom it contacts.
      </p>
      <p role="status" className="mt-2 text-small text-ink-muted empty:hidden">
        {failed && 'This browser did not store it, so nothing has changed.'}
      </p>
    </section>
  )
}
