'use client'

import { lazy, Suspense, useId, useState, useSyncExternalStore } from 'react'
import { useApp } from '@/components/app/app-context'
import { useWork } from '@/components/app/work-context'
import { Button } from '@/components/ui/button'
import { FileButton } from '@/components/ui/file-button'
import { Boundary } from '@/components/ui/page/boundary'
import { filesNotLoaded, saveFile } from '@/components/ui/page/files'
import { NotLoaded } from '@/components/ui/page/not-loaded'
import { readTheme } from '@/components/ui/page/theme'
import type { CarriedFile } from './carried-file'

const CarryDialog = lazy(() => import('./carry-dialog'))

/** Saves what only this browser keeps as one file, and takes it from such a file. */
export function CarrySection() {
  const { reading, quiet, notify, ownRpc } = useApp()
  const { owner, limits, ownSlippage, addressBook } = useWork()
  const nodes = useSyncExternalStore(ownRpc.subscribe, ownRpc.read)
  const [withNodes, setWithNodes] = useState(false)
  const [told, setTold] = useState('')
  const [read, setRead] = useState<CarriedFile | null>(null)
  const id = useId()
  const save = async () => {
    const part = await import('./carried-file').catch(() => null)
    if (!part) return setTold(filesNotLoaded)
    const stored = limits.read()
    const isUnreadable = stored === 'unreadable'
    const text = part.writeCarried(
      {
        account: owner,
        limits: isUnreadable ? { perProposal: null, perDay: null } : stored,
        slippage: ownSlippage.read(),
        contacts: addressBook.read(),
        reading: reading.read(),
        theme: readTheme(),
        quiet: quiet.read(),
        notifyDetails: notify.read().details,
        nodes: withNodes ? nodes : null,
      },
      Date.now(),
    )
    saveFile('countersign-settings.json', 'application/json', text)
    setTold(isUnreadable ? 'Saved, but without your limits: this browser’s record of them cannot be read.' : '')
  }
  const take = async (file: File) => {
    const part = await import('./carried-file').catch(() => null)
    if (!part) return setTold(`${filesNotLoaded} Nothing was imported.`)
    const result = await part.readCarriedFile(file)
    setTold('problem' in result ? result.problem : '')
    if ('file' in result) setRead(result.file)
  }
  return (
    <section aria-labelledby="carry-heading" className="mt-12 border-t pt-6">
      <h2 id="carry-heading" className="text-lead font-semibold">
        Another device
      </h2>
      <p className="mt-2 text-small text-ink-muted text-pretty">
        Save what you chose in this browser as one file, and import it in another: limits, default slippage, address
        book, theme, figures and times, quiet mode. There you see each change before it is made. The file holds no keys
        and no session. Your conversations are there once you sign in; the record of your transactions and the history
        of your portfolio’s value stay here.
      </p>
      {Object.keys(nodes).length > 0 && (
        <label htmlFor={id} className="mt-4 flex items-start gap-2.5 text-small">
          <input
            id={id}
            type="checkbox"
            className="mt-0.5 size-5 shrink-0 accent-accent"
            checked={withNodes}
            onChange={({ target }) => setWithNodes(target.checked)}
          />
          <span className="text-pretty">
            Include my nodes. Their addresses may hold keys, which whoever has the file could use.
          </span>
        </label>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <Button onClick={() => void save()}>Save as a file</Button>
        <FileButton label="Settings to import" accept=".json,application/json" onChoose={(file) => void take(file)}>
          Import a file
        </FileButton>
      </div>
      <p role="status" className="mt-2 text-small text-ink-muted text-pretty">
        {told}
      </p>
      {read && (
        <Boundary fallback={<NotLoaded />}>
          <Suspense>
            <CarryDialog file={read} onClose={() => setRead(null)} />
          </Suspense>
        </Boundary>
      )}
    </section>
  )
}
