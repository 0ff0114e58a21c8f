'use client'

import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Notice } from '../ui/notice'

/** Asks once more before a permission is ended: it cannot be taken up again. */
export function RevokeDialog({
  open,
  busy,
  problem,
  onChain,
  onRevoke,
  onClose,
}: {
  open: boolean
  busy: boolean
  problem: string | null
  onChain: boolean
  onRevoke: () => void
  onClose: () => void
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Revoke this permission?"
      lead={
        <p className="text-pretty">
          It ends at once, and the agent can no longer act on it. What it has proposed under it, and you have not
          answered, is taken back. Your money stays where it is. To permit it again you would sign a new one.
        </p>
      }
    >
      {onChain && (
        <Notice tone="danger" className="mt-3" title="Your wallet has granted a permission of its own">
          This does not end it. Open your wallet’s list of permissions and revoke it there as well.
        </Notice>
      )}
      {problem && <Notice tone="warn" role="alert" className="mt-3" title={problem} />}
      <div className="mt-5 grid grid-cols-2 gap-2">
        <Button onClick={onClose}>Keep it</Button>
        <Button look="danger" busy={busy} onClick={onRevoke}>
          Revoke
        </Button>
      </div>
    </Dialog>
  )
}
