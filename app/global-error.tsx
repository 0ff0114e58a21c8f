'use client'

import { BrokenPage } from '@/components/ui/page/broken-page'
import './globals.css'

/** Replaces the whole page, the stylesheet included, if the root layout fails. */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang="en">
      <body>
        <title>Countersign</title>
        <BrokenPage error={error} />
      </body>
    </html>
  )
}
