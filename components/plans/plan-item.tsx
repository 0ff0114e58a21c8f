'use client'

import { use, useId, useState } from 'react'
import { AppContext } from '@/components/app/app-context'
import { ConversationLink } from '@/components/app/conversation-link'
import { DetailRow, DetailRows } from '@/components/cards/frame/detail-rows'
import { hereText, PlannedToken, whenText } from '@/components/cards/plan/plan-terms'
import { putIntoComposer } from '@/components/chat/composer/wanted-text'
import { tokenBySymbol } from '@/lib/chain/tokens/tokens'
import { Badge } from '../ui/badge'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { Notice } from '../ui/notice'
import { ChainName } from '../ui/pictures/chain-name'
import { useKeepFocus } from '../ui/use-keep-focus'
import { changePlan, type ListedPlan } from './plans-client'

const states = {
  active: { word: 'Active', tone: 'accent' },
  paused: { word: 'Paused', tone: 'unverified' },
  ended: { word: 'Ended', tone: 'neutral' },
  canceled: { word: 'Canceled', tone: 'neutral' },
} as const

type Wish = Parameters<typeof changePlan>[1]

/** A plan: what it buys and when, and the ways to pause, resume, change and cancel it. Nothing here moves money. */
export function PlanItem({
  plan,
  onChanged,
  words,
}: {
  plan: ListedPlan
  onChanged: (changed: ListedPlan) => void
  /** Returns the message for a failed change. */
  words: (error: unknown, otherwise: string) => string
}) {
  const chain = use(AppContext)?.chains.get(plan.chainId)
  const sold = chain && tokenBySymbol(chain, plan.sells)
  const heading = useId()
  const place = useKeepFocus(plan.state)
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState<Wish | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { word, tone } = states[plan.state]
  const change = async (wish: Wish) => {
    setBusy(wish)
    setProblem(null)
    try {
      onChanged(await changePlan(plan.number, wish))
      setAsking(false)
    } catch (error) {
      setProblem(words(error, 'It could not be changed. Try again.'))
    } finally {
      setBusy(null)
    }
  }
  const button = (wish: Wish, label: string) => (
    <Button busy={busy === wish} onClick={() => void change(wish)}>
      {label}
    </Button>
  )
  const lives = plan.state === 'active' || plan.state === 'paused'
  return (
    <article
      {...place}
      aria-labelledby={heading}
      data-plan={plan.number}
      data-state={plan.state}
      className="sheet flex flex-col gap-3 px-4 py-4 sm:px-6"
    >
      <header className="flex items-start justify-between gap-3">
        <h2 id={heading} className="text-lead text-balance font-semibold">
          Plan {plan.number}: {plan.what}
        </h2>
        <Badge tone={tone} className="mt-1 shrink-0">
          {word}
        </Badge>
      </header>
      <DetailRows>
        <DetailRow label="When">
          {plan.rhythm}
          {plan.next[0] !== undefined && hereText(plan.next[0])}
        </DetailRow>
        <DetailRow label="Leaves">
          <PlannedToken token={sold} symbol={plan.sells} />
        </DetailRow>
        <DetailRow label="Network">
          <ChainName chainId={plan.chainId} />
        </DetailRow>
        {plan.next.length > 0 && (
          <DetailRow label="Next dates">
            <ul className="text-right tabular-nums">
              {plan.next.map((at) => (
                <li key={at}>{whenText(at)}</li>
              ))}
            </ul>
          </DetailRow>
        )}
        {lives && <DetailRow label="Remaining dates">{plan.left === null ? 'no end date' : plan.left}</DetailRow>}
        {plan.taskId && (
          <DetailRow label="Set up in">
            <ConversationLink taskId={plan.taskId} cardId={plan.offer} />
          </DetailRow>
        )}
      </DetailRows>
      {problem && !asking && <Notice tone="warn" role="alert" title={problem} />}
      {lives && (
        <div className="flex flex-wrap gap-2.5">
          {plan.state === 'active' ? button('pause', 'Pause') : button('resume', 'Resume')}
          {plan.state === 'active' && (
            // The agent answers with the new terms to confirm; confirmed, they take the place of the old ones at once.
            <Button disabled={busy !== null} onClick={() => putIntoComposer(`Change plan ${plan.number} to `)}>
              Change …
            </Button>
          )}
          <Button disabled={busy !== null} onClick={() => setAsking(true)}>
            Cancel plan
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={asking}
        title={`Cancel plan ${plan.number}?`}
        lead={
          <p className="text-pretty">
            It ends for good: it proposes nothing more. What it has done stays done. To stop it for a while, pause it
            instead.
          </p>
        }
        act="Cancel plan"
        busy={busy === 'cancel'}
        problem={problem}
        onAct={() => void change('cancel')}
        onClose={() => setAsking(false)}
      />
    </article>
  )
}
