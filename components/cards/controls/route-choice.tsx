'use client'

import { useId } from 'react'
import { Button } from '@/components/ui/button'
import { LetterMark } from '@/components/ui/pictures/letter-mark'
import { Amount } from '@/components/ui/text/amount'
import { PlainFigures } from '@/components/ui/text/exact-figure'
import { formatUsd } from '@/components/ui/text/figures'
import type { SwapAlternative, SwapDetails, SwapSide } from '@/lib/tools/execute-router-swap/details'

/**
 * Lists the routes of a swap when the person asks for them: what each yields, costs and takes. Choosing one fetches its
 * quote and reviews it again.
 */
export function RouteChoice({
  alternatives,
  to,
  open,
  adjust,
}: {
  alternatives: SwapDetails['alternatives']
  to: SwapSide
  open: boolean
  adjust: (adjustments: Record<string, unknown>) => void
}) {
  const group = useId()
  if (alternatives === null)
    return open ? (
      <Button size="small" className="self-start" onClick={() => adjust({ compare: true })}>
        Compare routes
      </Button>
    ) : null
  if (alternatives === 'unread')
    return (
      <p role="status" className="text-small text-ink-muted">
        The other routes could not be fetched just now. The one above still applies.
      </p>
    )
  if (alternatives.length < 2)
    return open ? (
      <p role="status" className="text-small text-ink-muted">
        There is no other route for this.
      </p>
    ) : null
  return (
    <fieldset disabled={!open}>
      <legend className="form-label mb-1">Routes</legend>
      <div className="flex flex-col overflow-hidden rounded-control border border-rule-strong">
        {alternatives.map((route) => (
          <RouteRow key={route.key} group={group} route={route} to={to} choose={() => adjust({ route: route.key })} />
        ))}
      </div>
    </fieldset>
  )
}

function RouteRow({
  group,
  route,
  to,
  choose,
}: {
  /** Name of the radio group. Unique per card, so that a choice does not clear another card's. */
  group: string
  route: SwapAlternative
  to: SwapSide
  choose: () => void
}) {
  const hops = route.path.filter(({ type }) => type !== 'protocol')
  return (
    <label className="flex cursor-pointer items-baseline gap-3 border-t border-rule px-3 py-2 text-small first-of-type:border-t-0 has-checked:bg-paper-sunk has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent">
      <input
        type="radio"
        name={group}
        className="translate-y-0.5 accent-accent"
        checked={route.chosen}
        onChange={choose}
      />
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
        <span>
          {/* The router names it, so it gets no picture of ours. */}
          <LetterMark name={route.toolName} size={16} className="mr-1.5 rounded-[28%]" />
          <bdi className="font-medium">{route.toolName}</bdi>
          <span className="text-ink-muted">
            {' '}
            · {hops.length > 1 ? `${hops.length} legs` : 'direct'} · {seconds(route.duration)}
          </span>
        </span>
        <span className="ml-auto text-right">
          <PlainFigures>
            <Amount
              value={route.toAmount}
              decimals={to.token.decimals}
              symbol={to.token.symbol}
              listed={to.token.listed}
              way="in"
            />
          </PlainFigures>
          {route.costUsd !== null && <span className="text-ink-muted"> · costs {formatUsd(route.costUsd)}</span>}
        </span>
      </span>
    </label>
  )
}

const seconds = (duration: number): string =>
  duration < 90 ? `${Math.max(1, Math.round(duration))} s` : `${Math.round(duration / 60)} min`
