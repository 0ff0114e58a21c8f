'use client'

import { Printer } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useApp } from '@/components/app/app-context'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/text/copy-button'
import type { CallView } from '@/lib/execution/call/controller'
import { receiptText } from './receipt-text'

/** Copies a settled card as text, or prints it alone. */
export function ReceiptActions({ view }: { view: CallView }) {
  const { chains } = useApp()
  return (
    <div className="-mb-1.5 flex flex-wrap items-center gap-1 border-t pt-2 [&>:first-child]:-ml-2.5 print:hidden">
      <CopyButton text={receiptText(view, chains)} label="Copy as text" word="Copy" />
      <Button size="small" look="quiet" onClick={printCard}>
        <Printer /> Print
      </Button>
    </div>
  )
}

/** Prints only the card of the button, with its details unfolded. */
function printCard({ currentTarget }: MouseEvent<HTMLElement>): void {
  const card = currentTarget.closest('article')
  if (!card) return
  const folded = [...card.querySelectorAll<HTMLDetailsElement>('details:not([open])')]
  card.dataset.printed = ''
  for (const details of folded) details.open = true
  addEventListener(
    'afterprint',
    () => {
      delete card.dataset.printed
      for (const details of folded) details.open = false
    },
    { once: true },
  )
  print()
}
