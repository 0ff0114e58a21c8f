import { describe, expect, it } from 'vitest'
import { confirmPlanPart, planOfferPart, planOffersIn, readConfirmPlan } from './data-parts'
import { readParts } from './decode/decode-parts'
import { functionCallPart, PartError, parsePart, textPart } from './parts'
import { doSame, offerStateOf, type PlanOffer, type PlanTerms } from './plan'

const schedule = { start: '2026-11-27', hour: 12, every: { unit: 'day', count: 7 }, times: 10 } as const
const terms: PlanTerms = {
  ...{ chainId: 8453, sells: 'USDC', buys: 'ETH', amount: { kind: 'usd', value: '50' } },
  schedule,
}
const transfer: PlanTerms = {
  ...{ chainId: 8453, sells: 'USDC', to: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' },
  amount: { kind: 'exact', value: '20.5' },
  schedule: { ...schedule, every: { unit: 'month', count: 1, day: 31 }, times: null },
}
const offer: PlanOffer = { type: 'plan', id: 'plan_1', terms, until: 1_795_780_800_000 }
const changed = (more: object) => parsePart(JSON.parse(JSON.stringify(planOfferPart({ ...offer, ...more }))))

describe('a plan to confirm', () => {
  it.each<[string, PlanOffer]>([
    ['a purchase', offer],
    ['a transfer', { ...offer, terms: transfer }],
    ['a replacement', { ...offer, replaces: 'plan_0' }],
    ['a change', { ...offer, changes: { number: 3, left: null, next: 1 } }],
    ['set up', { ...offer, number: 3 }],
  ])('is read as written: %s', (_, plan) => {
    const part = parsePart(JSON.parse(JSON.stringify(planOfferPart(plan))))
    expect(planOffersIn([textPart('…'), part])).toEqual([plan])
    expect(readParts([textPart('…'), part], true)).toEqual([
      { type: 'text', text: '…' },
      { type: 'plan', offer: plan },
    ])
  })

  it.each<[string, object]>([
    ['no id', { id: '' }],
    ['a long id', { id: 'x'.repeat(257) }],
    ['an unknown field', { note: 'and all your ETH' }],
    ['unknown terms', { terms: { ...terms, hidden: 1 } }],
    ['both a purchase and a transfer', { terms: { ...terms, to: transfer.sells } }],
    ['neither', { terms: { ...terms, buys: undefined } }],
    ['a receiver that is not an address', { terms: { ...transfer, to: '0x12' } }],
    ['an invalid amount', { terms: { ...terms, amount: { kind: 'usd', value: '-5' } } }],
    ['an endless amount', { terms: { ...terms, amount: { kind: 'usd', value: '9'.repeat(31) } } }],
    ['a fraction', { terms: { ...terms, amount: { kind: 'share', value: '1' } } }],
    ['too much slippage', { terms: { ...terms, slippage: 0.5 } }],
    ['an invalid hour', { terms: { ...terms, schedule: { ...schedule, hour: 24 } } }],
    ['too many dates', { terms: { ...terms, schedule: { ...schedule, times: 1001 } } }],
    ['every hour', { terms: { ...terms, schedule: { ...schedule, every: { unit: 'hour', count: 1 } } } }],
    ['a nonexistent day', { terms: { ...terms, schedule: { ...schedule, start: '2026-02-30' } } }],
    ['a time as text', { until: 'tomorrow' }],
    ['a plan without a number', { changes: { left: 3, next: 1 } }],
  ])('is read whole or not at all: %s', (_, more) => {
    const part = changed(more)
    expect(planOffersIn([part])).toEqual([])
    expect(readParts([part], true)).toEqual([
      { type: 'unreadable', reason: expect.stringContaining('plan to confirm') },
    ])
  })

  it("is ignored in the person's own message", () => {
    expect(readParts([planOfferPart(offer)], false)).toEqual([])
  })

  it('equals another that does the same on the same dates, however its end was stated', () => {
    const until = { ...terms, schedule: { ...schedule, until: '2027-02-04' } }
    expect(doSame(terms, until)).toBe(true)
    expect(doSame(terms, { ...terms, amount: { kind: 'usd', value: '51' } })).toBe(false)
    expect(doSame(terms, transfer)).toBe(false)
  })
})

describe('the state of an offer', () => {
  const second: PlanOffer = { ...offer, id: 'plan_2' }
  it.each<[string, readonly PlanOffer[], ReturnType<typeof offerStateOf>]>([
    ['alone', [offer], { is: 'open' }],
    ['beside another', [offer, second], { is: 'open' }],
    ['before its replacement', [offer, { ...second, replaces: 'plan_1' }], { is: 'replaced' }],
    ['confirmed', [offer, second, { ...offer, number: 3 }], { is: 'set', number: 3 }],
    ['reported as set up with other terms', [offer, { ...offer, terms: transfer, number: 3 }], { is: 'open' }],
    ['unknown', [second], null],
    ['reported as set up, and never offered', [{ ...offer, number: 3 }], null],
  ])('%s', (_, offers, state) => {
    expect(offerStateOf('plan_1', offers)).toEqual(state)
  })

  it('is replaced by another change of the same plan', () => {
    const changes = { number: 4, left: 9, next: 1 }
    const [one, other] = [
      { ...offer, changes },
      { ...second, changes },
    ]
    expect(offerStateOf('plan_1', [one, other])).toEqual({ is: 'replaced' })
    expect(offerStateOf('plan_1', [one, { ...second, changes: { ...changes, number: 5 } }])).toEqual({ is: 'open' })
  })
})

describe('a confirmation', () => {
  it('names an offer', () => {
    expect(readConfirmPlan([textPart('yes'), confirmPlanPart('plan_1')])).toEqual({ type: 'confirmPlan', id: 'plan_1' })
    expect(readConfirmPlan([textPart('yes')])).toBeNull()
    expect(() => readConfirmPlan([confirmPlanPart('a'), confirmPlanPart('b')])).toThrow(PartError)
  })

  it.each([[{}], [{ id: 5 }], [{ id: '' }], [{ id: 'a', more: true }]])('is refused when it is %j', (data) => {
    const part = parsePart({ kind: 'data', data: { type: 'confirmPlan', ...data } })
    expect(() => readConfirmPlan([part])).toThrow(PartError)
  })
})

describe('the origin of a call', () => {
  const call = { id: 'c-2', name: 'execute_router_swap', parameters: {} }
  const origin = { kind: 'plan', id: 'plan_1', taskId: 't-1' } as const

  it('is read from its part, beside the id it replaces', () => {
    const part = functionCallPart({ ...call, origin, replaces: 'c-1' })
    expect(part.metadata).toEqual({ origin, replaces: 'c-1' })
    expect(parsePart(JSON.parse(JSON.stringify(part)))).toEqual(part)
    expect(readParts([part], true)).toEqual([expect.objectContaining({ callId: 'c-2', origin, replaces: 'c-1' })])
  })

  it.each([[{ kind: 'whim', id: 'a', taskId: 't' }], [{ kind: 'plan', id: 'a' }], ['plan'], [{ ...origin, id: '' }]])(
    'is absent in %j',
    (odd) => {
      const raw = { ...functionCallPart(call), metadata: { origin: odd } }
      expect(readParts([raw], true)[0]).not.toHaveProperty('origin')
      expect(parsePart(raw)).not.toHaveProperty('metadata')
    },
  )
})
