'use client'

import { useState } from 'react'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { Dialog } from '../ui/dialog'

/**
 * Deletes the account's data at the agent service. The browser's own data stays. `keptBy` names another service that
 * keeps the data.
 */
export function DeleteData({ keptBy, onDeleted }: { keptBy: string | null; onDeleted: () => Promise<void> }) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [deleted, setDeleted] = useState(false)
  const remove = async () => {
    setBusy(true)
    setProblem(null)
    const failure = await deleteAtService()
    setBusy(false)
    if (failure) return setProblem(failure)
    setDeleted(true)
  }
  const close = () => {
    setAsking(false)
    // Ending the session removes the page, so wait until the person has read the success.
    if (deleted) void onDeleted()
  }
  return (
    <section aria-labelledby="delete-heading" className="mt-12 border-t pt-6">
      <h2 id="delete-heading" className="text-lead font-semibold">
        Your data at the agent service
      </h2>
      <p className="mt-2 text-small text-ink-muted text-pretty">
        The service keeps your conversations, the outcomes reported to it, your plans and permissions, and what it last
        saw of your portfolio. This browser has its own copy of the conversations, which you delete from the list, and
        the record of what your wallet did, which is also on the chain. Your address book and the history of your
        portfolio’s value are in this browser only.
      </p>
      {keptBy === null ? (
        <Button className="mt-4" onClick={() => setAsking(true)}>
          Delete my data
        </Button>
      ) : (
        <p className="mt-4 text-small">
          This app is a front end for {keptBy}, which keeps your data: ask there to have it deleted.
        </p>
      )}
      <ConfirmDialog
        open={asking && !deleted}
        title="Delete your data at the service?"
        lead={
          <p className="text-pretty">
            This account’s conversations, plans and permissions, and what the service saw of its portfolio, are deleted
            at the service at once, and you are signed out everywhere. Transactions under way continue. This cannot be
            undone.
          </p>
        }
        act="Delete"
        busy={busy}
        problem={problem}
        onAct={() => void remove()}
        onClose={close}
      />
      <Dialog
        open={asking && deleted}
        onClose={close}
        title="Your data at the service is deleted"
        lead={
          <p className="text-pretty">
            You are signed out everywhere. What this browser keeps is still here: the conversations, which you delete
            from the list, and the record of what your wallet did.
          </p>
        }
      >
        <Button className="mt-5 w-full" onClick={close}>
          Done
        </Button>
      </Dialog>
    </section>
  )
}

/** Deletes the data. Returns null on success, and otherwise the reason for the person. */
async function deleteAtService(): Promise<string | null> {
  try {
    const response = await fetch('/api/account', { method: 'DELETE' })
    if (response.ok) return null
    if (response.status === 401) return 'Nothing was deleted: you are signed out. Sign in again, then delete.'
    return 'Nothing was deleted: the service could not do it. Try again in a moment.'
  } catch {
    // The connection failed: the request may not have arrived, or its response was lost.
    return 'The service is not responding, so it is not known whether your data was deleted. Try again in a moment: doing it twice does no harm.'
  }
}
