'use client'

import { Hourglass, Signature } from 'lucide-react'
import type { ComponentProps } from 'react'
import { headlineOf } from '@/components/activity/headline'
import { stampOf } from '@/components/cards/frame/stamps'
import { Badge } from '@/components/ui/badge'
import { Menu, MenuItem } from '@/components/ui/menu'
import { unbroken } from '@/components/ui/text/unbroken'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import { revealInvisible } from '@/lib/wire/text'
import { goToCard } from './go-to-card'
import { PageTitle } from './page-title'
import type { Pending, PendingCall } from './pending'
import { usePending } from './use-pending'

/** In sight from everywhere: what waits to be countersigned and what is under way. Each line leads to its card. */
export default function Tray() {
  const pending = usePending()
  const { toSign, underWay } = pending
  return (
    <>
      <PageTitle pending={pending} />
      {toSign.length + underWay.length > 0 && <TrayMenu {...pending} />}
    </>
  )
}

function TrayMenu({ toSign, underWay }: Pending) {
  return (
    <Menu
      label="Proposals and transactions"
      trigger={(properties) => <Trigger {...properties} toSign={toSign.length} underWay={underWay.length} />}
    >
      {(close) => (
        <>
          <Lines label="To countersign" calls={toSign} close={close} />
          <Lines label="Under way" calls={underWay} close={close} />
        </>
      )}
    </Menu>
  )
}

function Trigger({ toSign, underWay, ...properties }: ComponentProps<'button'> & { toSign: number; underWay: number }) {
  return (
    <button
      {...properties}
      type="button"
      aria-label={trayWords(toSign, underWay)}
      title={trayWords(toSign, underWay)}
      data-to-sign={toSign}
      data-under-way={underWay}
      className="figures flex h-10 shrink-0 items-center gap-2.5 rounded-control px-2 text-small font-semibold hover:bg-paper-sunk print:hidden @max-[22.5rem]:gap-1.5 @max-[22.5rem]:px-1 [&_svg]:size-4"
    >
      {toSign > 0 && (
        <span aria-hidden="true" className="flex items-center gap-1 text-accent">
          <Signature /> {toSign}
        </span>
      )}
      {underWay > 0 && (
        <span aria-hidden="true" className="flex items-center gap-1 text-ink-muted">
          <Hourglass /> {underWay}
        </span>
      )}
    </button>
  )
}

/** "2 proposals to countersign, 1 transaction under way" */
export const trayWords = (toSign: number, underWay: number): string =>
  [
    ...(toSign > 0 ? [`${toSign} ${toSign === 1 ? 'proposal' : 'proposals'} to countersign`] : []),
    ...(underWay > 0 ? [`${underWay} ${underWay === 1 ? 'transaction' : 'transactions'} under way`] : []),
  ].join(', ')

function Lines({ label, calls, close }: { label: string; calls: readonly PendingCall[]; close: () => void }) {
  if (calls.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a menu's items are grouped by this role
    <div role="group" aria-label={label} className="not-first:mt-1 not-first:border-t not-first:pt-1">
      <p aria-hidden="true" className="form-label px-3 pt-2 pb-1">
        {label}
      </p>
      {calls.map((call) => (
        <Line key={call.entry.key} call={call} close={close} />
      ))}
    </div>
  )
}

function Line({ call: { entry, conversation }, close }: { call: PendingCall; close: () => void }) {
  const { word, tone } = standingOf(entry)
  return (
    <MenuItem
      disabled={conversation === null}
      data-pending={entry.callId}
      className="w-full items-start! py-2"
      onClick={() => {
        close()
        if (conversation) goToCard(conversation.id, entry.callId)
      }}
    >
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 font-medium text-pretty [overflow-wrap:anywhere]">
          {unbroken(headlineOf(entry))}
        </span>
        <span className="mt-0.5 line-clamp-1 text-label text-ink-faint [overflow-wrap:anywhere]">
          {conversation ? unbroken(revealInvisible(conversation.title)) || 'Untitled' : 'Its conversation is not here'}
        </span>
      </span>
      <Badge tone={tone} className="mt-0.5 shrink-0">
        {word}
      </Badge>
    </MenuItem>
  )
}

/** A card that nobody looks at is not being checked: it waits for the person. */
const standingOf = (entry: LedgerEntry) =>
  entry.state === 'reviewing' ? stampOf({ ...entry, state: 'ready' }) : stampOf(entry)
