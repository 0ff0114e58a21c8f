'use client'

import { useId, useState } from 'react'
import { isHash } from 'viem'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { CallController } from '@/lib/execution/call/controller'

/**
 * Shown if the page closed while the wallet was open, and the chain cannot tell the outcome. The person names the
 * transaction or says that none was sent. Nothing is ever sent again automatically.
 */
export function Interrupted({ note, controller }: { note: string; controller: CallController }) {
  const field = useId()
  const [text, setText] = useState('')
  // Lower case, as nodes write it: transactions of other calls are recognised by it.
  const hash = text.trim().toLowerCase()
  const wrong = hash !== '' && !isHash(hash)
  return (
    <Notice tone="warn" title="What happened in your wallet?">
      <p>{note}</p>
      <form
        className="mt-2 flex flex-wrap gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (isHash(hash)) void controller.resolveInterrupted({ hash })
        }}
      >
        <label htmlFor={field} className="form-label basis-full">
          Transaction hash from your wallet’s activity
        </label>
        <input
          id={field}
          value={text}
          onChange={(event) => setText(event.target.value)}
          spellCheck={false}
          autoComplete="off"
          aria-invalid={wrong}
          aria-describedby={wrong ? `${field}-problem` : undefined}
          className="figures min-h-10 min-w-0 flex-1 basis-48 rounded-control border border-rule-strong bg-paper-raised px-2.5 text-small"
          placeholder="0x…"
        />
        <Button type="submit" size="small" disabled={!isHash(hash)}>
          Follow this transaction
        </Button>
        {wrong && (
          <p id={`${field}-problem`} className="basis-full text-seal">
            A transaction hash is 0x followed by 64 characters.
          </p>
        )}
      </form>
      <Button size="small" className="mt-2" onClick={() => void controller.resolveInterrupted('not-sent')}>
        My wallet shows no transaction
      </Button>
    </Notice>
  )
}
