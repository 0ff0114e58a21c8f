'use client'

import { Hourglass, Signature } from 'lucide-react'
import { useEffect, useId, useSyncExternalStore } from 'react'
import { CallIcon } from '@/components/activity/call-icon'
import { headlineOf } from '@/components/activity/headline'
import { statusLabelOf } from '@/components/cards/frame/status-labels'
import { Badge } from '@/components/ui/badge'
import { Popover } from '@/components/ui/floating/popover'
import { unbroken } from '@/components/ui/text/unbroken'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import { revealInvisible } from '@/lib/wire/text'
import { useWork } from '../work-context'
import { goToCard } from './go-to-card'
import type { Pending, PendingCall } from './pending'
import { usePending } from './use-pending'

/** Counts the proposals to countersign and the transactions under way, always in sight. Each line leads to its card. */
export default function Tray() {
  const pending = usePending()
  const { toSign, underWay } = pending
  return (
    <>
      <PageTitle pending={pending} />
      {toSign.length + underWay.length > 0 && <Counted {...pending} />}
    </>
  )
}

function Counted({ toSign, underWay }: Pending) {
  const words = trayWords(toSign.length, underWay.length)
  return (
    <Popover
      title="Open proposals and transactions"
      trigger={
        <button
          type="button"
          aria-label={words}
          data-counted=""
          data-tip={words}
          className="figures flex h-10 shrink-0 items-center gap-2.5 rounded-control px-2 text-small font-semibold hover:bg-paper-sunk print:hidden @max-[22.5rem]:gap-1.5 @max-[22.5rem]:px-1 [&_svg]:size-4"
        >
          {toSign.length > 0 && (
            <span aria-hidden="true" className="flex items-center gap-1 text-accent">
              <Signature /> {toSign.length}
            </span>
          )}
          {underWay.length > 0 && (
            <span aria-hidden="true" className="flex items-center gap-1 text-ink-muted">
              <Hourglass /> {underWay.length}
            </span>
          )}
        </button>
      }
    >
      {(close) => (
        <>
          <Lines label="To countersign" calls={toSign} close={close} />
          <Lines label="Under way" calls={underWay} close={close} />
        </>
      )}
    </Popover>
  )
}

/** Example: "2 proposals to countersign, 1 transaction under way". */
const trayWords = (toSign: number, underWay: number): string =>
  [
    ...(toSign > 0 ? [`${toSign} ${toSign === 1 ? 'proposal' : 'proposals'} to countersign`] : []),
    ...(underWay > 0 ? [`${underWay} ${underWay === 1 ? 'transaction' : 'transactions'} under way`] : []),
  ].join(', ')

function Lines({ label, calls, close }: { label: string; calls: readonly PendingCall[]; close: () => void }) {
  const id = useId()
  if (calls.length === 0) return null
  return (
    <section aria-labelledby={id} className="not-first:mt-3">
      <h3 id={id} className="form-label border-b pb-1.5">
        {label}
      </h3>
      <ul className="divide-y">
        {calls.map((call) => (
          <Line key={call.entry.key} call={call} close={close} />
        ))}
      </ul>
    </section>
  )
}

function Line({ call: { entry, conversation }, close }: { call: PendingCall; close: () => void }) {
  const { word, tone } = shownStatusLabel(entry)
  const title = conversation ? unbroken(revealInvisible(conversation.title)) || 'Untitled' : null
  const said = (
    <>
      <CallIcon entry={entry} />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 font-medium text-pretty [overflow-wrap:anywhere]">
          {unbroken(headlineOf(entry))}
        </span>
        <span className="mt-0.5 line-clamp-1 text-label text-ink-faint [overflow-wrap:anywhere]">
          <bdi>{title ?? 'Its conversation was deleted in this browser'}</bdi>
        </span>
      </span>
      <Badge tone={tone} className="mt-0.5 shrink-0">
        {word}
      </Badge>
    </>
  )
  const room = '-mx-2 flex w-[calc(100%+1rem)] items-start gap-3 px-2 py-2.5 text-left text-small'
  return (
    <li data-pending={entry.callId}>
      {conversation ? (
        <button
          type="button"
          className={`${room} rounded-control hover:bg-paper-sunk`}
          onClick={() => {
            close()
            goToCard(conversation.id, entry.callId)
          }}
        >
          {said}
        </button>
      ) : (
        <div className={room}>{said}</div>
      )}
    </li>
  )
}

/** A card out of view is not being reviewed: it waits for the person. */
const shownStatusLabel = (entry: LedgerEntry) =>
  entry.state === 'reviewing' ? statusLabelOf({ ...entry, state: 'ready' }) : statusLabelOf(entry)

/** Puts a count before the page's title: unread conversations, open proposals and transactions under way. */
function PageTitle({ pending: { toSign, underWay } }: { pending: Pending }) {
  const { chat } = useWork()
  const { conversations } = useSyncExternalStore(chat.subscribe, chat.getSnapshot, chat.getSnapshot)
  const unread = conversations.filter(({ unread }) => unread).length
  const count = unread + toSign.length + underWay.length
  useEffect(() => {
    if (count === 0) return
    const title = document.title
    document.title = `(${count}) ${title}`
    return () => {
      // Another page may have set its own title meanwhile.
      if (document.title === `(${count}) ${title}`) document.title = title
    }
  }, [count])
  return null
}
