import { describe, expect, it } from 'vitest'
import { read } from '../fixtures/following'
import { lexicon } from '../fixtures/lexicon'
import { newDialogue } from './step'
import { understand } from './understand'

const first = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

describe('a question beside a request', () => {
  it.each([
    ['swap 1 eth to usdc and tell me my balance', 'balances'],
    ["what's my balance, and swap 1 eth to usdc", 'balances'],
    ['what is eth worth and swap 1 of it to usdc', 'price'],
  ])('%s', (text, kind) => {
    expect(read(text)).toMatchObject({
      kind: 'request',
      draft: { amount: { value: '1' }, from: { symbol: 'ETH' }, to: { symbol: 'USDC' } },
      beside: { kind },
    })
  })

  it('may stand beside a change of what is open', () => {
    const job = { act: 'stake', amount: { kind: 'exact', value: '200' }, hint: { lockDays: null } } as const
    const proposed = { ...newDialogue, job, standing: 'proposed' } as const
    expect(understand('wait, does that lock it? use flexible then', lexicon, proposed)).toMatchObject({
      kind: 'job',
      job: { act: 'stake', amount: { value: '200' }, hint: { lockDays: 0 } },
      beside: { kind: 'insight' },
    })
    expect(understand('does that lock it?', lexicon, proposed).kind).toBe('insight')
    expect(read('does that lock it? use flexible then').kind).not.toBe('job')
    expect(understand('is eth above 4000? then use flexible', lexicon, proposed).kind).not.toBe('job')
  })

  it('that what comes of it answers adds nothing', () => {
    for (const after of ['and let me know when it is done', 'and tell me once it went through']) {
      const understood = read(`swap 1 eth to usdc ${after}`)
      expect(understood).toMatchObject({ kind: 'request', draft: { from: { symbol: 'ETH' }, to: { symbol: 'USDC' } } })
      expect(understood).not.toHaveProperty('beside')
    }
  })

  it.each([
    'tell me how to swap 1 eth to usdc',
    'what happens if i swap 1 eth to usdc',
    'should i swap 1 eth to usdc? what is the price of eth',
    "what's the price of eth? if it is above 4000 swap 1 eth to usdc",
    "how much is 1 eth? don't swap 1 eth to usdc",
    `what does it cost to send 0.1 eth to ${first}`,
  ])('%s: nothing is proposed', (text) => {
    expect(['request', 'job', 'nft']).not.toContain(read(text).kind)
  })
})
