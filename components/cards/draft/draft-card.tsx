'use client'

import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { isAddress } from 'viem'
import { useApp } from '@/components/app/app-context'
import { conversationOf } from '@/components/app/work/conversation-of'
import { ownWordsIn } from '@/components/app/work/user-messages'
import { useWork, type Work } from '@/components/app/work-context'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ChainName } from '@/components/ui/pictures/chain-name'
import { TokenIcon } from '@/components/ui/pictures/token-icon'
import { FullAddress } from '@/components/ui/text/address'
import { useKeepFocus } from '@/components/ui/use-keep-focus'
import { chainName } from '@/lib/chain/tokens/tokens'
import { loadReader, type Reader } from '@/lib/language/reader/reader'
import { agreedFields } from '@/lib/review/request/agreed-fields'
import { type AgreedField, fieldLabels, type RequestField } from '@/lib/review/words/agreed'
import { loadPart } from '@/lib/tools/part'
import {
  type Draft,
  type DraftAction,
  type DraftField,
  type DraftState,
  draftStateOf,
  fieldsOfAction,
  type RequestFields,
  requestSentence,
  type SaidOfDrafts,
} from '@/lib/wire/draft'
import { DetailRow, DetailRows } from '../frame/detail-rows'
import { SentWords } from '../frame/sent-words'
import {
  actionNames,
  type Entries,
  editedIn,
  entriesOf,
  placeEntryWords,
  placesOf,
  readEntries,
  tokenOn,
} from './draft-entries'
import { Field } from './draft-field'

/** Card in the thread for the agent's reading of a request. */
export function DraftCard({ draft, taskId }: { draft: Draft; taskId: string | null }) {
  const { chains } = useApp()
  const { chat } = useWork()
  const state = useDraftState(draft.id, taskId)
  const conversation = taskId === null ? null : conversationOf(chat, taskId)
  const sent = useRef(false)
  const agreedIn = (fields: RequestFields, edited: ReadonlySet<RequestField>, reader: Reader | null) =>
    agreedFields(fields, edited, taskId === null ? { userMessages: [] } : ownWordsIn(chat, taskId), reader, chains)
  return (
    <DraftSheet
      draft={draft}
      draftState={state}
      agreedIn={agreedIn}
      onConfirm={
        conversation &&
        (async (fields, edited) => {
          if (sent.current) return
          sent.current = true
          const agreed = agreedIn(fields, edited, await loadPart(loadReader).catch(() => null))
          chat.send(conversation.id, sentenceOf(fields), {
            request: { type: 'request', draft: draft.id, fields },
            ...(agreed.length > 0 && { agreed }),
          })
          sent.current = false
        })
      }
    />
  )
}

const sentenceOf = (fields: RequestFields): string => requestSentence(fields, chainName)

type SheetProps = {
  draft: Draft
  draftState: DraftState
  /** Returns the fields that come neither from the person's words nor from their edits. */
  agreedIn: (fields: RequestFields, edited: ReadonlySet<RequestField>, reader: Reader | null) => readonly AgreedField[]
  /** Null if there is no conversation to confirm it in. */
  onConfirm: ((fields: RequestFields, edited: ReadonlySet<RequestField>) => Promise<void>) | null
}

/** A form with the agent's reading. Prepares and signs nothing: confirming sends a sentence as the person's message. */
export function DraftSheet({ draft, draftState, agreedIn, onConfirm }: SheetProps) {
  const place = useKeepFocus(draftState.is)
  const { word, tone } = stateLabels[draftState.is]
  return (
    <article
      {...place}
      data-call={draft.id}
      data-draft={draft.id}
      data-state={draftState.is}
      data-hold={draftState.is === 'open' || undefined}
      aria-label="Draft of your request"
      className="@container sheet flex flex-col gap-4 px-4 py-4 focus-visible:-outline-offset-2! sm:px-6 sm:py-5"
    >
      <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 className="form-label">Draft of your request</h3>
        <Badge tone={tone}>{word}</Badge>
      </header>
      {draftState.is === 'open' ? (
        <DraftForm draft={draft} agreedIn={agreedIn} onConfirm={onConfirm} />
      ) : (
        <Settled fields={draftState.is === 'confirmed' ? draftState.fields : draft.fields} state={draftState.is} />
      )}
    </article>
  )
}

const stateLabels = {
  open: { word: 'To confirm', tone: 'accent' },
  confirmed: { word: 'Confirmed by you', tone: 'accent' },
  passed: { word: 'Closed', tone: 'neutral' },
} as const

/** A draft that can no longer be changed. */
function Settled({ fields, state }: { fields: RequestFields; state: 'confirmed' | 'passed' }) {
  const entries = entriesOf(fields)
  return (
    <>
      <p className="in-words text-lead text-balance font-semibold break-words">{sentenceOf(fields)}</p>
      <DetailRows>
        <DetailRow label={fieldLabels.action}>{actionNames[fields.action]}</DetailRow>
        {fieldsOfAction[fields.action].map((field) =>
          entries[field] === '' ? null : (
            <DetailRow key={field} label={fieldLabels[field]}>
              <SettledEntry action={fields.action} field={field} entries={entries} />
            </DetailRow>
          ),
        )}
      </DetailRows>
      <p className="text-small text-ink-muted">
        {state === 'confirmed'
          ? 'You sent this as your message. The answer is below.'
          : 'The conversation went on, so this can no longer be changed. What came of it, if anything, is below.'}
      </p>
    </>
  )
}

function SettledEntry({ action, field, entries }: { action: DraftAction; field: DraftField; entries: Entries }) {
  const { chains } = useApp()
  const entry = entries[field]
  switch (field) {
    case 'place':
      return placeEntryWords(action, entry)
    case 'chainId':
    case 'toChainId':
      return <ChainName chainId={Number(entry)} />
    case 'receiver':
      return isAddress(entry) ? <FullAddress address={entry} /> : entry
    case 'token':
    case 'receives': {
      const on = field === 'receives' ? entries.toChainId || entries.chainId : entries.chainId
      const token = tokenOn(on, entry, chains)
      return (
        <>
          {token && <TokenIcon {...token} size={16} className="mr-1" />}
          {entry}
        </>
      )
    }
    default:
      return field === 'slippage' ? `${entry}%` : entry
  }
}

function DraftForm({ draft, agreedIn, onConfirm }: Omit<SheetProps, 'draftState'>) {
  const { chains } = useApp()
  // The values when the draft was first shown. If the service changes them later, that is no edit by the person.
  const [offered] = useState(() => entriesOf(draft.fields))
  const [entries, setEntries] = useState(offered)
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const reader = useReader()
  const edited = editedIn(entries, offered)
  const { partly, problems, fields } = readEntries(entries, chains)
  const shown = asked ? problems : only(problems, edited)
  const agreed = reader === undefined ? [] : agreedIn(partly, edited, reader)
  const sentence = sentenceOf(partly)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (fields) {
      setBusy(true)
      await onConfirm?.(fields, edited)
      return setBusy(false)
    }
    const [first] = fieldsIn(partly.action, offered).filter((field) => problems[field])
    if (first) form.current?.querySelector<HTMLElement>(`[data-field="${first}"]`)?.focus()
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-small text-pretty">
        The agent read your request like this. Correct what is wrong, then confirm. <strong>Nothing moves yet.</strong>
      </p>
      <div className="grid grid-cols-1 gap-x-3 gap-y-3 @min-[18rem]:grid-cols-2 @md:gap-x-4">
        {fieldsIn(partly.action, offered).map((field) => (
          <Field
            key={field}
            field={field}
            entries={entries}
            offered={offered}
            problem={shown[field]}
            agreed={agreed.find((each) => each.field === field)}
            onChange={(text) => setEntries({ ...entries, [field]: text })}
          />
        ))}
      </div>
      <div className="flex flex-col gap-2">
        <SentWords words={sentence} isLive />
        <div className="flex flex-wrap gap-2.5">
          <Button type="submit" look="primary" disabled={!onConfirm} busy={busy}>
            Confirm and send
          </Button>
          {edited.size > 0 && (
            <Button look="quiet" onClick={() => setEntries(offered)}>
              Undo changes
            </Button>
          )}
        </div>
      </div>
    </form>
  )
}

/** Returns the fields to show. A place that leaves nothing to choose is not one of them. */
const fieldsIn = (action: DraftAction, offered: Entries): RequestField[] => {
  const fields = fieldsOfAction[action].filter(
    (field) => field !== 'place' || placesOf(action, offered.place).length > 1,
  )
  // The receiver takes a row of its own.
  return [
    'action',
    ...fields.filter((field) => field !== 'receiver'),
    ...fields.filter((field) => field === 'receiver'),
  ]
}

const only = (problems: ReturnType<typeof readEntries>['problems'], fields: ReadonlySet<RequestField>) =>
  Object.fromEntries(Object.entries(problems).filter(([field]) => fields.has(field as RequestField))) as typeof problems

/** Returns the reader of the person's words; undefined while it loads, null if it failed to load. */
function useReader(): Reader | null | undefined {
  const [reader, setReader] = useState<Reader | null>()
  useEffect(() => {
    let isGone = false
    loadPart(loadReader)
      .catch(() => null)
      .then((loaded) => {
        if (!isGone) setReader(loaded)
      })
    return () => {
      isGone = true
    }
  }, [])
  return reader
}

/** Returns the current state of a draft in its conversation. */
function useDraftState(draftId: string, taskId: string | null): DraftState {
  const { chat } = useWork()
  const conversation = taskId === null ? null : conversationOf(chat, taskId)
  const thread = conversation && chat.thread(conversation.id)
  // As text, so that React sees a change only if the contents differ.
  const read = () =>
    JSON.stringify(thread ? draftStateOf(draftId, saidIn(chat, thread.getSnapshot().messageIds)) : open)
  const state: DraftState = JSON.parse(useSyncExternalStore(thread?.subscribe ?? never, read, read))
  return state
}

const open: DraftState = { is: 'open' }
const never = () => () => {}

const saidIn = (chat: Pick<Work['chat'], 'message'>, messageIds: readonly string[]): SaidOfDrafts[] =>
  messageIds.flatMap((id) => {
    const parts = chat.message(id).getSnapshot()?.parts ?? []
    return parts.flatMap((part): SaidOfDrafts[] => {
      // Counts even if sending failed: that same message is sent again, and no other.
      if (part.type === 'request') return [{ request: part.request }]
      if (part.type === 'draft') return [{ offers: part.draft.id }]
      return part.type === 'call' ? [{ offers: part.callId }] : []
    })
  })
