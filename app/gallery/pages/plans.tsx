'use client'

import type { ComponentProps } from 'react'
import { WorkContext } from '@/components/app/work-context'
import { DraftSheet } from '@/components/cards/draft/draft-card'
import { PlanSheet } from '@/components/cards/plan/plan-card'
import { PermissionItem } from '@/components/permissions/permission-item'
import type { ListedPermission } from '@/components/permissions/permissions-client'
import { PlanItem } from '@/components/plans/plan-item'
import type { ListedPlan } from '@/components/plans/plans-client'
import type { RequestFields } from '@/lib/wire/draft'
import type { PlanOffer } from '@/lib/wire/plan'
import { account, now } from '../call'
import { permission } from '../examples/permission'
import { nothing, type Page, Thing, workWith } from '../stand-ins'

const plan: ListedPlan = {
  number: 3,
  state: 'active',
  chainId: 1,
  sells: 'USDC',
  what: '$50 of ETH',
  rhythm: 'every Friday at 12:00 UTC',
  next: [now + 3 * 86_400_000, now + 10 * 86_400_000],
  left: 8,
  offer: 'plan_1',
  taskId: 'c1',
}

const granted: ListedPermission = {
  id: 'p1',
  state: 'active',
  permission,
  enforcement: 'advisory',
  createdAt: now,
  revokedAt: null,
  taskId: 'c4',
  callId: 'call',
}

const words = (_: unknown, otherwise: string) => otherwise

const offer: PlanOffer = {
  type: 'plan',
  id: 'plan_1',
  terms: {
    ...{ chainId: 1, sells: 'USDC', buys: 'ETH', amount: { kind: 'usd', value: '50' }, slippage: 0.01 },
    schedule: { start: '2040-11-23', hour: 12, every: { unit: 'day', count: 7 }, times: 10, spanEnd: '2041-01-31' },
  },
  until: Date.UTC(2040, 10, 23, 12),
}
const rent: PlanOffer = {
  ...offer,
  terms: {
    ...{ chainId: 1, sells: 'DAI', to: account, amount: { kind: 'exact', value: '250' } },
    schedule: { start: '2040-11-30', hour: 9, every: { unit: 'month', count: 1, day: 31 }, times: null },
  },
}
const past: PlanOffer = {
  ...offer,
  terms: {
    ...offer.terms,
    schedule: { start: '2025-11-21', hour: 12, every: { unit: 'day', count: 7 }, times: 10, spanEnd: '2026-01-30' },
  },
  until: Date.UTC(2025, 10, 21, 12),
}
const unknown: PlanOffer = { ...offer, terms: { ...offer.terms, sells: 'WAGMI' } }

const sheets: readonly (readonly [string, Partial<ComponentProps<typeof PlanSheet>>])[] = [
  ['To confirm', {}],
  ['To confirm, a transfer without an end', { offer: rent }],
  ['To confirm, a change', { offer: { ...offer, changes: { number: 3, left: 8, next: now } } }],
  ['Confirmed, and not answered yet', { asked: true }],
  ['Set up', { offerState: { set: 3 }, agreed: 'yes' }],
  ['Set up, confirmed elsewhere', { offerState: { set: 3 } }],
  ['Replaced', { offerState: 'replaced' }],
  ['Expired', { offer: past }],
  ['Of a token that is not listed', { offer: unknown }],
  ['Other terms than were confirmed', { agreed: 'other' }],
  ['That could not be kept', { problem: 'This browser cannot keep what you confirm, so nothing was confirmed.' }],
]

const send: RequestFields = {
  action: 'send',
  amount: { kind: 'exact', value: '20' },
  token: 'USDC',
  receiver: account,
  chainId: 1,
}
const swap: RequestFields = {
  action: 'swap',
  amount: { kind: 'exact', value: '0.5' },
  token: 'ETH',
  receives: 'USDC',
  slippage: 0.003,
}
const deposit: RequestFields = {
  action: 'stake',
  amount: { kind: 'exact', value: '800' },
  token: 'USDC',
  place: { lockDays: 0 },
}
const drafts: readonly (readonly [string, RequestFields, Partial<ComponentProps<typeof DraftSheet>>])[] = [
  ['A draft', swap, {}],
  ['A draft of which something is missing', { action: 'send', token: 'USDC' }, {}],
  [
    'A draft with what the person did not write',
    send,
    {
      agreedIn: () => [
        { field: 'chainId', value: 'Ethereum' },
        { field: 'receiver', value: account, wrote: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' },
      ],
    },
  ],
  ['A draft that says where', deposit, {}],
  [
    'A draft that names a place',
    { ...deposit, place: { name: 'Steakhouse USDC (Morpho) on Ethereum' } },
    {
      agreedIn: () => [{ field: 'place', value: 'Steakhouse USDC (Morpho) on Ethereum', wrote: 'without a lock-up' }],
    },
  ],
  ['A draft with a place, confirmed', deposit, { draftState: { is: 'confirmed', fields: deposit } }],
  ['A draft, confirmed', send, { draftState: { is: 'confirmed', fields: send } }],
  ['A draft that was not used', swap, { draftState: { is: 'passed' } }],
]

const isOver = (state: ListedPlan['state']) => state === 'ended' || state === 'canceled'

/** Plans of the list, in every state. */
export function Plans() {
  return (
    <>
      {(['active', 'paused', 'ended', 'canceled'] as const).map((state) => (
        <Thing key={state} title={`A plan, ${state}`}>
          <PlanItem
            plan={{
              ...plan,
              state,
              ...(state === 'paused' ? { left: null } : {}),
              ...(isOver(state) ? { next: [] } : {}),
            }}
            onChanged={nothing}
            words={words}
          />
        </Thing>
      ))}
    </>
  )
}

/** Permissions of the list, in every state. */
export function Permissions() {
  return (
    <>
      {(['active', 'expired', 'revoked'] as const).map((state) => (
        <Thing key={state} title={`A permission, ${state}`}>
          <PermissionItem
            listed={{ ...granted, id: state, state, revokedAt: state === 'revoked' ? now : null }}
            onRevoked={nothing}
            words={words}
          />
        </Thing>
      ))}
      <Thing title="A permission that the wallet enforces">
        <PermissionItem listed={{ ...granted, enforcement: 'onchain' }} onRevoked={nothing} words={words} />
      </Thing>
    </>
  )
}

/** Plans and drafts as the agent offers them. */
export const planPages: Readonly<Record<string, Page>> = {
  plan: {
    title: 'Plan',
    things: () => (
      <WorkContext value={workWith({})}>
        {sheets.map(([title, more]) => (
          <Thing key={title} title={title}>
            <PlanSheet
              offer={offer}
              offerState="open"
              agreed="no"
              asked={false}
              problem={null}
              onConfirm={nothing}
              onKeep={nothing}
              {...more}
            />
          </Thing>
        ))}
      </WorkContext>
    ),
  },
  draft: {
    title: 'Draft',
    things: () =>
      drafts.map(([title, fields, more]) => (
        <Thing key={title} title={title}>
          <DraftSheet
            draft={{ type: 'draft', id: title, fields }}
            draftState={{ is: 'open' }}
            agreedIn={() => []}
            onConfirm={async () => {}}
            {...more}
          />
        </Thing>
      )),
  },
}
