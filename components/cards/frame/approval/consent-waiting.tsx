import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Spinner } from '@/components/ui/page/spinner'
import type { CallController } from '@/lib/execution/call/controller'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'

/** Shown while the wallet is asked to sign terms. A silent wallet can be given up: nothing moves either way. */
export function ConsentWaiting({ entry, controller }: { entry: LedgerEntry; controller: CallController }) {
  if (entry.interrupted)
    return (
      <Notice
        tone="warn"
        title={entry.note}
        action={
          <Button size="small" onClick={() => void controller.resolveInterrupted('not-sent')}>
            Stop waiting
          </Button>
        }
      >
        Check your wallet: it may be waiting for you there. Nothing moves while you wait.
      </Notice>
    )
  return (
    <p className="flex items-center gap-2.5 text-small">
      <Spinner className="text-accent" />
      {entry.consent?.signature
        ? 'Confirm the on-chain permission in your wallet'
        : 'Sign the permission in your wallet'}
    </p>
  )
}
