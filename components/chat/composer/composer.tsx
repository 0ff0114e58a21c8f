'use client'

import { clsx } from 'clsx'
import { ArrowUp, Square, X } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { prepareForAnswer } from '@/components/app/work/answer-parts'
import { Button } from '@/components/ui/button'
import { IconButton } from '@/components/ui/icon-button'
import { Notice } from '@/components/ui/notice'
import { count } from '@/components/ui/text/figures'
import type { Wording } from '@/lib/chat/store/chat'
import { withoutQuotes } from '@/lib/wire/quotes'
import type { Draft, Given } from './drafts'
import { useMentions } from './use-mentions'

/** Maximum characters of one message, far below the service's limit. */
const longest = 16_000

/**
 * The field that the person writes in. Keeps its text in its own state, so that typing renders nothing else. Use the
 * conversation's id as its key. `onSend` returns false if it did not accept the text, which then stays.
 */
export function Composer({
  field,
  initialText,
  given: firstGiven = null,
  running,
  stopping,
  blocked,
  isEdited = false,
  onCancelEdit,
  onEditLast,
  onSend,
  onStop,
  onChange,
}: {
  field: RefObject<HTMLTextAreaElement | null>
  initialText: string
  /** Text put there by somebody else. Sent unchanged, it does not count as the person's own words. */
  given?: Given | null
  running: boolean
  stopping: boolean
  /** Why nothing can be sent now. Null if sending is possible. */
  blocked: string | null
  /** True while a sent message is being edited, to be sent again. */
  isEdited?: boolean
  onCancelEdit?: () => void
  /** Called on the up arrow in the empty field. */
  onEditLast?: () => void
  onSend: (text: string, wording?: Wording) => boolean
  onStop: () => void
  onChange: (draft: Draft) => void
}) {
  const [text, setText] = useState(initialText)
  const [given, setGiven] = useState(firstGiven)
  useEffect(() => onChange({ text, given }), [text, given, onChange])
  // A quote before the text does not change whose words they are.
  const isUnchanged = given !== null && [text.trim(), withoutQuotes(text)].includes(given.text.trim())
  const written = text.trim() !== ''
  useEffect(() => {
    if (written) prepareForAnswer()
  }, [written])
  const tooLong = text.length > longest
  const ready = written && !blocked && !tooLong
  const tooMuch = tooLong
    ? `${count(text.length)} of at most ${count(longest)} characters: shorten it to send it.`
    : null
  const waits = running && written ? 'The agent is still answering: this is sent when it has finished.' : null
  const send = () => {
    if (!ready || !(isUnchanged ? onSend(text.trim(), { suggested: true }) : onSend(text.trim()))) return
    setText('')
    setGiven(null)
  }
  return (
    <form
      aria-label="Message"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <WhoseWords given={given} isUnchanged={isUnchanged} />
      {isEdited && <EditedNote onCancel={onCancelEdit} />}
      <div className="composer">
        <div className="composer-field" data-text={`${text} `}>
          <MessageField
            field={field}
            text={text}
            tooLong={tooLong}
            onText={setText}
            onSend={send}
            onEditLast={onEditLast}
            onCancelEdit={isEdited ? onCancelEdit : undefined}
          />
        </div>
        {running && (
          <Button
            aria-label={stopping ? 'Stopping' : 'Stop'}
            busy={stopping}
            onClick={onStop}
            className="w-11 shrink-0 px-0!"
          >
            {!stopping && <Square fill="currentColor" />}
          </Button>
        )}
        {(!running || written) && (
          <Button
            type="submit"
            look="primary"
            aria-label={running ? 'Send when the answer is finished' : 'Send'}
            disabled={!ready}
            className="w-11 shrink-0 px-0!"
          >
            <ArrowUp />
          </Button>
        )}
      </div>
      <Hint told={blocked ?? tooMuch ?? waits} isNews={tooMuch !== null} />
    </form>
  )
}

/** Says whose words the field holds where the person did not write them. */
function WhoseWords({ given, isUnchanged }: { given: Given | null; isUnchanged: boolean }) {
  if (given?.from === 'link')
    return (
      <Notice tone="accent" className="mb-2" title="This text came from a link">
        Someone else may have written it. Read it before you send it.
      </Notice>
    )
  if (given?.from === 'suggestion' && isUnchanged)
    return (
      <Notice tone="accent" className="mb-2" title="The agent service suggests this">
        Read it before you send it. Unless you change it, no card counts an address in it as one you wrote.
      </Notice>
    )
  if (given?.from === 'table' && isUnchanged)
    return (
      <Notice tone="accent" className="mb-2" title="This app wrote this">
        The agent named the address in it. Unless you change it, no card counts it as one you wrote.
      </Notice>
    )
  return null
}

function EditedNote({ onCancel }: { onCancel: (() => void) | undefined }) {
  return (
    <div className="mb-1.5 flex items-center justify-between gap-2 pl-3 text-small text-ink-muted">
      <p>
        <span className="font-semibold text-ink">Editing your last message.</span> Its results are kept, and open cards
        stay open.
      </p>
      <IconButton label="Cancel editing" className="size-8!" onClick={onCancel}>
        <X />
      </IconButton>
    </div>
  )
}

/**
 * `onEditLast` is called on the up arrow in the empty field, `onCancelEdit` on Escape. An `@` lists the address book.
 */
function MessageField({
  field,
  text,
  tooLong,
  onText,
  onSend,
  onEditLast,
  onCancelEdit,
}: {
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  tooLong: boolean
  onText: (text: string) => void
  onSend: () => void
  onEditLast: (() => void) | undefined
  onCancelEdit: (() => void) | undefined
}) {
  const mentions = useMentions(field, text, onText)
  const onKeyDown = (event: React.KeyboardEvent) => {
    const { isComposing, keyCode } = event.nativeEvent
    const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey
    const action =
      (isPlain && !isComposing && mentions.actionOf(event.key)) ||
      (event.key === 'ArrowUp' && text === '' && isPlain && onEditLast
        ? onEditLast
        : event.key === 'Escape' && !isComposing && onCancelEdit
          ? onCancelEdit
          : sendsMessage({ ...pick(event), isComposing, keyCode })
            ? onSend
            : null)
    if (!action) return
    event.preventDefault()
    action()
  }
  return (
    <>
      {mentions.list}
      <textarea
        ref={field}
        value={text}
        rows={1}
        dir="auto"
        aria-invalid={tooLong || undefined}
        aria-label="Message to the agent"
        aria-describedby="composer-hint"
        {...mentions.aria}
        placeholder="Say what you want to do"
        enterKeyHint="send"
        onChange={(event) => {
          onText(event.target.value)
          mentions.onCaret(event.target.selectionStart)
        }}
        onSelect={(event) => mentions.onCaret(event.currentTarget.selectionStart)}
        onBlur={mentions.close}
        onKeyDown={onKeyDown}
      />
    </>
  )
}

/** `told` takes the place of the hint. `isNews`: screen readers say it at once. */
function Hint({ told, isNews }: { told: string | null; isNews: boolean }) {
  return (
    <p
      id="composer-hint"
      className={clsx('mt-1.5 flex flex-wrap justify-between gap-x-4 text-label text-ink-faint', !told && 'hint')}
    >
      <span role={isNews ? 'status' : undefined}>
        {told ?? (
          <>
            Nothing is signed without you<span className="max-sm:sr-only">: each action comes as a card first</span>.
          </>
        )}
      </span>
      <span className="composer-keys hidden whitespace-nowrap sm:inline">Enter sends · Shift+Enter new line</span>
    </p>
  )
}

const pick = ({ key, shiftKey, ctrlKey, metaKey, altKey }: React.KeyboardEvent) => ({
  key,
  shiftKey,
  ctrlKey,
  metaKey,
  altKey,
})

/** The parts of a keydown event that the composer looks at. */
type ComposerKey = {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  /** True while the input method is open. */
  isComposing: boolean
  /** Safari sends 229 for the Enter that closes the input method, with `isComposing` already false. */
  keyCode: number
}

/**
 * True for the Enter that sends. Shift+Enter inserts a line break, and an Enter inside an input method belongs to it.
 */
const sendsMessage = (event: ComposerKey): boolean =>
  event.key === 'Enter' && !event.shiftKey && !event.altKey && !event.isComposing && event.keyCode !== 229
