'use client'

import { useState, useSyncExternalStore } from 'react'
import { useApp } from '@/components/app/app-context'
import { Segmented } from '@/components/ui/segmented'
import { Button } from '../ui/button'
import { permissionState } from './system-notifications'

/** Turns the browser's notifications on and off. */
export function NotifySection() {
  const { notify } = useApp()
  const settings = useSyncExternalStore(notify.subscribe, notify.read)
  const [allowed, setAllowed] = useState(permissionState)
  const [failed, setFailed] = useState(false)
  const save = (change: Partial<typeof settings>) => setFailed(!notify.write({ ...settings, ...change }))
  const ask = async () => {
    setAllowed(await Notification.requestPermission())
    if (permissionState() === 'granted') save({ system: true })
  }
  return (
    <section aria-labelledby="notify-heading" className="mt-12 border-t pt-6">
      <h2 id="notify-heading" className="text-lead font-semibold">
        Notifications
      </h2>
      <p className="mt-2 text-small text-ink-muted text-pretty">
        This page tells you when a transaction is confirmed or fails, a bridge arrives, a plan makes a proposal, or a
        permission is about to end. While it is open in the background, your browser can tell you too.
      </p>
      {allowed === 'none' && (
        <p className="mt-4 text-small">
          This browser does not let pages show notifications. The page itself still tells you.
        </p>
      )}
      {allowed === 'denied' && (
        <p className="mt-4 text-small">
          Your browser blocks them for this site. Allow them in its settings for this site, then load the page again.
        </p>
      )}
      {allowed === 'default' && (
        <Button className="mt-4" onClick={() => void ask()}>
          Allow notifications
        </Button>
      )}
      {allowed === 'granted' && (
        <div className="mt-4 flex flex-col gap-3">
          <Choice label="Browser notifications" value={settings.system} onChoose={(system) => save({ system })} />
          {settings.system && (
            <Choice
              label="Show amounts, addresses and titles"
              value={settings.details}
              onChoose={(details) => save({ details })}
            />
          )}
        </div>
      )}
      <p role="status" className="mt-2 text-small text-ink-muted empty:hidden">
        {failed && 'This browser did not store it, so nothing has changed.'}
      </p>
    </section>
  )
}

const Choice = ({ label, value, onChoose }: { label: string; value: boolean; onChoose: (value: boolean) => void }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
    <span aria-hidden="true">{label}</span>
    <Segmented
      label={label}
      value={value}
      choices={[
        { value: true, words: 'On' },
        { value: false, words: 'Off' },
      ]}
      onChoose={onChoose}
    />
  </div>
)
