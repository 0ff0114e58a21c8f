'use client'

import { clsx } from 'clsx'
import { Search } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Dialog } from '@/components/ui/dialog'
import { copyText } from '@/components/ui/text/copy-text'
import { type Command, matching } from './command'

/**
 * Lists what the page can do, narrowed down by typing. The focus stays in the field; the arrow keys move the choice, as
 * screen readers expect of a combobox. `found` are commands that a search has matched already.
 */
export function Palette({
  commands,
  query,
  onQuery,
  found = [],
  status = '',
  onClose,
}: {
  commands: readonly Command[]
  query: string
  onQuery: (query: string) => void
  found?: readonly Command[]
  /** Progress of the search. */
  status?: string
  onClose: () => void
}) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const [said, setSaid] = useState('')
  // After the dialog, which takes the focus itself.
  useEffect(() => field.current?.focus(), [])

  const groups = matching(commands, query, found)
  const shown = groups.flatMap((group) => group.commands)
  const chosen = shown[Math.min(at, shown.length - 1)]
  const choose = (to: number) => {
    const next = (to + shown.length) % Math.max(1, shown.length)
    setAt(next)
    list.current?.querySelector(`[data-at="${next}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  const run = ({ run, copies }: Command) => {
    if (copies !== undefined)
      return void copyText(copies).then((isCopied) =>
        setSaid(isCopied ? 'Copied.' : 'This browser did not allow it to be copied.'),
      )
    run()
    onClose()
  }
  const words = said || status || (shown.length === 0 ? `Nothing found for “${query.trim()}”.` : '')
  /** Returns an id for an element: it must not contain spaces. */
  const idOf = (name: string) => `${id}-${name.replaceAll(/\s+/g, '-')}`
  return (
    <Dialog open onClose={onClose} title="Commands" className="sm:mt-[10dvh]! sm:max-h-[80dvh]!">
      <div className="sticky top-0 z-10 bg-paper-raised pb-2">
        <SearchField
          field={field}
          query={query}
          listId={`${id}-list`}
          chosenId={chosen && idOf(chosen.id)}
          isExpanded={shown.length > 0}
          onQuery={(changed) => {
            onQuery(changed)
            setAt(0)
            setSaid('')
          }}
          onStep={(by) => choose(at + by)}
          onEnter={chosen && (() => run(chosen))}
        />
        <p role="status" className={clsx('text-label text-ink-muted', words ? 'pt-1.5' : 'sr-only')}>
          {words || `${shown.length} ${shown.length === 1 ? 'command' : 'commands'}`}
        </p>
      </div>
      <div ref={list} id={`${id}-list`} role="listbox" aria-label="Commands" className="-mx-2 sm:min-h-72">
        {groups.map(({ heading, commands: own }) => (
          <OptionGroup key={heading} id={idOf(heading)} heading={heading}>
            {own.map((command) => (
              <Option
                key={command.id}
                id={idOf(command.id)}
                at={shown.indexOf(command)}
                command={command}
                isChosen={command === chosen}
                onPoint={setAt}
                onRun={() => run(command)}
              />
            ))}
          </OptionGroup>
        ))}
      </div>
    </Dialog>
  )
}

/** The field to type in, which keeps the focus while the choice moves through the list. */
function SearchField({
  field,
  query,
  listId,
  chosenId,
  isExpanded,
  onQuery,
  onStep,
  onEnter,
}: {
  field: RefObject<HTMLInputElement | null>
  query: string
  listId: string
  chosenId: string | undefined
  isExpanded: boolean
  onQuery: (query: string) => void
  /** Moves the choice by as many entries. */
  onStep: (by: number) => void
  /** Undefined if nothing is chosen. */
  onEnter: (() => void) | undefined
}) {
  return (
    <div className="field relative flex min-h-11 items-center rounded-control border border-rule-strong focus-within:border-accent focus-within:shadow-[0_0_0_1px_var(--accent)]">
      <Search aria-hidden="true" className="pointer-events-none absolute left-3 size-4 text-ink-faint" />
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label="Search commands and conversations"
        aria-expanded={isExpanded}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={chosenId}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        placeholder="What do you want to do?"
        value={query}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
          if (step !== undefined) onStep(step)
          else if (event.key === 'Enter' && onEnter) onEnter()
          else return
          event.preventDefault()
        }}
        className="min-w-0 flex-1 bg-transparent py-2 pr-3 pl-9 outline-none! placeholder:text-ink-faint"
      />
    </div>
  )
}

const OptionGroup = ({ id, heading, children }: { id: string; heading: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/useSemanticElements: options of a listbox, not fields
  <div role="group" aria-labelledby={id} className="not-first:mt-3">
    <p id={id} role="presentation" className="form-label px-2 pb-1">
      {heading}
    </p>
    {children}
  </div>
)

function Option({
  id,
  at,
  command: { words, icon, note },
  isChosen,
  onPoint,
  onRun,
}: {
  id: string
  at: number
  command: Command
  isChosen: boolean
  onPoint: (at: number) => void
  onRun: () => void
}): ReactNode {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and handles the keys
    <div
      id={id}
      data-at={at}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      // Not on enter: a list that moves under a resting pointer must not change the choice.
      onPointerMove={() => onPoint(at)}
      // Keeps the focus, and with it the keyboard of a phone, in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onRun}
      className={clsx(
        'flex min-h-10 cursor-pointer scroll-mt-20 items-center gap-3 rounded-[4px] px-2 py-1.5 text-small [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-faint',
        isChosen && 'bg-paper-sunk forced-colors:outline-2',
      )}
    >
      {icon}
      <span dir="auto" className="line-clamp-2 min-w-0 flex-1 text-start [overflow-wrap:anywhere]">
        {words}
      </span>
      {note && <span className="max-w-[45%] shrink-0 truncate text-label text-ink-faint">{note}</span>}
    </div>
  )
}
