import { describe, expect, it } from 'vitest'
import { localChainIds } from '@/lib/chain/chains/chain-facts'
import { anybody, read } from '../fixtures/following'

const [ethereum, base] = localChainIds
const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

describe('a question that is corrected in the same breath', () => {
  it.each([
    ['show me my eth, actually no, show me everything i have', { kind: 'balances', query: { symbols: [] } }],
    ['show me my usdc, sorry, i mean dai', { kind: 'balances', query: { symbols: ['DAI'] } }],
    ["what's the price of eth, no wait, wbtc", { kind: 'price', query: { tokens: [{ symbol: 'WBTC' }] } }],
    ['show me my usdc, no wait, what do i owe', { kind: 'insight', insight: { of: 'loan' } }],
    ['how much dai do i have, no sorry, swap 5 dai to usdc', { kind: 'request', draft: { amount: { value: '5' } } }],
  ])('%s', (text, understood) => {
    expect(read(text)).toMatchObject(understood)
  })
})

describe('a request that is corrected in the same breath', () => {
  it.each([
    [`send 20 usdc, no sorry, 25 usdc to ${anybody}`, { amount: { value: '25' }, recipient: { address: anybody } }],
    [`send 0.1 eth to ${anybody} ... actually no, to ${other}`, { recipient: { address: other } }],
    [`send 5 eth to ${anybody}. wait, make it 6`, { amount: { value: '6' }, recipient: { address: anybody } }],
    ['bridge 0.1 eth to base, no actually 0.2', { amount: { value: '0.2' }, toChain: { id: base } }],
    ['bridge 400 usdc from base, sorry, from ethereum to base', { fromChain: { id: ethereum }, toChain: { id: base } }],
    ['swap 1 eth to usdc, no wait, dai', { amount: { value: '1' }, to: { symbol: 'DAI' } }],
    ['swap 1 eth, i mean 2 eth, for dai', { amount: { value: '2' }, to: { symbol: 'DAI' } }],
    ['swap 0.5 eth to dai.. actually usdc not dai', { amount: { value: '0.5' }, to: { symbol: 'USDC' } }],
    [`send 2 eth to ${anybody} hmm no thats too much, 1.2 will do`, { amount: { value: '1.2' } }],
    ['swap 100 usdc to eth wait no sorry dai', { amount: { value: '100' }, to: { symbol: 'DAI' } }],
    ['swap 20 usdc to dai. no, that is too little, make it 30', { amount: { value: '30' }, to: { symbol: 'DAI' } }],
  ])('%s', (text, draft) => {
    const understood = read(text)
    expect(understood).toMatchObject({ kind: 'request', draft })
    if (understood.kind === 'request') expect(understood.draft.unclear ?? understood.draft.unsure).toBeFalsy()
  })

  it.each([
    `send 1 eth to ${anybody}, no wait, don't`,
    `send 1 eth to ${anybody}, no, cancel that`,
    `send 1 eth to ${anybody}, wait until eth is above 4000`,
    `send 1 eth to ${anybody}, no, to ${other} if gas is low`,
    `send 1 eth to ${anybody}, actually never`,
    `send 1 eth to ${anybody}, actually 2 eth, not today`,
    `send 1 eth to ${anybody} hmm maybe not`,
    `send 1 eth to ${anybody}, no, that's too much, not today`,
    `should i send 1 eth to ${anybody}, sorry, 2 eth`,
    `don't send 1 eth to ${anybody}, no, 2 eth`,
    `send 1 eth to ${anybody} and 2 eth to ${other}, no, 3 eth`,
  ])('comes to nothing: %s', (text) => {
    expect(read(text).kind).not.toBe('request')
  })

  it('is asked for once more where something is said of it last', () => {
    expect(read(`send 0.5 eth to ${anybody} wait no sorry 0.05, i always misplace the zero`)).toMatchObject({
      draft: { amount: { value: '0.05' }, unsure: true },
    })
  })
})
