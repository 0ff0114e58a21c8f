'use client'

import { useEffect } from 'react'
import './globals.css'

/** The frame of the page itself broke: nothing of ours but the stylesheet is relied on here. */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  useEffect(() => console.error(error), [error])
  return (
    <html lang="en">
      <body>
        <main className="mx-auto flex min-h-dvh max-w-measure flex-col justify-center px-6" role="alert">
          <h1 className="text-display font-medium">Countersign could not be shown</h1>
          <p className="mt-4 text-lead">What you sent before is on record in this browser. Reload the page.</p>
          {error.digest && <p className="mt-2 text-small">Reference {error.digest}</p>}
          <p className="mt-8">
            <button type="button" className="underline" onClick={() => location.reload()}>
              Reload
            </button>
          </p>
        </main>
      </body>
    </html>
  )
}
