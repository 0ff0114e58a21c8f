// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { AppContext } from '@/components/app/app-context'
import { appOf, workOf } from '@/components/app/testing/contexts'
import { WorkContext } from '@/components/app/work-context'
import { unreachableChains } from '@/lib/chain/testing/chains'
import { chatOf } from '@/lib/chat/fixtures/chat-of'
import type { ChatMessage } from '@/lib/chat/store/chat'
import type { PlanOffer, PlanTerms } from '@/lib/wire/plan'
import { PlanCard } from './plan-card'

afterEach(cleanup)

const offer: PlanOffer = {
  type: 'plan',
  id: 'plan_1',
  terms: {
    ...{ chainId: 31337, sells: 'USDC', buys: 'ETH', amount: { kind: 'usd', value: '50' }, slippage: 0.01 },
    schedule: { start: '2040-11-23', hour: 12, every: { unit: 'day', count: 7 }, times: 10, spanEnd: '2041-01-31' },
  },
  until: Date.UTC(2040, 10, 23, 12),
}
const chains = unreachableChains(31337)

/** Renders the offer in its conversation, among other offers and set-up plans, with the terms confirmed before. */
function show(shown: PlanOffer = offer, others: readonly PlanOffer[] = [], before: Record<string, PlanTerms> = {}) {
  const sent: unknown[][] = []
  const kept = new Map(Object.entries(before))
  const listeners = new Set<() => void>()
  const messages: ChatMessage[] = [shown, ...others].map((each, index) => ({
    ...{ id: `m${index}`, role: 'agent', at: 0, status: 'complete', parts: [{ type: 'plan', offer: each }] },
  }))
  const work = workOf({
    chat: chatOf({ messages, send: (...message) => void sent.push(message) }),
    planTerms: {
      find: (id) => kept.get(id) ?? null,
      keep: (id, terms) => {
        kept.set(id, terms)
        for (const listener of listeners) listener()
        return true
      },
      subscribe: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
  })
  render(
    <AppContext value={appOf({ chains })}>
      <WorkContext value={work}>
        <PlanCard offer={shown} taskId="T" />
      </WorkContext>
    </AppContext>,
  )
  return { sent, kept, card: screen.getByRole('article') }
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('shows every term of a purchase, and says that each comes as its own card', () => {
  const { card } = show()
  const text = card.textContent ?? ''
  for (const term of [
    'Buy $50.00 of ETH, every Friday',
    '$50.00 worth of USDC',
    'ETH, at the price of that moment',
    'your own account',
    '1%',
    'Ethereum (local)',
    'every Friday at 12:00 UTC',
    'after 10 purchases',
    '$500.00 of USDC',
    'Nothing is set up yet',
    'comes as a card of its own',
  ])
    expect(text).toContain(term)
  for (const date of [Date.UTC(2040, 10, 23, 12), Date.UTC(2040, 10, 30, 12), Date.UTC(2041, 0, 25, 12)])
    expect(text, 'in the reader’s time zone').toContain(
      new Intl.DateTimeFormat(undefined, {
        ...({ weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' } as const),
        ...({ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const),
      }).format(date),
    )
})

it('shows a transfer’s full recipient', () => {
  const to = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
  const { schedule, chainId } = offer.terms
  const amount = { kind: 'exact', value: '20.5' } as const
  const { card } = show({
    ...offer,
    terms: { chainId, sells: 'USDC', to, amount, schedule: { ...schedule, times: null } },
  })
  expect(card.textContent).toContain('Send 20.5 USDC, every Friday')
  expect(card.textContent).toContain(to)
  expect(card.textContent).toContain('it has no end date')
})

it('stores the terms before it sends the confirmation, once, in words that are not the person’s own', () => {
  const { sent, kept, card } = show()
  expect(card.textContent).toContain('Sends as your message: “Confirm the plan”')
  press('Confirm plan')
  expect(kept.get('plan_1')).toEqual(offer.terms)
  expect(sent).toEqual([['c', 'Confirm the plan', { suggested: true, confirms: 'plan_1' }]])
  expect(card.dataset.state).toBe('asked')
  expect(screen.queryByRole('button', { name: 'Confirm plan' })).toBeNull()
})

it('can be set aside and reopened', () => {
  const { sent, card } = show()
  press('Not now')
  expect(card.dataset.state).toBe('aside')
  expect(screen.queryByRole('button', { name: 'Confirm plan' })).toBeNull()
  press('Show the terms')
  expect(screen.getByRole('button', { name: 'Confirm plan' })).toBeTruthy()
  expect(sent).toEqual([])
})

it('says that it is set up, and lets the person confirm terms that were not confirmed here', () => {
  const { kept, card, sent } = show(offer, [{ ...offer, number: 3 }])
  expect(card.dataset.state).toBe('set')
  expect(card.textContent).toContain('plan 3')
  expect(card.textContent).toContain('Confirmed, but not in this browser')
  press('Confirm the terms here')
  expect(kept.get('plan_1')).toEqual(offer.terms)
  expect(card.textContent).not.toContain('not with this card')
  expect(sent).toEqual([])
})

it.each<[string, Parameters<typeof show>, string, string]>([
  [
    'replaced',
    [offer, [{ ...offer, id: 'plan_2', replaces: 'plan_1' }]],
    'replaced',
    'A newer offer with different terms',
  ],
  ['expired', [{ ...offer, until: 1 }], 'expired', 'Nothing was set up'],
  ['for an unknown token', [{ ...offer, terms: { ...offer.terms, sells: 'WAGMI' } }], 'open', 'not know a token'],
  [
    'shown with terms that differ from those confirmed',
    [offer, [], { plan_1: { ...offer.terms, chainId: 1 } }],
    'open',
    'not the terms you confirmed',
  ],
])('cannot be confirmed if it is %s', (_, given, state, words) => {
  const { card } = show(...given)
  expect(card.dataset.state).toBe(state)
  expect(card.textContent).toContain(words)
  expect(screen.queryByRole('button', { name: 'Confirm plan' })).toBeNull()
})
