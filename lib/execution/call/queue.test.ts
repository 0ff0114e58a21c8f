import { describe, expect, it } from 'vitest'
import type { LedgerState } from '../ledger/entry'
import { type Queued, queuePositions } from './queue'

const queue = (...states: (LedgerState | null | 'display')[]): Queued[] =>
  states.map((state, index) =>
    state === 'display'
      ? { callId: String(index), state: 'reviewing', displaysOnly: true }
      : { callId: String(index), state, displaysOnly: false },
  )
const places = (...states: Parameters<typeof queue>) => queuePositions(queue(...states), new Set())

describe('the calls of one message', () => {
  it('open one at a time, in order', () => {
    expect(places('ready', 'reviewing', 'reviewing')).toEqual(['shown', 'waiting', 'waiting'])
    expect(places('confirmed', 'ready', 'reviewing')).toEqual(['shown', 'shown', 'waiting'])
    expect(places('confirmed', 'confirmed', 'confirmed')).toEqual(['shown', 'shown', 'shown'])
  })

  it.each(['signing', 'broadcast', 'confirming', 'blocked'] as const)('wait for one that is %s', (state) => {
    expect(places(state, 'reviewing')).toEqual(['shown', 'waiting'])
  })

  it.each(['rejected', 'reverted', 'failed', 'superseded'] as const)(
    'asks whether to go on after one that is %s',
    (state) => {
      expect(places(state, 'reviewing', 'reviewing')).toEqual(['shown', 'gate', 'waiting'])
      expect(queuePositions(queue(state, 'reviewing', 'reviewing'), new Set(['1']))).toEqual([
        'shown',
        'shown',
        'waiting',
      ])
    },
  )

  it('ask once: a gate already passed is not asked for again after a success', () => {
    expect(queuePositions(queue('failed', 'confirmed', 'reviewing'), new Set(['1']))).toEqual([
      'shown',
      'shown',
      'shown',
    ])
  })

  it('always show what is in flight, whatever precedes it', () => {
    expect(places('reviewing', 'signing')).toEqual(['shown', 'shown'])
    expect(places('rejected', 'confirming')).toEqual(['shown', 'shown'])
  })

  it('are not held up by a display', () => {
    expect(places('display', 'reviewing', 'display', 'reviewing')).toEqual(['shown', 'shown', 'shown', 'waiting'])
  })

  it('keep the place of one that the ledger has not entered yet', () => {
    expect(places(null, 'reviewing')).toEqual(['shown', 'waiting'])
    expect(places('rejected', null)).toEqual(['shown', 'shown'])
  })
})
