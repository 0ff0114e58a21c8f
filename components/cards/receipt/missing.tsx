'use client'

import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { CallController } from '@/lib/execution/call/controller'

/**
 * Shown if no node has known the wallet's transaction for a while. The person may stop waiting, and is told the risk.
 */
export function Missing({ note, controller }: { note: string; controller: CallController }) {
  return (
    <Notice tone="warn" title="The network does not have this transaction">
      <p>{note}</p>
      <p className="mt-1">
        You can stop waiting for it. If your wallet is holding it back, it may still go through later, and whatever you
        countersign in its place could then happen twice: reject or cancel it in your wallet first.
      </p>
      <Button size="small" className="mt-2" onClick={() => void controller.giveUp()}>
        Stop waiting
      </Button>
    </Notice>
  )
}
