'use client'

import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { CallController } from '@/lib/execution/call/controller'

/**
 * Shown if no node has known the wallet's transaction for a while. The person may stop waiting, and is told the risk.
 */
export function Missing({ note, controller }: { note: string; controller: CallController }) {
  return (
    <Notice tone="warn" title="No node knows this transaction">
      <p>{note}</p>
      <p className="mt-1">
        You can give it up. If your wallet has kept it back, it can still be carried out later, and what you countersign
        in its place may then happen twice: reject or cancel it in your wallet first.
      </p>
      <Button size="small" className="mt-2" onClick={() => void controller.giveUp()}>
        Give it up
      </Button>
    </Notice>
  )
}
