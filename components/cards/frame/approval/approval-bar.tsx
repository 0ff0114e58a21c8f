import { clsx } from 'clsx'
import { Check, Layers } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '@/components/ui/button'
import { browserOnline } from '@/lib/chat/page/online'
import { written } from '@/lib/chat/page/reading'
import type { CallController, CallView } from '@/lib/execution/call/controller'
import { worstFirst } from '@/lib/review/findings/verdict'
import type { Review } from '@/lib/review/review'
import { FoldedLine } from '../folded-line'
import { HoldButton } from './hold-button'

/** Returns why the card cannot be countersigned now, short enough for half a narrow card. Null if it can. */
function obstacle(view: CallView, readable: boolean): string | null {
  if (view.elsewhere) return 'In another tab'
  if (view.problem) return 'Not possible'
  if (view.waiting) return 'Waiting …'
  if (view.busy === 'preparing' || view.busy === 'reviewing') return 'Checking …'
  // The findings of this page count: the state may come from another tab that started a review and closed.
  const { review, entry, prepared } = view
  const [worst] = review?.findings ?? worstFirst(prepared?.findings ?? [])
  if (review ? review.verdict === 'blocked' : entry.state === 'blocked') return worst?.asks ?? 'Blocked'
  if (!review && entry.state !== 'ready') return 'Checking …'
  if (!readable) return 'Loading …'
  return null
}

/**
 * The buttons Countersign and Decline. No shortcut presses them, and only a permission's Decline takes the focus by
 * itself. If risks were found, the person must first hold a button that says so.
 */
export function ApprovalBar({
  view,
  controller,
  readable,
}: {
  view: CallView
  controller: CallController
  /** True if what would be signed is on screen. */
  readable: boolean
}) {
  const isOnline = useSyncExternalStore(browserOnline.subscribe, browserOnline.isOnline, () => true)
  // The last check needs the chain: without it, a press would only wait.
  const blockedBy = obstacle(view, readable) ?? (isOnline ? null : 'Offline')
  const rechecking = view.busy === 'rechecking'
  const isRisky = !blockedBy && view.review?.verdict === 'acknowledge'
  const mustAcknowledge = isRisky && !view.acknowledged
  const room = 'flex-1 sm:flex-none'
  const unverified = view.review?.findings.every(({ level }) => level !== 'DANGER')
  const focus = useFocusAfterHold(view.acknowledged)
  const paused = useEyesTime(readable ? view.review : null)
  // A permission is declined unless somebody wants it: Decline comes first and stands out.
  const declineFirst = view.tool?.kind === 'permission'
  const decline = useRef<HTMLButtonElement>(null)
  const declinePress = useSteadyPress(() => void controller.decline())
  const mayFocus = declineFirst && !view.elsewhere && view.busy === null
  useEffect(() => {
    // Takes the focus only if nothing has it: somebody who is writing or reading is left alone.
    if (mayFocus && document.activeElement === document.body) decline.current?.focus({ preventScroll: true })
  }, [mayFocus])
  const approval = mustAcknowledge ? (
    <HoldButton
      label={unverified ? 'Hold to accept what is unverified' : 'Hold to accept the danger'}
      onComplete={() => {
        focus.accepted()
        controller.acknowledge(true)
      }}
      className={room}
    />
  ) : (
    <Button
      ref={focus.ref}
      onKeyDown={focus.onKeyDown}
      onKeyUp={focus.onKeyUp}
      look={declineFirst ? 'secondary' : 'primary'}
      className={clsx('sm:min-w-36', room)}
      disabled={blockedBy !== null}
      busy={rechecking}
      paused={paused && blockedBy === null}
      onClick={() => void controller.approve()}
    >
      {rechecking ? 'Checking …' : (blockedBy ?? 'Countersign')}
    </Button>
  )
  return (
    <div className="flex grow flex-wrap items-stretch gap-2.5 sm:grow-0">
      {!declineFirst && approval}
      <Button
        ref={decline}
        look={declineFirst ? 'primary' : 'secondary'}
        // On a narrow card the hold button needs the room, and so does the button that replaces it.
        className={isRisky ? 'flex-none' : room}
        disabled={view.elsewhere || rechecking}
        {...declinePress}
      >
        Decline
      </Button>
      {declineFirst && approval}
      {isRisky && view.acknowledged && (
        <p className="flex basis-full items-center gap-1.5 text-small text-ink-muted">
          <Check aria-hidden="true" className="size-4 text-seal" />
          You accepted the risks above. If anything changes, you are asked again.
        </p>
      )}
    </div>
  )
}

/** Milliseconds that the eye needs to notice a change. */
const eyesTime = 600

/**
 * True for a moment after the figures on screen change: a quote that renews itself just before the click must not be
 * what is clicked. What is signed is what is shown in any case.
 */
function useEyesTime(shown: Review | null): boolean {
  const [seen, setSeen] = useState<Review | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSeen(shown), eyesTime)
    return () => clearTimeout(timer)
  }, [shown])
  return shown !== seen
}

/** Says before the click that several steps take one signature. */
export const OneSignature = ({ view }: { view: CallView }) =>
  view.atomicity && !obstacle(view, true) ? <AsOne view={view} /> : null

/** Says before the click how often the wallet will ask, and opens to what for. */
export const SignaturesInTurn = ({ view }: { view: CallView }) =>
  view.atomicity || obstacle(view, true) ? null : <InTurn view={view} />

/** Explains that several steps take one signature. */
function AsOne({ view }: { view: CallView }) {
  const count = view.prepared?.plan?.steps.length ?? 0
  return (
    <p className="flex items-start gap-1.5 text-small text-pretty" data-as-one={view.atomicity?.status}>
      <Layers aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent" />
      <span>
        <span className="font-medium">One signature for {count === 2 ? 'both steps' : `all ${count} steps`}.</span> Your
        wallet carries out all of them, or none.
        {view.atomicity?.status === 'ready' &&
          ' To do so, it will ask to upgrade your account with its own code (EIP-7702); if you refuse, they are signed one by one.'}
      </span>
    </p>
  )
}

function InTurn({ view }: { view: CallView }) {
  const titles = view.prepared?.plan?.steps.map(({ title }) => written(title)) ?? []
  if (titles.length < 2) return null
  return (
    <FoldedLine summary={<span data-in-turn={titles.length}>{titles.length} signatures</span>}>
      <p className="text-small text-pretty">
        Your wallet asks {titles.length === 2 ? 'twice' : `${titles.length} times`}: {titles.join(', then ')}.
      </p>
    </FoldedLine>
  )
}

/**
 * When the hold button gives way to Countersign, moves the focus there, so that a keyboard keeps its place. The key may
 * still be down: it has no effect until it is released.
 */
function useFocusAfterHold(acknowledged: boolean) {
  const ref = useRef<HTMLButtonElement>(null)
  const moves = useRef(false)
  const stillDown = useRef(false)
  useEffect(() => {
    if (!acknowledged || !moves.current) return
    moves.current = false
    stillDown.current = true
    ref.current?.focus({ preventScroll: true })
  }, [acknowledged])
  return {
    ref,
    accepted: () => {
      moves.current = true
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.repeat) event.preventDefault()
      else stillDown.current = false
    },
    onKeyUp: (event: KeyboardEvent) => {
      if (stillDown.current) event.preventDefault()
      stillDown.current = false
    },
  }
}

/** A hand that presses moves this much at most. CSS pixels. */
const slack = 8

/**
 * For a button whose place may change while it is pressed: a press that ends where it began means it, although it, or
 * another one in its place, lies elsewhere by then and the browser sends it no click. `act` is called once for a press.
 * Not for what signs or sends: there, what has moved from under the pointer is not to be pressed.
 */
function useSteadyPress(act: () => void) {
  const clicked = useRef(false)
  return {
    onClick: () => {
      clicked.current = true
      act()
    },
    onPointerDown: (down: PointerEvent) => {
      if (down.button !== 0) return
      clicked.current = false
      const over = new AbortController()
      const isOurs = (event: globalThis.PointerEvent) => event.pointerId === down.pointerId
      const onCancel = (event: globalThis.PointerEvent) => {
        if (isOurs(event)) over.abort()
      }
      const onUp = (up: globalThis.PointerEvent) => {
        if (!isOurs(up)) return
        over.abort()
        if (Math.hypot(up.clientX - down.clientX, up.clientY - down.clientY) > slack) return
        // The click, where there is one, comes first.
        setTimeout(() => {
          if (!clicked.current) act()
        })
      }
      window.addEventListener('pointerup', onUp, { signal: over.signal })
      window.addEventListener('pointercancel', onCancel, { signal: over.signal })
    },
  }
}
