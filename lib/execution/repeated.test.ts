import { getAddress, pad } from 'viem'
import { describe, expect, test } from 'vitest'
import { bytesHash } from '@/lib/review/hash'
import type { Plan } from '@/lib/tools/plan'
import type { LedgerEntry, LedgerState, StepRecord } from './entry'
import { repeatedFinding } from './repeated'
import { proposed, untilState } from './testing/bench'
import { ledgerEntry } from './testing/ledger-entry'
import { late, signs } from './testing/scripted-wallet'
import { browser, setUpExecution, tab } from './testing/setup'

const owner = getAddress('0xacc0000000000000000000000000000000000acc')
const other = getAddress('0xf12e7d0000000000000000000000000000f12e7d')
const hour = 3_600_000
const now = 100 * hour

const sent = { chainId: 1, to: other, data: '0x', value: 7n } as const
const plan: Plan = {
  account: owner,
  steps: [{ id: 'send', purpose: 'action', title: 'Send', ...sent }],
  declares: { out: [], in: [], allowances: [] },
}
const step = (outcome?: StepRecord['outcome'], value = 7n): StepRecord => ({
  id: 'send',
  title: 'Send',
  ...sent,
  value: value.toString(),
  bytesHash: bytesHash({ ...sent, value }),
  ...(outcome ? { outcome } : {}),
})
const entry = (callId: string, state: LedgerState, more: Partial<LedgerEntry> = {}): LedgerEntry =>
  ledgerEntry({ key: callId, callId, owner, state, createdAt: now, updatedAt: now, ...more })
const proposal = entry('new', 'reviewing')
const found = (...others: LedgerEntry[]) => repeatedFinding([proposal, ...others], proposal, plan, now)

describe('a call that is another one once more', () => {
  const done = { steps: [step('success')] }

  test.each<[string, LedgerEntry[]]>([
    ['there is no other', []],
    [
      'another one asks for something else',
      [entry('a', 'confirmed', { callHash: pad('0x3'), steps: [step('success', 8n)] })],
    ],
    ['another account did it', [entry('a', 'confirmed', { ...done, owner: other })]],
    ['it is proposed twice, and neither is done', [entry('a', 'ready'), entry('b', 'reviewing')]],
    ['it was declined before', [entry('a', 'rejected')]],
    ['it failed before, and nothing moved', [entry('a', 'reverted', { steps: [step('reverted')] })]],
    ['it was done half a day ago', [entry('a', 'confirmed', { ...done, updatedAt: now - 12 * hour })]],
  ])('says nothing where %s', (_, others) => expect(found(...others)).toBeNull())

  test('of one that was done up to half a day ago it is said when', () => {
    const title = (ago: number) => found(entry('a', 'confirmed', { ...done, updatedAt: now - ago }))?.title
    expect(found(entry('a', 'confirmed', done))).toMatchObject({ rule: 'repeated', level: 'WARN' })
    expect(title(12 * hour - 1)).toBe('You already did exactly this, 11 hours ago.')
    expect(title(hour)).toMatch(/60 minutes ago/)
    expect(title(hour / 60)).toMatch(/a moment ago/)
    // The latest counts.
    expect(
      found(entry('a', 'confirmed', { ...done, updatedAt: now - 5 * hour }), entry('b', 'confirmed', done))?.title,
    ).toMatch(/a moment/)
  })

  test('the same is what asks for the same, at another quote too, and what comes to the same bytes', () => {
    expect(found(entry('a', 'confirmed', { steps: [step('success', 8n)] }))?.level).toBe('WARN')
    expect(found(entry('a', 'confirmed', { ...done, callHash: pad('0x3') }))?.level).toBe('WARN')
  })

  test.each<[LedgerState, RegExp]>([
    ['signing', /wallet has been asked/],
    ['broadcast', /has been sent/],
    ['confirming', /has been sent/],
  ])('one that is %s is a danger, each its own', (state, words) => {
    const one = found(entry('a', state, { steps: [step()], updatedAt: now - 50 * hour }))
    expect(one).toMatchObject({ level: 'DANGER', observed: expect.stringMatching(words), fix: { kind: 'refresh' } })
    expect(found(entry('b', state, { steps: [step()] }))?.covers).not.toEqual(one?.covers)
  })

  const left = (ago: number, more: Partial<StepRecord> = {}) => [
    { steps: [{ ...step(), nonce: 5, ...more }], at: now - ago },
  ]
  test.each<[string, LedgerState, LedgerEntry['left']]>([
    ['rejected in the wallet and declined', 'rejected', left(0)],
    ['rejected in the wallet and replaced by a new message', 'superseded', left(hour / 5)],
    ['given up', 'ready', left(hour / 5)],
    ['asked for as a bundle hours ago', 'rejected', left(5 * hour, { via: 'bundle' })],
    ['asked of a contract account hours ago', 'rejected', left(5 * hour, { via: 'contract' })],
  ])('one that was %s may have been sent: a danger', (_, state, requests) =>
    expect(found(entry('a', state, { left: requests ?? [] }))).toMatchObject({
      level: 'DANGER',
      title: 'Your wallet was asked for exactly this before.',
    }),
  )

  test('and none once another transaction has its nonce, or nobody who sends unseen would still wait', () => {
    expect(found(entry('a', 'rejected', { left: [] }))).toBeNull()
    expect(found(entry('a', 'rejected', { left: left(hour / 4) }))).toBeNull()
  })

  test('a bridge that is on its way over has been carried out', () => {
    expect(found(entry('a', 'confirming', done))?.level).toBe('WARN')
  })
})

describe('on its card', () => {
  setUpExecution()

  test('while the wallet is asked for the same it has to be acknowledged, and afterwards it is said', async () => {
    const held = late(signs)
    browser.state.script.push(held.answer)
    const first = await proposed(tab, browser.propose('a'))
    const asked = first.call.approve()
    await untilState(tab, first.key, 'signing')

    const again = await proposed(tab, browser.propose('b'))
    expect(again.call.getSnapshot().review).toMatchObject({ verdict: 'acknowledge', findings: [{ level: 'DANGER' }] })
    await again.call.approve()
    expect(browser.state.asked).toHaveLength(1)

    held.letGo()
    await asked
    await untilState(tab, first.key, 'confirmed')
    // What was acknowledged was another finding: the person looks again.
    again.call.acknowledge(true)
    await again.call.approve()
    expect(browser.state.asked).toHaveLength(1)
    expect(again.call.getSnapshot().review?.findings[0]).toMatchObject({ rule: 'repeated', level: 'WARN' })
    await again.call.approve()
    await untilState(tab, again.key, 'confirmed')
    expect(browser.state.asked).toHaveLength(2)
  })
})
