'use client'

import type { ReactNode } from 'react'
import { Button } from './button'
import { Dialog } from './dialog'
import { Notice } from './notice'

/** Asks once more before something that cannot be taken back. It stays open until that is done, and says why it was not. */
export const ConfirmDialog = ({
  open,
  title,
  lead,
  act,
  busy = false,
  problem = null,
  onAct,
  onClose,
  children,
}: {
  open: boolean
  title: string
  /** The consequences. */
  lead: ReactNode
  /** Text of the confirming button. */
  act: string
  busy?: boolean
  problem?: string | null
  onAct: () => void
  onClose: () => void
  children?: ReactNode
}) => (
  <Dialog open={open} onClose={onClose} title={title} lead={lead}>
    {children}
    {problem && <Notice tone="danger" role="alert" className="mt-3" title={problem} />}
    <div className="dialog-foot mt-5 grid grid-cols-2 gap-2">
      <Button onClick={onClose}>Keep it</Button>
      <Button look="danger" busy={busy} onClick={onAct}>
        {act}
      </Button>
    </div>
  </Dialog>
)
