import { describe, expect, it } from 'vitest'
import { localChainIds } from '@/lib/chain/chains/chain-facts'
import { anybody, following, read, readHere } from '../fixtures/following'
import { isRequested } from './step'

const [first, base] = localChainIds
const second = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const sum = (value: string) => ({ kind: 'exact', value })
const swap = (amount: unknown, from: string, to: string) => ({
  draft: { action: 'swap', amount, from: { symbol: from }, to: { symbol: to } },
})
const send = (amount: unknown, symbol: string, address: string = anybody) => ({
  draft: { action: 'send', amount, from: { symbol }, recipient: { address } },
})
const unsure = { draft: { unsure: true } }

describe('what is understood in everyday words', () => {
  it.each([
    ['sell every bit of my wbtc for usdc please', swap({ kind: 'all' }, 'WBTC', 'USDC')],
    ['i want out of bitcoin completely, usdc instead', swap({ kind: 'all' }, 'WBTC', 'USDC')],
    ['please swap my dai for eth but keep 500 dai', swap({ kind: 'all-but', value: '500' }, 'DAI', 'ETH')],
    ['just need 60 usdc swapped to eth', swap(sum('60'), 'USDC', 'ETH')],
    ['swap 200 usdc to eth. thanks a million!', swap(sum('200'), 'USDC', 'ETH')],
    ['hope you’re well! swap 200 usdc to eth', swap(sum('200'), 'USDC', 'ETH')],
    ['what about we swap 2 eth for usdc', swap(sum('2'), 'ETH', 'USDC')],
    ['sell 0.3 eth for dai, leave the rest alone', swap(sum('0.3'), 'ETH', 'DAI')],
    ['make some dai out of 0.1 ether', swap(sum('0.1'), 'ETH', 'DAI')],
    ['flip 2 eth into stables, usdc i mean', swap(sum('2'), 'ETH', 'USDC')],
    ['trade in 800 dai, get usdc back', swap(sum('800'), 'DAI', 'USDC')],
    ['give me eth, i pay with 60 usdc', swap(sum('60'), 'USDC', 'ETH')],
    ['sell me 0.01 of my btc for usdc', swap(sum('0.01'), 'WBTC', 'USDC')],
    ['gimme wbtc for 500 usdc', swap(sum('500'), 'USDC', 'WBTC')],
    ['bring me eth for 100 dai', swap(sum('100'), 'DAI', 'ETH')],
    ['some wbtc for 20 usdc please', swap(sum('20'), 'USDC', 'WBTC')],
    ['drop 100 usdc into wbtc', swap(sum('100'), 'USDC', 'WBTC')],
    ['swap 60 usdc for as much eth as it gets', swap(sum('60'), 'USDC', 'ETH')],
    ['quick one: swap 30 dai to eth', swap(sum('30'), 'DAI', 'ETH')],
    [`i want ${anybody} to have half of all my usdc`, send({ kind: 'share', part: 1n, whole: 2n }, 'USDC')],
    [`drop ${anybody} a tenner in usdc`, send({ kind: 'usd', value: '10' }, 'USDC')],
    [`please make sure ${anybody} gets 75 dai`, send(sum('75'), 'DAI')],
    [`send 25 dai to ${anybody}, thats my share of the cinema tickets`, send(sum('25'), 'DAI')],
    ['park 500 usdc in the vault i can leave any time', { job: { act: 'stake', hint: { lockDays: 0 } } }],
    ['pay off my dai loan', { job: { act: 'repay', amount: { kind: 'all' } } }],
    ['get my weth out of the lending market', { job: { act: 'withdraw', amount: { kind: 'all' } } }],
    ['get 0.3 weth back from the market', { job: { act: 'withdraw', amount: sum('0.3') } }],
    ['only show me which vaults there are for 1000 usdc', { insight: { of: 'yields' } }],
    ['how many eth would 500 usdc get me', { query: { amount: sum('500'), into: { symbol: 'ETH' } } }],
  ])('%s', (text, expected) => {
    const understood = read(text)
    expect(understood).toMatchObject(expected)
    expect(understood).not.toMatchObject(unsure)
  })

  it.each([
    ['put 50 usdc on my base wallet', { toChain: { id: base } }],
    ['i need some gas money on base, 0.1 eth should do, can you move that over', { toChain: { id: base } }],
    [
      'get all but 500 of the usdc i have on base home to ethereum',
      { amount: { kind: 'all-but', value: '500' }, fromChain: { id: base }, toChain: { id: first } },
    ],
  ])('between networks: %s', (text, draft) => {
    const understood = readHere(text)
    expect(understood).toMatchObject({ draft: { action: 'bridge', ...draft } })
    expect(isRequested(understood) && understood.rest?.length).toBeFalsy()
  })

  it('takes a network of which nobody knows for one', () => {
    expect(read('put 50 usdc on my polygon wallet')).toMatchObject({ draft: { toChain: { text: 'polygon' } } })
  })

  it('pays each of several who get something', () => {
    expect(read(`the cleaner ${anybody} gets 55 usdc and the gardener ${second} gets 20 dai`)).toMatchObject({
      ...send(sum('55'), 'USDC'),
      rest: [send(sum('20'), 'DAI', second)],
    })
  })

  it('gives the same to somebody else, and takes what pays in answer to what for', () => {
    expect(following(`send 0.3 eth to ${anybody}`, 'done', `great and ${second} gets the same`)).toMatchObject(
      send(sum('0.3'), 'ETH', second),
    )
    expect(following('buy eth', 'open', 'for 100 usdc')).toMatchObject(swap(sum('100'), 'USDC', 'ETH'))
  })
})

describe('what is asked about before it is prepared', () => {
  it.each([
    ['load up on eth for 100 dai', swap(sum('100'), 'DAI', 'ETH')],
    ['trade 150 usdc 4 dai', swap(sum('150'), 'USDC', 'DAI')],
    ['swap 100 usdc ot eth', swap(sum('100'), 'USDC', 'ETH')],
    ['sell 2 no 3 eth for usdc', swap(sum('3'), 'ETH', 'USDC')],
    ['swap 500 dai i mean usdc to eth', swap(sum('500'), 'USDC', 'ETH')],
    [`send 20 sorry 25 usdc to ${anybody}`, send(sum('25'), 'USDC')],
    [`20 usdc to ${anybody} and 15 dai to ${second}`, send(sum('20'), 'USDC')],
  ])('%s', (text, expected) => {
    expect(read(text)).toMatchObject(expected)
    expect(read(text)).toMatchObject(unsure)
  })

  it.each([
    'convert usdc to dai until i have 6000 dai',
    'i’d like 500 dai, paid from my eth',
    'need 2000 usdc out of my eth for an invoice, take however much eth that costs',
  ])('says what is to come of it, and so not how much it takes: %s', (text) => {
    const understood = read(text)
    expect(understood).toMatchObject({ draft: { action: 'swap', receive: { kind: 'exact' } } })
    expect(understood).not.toHaveProperty('draft.amount')
  })

  it.each(['top my usdc vault up to 1500', 'double what i have in the usdc vault'])(
    'says what is to be there then, and so not how much it takes: %s',
    (text) => {
      const understood = read(text)
      expect(understood).toMatchObject({ job: { act: 'stake', token: { symbol: 'USDC' } } })
      expect(understood).not.toHaveProperty('job.amount')
    },
  )

  it('does not take a payment to somebody for one to a lending market', () => {
    expect(read('Can you pay Tom back for me?')).not.toMatchObject({ kind: 'job' })
    expect(read('pay my brother back 10 usdc')).toMatchObject({ draft: { action: 'send' } })
    expect(read('pay it back')).toMatchObject({ job: { act: 'repay' } })
  })
})

describe('what comes near and is none of that', () => {
  it.each([
    'i need 60 usdc swapped to eth but only if gas is cheap',
    'they need 60 usdc moved to base',
    'i wanted 300 usdc moved to base last week',
    'just need to know how 60 usdc swapped to eth works',
    'hope you’re well, dont swap anything',
    'every bit helps',
    'the rest of my dai stays, nothing to swap',
    'sell 2 no 3 no 4 eth for usdc',
    'swap 2 no 3 eth maybe for usdc later',
    'swap my dai for eth but keep it under 500 dai',
    'bring me eth for 100 dai when it drops',
    `pay ${anybody} 10 usdc until i have 100 usdc`,
    `20 usdc to ${anybody} was sent and 10 usdc to ${second} too`,
    `${anybody} gets 20 dai if ${second} gets 30 usdc`,
    `${anybody} gets 20 dai tomorrow and ${second} gets 30 usdc`,
    `${anybody} usually gets 20 dai and ${second} gets 30 usdc`,
    `did ${anybody} get 20 dai`,
    'what if i take some eth for 100 dai',
  ])('is no request: %s', (text) => {
    expect(isRequested(read(text))).toBe(false)
  })

  it.each([
    ['swap my dai for eth but keep 500 usdc', 'all-but'],
    ['i need dai, about 300 of it, use usdc', 'exact'],
  ])('is no sum of what is given: %s', (text, kind) => {
    expect(read(text)).not.toMatchObject({ draft: { amount: { kind } } })
  })

  it('takes no more than was supplied for a supply, and no rest for a yes', () => {
    expect(read('need 0.2 weth back out of what i supplied to lending')).toMatchObject({ job: { act: 'withdraw' } })
    expect(following('swap 1 eth to usdc', 'open', 'yes but the rest stays').kind).not.toBe('request')
  })

  it('follows no more corrections in one breath than anybody makes', () => {
    const began = performance.now()
    expect(isRequested(read('20 sorry no wait '.repeat(58)))).toBe(false)
    expect(performance.now() - began).toBeLessThan(5_000)
  })
})
