'use client'

import { clsx } from 'clsx'
import { useMemo, useSyncExternalStore } from 'react'
import { isAddressEqual } from 'viem'
import { useApp } from '@/components/app/app-context'
import { useWork } from '@/components/app/work-context'
import { stampOf } from '@/components/cards/frame/stamps'
import { TransactionHash } from '@/components/cards/receipt/transaction-hash'
import { unbroken } from '@/components/ui/text/unbroken'
import { pastMoment } from '@/lib/chat/page/moments'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import { shownHash } from '@/lib/execution/ledger/outcome'
import { headlineOf } from './headline'
import { createLedgerView } from './ledger-view'

/** Everything that agents proposed to this account in this browser, and what became of it. Newest first. */
export default function ActivityList() {
  const { ledger, owner } = useWork()
  const view = useMemo(() => createLedgerView(ledger), [ledger])
  const all = useSyncExternalStore(view.subscribe, view.getSnapshot, view.getSnapshot)
  const entries = all.filter((entry) => isAddressEqual(entry.owner, owner)).sort((a, b) => b.createdAt - a.createdAt)
  if (entries.length === 0)
    return <p className="text-small text-ink-muted">Nothing yet. What an agent proposes is listed here.</p>
  return (
    <ol className="divide-y">
      {entries.map((entry) => (
        <Entry key={entry.key} entry={entry} />
      ))}
    </ol>
  )
}

function Entry({ entry }: { entry: LedgerEntry }) {
  const { chains } = useApp()
  const { word, tone } = stampOf(entry)
  return (
    <li className="py-3">
      <p className="text-small font-medium text-pretty">{unbroken(headlineOf(entry))}</p>
      <p className="mt-0.5 text-label text-ink-faint">
        <span className={clsx('font-semibold', tones[tone])}>{word}</span> · {pastMoment(entry.createdAt, Date.now())}
        {entry.outcome && !entry.reported && ' · the agent has not been told yet'}
      </p>
      {entry.steps.map((step, index) => {
        if (!step.hash) return null
        const hash = shownHash(entry.steps, index)
        return (
          <p key={step.id} className="mt-1 flex flex-wrap items-center gap-x-2 text-label text-ink-muted">
            {step.title} {hash && <TransactionHash hash={hash} chain={chains.get(step.chainId)} />}
          </p>
        )
      })}
    </li>
  )
}

const tones = { neutral: '', accent: 'text-accent', danger: 'text-seal' } as const
