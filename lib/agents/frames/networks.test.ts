import { describe, expect, it } from 'vitest'
import { localChainIds } from '@/lib/chain/chains/chain-facts'
import { anybody, read } from '../fixtures/following'

const [ethereum, base] = localChainIds

describe('networks by their numbers', () => {
  it.each([
    [
      'bridge DAI 31338 -> 31337, amount 400',
      { amount: { value: '400' }, fromChain: { id: base }, toChain: { id: ethereum } },
    ],
    ['bridge 100 usdc from 31337 to 31338', { fromChain: { id: ethereum }, toChain: { id: base } }],
    [`send 1 eth on chain 31338 to ${anybody}`, { amount: { value: '1' }, fromChain: { id: base } }],
    [`send 1 eth to ${anybody}, chainId=31338`, { amount: { value: '1' }, fromChain: { id: base } }],
    ['swap 31337 usdc to eth', { amount: { value: '31337' } }],
    [`send 31337 usdc to ${anybody}`, { amount: { value: '31337' } }],
  ])('%s', (text, draft) => {
    expect(read(text)).toMatchObject({ kind: 'request', draft })
  })
})

describe('ways of speaking of networks', () => {
  it.each(['bridge 300 dai on base', 'bring the 300 dai i have on base', 'move 300 dai in base'])(
    'asks whether from there or to there is meant: %s',
    (text) => {
      expect(read(text)).toMatchObject({ kind: 'request', draft: { action: 'bridge', unsure: true } })
    },
  )

  it.each([
    ['take 0.33 eth off base and back onto ethereum please', { fromChain: { id: base }, toChain: { id: ethereum } }],
    ['i want two hundred usdc on base', { amount: { value: '200' }, toChain: { id: base } }],
    ['get half of my dai over to base', { amount: { kind: 'share' }, toChain: { id: base } }],
    ['cross 0.75 ether over to the base network', { amount: { value: '0.75' }, toChain: { id: base } }],
    ['transfer 45 usdc across chains to base', { amount: { value: '45' }, toChain: { id: base } }],
    ['bridge 90 usdc in direction base', { toChain: { id: base } }],
    ['My daughter says Base is cheaper. Please bring 500 of my USDC there.', { toChain: { id: base } }],
    ['half my dai should go to base', { amount: { kind: 'share' }, toChain: { id: base } }],
    ['bring 300 dai in base network', { amount: { value: '300' }, toChain: { id: base } }],
    ['bring the 300 dai i have on base to ethereum', { fromChain: { id: base }, toChain: { id: ethereum } }],
    ['consolidate my usdc on ethereum', { amount: { kind: 'all' }, toChain: { id: ethereum } }],
    ['top up my gas on base with 0.2 eth from ethereum', { fromChain: { id: ethereum }, toChain: { id: base } }],
    [
      'my gas on base is low, top it up with 0.2 eth from ethereum',
      { amount: { value: '0.2' }, toChain: { id: base } },
    ],
    ['get 50 usdc to bnb chain', { toChain: { text: 'bnb chain' } }],
    ['base needs some eth, 0.1 is enough', { amount: { value: '0.1' }, toChain: { id: base } }],
    ["i'm low on usdc on base. 50 will do", { amount: { value: '50' }, toChain: { id: base } }],
    ['base could use another 50 usdc', { amount: { value: '50' }, toChain: { id: base } }],
    ['bridge 50 usdc 2 base', { amount: { value: '50' }, toChain: { id: base } }],
    ['bring my eth on base back', { amount: { kind: 'all' }, from: { symbol: 'ETH' }, fromChain: { id: base } }],
    ['bring back my dai from base', { amount: { kind: 'all' }, from: { symbol: 'DAI' }, fromChain: { id: base } }],
    ['get my usdc off base', { amount: { kind: 'all' }, from: { symbol: 'USDC' }, fromChain: { id: base } }],
    ['how do i get 100 usdc onto base? just prepare it for me please', { toChain: { id: base } }],
    ['bridge 500 usdc to base and receive dai there', { from: { symbol: 'USDC' }, to: { symbol: 'DAI' } }],
  ])('%s', (text, draft) => {
    const understood = read(text)
    expect(understood).toMatchObject({ kind: 'request', draft: { action: 'bridge', ...draft } })
    if (understood.kind === 'request') expect(understood.draft.unclear ?? understood.draft.unsure).toBeFalsy()
  })

  it.each(['i need eth on base', 'i want some eth on base for gas'])('asks how much: %s', (text) => {
    const understood = read(text)
    expect(understood).toMatchObject({ kind: 'request', draft: { from: { symbol: 'ETH' }, toChain: { id: base } } })
    expect(understood).not.toHaveProperty('draft.amount')
  })

  it.each(['base needs eth', 'if base needs some eth, 0.1 is enough', 'take my usdc out of the vault on base'])(
    'is no bridge: %s',
    (text) => {
      expect(read(text)).not.toMatchObject({ kind: 'request', draft: { amount: expect.anything() } })
    },
  )

  it.each(['usdc 220 mainnet->base', 'dai to base, 80 of them'])('asks whether it is meant: %s', (text) => {
    expect(read(text)).toMatchObject({ kind: 'request', draft: { action: 'bridge', unsure: true } })
  })

  it.each([
    'how do i get 100 usdc onto base?',
    'should i get 100 usdc onto base? do it',
    "don't get 100 usdc over to base",
    'i want to know how much usdc i have on base',
    'base is cheaper, how much is there?',
    'what should go to base?',
    'my gas on base is low',
    'if base gets cheaper, bring 500 usdc there',
  ])('is no request: %s', (text) => {
    expect(read(text).kind).not.toBe('request')
  })

  it.each([
    ['transfer 100 usdc between ethereum and base', 'bridge'],
    ['convert my 100 ethereum usdc to base usdc', 'swap'],
  ])('from one to the other: %s', (text, action) => {
    expect(read(text)).toMatchObject({
      kind: 'request',
      draft: { action, fromChain: { id: ethereum }, toChain: { id: base }, to: { symbol: 'USDC' } },
    })
  })

  it('leave a recipient its place', () => {
    expect(read(`half my dai should go to ${anybody}`)).toMatchObject({ draft: { recipient: { address: anybody } } })
    expect(read(`send 5 dai on base to ${anybody}, it should go there today`)).not.toMatchObject({
      draft: { action: 'bridge' },
    })
  })
})
