import { describe, expect, it } from 'vitest'
import { localChainIds } from '@/lib/chain/chains/chain-facts'
import { anybody, read } from '../fixtures/following'
import { isRequested } from './step'

const [ethereum, base] = localChainIds
const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

/** Both things that a message asks for. */
function both(text: string) {
  const understood = read(text)
  return isRequested(understood) ? [understood, ...(understood.rest ?? [])] : []
}

const to = (address: string) => ({ recipient: { kind: 'address', address } })

describe('two things that share what is said of one', () => {
  it.each([
    [`send ${anybody} 0.1 eth and ${other} 0.2`, ['0.1', anybody], ['0.2', other]],
    [`send 0.1 eth to ${anybody} and the same to ${other}`, ['0.1', anybody], ['0.1', other]],
    [`bob is ${anybody}, alice is ${other}. send bob 0.1 eth and alice 0.3 eth`, ['0.1', anybody], ['0.3', other]],
  ] as const)('sends: %s', (text, first, second) => {
    expect(both(text)).toMatchObject(
      [first, second].map(([value, address]) => ({
        draft: { amount: { value }, from: { symbol: 'ETH' }, ...to(address) },
      })),
    )
  })

  it.each([
    'bridge 100 usdc and 0.2 eth from ethereum to base',
    'bridge 100 usdc from ethereum to base and 0.2 eth too',
    'send 100 usdc and 0.2 eth from ethereum to base',
  ])('bridges: %s', (text) => {
    const along = { action: 'bridge', fromChain: { id: ethereum }, toChain: { id: base } }
    expect(both(text)).toMatchObject([
      { draft: { ...along, amount: { value: '100' }, from: { symbol: 'USDC' }, to: { symbol: 'USDC' } } },
      { draft: { ...along, amount: { value: '0.2' }, from: { symbol: 'ETH' }, to: { symbol: 'ETH' } } },
    ])
  })

  it.each([
    [`send postcards 2 and 3 to ${anybody}`, { tokenId: 2n, ...to(anybody) }, { tokenId: 3n, ...to(anybody) }],
    [`send postcards #2 and #3 to ${anybody}`, { tokenId: 2n, ...to(anybody) }, { tokenId: 3n, ...to(anybody) }],
    [`send postcard 2 to ${anybody} and 3 to ${other}`, { tokenId: 2n, ...to(anybody) }, { tokenId: 3n, ...to(other) }],
    [`send 2 badges to ${anybody} and 1 to ${other}`, { amount: 2n, ...to(anybody) }, { amount: 1n, ...to(other) }],
    [`send my postcard and 2 badges to ${anybody}`, to(anybody), { amount: 2n, ...to(anybody) }],
  ])('sends NFTs: %s', (text, first, second) => {
    expect(both(text)).toMatchObject([
      { kind: 'nft', nft: first },
      { kind: 'nft', nft: second },
    ])
  })

  it('sends an NFT and a sum', () => {
    const nft = { kind: 'nft', nft: to(anybody) }
    const sum = { kind: 'request', draft: { amount: { value: '5' }, from: { symbol: 'USDC' }, ...to(anybody) } }
    expect(both(`send my postcard and 5 usdc to ${anybody}`)).toMatchObject([nft, sum])
    expect(both(`send 5 usdc and my postcard to ${anybody}`)).toMatchObject([sum, nft])
  })

  it.each([
    `don't send my postcard and 2 badges to ${anybody}`,
    `should I bridge 100 usdc and 50 dai to base?`,
    `if eth drops, send ${anybody} 0.1 eth and ${other} 0.2`,
    `bridge 100 usdc to base and 50 dai to ${anybody}`,
    `send 0.1 eth to ${anybody} and ${other}`,
    `send my postcard or 2 badges to ${anybody}`,
    'bridge 100 usdc and 50 dai',
  ])('is not read as two: %s', (text) => {
    const understood = read(text)
    const isDoubtful =
      understood.kind !== 'request' || understood.draft.unclear || understood.draft.unsure || !understood.draft.toChain
    expect(both(text).length).toBeLessThan(2)
    expect(isDoubtful, JSON.stringify(understood.kind)).toBeTruthy()
  })
})

describe('whom and where to', () => {
  it.each([
    [`please pay the invoice: 250 usdc to ${anybody}`, { amount: { value: '250' }, ...to(anybody) }],
    [`move 5 usdc to my cold storage ${anybody}`, { action: 'send', ...to(anybody) }],
    [`i'd like 20 usdc sent to ${anybody}`, { amount: { value: '20' }, ...to(anybody) }],
    [`send the rest of my dai to ${anybody}`, { amount: { kind: 'all' }, ...to(anybody) }],
    [`send 15 dai over 2 ${anybody}`, { amount: { value: '15' }, ...to(anybody) }],
    ['i would like 100 usdc moved to base', { action: 'bridge', toChain: { id: base } }],
    ['can i have 100 usdc on base', { action: 'bridge', toChain: { id: base } }],
  ])('%s', (text, draft) => {
    const understood = read(text)
    expect(understood).toMatchObject({ kind: 'request', draft })
    if (understood.kind === 'request') expect(understood.draft.unclear ?? understood.draft.unsure).toBeFalsy()
  })

  it('never sends to whom it is said to come from', () => {
    for (const text of [`send 1 eth from ${anybody}`, `send 1 eth from ${anybody} to ${other}`]) {
      const understood = read(text)
      const isOpen = understood.kind === 'request' && (!understood.draft.recipient || understood.draft.unclear)
      expect(isOpen, text).toBeTruthy()
    }
  })

  it.each([`i have 20 usdc sent to ${anybody} yesterday`, `was my usdc sent to ${anybody}?`, 'get 1 eth off base'])(
    'is no whole request: %s',
    (text) => {
      const understood = read(text)
      expect(understood.kind === 'request' && (understood.draft.recipient ?? understood.draft.toChain)).toBeFalsy()
    },
  )
})
