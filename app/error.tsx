'use client'

import { BrokenPage } from '@/components/ui/page/broken-page'

/** The page broke while it was drawn. What was done is in the ledger and is read again with the page. */
export default function PageError({ error }: { error: Error & { digest?: string } }) {
  return <BrokenPage error={error} />
}
