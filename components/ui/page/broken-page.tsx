'use client'

import { useEffect } from 'react'
import { revealInvisible } from '@/lib/wire/text'
import { Button } from '../button'
import { SealMark } from '../seal'
import { showChosenTheme } from './theme'

/** In the place of a page that cannot be shown: what happened, that no money moved by it, and what to do. */
export function BrokenPage({ error }: { error: Error & { digest?: string } }) {
  useEffect(() => console.error(error), [error])
  useEffect(showChosenTheme, [])
  return (
    <main className="mx-auto flex min-h-dvh max-w-measure flex-col justify-center px-6 py-10" role="alert">
      <SealMark className="size-10" />
      <h1 className="mt-6 text-display font-medium tracking-[-0.028em]">Something broke on this page</h1>
      <p className="mt-4 text-lead text-ink-muted text-pretty">
        It has a fault, or part of it did not load. This moved no money: nothing is signed or sent without you, and what
        you sent before is on record.
      </p>
      <p className="mt-3 text-ink-muted text-pretty">
        Is your wallet still asking you to confirm something? Reject it there. If you have already confirmed it, reload:
        the page looks for your transaction on the chain before it offers anything again.
      </p>
      <div className="mt-8 flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button look="primary" size="large" onClick={() => location.reload()}>
          Reload the page
        </Button>
        {/* Not next/link: the page begins anew. Where one conversation is at fault, the others can be reached. */}
        <a href="/" className="py-2 text-accent underline underline-offset-4">
          Start a new conversation
        </a>
      </div>
      <details className="mt-8 text-small text-ink-faint">
        <summary className="w-fit">For a report</summary>
        <p className="figures mt-1 break-words">{reportOf(error)}</p>
      </details>
    </main>
  )
}

/** Errors carry words of others: of the network, of a wallet, of what an agent wrote. */
const reportOf = ({ name, message, digest }: Error & { digest?: string }): string =>
  revealInvisible(`${name}: ${message}${digest ? ` (reference ${digest})` : ''}`).slice(0, 500)
