'use client'

import { useState } from 'react'
import { isAddressEqual } from 'viem'
import { type App, useApp } from '@/components/app/app-context'
import { useWork, type Work } from '@/components/app/work-context'
import { familiarTo } from '@/components/chat/thread/chips/known'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { chooseTheme, readTheme } from '@/components/ui/page/theme'
import { FullAddress } from '@/components/ui/text/address'
import { dayAndTime } from '@/lib/chat/page/time-words'
import { allowRpc } from '../rpc/rpc-origins'
import { keepTrials } from '../rpc/rpc-trials'
import type { CarriedFile } from './carried-file'
import { ChangeRow } from './change-row'
import { type Change, changesOf, isTicked, type Kept } from './changes'
import { type Done, LeftOut, Outcome } from './outcome'

/** Shows each change that a file would make, makes those that are ticked, and says what came of it. */
export default function CarryDialog({ file, onClose }: { file: CarriedFile; onClose: () => void }) {
  const [app, work] = [useApp(), useWork()]
  const { owner } = work
  const { ownRpc } = app
  // Once: what was shown is what is done.
  const [{ changes, leftOut }] = useState(() => changesOf(file, keptIn(app, work)))
  const [done, setDone] = useState<Done | null>(null)
  const apply = (ticked: ReadonlySet<string>) => {
    const chosen = changes.filter(({ id }) => ticked.has(id))
    const trials = chosen.flatMap(({ trial }) => trial ?? [])
    const areTried = trials.length === 0 || keepTrials(trials)
    const outcomes = chosen.map((change) => ({ change, isDone: change.trial ? areTried : change.apply() }))
    const those = (isDone: boolean) => outcomes.filter((each) => each.isDone === isDone).map(({ change }) => change)
    setDone({
      changed: those(true),
      failed: those(false),
      left: changes.filter(({ id }) => !ticked.has(id)),
    })
  }
  const close = () => {
    const trials = done?.changed.flatMap(({ trial }) => trial ?? []) ?? []
    onClose()
    if (trials.length === 0) return
    // Only a page that is loaded again may connect to them.
    allowRpc([...Object.values(ownRpc.read()), ...trials.map(({ url }) => url)])
    location.reload()
  }
  if (done)
    return (
      <Dialog key="done" open onClose={close} title="Imported" lead={<Outcome {...done} leftOut={leftOut} />}>
        <Button className="mt-5 w-full" onClick={close}>
          Done
        </Button>
      </Dialog>
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title="Import settings"
      lead={
        <p className="text-small text-pretty text-ink-muted">
          {changes.length === 0
            ? `This file, saved on ${dayAndTime.format(Date.parse(file.savedAt))}, changes nothing here.`
            : `Saved on ${dayAndTime.format(Date.parse(file.savedAt))}. Tick the changes to make. Those that would replace a choice of yours are not ticked.`}
        </p>
      }
    >
      {!isAddressEqual(file.account, owner) && (
        <Notice tone="warn" className="mt-3" title="This file belongs to another account.">
          <FullAddress address={file.account} /> Limits, slippage and contacts would apply to the account that is signed
          in now.
        </Notice>
      )}
      <Choice changes={changes} leftOut={leftOut} onCancel={onClose} onApply={apply} />
    </Dialog>
  )
}

/** The form in which the changes are ticked. */
function Choice({
  changes,
  leftOut,
  onCancel,
  onApply,
}: {
  changes: readonly Change[]
  leftOut: readonly string[]
  onCancel: () => void
  onApply: (ticked: ReadonlySet<string>) => void
}) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => new Set(changes.filter(isTicked).map(({ id }) => id)))
  return (
    <form
      className="mt-3"
      onSubmit={(event) => {
        event.preventDefault()
        onApply(ticked)
      }}
    >
      {changes.length > 0 && (
        <ul className="divide-y border-y">
          {changes.map((change) => (
            <ChangeRow
              key={change.id}
              change={change}
              isTaken={ticked.has(change.id)}
              onTake={(isTaken) =>
                setTicked(new Set([...ticked].filter((id) => id !== change.id).concat(isTaken ? change.id : [])))
              }
            />
          ))}
        </ul>
      )}
      <LeftOut lines={leftOut} />
      <div className="dialog-foot mt-5 grid grid-cols-2 gap-2">
        <Button onClick={onCancel}>{changes.length === 0 ? 'Close' : 'Cancel'}</Button>
        {changes.length > 0 && (
          <Button type="submit" look="primary" disabled={ticked.size === 0}>
            Import
          </Button>
        )}
      </div>
    </form>
  )
}

/** Returns where this browser keeps what the file carries. */
function keptIn(
  { reading, quiet, notify, ownRpc, settings, chains }: App,
  { owner, limits, ownSlippage, addressBook, ledger }: Work,
): Kept {
  return {
    owner,
    limits,
    slippage: ownSlippage,
    addressBook,
    reading,
    theme: { read: readTheme, choose: chooseTheme },
    quiet,
    notify,
    ownRpc,
    chainIds: settings.chains.map(({ id }) => id),
    familiar: familiarTo(owner, addressBook.read(), ledger, chains),
  }
}
