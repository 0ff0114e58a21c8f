'use client'

import { CornerRightDown, RotateCcw } from 'lucide-react'
import { useId, useState, useSyncExternalStore } from 'react'
import { headlineOf } from '@/components/activity/headline'
import { goToCard } from '@/components/app/tray/go-to-card'
import { conversationOf } from '@/components/app/work/conversation-of'
import { useWork } from '@/components/app/work-context'
import { Button } from '@/components/ui/button'
import { unbroken } from '@/components/ui/text/unbroken'
import { readCall } from '@/lib/execution/call/readable-call'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import { isOpen } from '@/lib/execution/ledger/machine'
import { isServiceReported } from '@/lib/execution/ledger/steps'
import { findTool } from '@/lib/tools/registry'
import { SentWords } from './sent-words'

/** Leads on from a finished card: to the proposal that replaced it, or to a new one of the same call. */
export function Onward({ entry }: { entry: LedgerEntry }) {
  const sentence = onceMore(entry)
  if (!entry.replacedBy && sentence === null) return null
  return (
    <div className="flex flex-col gap-2 print:hidden">
      {entry.replacedBy && <ReplacedBy entry={entry} callId={entry.replacedBy} />}
      {sentence !== null && <ProposeAgain entry={entry} sentence={sentence} />}
    </div>
  )
}

function ReplacedBy({ entry, callId }: { entry: LedgerEntry; callId: string }) {
  const { ledger, chat, calls, owner } = useWork()
  const find = () => ledger.find({ owner, taskId: entry.taskId, callId })
  const newer = useSyncExternalStore(calls.subscribe, find, find)
  const conversation = conversationOf(chat, entry.taskId)
  if (!newer || !conversation) return null
  return (
    <div data-replaced-by={callId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-small">
      <p className="min-w-0 flex-1 basis-56 text-pretty">
        Replaced by: <span className="font-medium">{unbroken(headlineOf(newer))}</span>
      </p>
      <Button size="small" onClick={() => goToCard(conversation.id, callId)}>
        <CornerRightDown /> Show the newer one
      </Button>
    </div>
  )
}

/** Asks in a message: the agent answers with a new card at the current prices. This card stays as it is. */
function ProposeAgain({ entry, sentence }: { entry: LedgerEntry; sentence: string }) {
  const { chat } = useWork()
  const [asked, setAsked] = useState(false)
  const sentWords = useId()
  const conversation = conversationOf(chat, entry.taskId)
  if (!conversation) return null
  if (asked) return <p className="text-small text-ink-muted">You asked for this again in a message below.</p>
  return (
    <div className="flex flex-col gap-2">
      <SentWords id={sentWords} words={sentence} />
      <Button
        size="small"
        className="self-start"
        aria-describedby={sentWords}
        onClick={() => {
          setAsked(true)
          // The app wrote these words about what the agent had proposed: they are not the person's own.
          chat.send(conversation.id, sentence, { suggested: true, again: entry.callId })
        }}
      >
        <RotateCcw /> Propose again
      </Button>
    </div>
  )
}

/** Code of `batch-failed` in outcomes that earlier versions stored and reported. */
const formerBatchFailed = 'bundle-failed'
/** Failures that certainly moved nothing. Others may have. */
const harmless: ReadonlySet<unknown> = new Set(['cancelled', 'batch-failed', formerBatchFailed, 'reverted'])

/**
 * Returns the sentence that asks to propose a call again. Null if the call can still be signed, if any of it was or may
 * have been carried out, or if only the service knows its outcome.
 */
export function onceMore(entry: LedgerEntry): string | null {
  const { state, outcome, left, unawaited, conflicting, steps } = entry
  const call = readCall(entry, findTool)
  if (!call.readable || call.tool.kind === 'display' || conflicting) return null
  const isLetGo = isOpen(state) && unawaited === true
  const isUndone =
    state === 'rejected' ||
    state === 'superseded' ||
    state === 'reverted' ||
    (state === 'failed' && isHarmless(outcome))
  const isUncertain = (left?.length ?? 0) > 0 || (isServiceReported(entry) && state !== 'rejected')
  // A step changed by the wallet did something else.
  if (!(isLetGo || isUndone) || isUncertain || steps.some(({ altered }) => altered)) return null
  return `Propose this again: ${call.tool.headline(call.parameters)}`
}

const isHarmless = (outcome: LedgerEntry['outcome']): boolean =>
  outcome?.status === 'error' && harmless.has(outcome.code)
