import { describe, expect, it } from 'vitest'
import { anybody, following, read } from '../fixtures/following'
import { lexicon } from '../fixtures/lexicon'
import { newDialogue } from './step'
import { understand } from './understand'

const flexible = { lockDays: 0 }

describe('money that is moved to or from a place', () => {
  it.each([
    ['put 100 dai towards my debt', { act: 'repay', amount: { value: '100' } }],
    [
      'get my loan down to 200 dai',
      { act: 'repay', amount: { kind: 'all-but', value: '200' }, token: { symbol: 'DAI' } },
    ],
    ['reduce my dai debt to 100 dai', { act: 'repay', amount: { kind: 'all-but', value: '100' } }],
    ['repay my whole dai loan with interest', { act: 'repay', amount: { kind: 'all' } }],
    ['give me back 500 of my usdc collateral', { act: 'withdraw', amount: { value: '500' }, isAtMarket: true }],
    ['lock 250 usdc', { act: 'stake', amount: { value: '250' }, hint: { lockDays: null } }],
    ['stake 200 usdc at 11.5%', { act: 'stake', amount: { value: '200' }, hint: { rate: '11.5' } }],
    ['put 200 usdc in the 4.8% vault', { act: 'stake', amount: { value: '200' }, hint: { rate: '4.8' } }],
    ["stake what's left of my usdc in the flexible vault", { act: 'stake', amount: { kind: 'all' }, hint: flexible }],
    ['close my position', { act: 'withdraw', amount: { kind: 'all' } }],
    ["i don't want anything staked anymore, pull it all", { act: 'unstake', amount: { kind: 'all' } }],
    ['throw 250 dai into the money market', { act: 'supply', amount: { value: '250' } }],
    ['500 dai to the lending market please', { act: 'supply', amount: { value: '500' } }],
    ['deposit 300 dai into the lending pool', { act: 'supply', amount: { value: '300' } }],
    ['i want my 500 dai to earn interest in the lending market', { act: 'supply', amount: { value: '500' } }],
    ['use 0.5 weth as collateral', { act: 'supply', amount: { value: '0.5' } }],
    ['supply 200 more usdc', { act: 'supply', amount: { value: '200' } }],
    ['start lending 300 dai', { act: 'supply', amount: { value: '300' } }],
    ['stash 100 usdc in the flexible vault', { act: 'stake', hint: flexible }],
    ['open a position of 100 usdc in the flexible vault', { act: 'stake', hint: flexible }],
    ['join the flexible usdc vault with 100 usdc', { act: 'stake', hint: flexible }],
    ['100 usdc into the flexible vault', { act: 'stake', hint: flexible }],
    ['earn interest on 500 usdc without locking it', { act: 'stake', hint: flexible }],
    ['stake 100 usdc in a vault that i can leave any time', { act: 'stake', hint: flexible }],
    ['stake 100 usdc in the vault with the highest apy', { act: 'stake', amount: { value: '100' } }],
    ['take out half of my supplied usdc', { act: 'withdraw', amount: { part: 1n, whole: 2n }, isAtMarket: true }],
    ['free up 500 usdc of collateral', { act: 'withdraw', amount: { value: '500' }, isAtMarket: true }],
    ['bring back my weth from lending', { act: 'withdraw', token: { symbol: 'WETH' }, isAtMarket: true }],
    ['get 100 usdc back from the vault', { act: 'unstake', amount: { value: '100' } }],
    ['move 100 usdc from the vault to my wallet', { act: 'unstake', amount: { value: '100' } }],
    ['lend two hundred and fifty dai', { act: 'supply', amount: { value: '250' } }],
    ['lend 1,5k dai', { act: 'supply', amount: { value: '1500' } }],
    ['i want to earn interest on 700 dai by lending it', { act: 'supply', amount: { value: '700' } }],
    ['i need a loan, 250 usdc', { act: 'borrow', amount: { value: '250' } }],
    ['draw another 75 dai from the lending market', { act: 'borrow', amount: { value: '75' } }],
    ['need 0.2 weth back out of what i supplied to lending', { act: 'withdraw', amount: { value: '0.2' } }],
    ['take back half of the weth i lent', { act: 'withdraw', amount: { part: 1n, whole: 2n }, isAtMarket: true }],
    ['get 500 usdc out of the lending market, not the vault', { act: 'withdraw', isAtMarket: true }],
    ['place five hundred usdc in the vault with the seven day lock', { act: 'stake', hint: { lockDays: 7 } }],
    ['lock up 900 usdc for the higher rate', { act: 'stake', hint: { lockDays: null } }],
    ['cash out 100 usdc from the vault', { act: 'unstake', amount: { value: '100' } }],
  ])('%s', (text, job) => {
    const understood = read(text)
    expect(understood).toMatchObject({ kind: 'job', job })
    if (understood.kind === 'job') expect(understood.job.unsure ?? understood.job.unclear).toBeUndefined()
  })

  it.each([
    `send 100 usdc from the vault to ${anybody}`,
    'move 100 usdc from the vault to base',
    "don't put 100 dai towards my debt",
    'should i add 100 usdc to the vault?',
    'what if i move 100 usdc into the flexible vault',
    'i never throw money into the lending market',
    'how do i get 100 usdc back from the vault',
  ])('is not surely meant: %s', (text) => {
    const understood = read(text)
    expect(understood.kind === 'job' && !understood.job.unsure).toBe(false)
  })
})

describe('a share of what pays for a loan', () => {
  it.each([
    'repay my loan with half my dai',
    'pay back my dai loan with a quarter of my dai',
    'use 30% of the dai to pay down my debt',
  ])('is asked about, since the debt is counted otherwise: %s', (text) => {
    expect(read(text)).toMatchObject({ kind: 'job', job: { act: 'repay', unclear: 'share-of-what' } })
  })

  it.each(['repay half of my dai loan', 'pay back a quarter of my loan', 'repay my loan with all my dai'])(
    'is one of the debt where that is said: %s',
    (text) => {
      const understood = read(text)
      expect(understood).toMatchObject({ kind: 'job', job: { act: 'repay' } })
      if (understood.kind === 'job') expect(understood.job.unclear).toBeUndefined()
    },
  )
})

describe('more of the same', () => {
  const job = {
    act: 'stake',
    amount: { kind: 'exact', value: '150' },
    token: { text: 'usdc', symbol: 'USDC' },
  } as const
  const done = { ...newDialogue, job, standing: 'done' } as const

  it('is one more, once the first is done', () => {
    expect(understand('another 50', lexicon, done)).toMatchObject({ kind: 'job', job: { amount: { value: '50' } } })
    expect(understand('and the rest', lexicon, done)).toMatchObject({ kind: 'job', job: { amount: { kind: 'all' } } })
  })

  it.each(["don't stake another 50", 'another one bites the dust', '50'])('is not: %s', (text) => {
    expect(understand(text, lexicon, done).kind).not.toBe('job')
  })

  it('keeps the amount between stablecoins, and only there', () => {
    const before = { ...newDialogue, job }
    expect(understand('no, dai', lexicon, before)).toMatchObject({
      job: { token: { symbol: 'DAI' }, amount: { value: '150' } },
    })
    const other = understand('no, weth', lexicon, before)
    expect(other.kind === 'job' && other.job.amount).toBeUndefined()
  })

  it('is for another place where one was proposed or declined', () => {
    const locked = { ...job, token: { text: 'usdc', symbol: 'USDC' }, hint: { lockDays: null }, pick: 'Locked USDC' }
    const flexible = { act: 'stake', amount: { value: '150' }, token: { symbol: 'USDC' }, hint: { lockDays: 0 } }
    for (const standing of ['proposed', 'declined'] as const) {
      const after = understand('put it in the flexible one', lexicon, { ...newDialogue, job: locked, standing })
      expect(after).toMatchObject({ kind: 'job', job: flexible })
      expect(after).not.toHaveProperty('job.pick')
    }
    const done = understand('put it in the flexible one', lexicon, { ...newDialogue, job: locked, standing: 'done' })
    expect(done.kind === 'job' && done.job.amount).toBeUndefined()
  })

  it.each(['wherever i can get out anytime', 'one that i can leave whenever i want'])('which vault: %s', (text) => {
    const open = { ...newDialogue, job, asked: 'which' } as const
    expect(understand(text, lexicon, open)).toMatchObject({ kind: 'job', job: { hint: { lockDays: 0 } } })
    expect(understand(text, lexicon, newDialogue).kind).not.toBe('job')
  })

  it('takes the best rate of those listed', () => {
    const listed = { ...newDialogue, job, asked: 'which', offered: ['Locked USDC', 'Flexible USDC'] } as const
    expect(understand('the one with the better rate', lexicon, listed)).toMatchObject({ job: { pick: 'Locked USDC' } })
    expect(understand('is the one with the better rate safe?', lexicon, listed).kind).not.toBe('job')
  })
})

describe('what becomes of a position', () => {
  it.each([
    ['increase my loan by 50 dai', { act: 'borrow', amount: { value: '50' } }],
    ['bring my debt down by 100 dai', { act: 'repay', amount: { value: '100' } }],
    ['cut my dai loan in half', { act: 'repay', amount: { part: 1n, whole: 2n } }],
    ['top up my collateral with 300 usdc', { act: 'supply', amount: { value: '300' } }],
    ['increase my stake by 100 usdc', { act: 'stake', amount: { value: '100' } }],
    ['reduce my usdc vault position by half', { act: 'unstake', amount: { part: 1n, whole: 2n } }],
    ['give back the 500 dai i borrowed', { act: 'repay', amount: { value: '500' } }],
    ['return what i borrowed', { act: 'repay', amount: { kind: 'all' } }],
    ['close the loan', { act: 'repay', amount: { kind: 'all' } }],
    ['get out of debt', { act: 'repay', amount: { kind: 'all' } }],
    ['close my lending position', { act: 'withdraw', amount: { kind: 'all' } }],
    ['close my weth vault', { act: 'unstake', amount: { kind: 'all' }, token: { symbol: 'WETH' } }],
    ['exit my weth position', { act: 'withdraw', amount: { kind: 'all' }, token: { symbol: 'WETH' } }],
    ['cash out of the vault', { act: 'unstake', amount: { kind: 'all' } }],
  ])('%s', (text, job) => {
    const understood = read(text)
    expect(understood).toMatchObject({ kind: 'job', job })
    if (understood.kind === 'job') expect(understood.job.unsure ?? understood.job.unclear).toBeUndefined()
  })

  it.each([
    ['move all my usdc from the flexible vault to the locked one', 'unstake', 'stake'],
    ['take 400 usdc out of the flexible vault and move it into the locked one', 'unstake', 'stake'],
    ['move 400 usdc from the flexible vault to the lending market', 'unstake', 'supply'],
  ])('from place to place: %s', (text, first, second) => {
    expect(read(text)).toMatchObject({
      kind: 'job',
      job: { act: first, hint: flexible },
      rest: [{ kind: 'job', job: { act: second, amount: { kind: 'brought' } } }],
    })
  })

  it.each([
    "don't close my loan",
    'what happens if i close my loan',
    'how can i get out of debt',
    'is it wise to increase my loan by 50 dai?',
    'who closed my loan',
  ])('leads to nothing: %s', (text) => {
    expect(read(text).kind).not.toBe('job')
  })
})

describe('“repay all”', () => {
  const all = { kind: 'job', job: { act: 'repay', amount: { kind: 'all' }, token: { symbol: 'DAI' } } }

  it.each(['repay all', 'repay it', 'repay it all', 'pay everything back', 'repay all my DAI debt'])(
    'is all that is owed after a loan, its interest included: %s',
    (then) => {
      expect(following('borrow 20 DAI', 'done', then)).toMatchObject(all)
    },
  )

  it('is all that is owed, and not what a swap has brought', () => {
    const understood = following('swap 1 ETH for DAI', 'done', 'repay all')
    expect(understood).toMatchObject({ kind: 'job', job: { act: 'repay', amount: { kind: 'all' } } })
  })

  it('takes what a swap has brought where it is named', () => {
    const understood = following('swap 1 ETH for DAI', 'done', 'repay my loan with it')
    expect(understood).not.toMatchObject({ job: { amount: { kind: 'all' } } })
  })
})
