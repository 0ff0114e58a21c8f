import { describe, expect, it } from 'vitest'
import { read } from '../fixtures/following'
import { lexicon } from '../fixtures/lexicon'
import { newDialogue } from './step'
import { understand } from './understand'

describe('a wish to have a position watched', () => {
  it.each<[string, string, number]>([
    ['keep my usdc where it earns most, at least 1% better, no lockup', '1', 0],
    ['always keep my usdc in the best vault, min gain 1%, lock max 10 days', '1', 10],
    ['rebalance my usdc for me automatically: +1% or better, lockup 0', '1', 0],
    ['auto-rebalance usdc: min +0.75%, max lockup 10d', '0.75', 10],
    ['let countersign rebalance my usdc if gain > 1% and lockup < 8 days', '1', 7],
    ['give permission to auto-move my usdc for 0.5% more and lockups of two weeks or less', '0.5', 14],
    ['allow automatic rebalancing of my usdc vault, threshold 1%, lock-up limit 7 days', '1', 7],
    ['optimise my usdc yield automatically, min 1% better, no lock', '1', 0],
    ['switch my usdc to a better vault by yourself when it pays one percent more, nothing locked', '1', 0],
    ["auto-rebalance my usdc if i'd earn at least a full percent more, and i don't want any lockup", '1', 0],
    ['u can rebalance my usdc on ur own if its 3% better, lockup up to a month ok', '3', 30],
    ["whenever there's 1% or more to gain, move my usdc automatically, but never lock it longer than 3 days", '1', 3],
    [
      'let my usdc automatically go wherever it earns one point five percent more, locked no more than 21 days',
      '1.5',
      21,
    ],
    ['rebalance my usdc when the apy is 2% higher, max lockup 3 days', '2', 3],
    [
      'rebalance usdc automatically. minimum 1%... no thats too little. make it 3, and up to 30 days of lock is ok',
      '3',
      30,
    ],
    ["rebalance usdc automatically when it's 1% better. lockup? a week at most", '1', 7],
    ["rebalance usdc automatically when it's 1% better. lockup? a week at most. no, make that five days", '1', 5],
    ['could you keep an eye on my usdc and move it when something pays 1% more without lockup?', '1', 0],
    ['i want my usdc rebalanced automatically, at least 2% improvement, no locks', '2', 0],
    ['automate my usdc yield: 1% better minimum, 7 days maximum lock', '1', 7],
    ['request rebalance permission for usdc, 1%, 7d lock', '1', 7],
    ['enable auto-rebalance for usdc, 100bps, max lock-up 7 days', '1', 7],
    ['turn on auto rebalance for my usdc: +2%, 30 days', '2', 30],
    ['auto rebalance usdc 0.25% 14 days', '0.25', 14],
    ['auto rebalance my usdc in the vault, 1.5% and 10 days', '1.5', 10],
    ['auto rebalance my usdc if theres 100bps more, lock max 48 hours', '1', 2],
    ['switch my usdc vault automatically when theres at least 1 percent more, lock of one day max', '1', 1],
    ['give the agent permission to move my usdc when it finds 3% more, up to 60 days', '3', 60],
    ['autopilot for my usdc, min 0.5% gain, no lockup', '0.5', 0],
  ])('%s', (text, minIncrease, maxLockupDays) => {
    const understood = read(text)
    expect(understood).toMatchObject({
      kind: 'rebalance',
      wish: { token: { symbol: 'USDC' }, minIncrease, maxLockupDays },
    })
    if (understood.kind === 'rebalance') expect(understood.wish.unsure ?? understood.wish.unclear).toBeUndefined()
  })

  it.each([
    'do not keep my usdc in the best vault automatically, at least 1% better, no lockup',
    'never move my usdc automatically if it pays 1% more, no lockup',
    'should i let you rebalance my usdc if it pays 1% more with no lockup?',
    'what if i auto-rebalance my usdc for 1% more with no lockup',
    'can you move my money without asking me if i turn on rebalancing?',
    'i no longer want you to rebalance my usdc',
    'take back my rebalance permission',
    'remove the permission to rebalance',
    "I don't want my money moved automatically anymore please switch that off",
    'do i have auto rebalance on',
    'dont take away the permission to rebalance',
  ])('is not: %s', (text) => {
    expect(['talk', 'abstain', 'explain']).toContain(read(text).kind)
  })

  it('is not ended by a denial', () => {
    expect(read('please revoke the permission')).toMatchObject({ topic: 'rebalance-end' })
    expect(read('dont take away the permission to rebalance')).toEqual({ kind: 'abstain', topic: 'negated' })
  })

  it('is not a deposit in the best place', () => {
    expect(read("let's put 100 usdc in the best vault")).toMatchObject({ kind: 'job', job: { act: 'stake' } })
  })

  it('takes no rate for a gain', () => {
    expect(read('auto-rebalance my usdc if it earns 6 %, no lock-up')).toMatchObject({ wish: { unclear: 'increase' } })
  })

  it.each<[string, object]>([
    ['make it 2%', { minIncrease: '2', maxLockupDays: 7 }],
    ['with 14 days then', { minIncrease: '1', maxLockupDays: 14 }],
    ["i don't want a lockup", { minIncrease: '1', maxLockupDays: 0 }],
    ['same for my weth please', { minIncrease: '1', maxLockupDays: 7, token: { symbol: 'WETH' } }],
  ])('is corrected: %s', (text, wish) => {
    const before = { token: { text: 'usdc', symbol: 'USDC' }, minIncrease: '1', maxLockupDays: 7 }
    const dialogue = { ...newDialogue, rebalance: before }
    expect(understand(text, lexicon, dialogue)).toMatchObject({ kind: 'rebalance', wish })
  })
})
