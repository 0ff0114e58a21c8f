'use client'

import { BrokenPage } from '@/components/ui/page/broken-page'
import './globals.css'

/** The frame of the page itself broke: it is replaced as a whole, the stylesheet included. */
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
