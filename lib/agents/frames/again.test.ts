import { describe, expect, it } from 'vitest'
import { localChainIds } from '@/lib/chain/chains/chain-facts'
import { lexicon } from '../fixtures/lexicon'
import type { Arrival } from '../tagger/item'
import { withoutPreface } from './revise'
import { newDialogue } from './step'
import { understand } from './understand'
import type { Dialogue } from './understanding'

const [ethereum, base] = localChainIds
const first = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const second = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const third = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const arrival: Arrival = {
  call: { id: 'c1', name: 'execute_router_swap', parameters: {} },
  result: {},
}

/** A conversation that has come to this, its one call proposed or carried out. */
function after(text: string, standing: Dialogue['standing']): Dialogue {
  const understood = understand(text, lexicon, newDialogue)
  if (understood.kind !== 'request') throw new Error(`${text} is no request`)
  return {
    ...newDialogue,
    draft: understood.draft,
    standing,
    calls: ['c1'],
    on: { text: 'ethereum', id: ethereum },
    arrival: standing === 'done' ? arrival : null,
  }
}
const proposed = (text: string, then: string) => understand(then, lexicon, after(text, 'proposed'))
const done = (text: string, then: string) => understand(then, lexicon, after(text, 'done'))
const sum = (value: string) => ({ kind: 'exact', value })

describe('the sum that stands', () => {
  it.each([
    ['double it', '2'],
    ['double', '2'],
    ['halve it', '0.5'],
    ['thats too much, do a quarter of that', '0.25'],
    ['ok just half of that then', '0.5'],
    ['0.5 more', '1.5'],
    ['add another 0.5 to that', '1.5'],
    ['0.2 less', '0.8'],
    ['+0.5', '1.5'],
    ['-0.2', '0.8'],
    ['minus 0.2', '0.8'],
    ['20% less', '0.8'],
    ['make it 10% more', '1.1'],
    ['oops, add a zero', '10'],
  ])('%s', (text, value) => {
    expect(proposed('swap 1 eth to usdc', text)).toMatchObject({ kind: 'request', draft: { amount: sum(value) } })
  })

  it('is said again for a bridge by sending it over, and before “I meant”', () => {
    const bridge = (value: string) => ({ draft: { action: 'bridge', amount: sum(value), toChain: { id: base } } })
    for (const text of ['actually gonna leave some here, just send half an eth over', 'send 0.5 eth over'])
      expect(proposed('bridge 0.8 eth to base', text)).toMatchObject(bridge('0.5'))
    expect(proposed('bridge 200 usdc to base', 'srry 300 i meant')).toMatchObject(bridge('300'))
    // To somebody it is a payment.
    expect(proposed('bridge 0.8 eth to base', `send 0.5 eth over to ${first}`)).toMatchObject({
      draft: { action: 'send' },
    })
  })

  it('is not parted by what does not say so', () => {
    expect(proposed('swap 1 eth to usdc', 'half to dai')).toMatchObject({
      draft: { unclear: { kind: 'half-of-what' } },
    })
    expect(proposed('swap $50 of eth to usdc', 'half')).toMatchObject({ draft: { unclear: { kind: 'half-of-what' } } })
    expect(proposed('swap 1 eth to usdc', 'to dai and wbtc')).not.toMatchObject({ rest: [expect.anything()] })
    expect(proposed('bridge 1 eth to base', 'ethereum i mean')).toMatchObject({ draft: { toChain: { id: ethereum } } })
  })

  it('is left alone by a part that has no end in decimals, and by more than there is of it', () => {
    expect(proposed('swap 1 eth to usdc', 'a third of that')).toMatchObject({
      draft: { unclear: { kind: 'half-of-what' } },
    })
    expect(proposed('swap 1 eth to usdc', '2 less').kind).toBe('talk')
  })

  it.each(['more', 'a bit more', 'less', 'too much', "that's too much", 'not enough'])(
    'is asked for anew: %s',
    (text) => {
      const understood = proposed('swap 1 eth to usdc', text)
      expect(understood).toMatchObject({ kind: 'request', draft: { from: { symbol: 'ETH' } } })
      expect(understood).toHaveProperty('draft.amount', undefined)
    },
  )

  it('of all there is leaves what is to be kept, of the same token', () => {
    for (const text of ['keep 0.5 though', 'leave me 0.5', 'but keep 0.5 eth back'])
      expect(proposed('swap all my eth to usdc', text)).toMatchObject({
        draft: { amount: { kind: 'all-but', value: '0.5' } },
      })
    expect(proposed('swap all my eth to usdc', 'keep 10 dai').kind).not.toBe('request')
    expect(proposed('swap 1 eth to usdc', 'keep 0.5').kind).not.toBe('request')
  })
})

describe('the other way round', () => {
  it.each(['the other way', 'other direction please', 'reverse it', 'the other direction, i want it on ethereum'])(
    'a bridge: %s',
    (text) => {
      expect(proposed('bridge 1 eth to base', text)).toMatchObject({
        draft: { action: 'bridge', amount: sum('1'), fromChain: { id: base }, toChain: { id: ethereum } },
      })
    },
  )

  it('a swap keeps its sum between tokens of like worth only', () => {
    const alike = proposed('swap 50 usdc to dai', 'other way round')
    expect(alike).toMatchObject({ draft: { amount: sum('50'), from: { symbol: 'DAI' }, to: { symbol: 'USDC' } } })
    const unlike = proposed('swap 50 usdc to eth', 'vice versa')
    expect(unlike).toMatchObject({ draft: { from: { symbol: 'ETH' }, to: { symbol: 'USDC' } } })
    expect(unlike).not.toHaveProperty('draft.amount')
  })

  it('what a swap has brought goes back', () => {
    expect(done('swap 1 eth to usdc', 'now swap it back')).toMatchObject({
      draft: { amount: { kind: 'brought', by: arrival }, from: { symbol: 'USDC' }, to: { symbol: 'ETH' } },
    })
  })

  it('never turns a send round', () => {
    expect(proposed(`send 1 eth to ${first}`, 'the other way').kind).toBe('talk')
  })
})

describe('another of the same kind', () => {
  it.each([
    ['and another 0.2 to', { amount: sum('0.2'), from: { symbol: 'ETH' } }],
    ['also 20 usdc to', { amount: sum('20'), from: { symbol: 'USDC' } }],
    ['the same for', { amount: sum('0.1'), from: { symbol: 'ETH' } }],
    ['do that again but to', { amount: sum('0.1'), from: { symbol: 'ETH' } }],
  ])('%s somebody else, once it is done', (text, draft) => {
    const understood = done(`send 0.1 eth to ${first}`, `${text} ${second}`)
    expect(understood).toMatchObject({ kind: 'request', draft: { ...draft, recipient: { address: second } } })
    expect(understood).not.toHaveProperty('draft.unsure')
  })

  it.each([
    ['same again on base', { fromChain: { id: base }, amount: sum('1') }],
    ['same but on the other chain', { fromChain: { id: base }, amount: sum('1') }],
    ['great, now 2', { amount: sum('2') }],
    ['same again but 3', { amount: sum('3') }],
  ])('%s', (text, draft) => {
    expect(done('swap 1 eth to usdc', text)).toMatchObject({ kind: 'request', draft })
  })

  it('for each of several addresses', () => {
    expect(done(`send 0.1 eth to ${first}`, `do the same for ${second} and ${third}`)).toMatchObject({
      draft: { amount: sum('0.1'), recipient: { address: second } },
      rest: [{ draft: { amount: sum('0.1'), recipient: { address: third } } }],
    })
  })

  it('is confirmed where nothing new is said', () => {
    for (const text of ['again', 'once more please', 'do it again'])
      expect(done(`send 0.1 eth to ${first}`, text)).toMatchObject({ draft: { unsure: true } })
  })

  it.each([
    `don't do the same for ${second}`,
    `should i do the same for ${second}?`,
    `if it works do the same for ${second}`,
    'ok thanks',
    'yes',
    'make it 2',
  ])('%s: nothing more', (text) => {
    expect(done(`send 0.1 eth to ${first}`, text).kind).not.toBe('request')
  })
})

describe('what has been brought', () => {
  it.each([
    [`send it to ${first}`, 1n, 1n],
    [`send half of it to ${first}`, 1n, 2n],
    [`now send what i got to ${first}`, 1n, 1n],
  ])('%s', (text, part, whole) => {
    expect(done('swap 1 eth to usdc', text)).toMatchObject({
      draft: { action: 'send', from: { symbol: 'USDC' }, amount: { kind: 'brought', part, whole, by: arrival } },
    })
  })

  it('is not what another sum is of, nor what came of nothing', () => {
    expect(done('swap 1 eth to usdc', `send 5 dai to ${first}`)).toMatchObject({ draft: { amount: sum('5') } })
    expect(proposed('swap 1 eth to usdc', `send it to ${first}`)).not.toMatchObject({
      draft: { amount: { kind: 'brought' } },
    })
  })
})

describe('what comes on top of a proposal', () => {
  it.each([
    ['and 50 dai as well', { amount: sum('50'), from: { symbol: 'DAI' }, recipient: { address: first } }],
    [`also send 5 dai to ${second}`, { amount: sum('5'), recipient: { address: second } }],
    [`and 5 to ${second} too`, { amount: sum('5'), from: { symbol: 'USDC' }, recipient: { address: second } }],
  ])('%s', (text, draft) => {
    expect(proposed(`send 10 usdc to ${first}`, text)).toMatchObject({
      draft: { amount: sum('10'), recipient: { address: first } },
      rest: [{ kind: 'request', draft }],
    })
  })

  it('is paid with what it names where the proposal is a swap', () => {
    expect(proposed('swap 100 usdc to eth', 'and 50 dai as well')).toMatchObject({
      draft: { amount: sum('100'), from: { symbol: 'USDC' } },
      rest: [{ draft: { amount: sum('50'), from: { symbol: 'DAI' }, to: { symbol: 'ETH' } } }],
    })
  })

  it('is nothing that only changes it, and nothing after it has been carried out', () => {
    expect(proposed(`send 10 usdc to ${first}`, 'make it 50 dai')).toMatchObject({ draft: { amount: sum('50') } })
    expect(proposed(`send 10 usdc to ${first}`, `don't also send 5 dai to ${second}`).kind).not.toBe('request')
    expect(done(`send 10 usdc to ${first}`, 'and 50 dai as well')).toMatchObject({ draft: { amount: sum('50') } })
  })
})

describe('words that go on from what was carried out', () => {
  it.each([
    [`send 20 usdc to ${first}`, 'send him 10 more', { amount: sum('10'), from: { symbol: 'USDC' } }],
    ['bridge 300 usdc to base', 'bring 100 back', { amount: sum('100'), fromChain: { id: base } }],
    ['swap 100 usdc to eth', `send the eth to ${first}`, { amount: { kind: 'brought' }, from: { symbol: 'ETH' } }],
  ])('%s, %s', (text, then, draft) => {
    expect(done(text, then)).toMatchObject({ kind: 'request', draft })
  })

  it('say nothing of a sum of another worth', () => {
    expect(done('swap 100 usdc to eth', 'swap 50 back')).not.toMatchObject({
      draft: { amount: sum('50'), from: { symbol: 'ETH' } },
    })
    expect(done('swap 100 usdc to eth', `send my eth to ${first}`)).not.toMatchObject({
      draft: { amount: { kind: 'brought' } },
    })
  })
})

describe('words around a correction', () => {
  it.each([
    ['just 10 first, to test', { amount: sum('10') }],
    ['can you make it a bit less, like 80', { amount: sum('80') }],
    ["i'd rather pay with dai", { amount: sum('100'), from: { symbol: 'DAI' } }],
  ])('%s', (text, draft) => {
    expect(proposed('swap 100 usdc to eth', text)).toMatchObject({ kind: 'request', draft })
  })
})

it('"first" at the end may be a place', () => {
  expect(withoutPreface('stake 100 in the first')).toBe('stake 100 in the first')
  expect(withoutPreface('just 10 first, to test')).toBe('just 10')
})

describe('undo', () => {
  it('drops what has not happened, and goes back where something has', () => {
    expect(proposed('swap 1 eth to usdc', 'undo')).toEqual({ kind: 'cancel', was: 'open' })
    expect(done('swap 1 eth to usdc', 'undo that')).toMatchObject({ draft: { from: { symbol: 'USDC' } } })
    expect(done(`send 10 usdc to ${first}`, 'undo').kind).not.toBe('request')
  })
})

describe('here and the other network', () => {
  it('are told by where the person signed in', () => {
    const understood = understand(
      'bridge 1 eth from here to the other chain',
      { ...lexicon, here: ethereum },
      newDialogue,
    )
    expect(understood).toMatchObject({ draft: { fromChain: { id: ethereum }, toChain: { id: base } } })
  })
})
