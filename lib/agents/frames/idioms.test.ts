import { describe, expect, it } from 'vitest'
import { localChainIds } from '@/lib/chain/chains/chain-facts'
import { anybody, read } from '../fixtures/following'
import { lexicon } from '../fixtures/lexicon'
import { plainly } from './idioms'

const [ethereum, base] = localChainIds

describe('ways of speaking', () => {
  it.each([
    [
      'take 0.25 eth from base and put it on mainnet',
      { action: 'bridge', fromChain: { id: base }, toChain: { id: ethereum } },
    ],
    [
      'pull 500 dai from base back to mainnet',
      { action: 'bridge', fromChain: { id: base }, toChain: { id: ethereum } },
    ],
    ['send 1 eth from ethereum to my wallet on base', { action: 'bridge', toChain: { id: base } }],
    ['bridge 100 usdc to base as eth', { action: 'bridge', to: { symbol: 'ETH' }, toChain: { id: base } }],
    ['replace 500 dai with eth', { action: 'swap', from: { symbol: 'DAI' }, to: { symbol: 'ETH' } }],
    ['would you mind swapping 75 usdc for dai?', { action: 'swap', amount: { value: '75' }, to: { symbol: 'DAI' } }],
    ['swap usdc for eth, 400 usdc', { action: 'swap', amount: { value: '400' }, from: { symbol: 'USDC' } }],
    [`make a payment of 80 usdc to ${anybody}`, { action: 'send', amount: { value: '80' } }],
    [`top up ${anybody} with 0.2 eth`, { action: 'send', amount: { value: '0.2' }, recipient: { address: anybody } }],
    [
      `send $25 in eth to ${anybody}`,
      { action: 'send', amount: { kind: 'usd', value: '25' }, from: { symbol: 'ETH' } },
    ],
    [`send three quarters of my dai to ${anybody}`, { action: 'send', amount: { kind: 'share', part: 3n, whole: 4n } }],
  ])('%s', (text, draft) => {
    expect(read(text)).toMatchObject({ kind: 'request', draft })
  })

  it.each([
    ['lend me 75 dai', { act: 'borrow' }],
    ['i need a loan of 75 dai', { act: 'borrow' }],
    ['reduce my loan by 100 dai', { act: 'repay' }],
    ['pay 100 dai towards my loan', { act: 'repay' }],
    ['post 500 usdc collateral', { act: 'supply' }],
    ['take 500 usdc of my collateral out', { act: 'withdraw', isAtMarket: true }],
    ['lock 500 usdc for 7 days', { act: 'stake', hint: { lockDays: 7 } }],
    ['move 200 usdc into the flexible vault', { act: 'stake', hint: { lockDays: 0 } }],
    ['give me back 200 usdc from the vault', { act: 'unstake' }],
  ])('%s', (text, job) => {
    const understood = read(text)
    expect(understood).toMatchObject({ kind: 'job', job })
    if (understood.kind === 'job') expect(understood.job.unsure ?? understood.job.unclear).toBeUndefined()
  })

  it('leave words alone that only look like them', () => {
    for (const text of ['put 500 usdc in the vault on base', 'send 20 usdc as agreed', 'get some rest on sunday'])
      expect(plainly(text, lexicon)).not.toMatch(/^(?:move|bridge) /)
  })
})
