import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import type { CallController, CallView } from '@/lib/execution/controller'
import { HoldButton } from './hold-button'

/** Why the card cannot be countersigned just now, in a few words; null when it can. */
function obstacle(view: CallView): string | null {
  if (view.elsewhere) return 'Open in another tab'
  if (view.problem) return 'Cannot be executed'
  if (view.busy === 'preparing' || view.busy === 'reviewing') return 'Checking …'
  if (view.entry.state === 'blocked' || view.review?.verdict === 'blocked') return 'Blocked by the review'
  if (view.entry.state !== 'ready') return 'Checking …'
  return null
}

/**
 * Countersign and Decline. No shortcut presses them, and none is focused by itself but the Decline of a permission. With
 * risks found, the person first holds a button that says so.
 */
export function ApprovalBar({ view, controller }: { view: CallView; controller: CallController }) {
  const blockedBy = obstacle(view)
  const rechecking = view.busy === 'rechecking'
  const mustAcknowledge = !blockedBy && view.review?.verdict === 'acknowledge' && !view.acknowledged
  const unverified = view.review?.findings.every(({ level }) => level !== 'DANGER')
  // A permission is declined unless somebody wants it: Decline comes first and is the one that stands out.
  const declineFirst = view.tool?.kind === 'permission'
  const decline = useRef<HTMLButtonElement>(null)
  const mayFocus = declineFirst && !view.elsewhere && view.busy === null
  useEffect(() => {
    // Only where the focus is nowhere: somebody who writes or reads is left alone.
    if (mayFocus && document.activeElement === document.body) decline.current?.focus({ preventScroll: true })
  }, [mayFocus])
  const approval = mustAcknowledge ? (
    <HoldButton
      label={unverified ? 'Hold to accept what is unverified' : 'Hold to accept the danger'}
      onHeld={() => controller.acknowledge(true)}
      className="flex-1 sm:flex-none"
    />
  ) : (
    <Button
      look={declineFirst ? 'secondary' : 'primary'}
      className="flex-1 sm:flex-none"
      disabled={blockedBy !== null}
      busy={rechecking}
      onClick={() => void controller.approve()}
    >
      {rechecking ? 'Checking once more' : (blockedBy ?? 'Countersign')}
    </Button>
  )
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      {!declineFirst && approval}
      <Button
        ref={decline}
        look={declineFirst ? 'primary' : 'secondary'}
        className="flex-1 sm:flex-none"
        disabled={view.elsewhere || rechecking}
        onClick={() => void controller.decline()}
      >
        Decline
      </Button>
      {declineFirst && approval}
      {view.acknowledged && !blockedBy && view.review?.verdict === 'acknowledge' && (
        <p className="flex basis-full items-center gap-1.5 text-small text-ink-muted">
          <Check aria-hidden="true" className="size-4 text-seal" />
          You accepted the risks above. Any change asks you again.
        </p>
      )}
    </div>
  )
}
