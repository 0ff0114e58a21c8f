'use client'

import { BrokenPage } from '@/components/ui/page/broken-page'

/** Replaces a page that failed to render. What was done is in the ledger, which is read again with the page. */
export default function PageError({ error }: { error: Error & { digest?: string } }) {
  return <BrokenPage error={error} />
}
