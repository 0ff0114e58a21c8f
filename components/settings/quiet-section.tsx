'use client'

import { useState, useSyncExternalStore } from 'react'
import { useApp } from '@/components/app/app-context'
import { Segmented } from '../ui/segmented'

/** Switches every request to third parties off, and says what stops working. */
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
        This browser then asks only your nodes and the agent service. Swaps and bridges stop, because their routes come
        from LI.FI; so does every place to earn that only Yield.xyz knows; and a bridge under way is not looked up.
        Their cards say so. Notifications name no amounts. A picture of an NFT that lies elsewhere is fetched only when
        you ask for it, as always. What the agent service asks for its answers is its own.
      </p>
      <p role="status" className="mt-2 text-small text-ink-muted empty:hidden">
        {failed && 'This browser does not allow it to be stored.'}
      </p>
    </section>
  )
}
