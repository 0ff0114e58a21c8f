'use client'

import { useEffect } from 'react'
import { Button } from '@/components/ui/button'
import { SealMark } from '@/components/ui/seal'

/** The page broke while it was drawn. What was done is in the ledger and is read again with the page. */
export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  useEffect(() => console.error(error), [error])
  return (
    <main className="mx-auto flex min-h-dvh max-w-measure flex-col justify-center px-6" role="alert">
      <SealMark className="size-10" />
      <h1 className="mt-6 text-display font-medium tracking-[-0.028em]">This page broke</h1>
      <p className="mt-4 text-lead text-ink-muted">
        No transaction was sent by this error, and what you sent before is on record. Draw the page again, or reload it.
      </p>
      {error.digest && <p className="figures mt-2 text-small text-ink-faint">Reference {error.digest}</p>}
      <div className="mt-8 flex gap-3">
        <Button look="primary" size="large" onClick={reset}>
          Draw it again
        </Button>
        <Button size="large" onClick={() => location.reload()}>
          Reload
        </Button>
      </div>
    </main>
  )
}
