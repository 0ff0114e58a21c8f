'use client'

import { clsx } from 'clsx'
import { RotateCcw } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { headlineOf } from '@/components/activity/headline'
import { useApp } from '@/components/app/app-context'
import { ConversationLink } from '@/components/app/conversation-link'
import { loadReviewing } from '@/components/app/work/load-reviewing'
import { keepNames } from '@/components/contacts/looked-up-names'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Spinner } from '@/components/ui/page/spinner'
import { FigureGroup, PlainFigures } from '@/components/ui/text/exact-figure'
import { useKeepFocus } from '@/components/ui/use-keep-focus'
import type { CallController, CallView } from '@/lib/execution/call/controller'
import { decidedView } from '@/lib/execution/call/controller'
import { readCall } from '@/lib/execution/call/readable-call'
import { isSettled, type LedgerEntry } from '@/lib/execution/ledger/entry'
import { isInFlight, isOpen } from '@/lib/execution/ledger/machine'
import { pendingStep } from '@/lib/execution/ledger/steps'
import { findTool } from '@/lib/tools/registry'
import { canonicalToolName } from '@/lib/wire/tool-names'
import { Delivery } from '../receipt/delivery'
import { Missing } from '../receipt/missing'
import { Outcome } from '../receipt/outcome'
import { errorOf } from '../receipt/outcome-words'
import { Receipt } from '../receipt/receipt'
import { ReceiptActions } from '../receipt/receipt-actions'
import { RecordChecks, RecordFindings, RecordMark } from '../receipt/record'
import { StepList } from '../receipt/step-list'
import { cardMinHeight, cardOf } from '../registry'
import { MovedEffects, movedEffects } from '../review/exact-amounts'
import { ReadByVersion } from '../review/read-by'
import { foldedRow, ReviewPart } from '../review/review-part'
import { ApprovalBar, OneSignature, SignaturesInTurn } from './approval/approval-bar'
import { CardSummary } from './approval/card-summary'
import { Interrupted } from './approval/interrupted'
import { useOutOfSight } from './approval/use-out-of-sight'
import { BodySlot } from './body-slot'
import { DetailsSlot, TermsSlot } from './card-details'
import { CardHeading } from './card-heading'
import { isLookedAt, Looking, Pending } from './card-pending'
import { Onward } from './onward'
import { NotUnderstood } from './raw-request'

/**
 * A call as a document to countersign: what will happen, what leaves and arrives, what was found, the details, and the
 * two buttons. All of it comes from the bytes, the chain and our own lists; the agent's claims are marked as such.
 * `note` is about the card among others. Neither the card nor anything in it that appears without a click is a live
 * region: the thread has one for all cards.
 */
export function CallCard({ controller, note }: { controller: CallController; note?: ReactNode }) {
  const { chains } = useApp()
  const live = useSyncExternalStore(controller.subscribe, controller.getSnapshot, controller.getSnapshot)
  const view = decidedView(live)
  const { entry } = view
  const call = readCall(entry, findTool)
  const card = cardOf(entry.toolName)
  // A stored card may lack its figures.
  const Body = card && view.prepared && view.prepared.details !== null ? card.Body : null
  useEffect(() => card?.fetch(), [card])
  const names = view.review?.names
  const [firstStep] = view.prepared?.plan?.steps ?? []
  useEffect(() => {
    if (names && firstStep) keepNames(names, firstStep.chainId)
  }, [names, firstStep])
  const isComing = isOpen(entry.state) && view.tool?.kind !== 'display'
  useEffect(() => {
    // With the preparation rather than after it. If it fails, the card says so when it is reviewed.
    if (isComing) loadReviewing().catch(() => {})
  }, [isComing])
  const settled = isSettled(entry.state)
  const open = isOpen(entry.state)
  const displaysOnly = view.tool?.kind === 'display'
  const sent = entry.steps.some(({ outcome }) => outcome !== undefined)
  const looking = isLookedAt(view)
  const waits = Boolean(view.waiting) && !view.problem && (open || displaysOnly)
  const place = useKeepFocus(entry.state)
  const [bodyShown, setBodyShown] = useState(false)
  const [detailsSlot, setDetailsSlot] = useState<HTMLElement | null>(null)
  const [termsSlot, setTermsSlot] = useState<HTMLElement | null>(null)
  // Waits for the content above, which would push it down.
  const terms = !looking && <div ref={setTermsSlot} className="empty:hidden @max-[24rem]:pt-1" />
  const details = (
    <>
      {open && !displaysOnly && <SignaturesInTurn view={view} />}
      <div ref={setDetailsSlot} className="contents" />
    </>
  )
  return (
    <FigureGroup>
      <article
        {...place}
        data-tool={canonicalToolName(entry.toolName) ?? entry.toolName}
        data-call={entry.callId}
        data-state={entry.state}
        data-reported={entry.reported}
        data-waiting={waits || undefined}
        data-hold={(open && !displaysOnly) || undefined}
        aria-label={headlineOf(entry)}
        aria-busy={view.busy !== null}
        className={clsx(
          // Draws the focus ring inside: a turn out of view is clipped at its edges.
          '@container sheet relative flex flex-col gap-2 px-4 py-4 focus-visible:-outline-offset-2! sm:gap-2.5 sm:px-6',
          (looking || (Body && !bodyShown)) && cardMinHeight(entry.toolName),
        )}
      >
        <CardHeading entry={entry} displaysOnly={displaysOnly} waits={waits} />
        {note}
        <OriginLine entry={entry} />
        <RecordMark view={view} />
        {Body && view.prepared ? (
          <BodySlot onShown={setBodyShown}>
            <DetailsSlot value={detailsSlot}>
              <TermsSlot value={termsSlot}>
                <MovedEffects value={movedEffects(entry, view.review)}>
                  <ReadByVersion value={view.review?.request?.reader ?? null}>
                    <Body
                      details={view.prepared.details}
                      view={view}
                      chains={chains}
                      open={open}
                      adjust={controller.adjust}
                      refresh={controller.refresh}
                      displayed={controller.displayed}
                    />
                  </ReadByVersion>
                </MovedEffects>
              </TermsSlot>
            </DetailsSlot>
          </BodySlot>
        ) : (
          <Pending view={view} />
        )}
        <NotReviewed view={view} waits={waits} onCheck={controller.refresh} />
        {settled && sent && entry.predicted ? (
          <>
            <Receipt entry={entry} chains={chains} />
            <RecordFindings view={view} />
            <div className={foldedRow}>
              <RecordChecks view={view} />
              {terms}
              {details}
            </div>
          </>
        ) : (
          <ReviewPart view={view} controller={controller} open={open} details={details}>
            {terms}
          </ReviewPart>
        )}
        {call.readable && <NotUnderstood entry={entry} ignored={call.ignored} />}
        {looking && <Looking />}
        {entry.steps.length > 0 && <StepList entry={entry} chains={chains} />}
        <Delivery entry={entry} stage={view.transfer} chains={chains} />
        <WhileSigning view={view} controller={controller} />
        {settled && !displaysOnly && <Outcome entry={entry} />}
        <Onward entry={entry} />
        {settled && !displaysOnly && <ReceiptActions view={view} />}
        {open && !displaysOnly && <CardFoot view={view} controller={controller} readable={bodyShown} />}
      </article>
    </FigureGroup>
  )
}

/** Why the call could not be reviewed, and whether the card checks again by itself. */
function NotReviewed({ view, waits, onCheck }: { view: CallView; waits: boolean; onCheck: () => void }) {
  const again = (
    <Button size="small" onClick={onCheck}>
      <RotateCcw /> Check again
    </Button>
  )
  const mayCheck = isOpen(view.entry.state) && readCall(view.entry, findTool).readable
  return (
    <>
      {view.problem && !hasEnded(view) && <Notice tone="danger" title={view.problem} action={mayCheck && again} />}
      {waits && (
        <Notice tone="neutral" title="Waiting for the network" action={again}>
          {view.waiting} The card checks again by itself.
        </Notice>
      )}
    </>
  )
}

/** Consequences of the approval, and the two buttons. */
function CardFoot({ view, controller, readable }: ComponentProps<typeof ApprovalBar>) {
  const foot = useRef<HTMLElement>(null)
  const outOfSight = useOutOfSight(foot)
  return (
    <>
      <OneSignature view={view} />
      {outOfSight === 'above' && (
        <div className="card-summary-track">
          <PlainFigures>
            <CardSummary view={view} isAbove />
          </PlainFigures>
        </div>
      )}
      <footer ref={foot} className="card-foot" data-out-of-sight={outOfSight}>
        <PlainFigures>
          <CardSummary view={view} />
        </PlainFigures>
        <ApprovalBar view={view} controller={controller} readable={readable} />
      </footer>
    </>
  )
}

/** Notices and questions between the approval and the outcome. */
function WhileSigning({ view, controller }: { view: CallView; controller: CallController }) {
  const { entry } = view
  const missing = isInFlight(entry.state) && !entry.interrupted && pendingStep(entry)?.missing === true
  return (
    <>
      {entry.steps.some(({ altered }) => altered) && (
        <Notice tone="danger" title="Your wallet sent something other than what was reviewed here">
          Look up the transaction above before you do anything else, and check your wallet’s settings.
        </Notice>
      )}
      {view.otherBrowser && (
        <Notice tone="danger" role="alert" title="Do not sign this here">
          {view.otherBrowser}
        </Notice>
      )}
      {entry.interrupted && !entry.consent && <Interrupted note={entry.note ?? ''} controller={controller} />}
      {missing && <Missing note={entry.note ?? ''} controller={controller} />}
      {entry.state === 'signing' && entry.consent && <ConsentWaiting entry={entry} controller={controller} />}
      {/* A failure's reason is the text of its outcome, and is not repeated. */}
      {entry.note && !entry.interrupted && !missing && entry.note !== errorOf(entry) && (
        <Notice tone={isSettled(entry.state) ? 'neutral' : 'warn'}>{entry.note}</Notice>
      )}
    </>
  )
}

/**
 * True if the call has ended, so that a problem with reviewing it no longer matters. False if it ended because of the
 * problem, or if the stored card shows it.
 */
const hasEnded = ({ entry: { state, outcome }, problem, record }: CallView): boolean =>
  isSettled(state) && record?.problem !== problem && !(outcome && 'error' in outcome && outcome.error === problem)

/** Names the plan or permission that the service proposed this by, and the conversation that set it up. */
function OriginLine({ entry: { origin } }: { entry: LedgerEntry }) {
  if (!origin) return null
  return (
    <p className="text-small text-pretty text-ink-muted" data-origin={origin.kind}>
      {origin.kind === 'plan'
        ? 'Proposed by the service, for a plan set up in '
        : 'Proposed by the service, under a permission signed in '}
      <ConversationLink taskId={origin.taskId} cardId={origin.id} />
    </p>
  )
}

/** Shown while the wallet is asked to sign terms. A silent wallet can be given up: nothing moves either way. */
function ConsentWaiting({ entry, controller }: { entry: LedgerEntry; controller: CallController }) {
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
