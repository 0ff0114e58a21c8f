import { describe, expect, it } from 'vitest'
import { anybody, following, read } from '../fixtures/following'

// What would be the opposite of what was said, or another sum or token, if a word of it were passed over.

describe('an exception', () => {
  it.each(['withdraw everything except the weth from lending', 'stake everything apart from my weth'])(
    'is not what is meant: %s',
    (text) => {
      expect(read(text)).toMatchObject({ kind: 'job', job: { unclear: 'too-many-tokens' } })
    },
  )

  it.each([
    ['unstake everything except the weth', 'WETH'],
    ['unstake all but the usdc', 'USDC'],
  ])('stays where it is: %s', (text, except) => {
    expect(read(text)).toMatchObject({ kind: 'job', job: { act: 'unstake', amount: { kind: 'all' }, except } })
    expect(read(text)).not.toMatchObject({ job: { token: expect.anything() } })
  })

  it('is not what is watched', () => {
    expect(read('auto rebalance everything except my weth, at least 1% more, no lock-up')).toMatchObject({
      kind: 'rebalance',
      wish: { unclear: 'too-many-tokens' },
    })
  })

  it('is not what is meant where it is said afterwards', () => {
    for (const then of ['except the weth', 'but not the weth', 'all except weth'])
      expect(following('unstake everything', 'open', then), then).not.toMatchObject({
        job: { token: { symbol: 'WETH' }, unclear: undefined },
      })
    expect(following(`send everything to ${anybody}`, 'open', 'except eth')).not.toMatchObject({
      draft: { from: { symbol: 'ETH' }, unclear: undefined },
    })
  })

  it('of a sum is left where it is', () => {
    expect(read('lend all my usdc except 500')).toMatchObject({ job: { amount: { kind: 'all-but', value: '500' } } })
    expect(read('repay everything except 100 dai')).toMatchObject({ job: { amount: { kind: 'all-but' } } })
  })
})

describe('a place that is not meant', () => {
  it.each([
    'put 100 usdc somewhere that earns, not in the vault',
    'withdraw 0.2 weth not from the lending market',
    'stake 100 usdc, not in the flexible vault',
    'supply 100 usdc, but not to a market',
    'unstake 50 usdc but not from the locked vault',
    'deposit 100 usdc anywhere except the vault',
  ])('is asked about, where no other is named: %s', (text) => {
    expect(read(text)).toMatchObject({ kind: 'job', job: { unsure: true } })
  })

  it('is passed over where the other one is named', () => {
    const understood = read('withdraw 0.2 weth from the lending market (not from the vault)')
    expect(understood).toMatchObject({ kind: 'job', job: { act: 'withdraw', isAtMarket: true } })
    expect(understood).not.toMatchObject({ job: { unsure: true } })
  })
})

describe('a bound', () => {
  it.each([
    `send more than 10 usdc to ${anybody}`,
    `send at least 10 usdc to ${anybody}`,
    `send ${anybody} at most 10 usdc`,
    `send up to 10 usdc to ${anybody}`,
    `send 10 usdc max to ${anybody}`,
    'swap at least $50 of usdc for eth',
    'swap max 50 usdc for eth',
    'swap 2k usdc at most for eth',
    'bridge up to 1.5k usdc to base',
    'swap all my usdc for eth but no more than 2000',
  ])('is no sum: %s', (text) => {
    const understood = read(text)
    expect(understood.kind).toBe('request')
    if (understood.kind !== 'request') return
    const { amount, unclear } = understood.draft
    expect(unclear !== undefined || amount?.kind === 'bad' || amount === undefined).toBe(true)
  })

  it.each(['stake at least 100 usdc', 'lend more than 100 usdc', 'borrow up to 100 dai'])(
    'is no sum at a market or a vault: %s',
    (text) => {
      expect(read(text)).toMatchObject({ kind: 'job', job: { amount: { kind: 'bad' } } })
    },
  )

  it('is no sum where a request is changed by it', () => {
    expect(following('swap 100 usdc to eth', 'proposed', 'make it at least 50')).not.toMatchObject({
      draft: { amount: { kind: 'exact', value: '50' } },
    })
  })

  it('is told from a sum that goes up to another', () => {
    for (const text of ['bump it up to 90', 'go up to 90', 'raise the amount up to 90'])
      expect(following('bridge 60 usdc to base', 'proposed', text), text).toMatchObject({
        draft: { amount: { kind: 'exact', value: '90' } },
      })
  })

  it('of something else bounds no sum', () => {
    for (const text of [
      'swap 50 usdc to eth with at most 1% slippage',
      'swap 50 usdc to eth, max slippage 1%',
      'swap 50 usdc to eth, max 1% slippage',
    ])
      expect(read(text), text).toMatchObject({
        draft: { amount: { kind: 'exact', value: '50' }, slippage: 0.01, from: { symbol: 'USDC' } },
      })
    expect(read('stake 100 usdc with a lock-up of at most 7 days')).toMatchObject({
      job: { amount: { kind: 'exact', value: '100' } },
    })
  })
})

describe('what is sent', () => {
  it.each([`send 10 usdc to ${anybody} in eth`, `send ${anybody} 10 usdc in dai`, `send ${anybody} 10 dai as usdc`])(
    'is not what it was to be of another token: %s',
    (text) => {
      const understood = read(text)
      expect(understood.kind === 'request' && understood.draft.unclear).toBeTruthy()
    },
  )

  it('of one token worth so much of a stablecoin is asked for in dollars', () => {
    expect(read(`send 10 usdc worth of eth to ${anybody}`)).toMatchObject({
      draft: { amount: { kind: 'usd', value: '10' }, from: { symbol: 'ETH' }, unsure: true },
    })
    expect(read(`send 1 eth worth of usdc to ${anybody}`)).toMatchObject({
      draft: { unclear: { kind: 'two-tokens' } },
    })
  })
})

describe('what somebody else is to pay', () => {
  it.each([
    `ask ${anybody} to send me 10 usdc`,
    `${anybody} owes me 10 usdc`,
    `${anybody} should pay me 10 usdc`,
    `send me 10 usdc from ${anybody}`,
    `request 10 usdc from ${anybody}`,
    `get my 10 usdc back from ${anybody}`,
    `charge ${anybody} 10 usdc`,
    'ask bob to send me 10 usdc',
  ])('is not paid to them: %s', (text) => {
    expect(read(text)).toEqual({ kind: 'abstain', topic: 'receiving' })
  })

  it.each([
    `pay ${anybody} back the 35 usdc he lent me`,
    `send ${anybody} the 10 usdc that i owe`,
    `send 10 usdc to ${anybody} and tell me when it is done`,
    `can you send 10 usdc to ${anybody} for me`,
    `refund the 10 usdc that ${anybody} sent me`,
  ])('is told from what the person pays: %s', (text) => {
    expect(read(text)).toMatchObject({ kind: 'request', draft: { action: 'send' } })
  })
})

describe('what was to come after', () => {
  it('is not passed over', () => {
    expect(read('swap 100 usdc to eth and back')).toMatchObject({
      draft: { from: { symbol: 'USDC' } },
      rest: [{ draft: { from: { symbol: 'ETH' }, to: { symbol: 'USDC' }, amount: { kind: 'brought' } } }],
    })
    expect(read('bridge 100 usdc to base and back again')).toMatchObject({ draft: { unsure: true } })
  })
})

describe('a share', () => {
  it('beside a sum is not taken of all there is, where it is not said of what', () => {
    const second = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
    expect(read(`send ${anybody} 10 usdc and ${second} half`)).not.toMatchObject({ rest: [{ kind: 'request' }] })
    expect(read(`give ${anybody} half of my dai and ${second} a quarter`)).toMatchObject({
      draft: { amount: { part: 1n, whole: 2n } },
      rest: [{ draft: { amount: { part: 1n, whole: 4n } } }],
    })
    expect(read(`send ${anybody} 10 usdc and ${second} half of my dai`)).toMatchObject({
      rest: [{ draft: { amount: { part: 1n, whole: 2n }, from: { symbol: 'DAI' } } }],
    })
  })
})

describe('a time', () => {
  it.each([
    ['swap 100 usdc to eth before friday', 'scheduled'],
    [`send 10 usdc to ${anybody} before the 5th`, 'scheduled'],
    [`send 10 usdc to ${anybody} at 5pm`, 'scheduled'],
    [`send 10 usdc to ${anybody} at 17:30`, 'scheduled'],
    ['swap 1 eth to usdc at 4000', 'conditional'],
    [`in case he asks, send 10 usdc to ${anybody}`, 'conditional'],
    [`send 10 usdc to ${anybody} provided he is there`, 'conditional'],
  ])('or a condition is not passed over: %s', (text, topic) => {
    expect(read(text)).toEqual({ kind: 'abstain', topic })
  })

  it.each(['lend 100 usdc for a month', 'borrow 100 dai for a week', 'supply 100 usdc for 30 days'])(
    'for which a market has no words is not passed over: %s',
    (text) => {
      expect(read(text)).toMatchObject({ kind: 'job', job: { unsure: true } })
    },
  )
})
