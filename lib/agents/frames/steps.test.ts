import { describe, expect, it } from 'vitest'
import { localChainIds } from '@/lib/chain/chains/chain-facts'
import { read } from '../fixtures/following'
import { lexicon } from '../fixtures/lexicon'
import { amountOf, newDialogue, toldNext } from './step'
import { understand } from './understand'
import type { Step } from './understanding'

const [, base] = localChainIds
const first = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const second = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const third = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const sends = (value: string, symbol: string, address: string) => ({
  draft: { action: 'send', amount: { value }, from: { symbol }, recipient: { address } },
})

/** The steps that a message comes to, the first of them and the rest. */
function stepsIn(text: string) {
  const understood = read(text)
  return 'rest' in understood ? [understood, ...(understood.rest ?? [])] : [understood]
}

describe('a sum with what becomes of it', () => {
  it.each(['swap 2 eth, 1 to usdc and 1 to dai', `send 3 usdc, 1 to ${first} and 2 to ${second}`])(
    'is no step beside its parts: %s',
    (text) => {
      expect(stepsIn(text).flatMap((step) => (step.kind === 'request' && !step.draft.unclear ? [step] : []))).toEqual(
        [],
      )
    },
  )
})

describe('half of something, and the other half', () => {
  const halfOf = { kind: 'brought', part: 1n, whole: 2n }

  it('is the other half of what a step brings', () => {
    const text = `turn 400 usdc into dai, then half of what comes out goes to ${first} and the other half you supply to the lending market`
    expect(stepsIn(text)).toMatchObject([
      { draft: { action: 'swap' } },
      { draft: { action: 'send', amount: halfOf, from: { symbol: 'DAI' } } },
      { job: { act: 'supply', amount: { ...halfOf, isShared: true }, token: { symbol: 'DAI' } } },
    ])
  })

  it('is told with it what that brought, and not what the step between did', () => {
    const [, ...waiting] = stepsIn(`swap 400 usdc to dai, send half of it to ${first}, then lend the other half`)
    const [next, ...rest] = waiting as [Step, ...Step[]]
    const by = { call: { id: 'a', name: 'execute_router_swap', parameters: {} }, result: {} }
    const [sent, lent] = toldNext([next, ...rest], by)
    expect(sent && amountOf(sent)).toMatchObject({ by })
    expect(lent && amountOf(lent)).toMatchObject({ by })
    expect(lent && amountOf(toldNext([lent], { ...by, result: { other: true } })[0])).toMatchObject({ by })
  })

  it('is all that is left of what the wallet holds', () => {
    expect(stepsIn('bridge half of my usdc to base and lend the other half')).toMatchObject([
      { draft: { action: 'bridge' } },
      { job: { act: 'supply', amount: { kind: 'all' }, token: { symbol: 'USDC' } } },
    ])
  })
})

it('is one where something is sold and the next words say what for', () => {
  expect(read("i'd like to get rid of half my dai, put it in usdc")).toMatchObject({
    draft: { action: 'swap', amount: { kind: 'share' }, from: { symbol: 'DAI' }, to: { symbol: 'USDC' } },
  })
})

describe('several things in one message', () => {
  it('may begin with a swap without a verb, which is asked about', () => {
    expect(stepsIn('0.5 eth to usdc then supply all of it')).toMatchObject([
      { draft: { amount: { value: '0.5' }, to: { symbol: 'USDC' }, unsure: true } },
      { job: { act: 'supply', token: { symbol: 'USDC' }, amount: { kind: 'brought' } } },
    ])
  })

  it('may have their verb at the end', () => {
    expect(stepsIn('0.1 ETH to USDC and 0.2 ETH to DAI, please convert both')).toMatchObject([
      { draft: { amount: { value: '0.1' }, to: { symbol: 'USDC' } } },
      { draft: { amount: { value: '0.2' }, to: { symbol: 'DAI' } } },
    ])
  })

  it.each([
    [
      `pay ${first} 10 usdc, ${second} 15 usdc and ${third} 20 usdc`,
      [sends('10', 'USDC', first), sends('15', 'USDC', second), sends('20', 'USDC', third)],
    ],
    [
      `send 10 usdc, 5 dai and 0.1 eth to ${first}`,
      [sends('10', 'USDC', first), sends('5', 'DAI', first), sends('0.1', 'ETH', first)],
    ],
    [`send ${first} 10 usdc and 0.1 eth`, [sends('10', 'USDC', first), sends('0.1', 'ETH', first)]],
    [
      `split 300 usdc equally between ${first}, ${second} and ${third}`,
      [sends('100.000000', 'USDC', first), sends('100.000000', 'USDC', second), sends('100.000000', 'USDC', third)],
    ],
    [
      `first send 0.1 eth to ${first}, second send 50 usdc to the same address`,
      [sends('0.1', 'ETH', first), sends('50', 'USDC', first)],
    ],
    [`send 10 dai to ${first} then do the same for ${second}`, [sends('10', 'DAI', first), sends('10', 'DAI', second)]],
    [
      `do two things for me: send 10 dai to ${first}, and send 1 eth to ${second}`,
      [sends('10', 'DAI', first), sends('1', 'ETH', second)],
    ],
    [
      `first thing, pay 45 usdc to ${first} for the cleaner, and then i want eth for a thousand usdc, thats all for today`,
      [sends('45', 'USDC', first), { draft: { action: 'swap', from: { symbol: 'USDC' }, to: { symbol: 'ETH' } } }],
    ],
    [`1) send 10 dai to ${first} 2) send 1 eth to ${second}`, [sends('10', 'DAI', first), sends('1', 'ETH', second)]],
    [`send 10 dai to ${first} & 1 eth to ${second}`, [sends('10', 'DAI', first), sends('1', 'ETH', second)]],
    [
      `send postcard #1 to ${first} and 2 badges to ${second}`,
      [
        { nft: { tokenId: 1n, recipient: { address: first } } },
        { nft: { amount: 2n, recipient: { address: second } } },
      ],
    ],
    [
      'bridge 100 usdc and 1 eth to base',
      [
        { draft: { action: 'bridge', from: { symbol: 'USDC' }, toChain: { id: base } } },
        { draft: { action: 'bridge', from: { symbol: 'ETH' }, toChain: { id: base } } },
      ],
    ],
    [
      `swap 100 usdc to eth, wait no, to dai, and send 20 of the dai to ${first}`,
      [{ draft: { from: { symbol: 'USDC' }, to: { symbol: 'DAI' } } }, sends('20', 'DAI', first)],
    ],
  ])('%s', (text, steps) => {
    expect(stepsIn(text)).toMatchObject(steps)
  })

  it.each([
    `send 0.1 eth, sorry 0.2 eth to ${first}`,
    `send 0.1 eth to ${first}, no wait, 0.2 eth to ${first}`,
    `split 100 usdc between ${first}, ${second} and ${third}`,
    `send 1 eth to ${first} or ${second}`,
    `don't send 1 eth to ${first} and do the same for ${second}`,
  ])('%s: never two sends', (text) => {
    expect(stepsIn(text).filter((step) => step.kind === 'request').length).toBeLessThanOrEqual(1)
  })
})

it('is asked about where somebody else does a part of it with an address that is left over', () => {
  expect(stepsIn(`swap 400 usdc to dai, he then sends half of it to ${first}`)).toMatchObject([
    { draft: { action: 'swap', unsure: true } },
  ])
  const [told] = stepsIn(`bob is ${first}. swap 400 usdc to dai`)
  expect(told).not.toMatchObject({ draft: { unsure: true } })
})

describe('somebody who was named', () => {
  const known = {
    ...newDialogue,
    contacts: new Map([
      ['bob', first],
      ['alice', second],
    ] as const),
  }

  it('is meant wherever something goes to them', () => {
    expect(understand('send bob 0.1 eth and alice 0.2 eth', lexicon, known)).toMatchObject({
      ...sends('0.1', 'ETH', first),
      rest: [sends('0.2', 'ETH', second)],
    })
    expect(understand('i want bob to get 0.1 eth', lexicon, known)).toMatchObject(sends('0.1', 'ETH', first))
  })

  it('is who the last send went to', () => {
    const { draft } = { draft: null, ...read(`send 0.1 eth to ${first}`) }
    const after = { ...newDialogue, draft, standing: 'done' as const, calls: ['c1'] }
    for (const text of ['send him 50 usdc', 'send 50 usdc to the same address', '50 usdc too, same address'])
      expect(understand(text, lexicon, after), text).toMatchObject(sends('50', 'USDC', first))
    expect(understand(`send 50 usdc to ${second}`, lexicon, after)).toMatchObject(sends('50', 'USDC', second))
  })
})

const swaps = (part: object, from: string, to: string) => ({
  draft: { action: 'swap', amount: part, from: { symbol: from }, to: { symbol: to } },
})
const half = { kind: 'share', part: 1n, whole: 2n }

describe('a share of several tokens', () => {
  it('is of each of them, and halves of one are both of all of it', () => {
    const all = { kind: 'all' }
    expect(stepsIn('swap all my dai and wbtc to eth')).toMatchObject([
      swaps(all, 'DAI', 'ETH'),
      swaps(all, 'WBTC', 'ETH'),
    ])
    expect(stepsIn('swap half my dai to usdc and the other half to eth')).toMatchObject([
      swaps(half, 'DAI', 'USDC'),
      swaps(all, 'DAI', 'ETH'),
    ])
  })
})

describe('a request beside a denial', () => {
  it.each([
    "i don't want usdc, swap 0.2 eth to dai",
    "don't stake my weth, swap 0.2 eth to dai",
    'swap 0.2 eth to dai, not 2',
  ])('is asked for once more: %s', (text) => {
    expect(read(text)).toMatchObject({ draft: { amount: { value: '0.2' }, to: { symbol: 'DAI' }, unsure: true } })
  })

  it.each(["swap 1 eth to usdc. no, don't", "swap 1 eth to usdc, don't do it", 'never swap 1 eth to usdc'])(
    'is none where the denial is of it: %s',
    (text) => {
      expect(read(text).kind).not.toBe('request')
    },
  )
})

describe('the same for each of several', () => {
  const ten = (address: string) => sends('10', 'USDC', address)
  const swap = { draft: { action: 'swap', amount: { value: '5' }, from: { symbol: 'USDC' }, to: { symbol: 'DAI' } } }

  it.each([
    [`send 10 usdc each to ${first} and ${second} then swap 5 usdc to dai`, [ten(first), ten(second), swap]],
    [`swap 5 usdc to dai and send 10 usdc to ${first} and ${second} each`, [swap, ten(first), ten(second)]],
    [`send 10 usdc to ${first} and the same to ${second} and swap 5 usdc to dai`, [ten(first), ten(second), swap]],
    [
      `send 10 usdc each to ${first} and ${second} and 5 dai to ${third}`,
      [ten(first), ten(second), sends('5', 'DAI', third)],
    ],
    [
      `send 5 dai to ${third} and 10 usdc each to ${first} and ${second}`,
      [sends('5', 'DAI', third), ten(first), ten(second)],
    ],
  ])('asks for what stands beside it once: %s', (text, steps) => {
    expect(stepsIn(text)).toMatchObject(steps)
    expect(stepsIn(text)).toHaveLength(steps.length)
  })

  it.each([
    `pay ${first} and ${second} 10 usdc each and ${third} 5`,
    `split 20 usdc between ${first} and ${second} and send 5 dai to ${third}`,
  ])('is asked for where it cannot be told apart: %s', (text) => {
    const steps = stepsIn(text)
    expect(steps.filter((step) => step.kind === 'request' && !step.draft.unclear && !step.draft.unsure)).toEqual([])
  })
})
