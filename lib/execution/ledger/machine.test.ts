import fc from 'fast-check'
import type { Address, Hash, Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { ledgerEntry, stepRecord } from '../testing/ledger-entry'
import { isSettled, type LedgerEntry, type StepRecord } from './entry'
import type { LedgerEvent } from './ledger-event'
import { IllegalTransition, isInFlight, transition } from './machine'
import { nextStep, pendingStep } from './steps'

fc.configureGlobal({ seed: 1 })

const owner: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const hash = (n: number): Hash => `0x${n.toString(16).padStart(64, '0')}`
const plan: Hex = hash(900)

const step = (id: string, bytes: number): StepRecord => stepRecord({ id, title: id, bytesHash: hash(bytes) })
const approval = step('approve', 801)
const action = step('swap', 802)

const fresh = ledgerEntry({ owner })

const reviewed: LedgerEvent = { type: 'reviewed', verdict: 'ready', planHash: plan }
const signing = (...rest: [StepRecord, ...StepRecord[]]): LedgerEvent => ({
  type: 'signing',
  account: owner,
  planHash: plan,
  rest,
  nonce: 5,
  fromBlock: '10',
})
const hashed = (attempt: StepRecord, n: number, ...rest: StepRecord[]): LedgerEvent => ({
  type: 'hash',
  attempt: { ...attempt, nonce: 5, fromBlock: '10' },
  rest,
  hash: hash(n),
})
const mined = (n: number, outcome: 'success' | 'reverted' | 'cancelled' = 'success'): LedgerEvent => ({
  type: 'mined',
  hash: hash(n),
  outcome,
})
const declined: LedgerEvent = { type: 'answered', outcome: { status: 'rejected', error: 'no' } }
const run = (...events: LedgerEvent[]): LedgerEntry =>
  events.reduce((entry, event, index) => transition(entry, event, index + 1), fresh)

describe('transition', () => {
  it('carries a plan of two steps to its end', () => {
    const entry = run(
      reviewed,
      signing(approval, action),
      hashed(approval, 1),
      { type: 'seen', hash: hash(1), nonce: 5, altered: false },
      mined(1),
      signing(action),
      hashed(action, 2),
      mined(2),
      { type: 'completed' },
    )
    expect(entry.state).toBe('confirmed')
    expect(entry.outcome).toEqual({
      status: 'success',
      txHash: hash(2),
      chainId: action.chainId,
      txHashes: [hash(1), hash(2)],
    })
    expect(entry.updatedAt).toBe(9)
  })

  it.each<[string, LedgerEvent[], LedgerEvent]>([
    ['signing what was not reviewed', [], signing(action)],
    ['signing what is blocked', [{ type: 'reviewed', verdict: 'blocked', planHash: plan }], signing(action)],
    ['signing another plan', [{ type: 'reviewed', verdict: 'ready', planHash: hash(901) }], signing(action)],
    ['asking twice', [reviewed, signing(action)], signing(action)],
    [
      'signing while a transaction is on its way',
      [reviewed, signing(approval, action), hashed(approval, 1)],
      signing(action),
    ],
    [
      'signing other bytes as the second step',
      [reviewed, signing(approval, action), hashed(approval, 1), mined(1)],
      signing(approval),
    ],
    ['signing after the end', [reviewed, declined], signing(action)],
    ['signing what was replaced', [reviewed, { type: 'replaced', by: 'newer' }], signing(action)],
    ['reviewing after the end', [reviewed, declined], reviewed],
    ['the wallet’s rejection as an end', [reviewed, signing(action)], { type: 'wallet-rejected' }],
    ['giving up what a node may know', [reviewed, signing(action), hashed(action, 1)], { type: 'given-up', note: '' }],
    [
      'completing before every step is mined',
      [reviewed, signing(approval, action), hashed(approval, 1), mined(1)],
      { type: 'completed' },
    ],
    [
      'declining what is on its way',
      [reviewed, signing(action), hashed(action, 1)],
      { type: 'answered', outcome: { status: 'rejected', error: 'no' } },
    ],
    ['replacing what is in flight', [reviewed, signing(action)], { type: 'replaced', by: 'newer' }],
    ['"not sent" after a hash', [reviewed, signing(action), hashed(action, 1)], { type: 'not-sent', note: '' }],
    ['a rejection after a hash', [reviewed, signing(action), hashed(action, 1)], { type: 'wallet-rejected' }],
    ['reporting what has no outcome', [reviewed], { type: 'reported' }],
    [
      'the end of a transfer that does not exist',
      [reviewed, signing(action), hashed(action, 1), mined(1)],
      { type: 'transfer-ended', as: 'failed', message: 'x' },
    ],
    ['an end for an unknown hash', [reviewed, signing(action), hashed(action, 1)], mined(2)],
    [
      'two ends for one hash',
      [reviewed, signing(approval, action), hashed(approval, 1), mined(1)],
      mined(1, 'reverted'),
    ],
  ])('refuses %s', (_, events, event) => {
    const entry = run(...events)
    expect(() => transition(entry, event, 99)).toThrow(IllegalTransition)
  })

  it('refuses to sign for another account, and a call whose id came twice', () => {
    const ready = run(reviewed)
    const other: Address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
    expect(() => transition(ready, { ...signing(action), account: other } as LedgerEvent, 1)).toThrow(/another account/)
    const conflicting = run(reviewed, { type: 'conflicting' })
    expect(conflicting.state).toBe('blocked')
    expect(transition(conflicting, reviewed, 1).state).toBe('blocked')
  })

  it('keeps a hash that comes late, whatever has happened meanwhile', () => {
    const ended = run(reviewed, signing(action), { type: 'not-sent', note: 'x' }, declined, hashed(action, 1))
    expect(ended).toMatchObject({ state: 'rejected', steps: [{ hash: hash(1) }] })
    expect(ended.note).toContain(hash(1))

    const requoted = step('swap', 803)
    const replanned = run(
      reviewed,
      signing(action),
      { type: 'not-sent', note: 'x' },
      reviewed,
      signing(requoted),
      hashed(action, 1),
    )
    expect(replanned).toMatchObject({ state: 'broadcast', steps: [{ id: 'swap', hash: hash(1) }] })
    expect(nextStep(replanned)).toBeUndefined()
  })

  it.each([
    [['reverted', 'success'], 'failed', /twice: one was carried out/],
    [['success', 'reverted'], 'failed', /twice: one was carried out/],
    [['success', 'cancelled'], 'failed', /twice: one was carried out/],
    [['reverted', 'reverted'], 'reverted', /Nothing moved/],
    [['cancelled', 'reverted'], 'reverted', /Nothing moved/],
  ] as const)(
    'says what moved of a transaction that was sent twice, once both have ended: %j',
    (ends, state, words) => {
      const twice = [reviewed, signing(action), hashed(action, 1), hashed(action, 2)]
      const [one, two] = ends
      expect(run(...twice, mined(1, one))).toMatchObject({ state: 'confirming' })
      const entry = run(...twice, mined(1, one), mined(2, two))
      expect(entry).toMatchObject({ state, outcome: { status: 'error', error: expect.stringMatching(words) } })
    },
  )

  const letGo = [reviewed, signing(action), { type: 'not-sent', note: 'x' } as const]
  const found = (n: number, ...steps: StepRecord[]): LedgerEvent => ({
    type: 'found',
    request: { steps },
    hash: hash(n),
  })
  const asked = { ...action, nonce: 5, fromBlock: '10' }

  it.each<[string, LedgerEvent[]]>([
    ['declined', [declined]],
    ['replaced by a newer proposal', [{ type: 'replaced', by: 'newer' }]],
    ['told', [declined, { type: 'reported' }]],
  ])('updates a call that was %s to what happened if it is found after all, and reports that', (_, ends) => {
    const turned = run(...letGo, ...ends, found(1, asked))
    expect(turned).toMatchObject({ state: 'broadcast', reported: false, steps: [{ hash: hash(1) }] })
    expect(turned.outcome).toBeUndefined()
    const end = [mined(1), { type: 'completed' } as const].reduce(
      (entry, event) => transition(entry, event, 50),
      turned,
    )
    expect(end).toMatchObject({ state: 'confirmed', reported: false, outcome: { status: 'success', txHash: hash(1) } })
  })

  it('ends as before if what was found comes to nothing, or was not the step that counts', () => {
    const told = [declined, { type: 'reported' } as const]
    const before = { state: 'rejected', reported: true, outcome: { status: 'rejected' } }
    expect(run(...letGo, ...told, found(1, asked), mined(1, 'cancelled'))).toMatchObject(before)
    const approved = run(
      reviewed,
      signing(approval, action),
      { type: 'not-sent', note: 'x' },
      ...told,
      found(1, { ...approval, nonce: 5 }, action),
      mined(1),
      { type: 'not-sent', note: 'x' },
    )
    expect(approved).toMatchObject({ ...before, steps: [{ hash: hash(1), outcome: 'success' }, {}] })
  })

  it('keeps earlier requests, whatever is asked and learned afterwards, until they can no longer come', () => {
    const requoted = step('swap', 803)
    const entry = run(...letGo, reviewed, signing(requoted), { type: 'not-sent', note: 'x' }, declined)
    expect(entry.left?.map(({ steps }) => steps[0]?.bytesHash)).toEqual([hash(802), hash(803)])
    const [first] = entry.left ?? []
    if (!first) throw new Error('no request was let go')
    expect(transition(entry, { type: 'left-ended', request: first }, 50).left).toHaveLength(1)
    // Asking again for the same, under the same nonce, is one request.
    expect(run(...letGo, reviewed, signing(action), { type: 'not-sent', note: 'x' }).left).toHaveLength(1)
  })

  it('takes back the hash of another transaction, keeps it on record, and never accepts it again', () => {
    const foreign = { type: 'disowned', hash: hash(1), note: 'x' } as const
    const entry = run(reviewed, signing(approval, action), hashed(approval, 1, action), foreign)
    expect(entry).toMatchObject({ state: 'signing', disowned: [hash(1)], steps: [{ id: 'approve' }, { id: 'swap' }] })
    expect(entry.steps.some((each) => each.hash)).toBe(false)
    expect(transition(entry, hashed(approval, 1, action), 50)).toBe(entry)
    expect(transition(entry, hashed(approval, 2, action), 50)).toMatchObject({ state: 'broadcast' })
  })

  it('gives back a call whose transaction no node knows, and keeps its hash', () => {
    const missing = { type: 'missing', hash: hash(1), note: 'x' } as const
    const givenUp = { type: 'given-up', note: 'y' } as const
    const entry = run(reviewed, signing(action), hashed(action, 1), missing, givenUp)
    expect(entry).toMatchObject({ state: 'ready', left: [{ steps: [{ hash: hash(1) }] }] })
    expect(nextStep(entry)?.id).toBe('swap')
    const seen = { type: 'seen', hash: hash(1), altered: false } as const
    expect(() => run(reviewed, signing(action), hashed(action, 1), missing, seen, givenUp)).toThrow(IllegalTransition)
  })

  it('counts what the wallet altered as a success only if it did as planned', () => {
    const altered = [reviewed, signing(action), hashed(action, 1), { ...mined(1), altered: true } as LedgerEvent]
    expect(run(...altered, { type: 'ended-altered' })).toMatchObject({
      state: 'failed',
      outcome: { status: 'error', code: 'altered', txHash: hash(1) },
    })
    expect(run(...altered, { type: 'completed' })).toMatchObject({ outcome: { status: 'success', altered: true } })
  })

  it('does not sign a step again because an earlier one was sent twice', () => {
    const twice = run(
      reviewed,
      signing(approval, action),
      hashed(approval, 1),
      mined(1),
      signing(action),
      hashed(action, 2),
      hashed(approval, 3, action),
    )
    expect(twice.steps.map((each) => each.hash)).toEqual([hash(1), hash(2), hash(3)])
    expect(twice.note).toMatch(/sent this transaction twice/)
  })

  it('says that the wallet answered twice only if one request had two answers', () => {
    const asked = (nth: number, after: number) => ({ ...approval, request: { nth, after } })
    const [first, second] = [asked(1, 0), asked(2, 0)]
    const answers = [hashed(first, 1, action), hashed(first, 2, action)]
    expect(run(reviewed, signing(first, action), ...answers).note).toMatch(/answered twice/)

    // The first was said not to have been sent, and was.
    const sentAfterAll = [hashed(second, 2, action), hashed(first, 1, action)]
    const notSent: LedgerEvent[] = [{ type: 'not-sent', note: 'x' }, reviewed]
    for (const hashes of [sentAfterAll, sentAfterAll.toReversed()]) {
      const { note } = run(reviewed, signing(first, action), ...notSent, signing(second, action), ...hashes)
      expect(note).toMatch(/sent this transaction twice: it was asked again/)
    }

    // The first was carried out, and has been used up since.
    const again = asked(2, 1)
    const approvedAgain = [
      hashed(first, 1, action),
      mined(1),
      ...notSent,
      signing(again, action),
      hashed(again, 2, action),
    ]
    expect(run(reviewed, signing(first, action), ...approvedAgain).note).toBeUndefined()
    const { outcome } = run(reviewed, signing(first, action), ...approvedAgain, mined(2, 'reverted'))
    expect(outcome).toMatchObject({ code: 'reverted' })
  })

  it('keeps the approval’s hash when the rest is planned again', () => {
    const entry = run(
      reviewed,
      signing(approval, action),
      hashed(approval, 1),
      mined(1),
      { type: 'not-sent', note: 'x' },
      reviewed,
      signing(action),
    )
    expect(entry.steps).toMatchObject([
      { hash: hash(1), outcome: 'success' },
      { id: 'swap', nonce: 5 },
    ])
  })

  it('marks an interruption only while the wallet’s answer is missing', () => {
    const interrupted = run(reviewed, signing(action), { type: 'interrupted', note: 'x' })
    expect(interrupted).toMatchObject({ state: 'signing', interrupted: true })
    expect(transition(interrupted, { type: 'noted', note: 'y' }, 1)).toMatchObject({ interrupted: true, note: 'y' })
    expect(transition(interrupted, hashed(action, 1), 1)).not.toHaveProperty('interrupted')
  })
})

const steps = fc.constantFrom(approval, action, step('swap', 803))
const hashes = fc.integer({ min: 1, max: 6 }).map(hash)
const events: fc.Arbitrary<LedgerEvent> = fc.oneof(
  fc.constant<LedgerEvent>({ type: 'review-started' }),
  fc.constantFrom<LedgerEvent>(reviewed, { type: 'reviewed', verdict: 'blocked', planHash: plan }),
  {
    weight: 3,
    arbitrary: fc
      .array(steps, { minLength: 1, maxLength: 3 })
      .map(([first = action, ...rest]) => signing(first, ...rest)),
  },
  fc.constant<LedgerEvent>({ type: 'not-sent', note: 'n' }),
  fc.constant<LedgerEvent>({ type: 'interrupted', note: 'n' }),
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('hash' as const),
      attempt: steps,
      rest: fc.array(steps, { maxLength: 2 }),
      hash: hashes,
    }),
  },
  fc.record({ type: fc.constant('seen' as const), hash: hashes, nonce: fc.nat(9), altered: fc.boolean() }),
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('mined' as const),
      hash: hashes,
      outcome: fc.constantFrom('success' as const, 'success' as const, 'reverted' as const, 'cancelled' as const),
    }),
  },
  fc.constantFrom<LedgerEvent>({ type: 'completed' }, { type: 'transfer-ended', as: 'refunded', message: 'm' }),
  fc.constantFrom<LedgerEvent>({ type: 'refused', why: 'w', note: 'n' }, { type: 'given-up', note: 'n' }),
  fc.record({ type: fc.constantFrom('missing' as const, 'disowned' as const), hash: hashes, note: fc.constant('n') }),
  fc.record({
    type: fc.constant('found' as const),
    request: fc.record({ steps: steps.map((each) => [{ ...each, nonce: 5, fromBlock: '10' }]) }),
    hash: hashes,
  }),
  fc.constantFrom<LedgerEvent>(
    { type: 'wallet-rejected' },
    declined,
    { type: 'ended-altered' },
    { type: 'failed', error: 'e', code: 'c' },
  ),
  fc.constantFrom<LedgerEvent>(
    { type: 'answered', outcome: { status: 'success', displayed: true } },
    { type: 'replaced', by: 'newer' },
    { type: 'awaited', is: false },
    { type: 'awaited', is: true },
  ),
  fc.constantFrom<LedgerEvent>({ type: 'conflicting' }, { type: 'noted', note: null }, { type: 'reported' }),
)

const letGoFirst = [reviewed, signing(approval, action), { type: 'not-sent', note: 'n' } as const, declined]

/** Random events, half of them after a first request to the wallet: few random beginnings get that far. */
const histories = fc
  .tuple(fc.constantFrom<LedgerEvent[]>([], [reviewed, signing(approval, action)]), fc.array(events, { maxLength: 60 }))
  .map(([beginning, all]) => [...beginning, ...all])

/** Returns every legal step of a random history as [before, event, after]. */
function history(all: readonly LedgerEvent[]): [LedgerEntry, LedgerEvent, LedgerEntry][] {
  const taken: [LedgerEntry, LedgerEvent, LedgerEntry][] = []
  let entry = fresh
  for (const event of all) {
    try {
      const after = transition(entry, event, entry.updatedAt + 1)
      taken.push([entry, event, after])
      entry = after
    } catch (error) {
      if (!(error instanceof IllegalTransition)) throw error
    }
  }
  return taken
}
const always = (law: (before: LedgerEntry, event: LedgerEvent, after: LedgerEntry) => void) =>
  fc.assert(
    fc.property(histories, (all) => {
      for (const [before, event, after] of history(all)) law(before, event, after)
    }),
    { numRuns: 600 },
  )
/** Collects the hashes wherever they are, including those disowned or let go. */
const hashesOf = ({ steps, left = [], disowned = [] }: LedgerEntry) => [
  ...[...steps, ...left.flatMap((request) => request.steps)].flatMap((each) => each.hash ?? []),
  ...disowned,
]

describe('whatever happens, in any order', () => {
  it('never loses a hash, nor the end of its transaction', () =>
    always((before, event, after) => {
      expect(hashesOf(after)).toEqual(expect.arrayContaining(hashesOf(before)))
      if (event.type === 'hash') expect(hashesOf(after)).toContain(event.hash)
      for (const each of before.steps)
        if (each.outcome) expect(after.steps.find((other) => other.hash === each.hash)?.outcome).toBe(each.outcome)
    }))

  it('never asks for a signature while a transaction of the call has not succeeded', () =>
    always((before, event, after) => {
      if (event.type !== 'signing') return
      expect(pendingStep(before)).toBeUndefined()
      expect(before.steps.filter((each) => each.hash).every((each) => each.outcome === 'success')).toBe(true)
      expect(nextStep(after)?.nonce).toBe(event.nonce)
      expect(nextStep(after)?.bytesHash).toBe(event.rest[0].bytesHash)
    }))

  it('never signs a step of one plan again once it has a hash', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom<LedgerEvent>(
            signing(approval, action),
            signing(action),
            hashed(approval, 1),
            hashed(action, 2),
            mined(1),
            mined(2),
            { type: 'interrupted', note: 'n' },
          ),
          { maxLength: 40 },
        ),
        (all) => {
          const done = history([reviewed, ...all])
          for (const [before, event] of done) {
            if (event.type !== 'signing') continue
            const first = event.rest[0]
            expect(before.steps.some((each) => each.id === first.id && each.hash)).toBe(false)
          }
        },
      ),
    ))

  it('never reopens a settled call, but updates it to what was sent after all', () =>
    always((before, event, after) => {
      if (!isSettled(before.state)) return
      if (event.type === 'found' && before.state !== 'confirmed') {
        expect(after.state).toBe('broadcast')
        expect(hashesOf(after)).toContain(event.hash)
        return
      }
      expect(after.state).toBe(before.state)
      expect(after.outcome).toEqual(before.outcome)
    }))

  it('never lets an ended call be countersigned again', () => {
    const ends = fc.array(events, { maxLength: 40 }).map((all) => [...letGoFirst, ...all])
    fc.assert(
      fc.property(ends, (all) => {
        const done = history(all)
        const end = done.findIndex(([, , after]) => isSettled(after.state))
        if (end < 0) return
        for (const [, , after] of done.slice(end)) expect(['ready', 'reviewing', 'blocked']).not.toContain(after.state)
      }),
    )
  })

  it('has an outcome exactly when settled, and reports nothing without one', () =>
    always((_, __, after) => {
      expect(after.outcome !== undefined).toBe(isSettled(after.state))
      if (after.reported) expect(after.outcome).toBeDefined()
    }))

  it('replaces nothing that is in flight, and succeeds only if every transaction did', () =>
    always((before, event, after) => {
      if (event.type === 'replaced') expect(isInFlight(before.state)).toBe(false)
      if (event.type === 'completed') expect(after.steps.every((each) => each.outcome === 'success')).toBe(true)
      if (after.interrupted) expect(after.state).toBe('signing')
    }))

  it('reaches every state (otherwise these laws would hold vacuously)', () => {
    const reached = new Set<string>()
    fc.assert(
      fc.property(histories, (all) => {
        for (const [, , after] of history(all)) reached.add(after.state)
      }),
      { numRuns: 2_000 },
    )
    expect([...reached].sort()).toEqual([
      'blocked',
      'broadcast',
      'confirmed',
      'confirming',
      'failed',
      'ready',
      'rejected',
      'reverted',
      'reviewing',
      'signing',
      'superseded',
    ])
  })
})
