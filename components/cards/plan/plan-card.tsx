'use client'

import { useEffect, useId, useState, useSyncExternalStore } from 'react'
import { useApp } from '@/components/app/app-context'
import { goToSidePage } from '@/components/app/location'
import { useNow } from '@/components/app/use-now'
import { conversationOf } from '@/components/app/work/conversation-of'
import { useWork } from '@/components/app/work-context'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { useKeepFocus } from '@/components/ui/use-keep-focus'
import { confirmPlanSentence } from '@/lib/wire/data-parts'
import { doSame, isPurchase, type PlanOffer } from '@/lib/wire/plan'
import { SentWords } from '../frame/sent-words'
import { type OfferState, useOfferState } from './offer-state'
import { PlanTermRows, planHeadline, tokensOf, whenText } from './plan-terms'
import { readAnswers } from './typed-yes'

/** A plan that the agent offers, at its place in the thread. */
export function PlanCard({ offer, taskId }: { offer: PlanOffer; taskId: string | null }) {
  const { chat, planTerms } = useWork()
  const offerState = useOfferState(offer, taskId)
  const kept = useSyncExternalStore(
    planTerms.subscribe,
    () => planTerms.find(offer.id),
    () => null,
  )
  const [asked, setAsked] = useState(false)
  const [unkept, setUnkept] = useState(false)
  const conversation = taskId === null ? null : conversationOf(chat, taskId)
  const keep = () => {
    const isKept = planTerms.keep(offer.id, offer.terms)
    setUnkept(!isKept)
    return isKept
  }
  return (
    <PlanSheet
      offer={offer}
      offerState={offerState}
      agreed={kept === null ? 'no' : doSame(kept, offer.terms) ? 'yes' : 'other'}
      asked={asked}
      problem={
        unkept
          ? 'This browser cannot keep what you confirm, so nothing was confirmed. Allow this site to store data.'
          : null
      }
      onConfirm={
        conversation &&
        (() => {
          if (!keep()) return
          setAsked(true)
          // The app wrote these words: they are not the person's own.
          chat.send(conversation.id, confirmPlanSentence, { suggested: true, confirms: offer.id })
        })
      }
      onKeep={keep}
    />
  )
}

type SheetProps = {
  offer: PlanOffer
  offerState: OfferState
  /** `yes` if its terms were confirmed in this browser, `other` if other terms of the same offer were. */
  agreed: 'yes' | 'no' | 'other'
  /** True once its confirmation has been sent. */
  asked: boolean
  problem: string | null
  /** Null if there is no conversation to confirm it in. */
  onConfirm: (() => void) | null
  /** Stores the terms as confirmed in this browser too. */
  onKeep: () => void
}

/**
 * Shows every term of a plan, with two buttons. Nothing is signed here: confirming it moves nothing, and each date
 * brings a card of its own. Built from the terms and our own lists, without a word of the agent's.
 */
export function PlanSheet({ offer, offerState, agreed, asked, problem, onConfirm, onKeep }: SheetProps) {
  const { chains } = useApp()
  const { terms, changes, until } = offer
  const now = useNow(offerState === 'open', 30_000)
  const [aside, setAside] = useState(false)
  const isOver = offerState === 'open' && until <= now
  const unlisted = tokensOf(terms, chains) === null
  const isOpen = offerState === 'open' && !isOver
  useEffect(() => {
    if (isOpen) readAnswers()
  }, [isOpen])
  const state = stateOf(offerState, { isOver, asked, aside })
  const place = useKeepFocus(state)
  const sentWords = useId()
  const { word, tone } = stateLabels[state]
  const headline = planHeadline(terms, chains)
  const once = isPurchase(terms) ? 'purchase' : 'transfer'
  return (
    <article
      {...place}
      data-call={offer.id}
      data-plan-offer={offer.id}
      data-state={state}
      data-hold={state === 'open' || undefined}
      aria-label={`Plan: ${headline}`}
      className="@container sheet flex flex-col gap-4 px-4 py-4 focus-visible:-outline-offset-2! sm:px-6 sm:py-5"
    >
      <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 className="form-label">{changes ? `Change of plan ${changes.number}` : 'Plan'}</h3>
        <Badge tone={tone}>{word}</Badge>
      </header>
      <p className="in-words text-lead text-balance font-semibold">{headline}</p>
      {state !== 'aside' && (
        <>
          {changes && (
            <p className="text-small text-pretty">
              It replaces plan {changes.number}, which stays as it is until you confirm this.
            </p>
          )}
          <PlanTermRows terms={terms} chains={chains} />
          <p className="text-small text-pretty">
            <strong>Confirming moves nothing.</strong> On each date the {once} comes as a card of its own, for you to
            countersign or decline. A date that passes is not added to the next. You can pause or end the plan at any
            time under Account, Plans.
          </p>
        </>
      )}
      {unlisted && (
        <Notice tone="danger" title="This app does not know a token or network of this plan">
          What the plan proposes could not be checked, so it cannot be confirmed here.
        </Notice>
      )}
      {agreed === 'other' && (
        <Notice tone="danger" title="These are not the terms you confirmed here">
          The service now shows different terms. Its proposals are checked against the ones you confirmed.
        </Notice>
      )}
      {problem && <Notice tone="warn" role="alert" title={problem} />}
      {typeof offerState === 'object' && <SetUp number={offerState.set} agreed={agreed} once={once} onKeep={onKeep} />}
      {state === 'asked' && (
        <p className="text-small text-ink-muted">
          You confirmed this in a message below. The answer there says what happened.
        </p>
      )}
      {state === 'expired' && (
        <p className="text-small text-ink-muted">
          This offer expired {whenText(until)}. Nothing was set up. Ask again if you still want it.
        </p>
      )}
      {state === 'replaced' && (
        <p className="text-small text-ink-muted">
          A newer offer with different terms is below. Nothing was set up by this one.
        </p>
      )}
      {isOpen && !asked && !unlisted && agreed !== 'other' && (
        <div className="flex flex-col gap-2">
          {onConfirm && !aside && <SentWords id={sentWords} words={confirmPlanSentence} />}
          <div className="flex flex-wrap gap-2.5">
            {onConfirm && !aside && (
              <Button look="primary" aria-describedby={sentWords} onClick={onConfirm}>
                Confirm plan
              </Button>
            )}
            <Button onClick={() => setAside(!aside)}>{aside ? 'Show the terms' : 'Not now'}</Button>
          </div>
          <p className="text-small text-ink-muted">Nothing is set up yet. Open until {whenText(until)}.</p>
        </div>
      )}
    </article>
  )
}

/** Returns what the sheet shows: the offer's own state first, then what the person did with it. */
function stateOf(
  offerState: OfferState,
  { isOver, asked, aside }: { isOver: boolean; asked: boolean; aside: boolean },
): keyof typeof stateLabels {
  if (typeof offerState === 'object') return 'set'
  if (offerState === 'replaced') return 'replaced'
  if (isOver) return 'expired'
  if (asked) return 'asked'
  return aside ? 'aside' : 'open'
}

function SetUp({
  number,
  agreed,
  once,
  onKeep,
}: Pick<SheetProps, 'agreed' | 'onKeep'> & { number: number; once: string }) {
  return (
    <>
      {agreed === 'no' && (
        <Notice
          tone="warn"
          title="Confirmed, but not in this browser"
          action={
            <Button size="small" onClick={onKeep}>
              Confirm the terms here
            </Button>
          }
        >
          Until you confirm the terms here too, this browser cannot check the plan’s {once}s against them.
        </Notice>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-small">
        <p>
          It is set up as <span className="font-medium">plan {number}</span>.
        </p>
        <Button size="small" onClick={() => goToSidePage('plans')}>
          Show your plans
        </Button>
      </div>
    </>
  )
}

const stateLabels = {
  open: { word: 'To confirm', tone: 'accent' },
  aside: { word: 'Not now', tone: 'neutral' },
  asked: { word: 'Confirmed by you', tone: 'accent' },
  set: { word: 'Set up', tone: 'accent' },
  replaced: { word: 'Replaced', tone: 'neutral' },
  expired: { word: 'Expired', tone: 'neutral' },
} as const
