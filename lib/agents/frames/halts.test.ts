import { describe, expect, it } from 'vitest'
import { anybody, following, read } from '../fixtures/following'

const swap = 'swap 100 usdc to eth'
const send = `send 5 usdc to ${anybody}`

describe('time to think', () => {
  it.each([
    'wait',
    'hold on',
    'one sec',
    'hang on a minute',
    'give me 5 minutes',
    '5 min',
    'not yet',
    'no, wait',
    'let me think about it',
    'wait a bit, i need to check something',
  ])('is given, and no number of it is an amount: %s', (text) => {
    expect(following(swap, 'proposed', text)).toEqual({ kind: 'wait', for: 'card' })
    expect(read(text)).toEqual({ kind: 'wait', for: null })
  })

  it('is given where it stands after a request', () => {
    expect(read(`${swap}. wait`)).toEqual({ kind: 'wait', for: null })
    expect(read(`${swap}. hold on a second`)).toEqual({ kind: 'wait', for: null })
  })

  it.each([
    ['wait, make it 50', { draft: { amount: { value: '50' } } }],
    ['hold on, to dai', { draft: { to: { symbol: 'DAI' } } }],
  ])('is not asked for by a correction: %s', (text, meant) => {
    expect(following(swap, 'proposed', text)).toMatchObject(meant)
  })
})

describe('what is taken back', () => {
  it('is dropped before it has happened', () => {
    for (const text of ['undo', 'cancel', 'no'])
      expect(following(send, 'proposed', text)).toEqual({ kind: 'cancel', was: 'open' })
    expect(following(send, 'declined', 'undo')).toEqual({ kind: 'cancel', was: 'nothing' })
  })

  it('stays where it has been sent, or may have been', () => {
    for (const text of ['undo', 'cancel it', 'take it back', 'get my money back', 'can you undo that?'])
      expect(following(send, 'done', text).kind, text).not.toBe('request')
    for (const text of ['undo', 'cancel it', 'take it back', 'reverse it'])
      expect(following(send, 'done', text)).toEqual({ kind: 'cancel', was: 'done' })
    expect(following(send, 'uncertain', 'undo')).toEqual({ kind: 'cancel', was: 'uncertain' })
  })

  it('is taken out of where it was put', () => {
    for (const text of ['undo', 'take it out again', 'get it back', 'unstake it'])
      expect(following('stake 100 usdc in the flexible vault', 'done', text), text).toMatchObject({
        kind: 'job',
        job: { act: 'unstake', amount: { value: '100' }, token: { symbol: 'USDC' } },
      })
  })

  it('goes back by a swap where it was swapped', () => {
    for (const text of ['undo', 'revert it'])
      expect(following(swap, 'done', text)).toMatchObject({
        draft: { from: { symbol: 'ETH' }, to: { symbol: 'USDC' } },
      })
  })
})
