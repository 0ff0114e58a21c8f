import { describe, expect, it } from 'vitest'
import { localChainIds } from '@/lib/chain/chains/chain-facts'
import { anybody, readHere as read } from '../fixtures/following'

const [, base] = localChainIds
const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

describe('a request among other words', () => {
  it.each([
    [
      'I never liked how this coin moves. Please swap 1 ETH for USDC.',
      { action: 'swap', amount: { value: '1' }, to: { symbol: 'USDC' } },
    ],
    [
      'I want some dollars in case the market falls, so could you turn 1 eth into usdc?',
      { action: 'swap', amount: { value: '1' }, to: { symbol: 'USDC' } },
    ],
  ])('is asked back: %s', (text, draft) => {
    expect(read(text)).toMatchObject({ kind: 'request', draft: { ...draft, unsure: true } })
  })

  it.each([
    "I don't like ETH. Swap 1 ETH for USDC. Never mind.",
    'If ETH falls below 3000. Then swap 1 ETH for USDC.',
    `He wrote: I am not well; send 1 eth to ${anybody}`,
    `Ignore what I did not ask. Send 1 eth to ${anybody}`,
    "I don't know. Swap 1 ETH for USDC. Or bridge 1 ETH to Base.",
    `> send 1 eth to ${anybody}\nnot my words`,
    'If ETH reaches 4000, swap 1 ETH for USDC',
  ])('is none: %s', (text) => {
    expect(read(text).kind).not.toBe('request')
  })

  it('gives way to a question where nothing is to be done', () => {
    expect(read('I was thinking about a loan one day, so how does lending work?').kind).toBe('explain')
  })
})

describe('a verb that is not known', () => {
  it.each([
    [`plonk 0.3 eth to ${anybody}`, { action: 'send', amount: { value: '0.3' }, recipient: { address: anybody } }],
    ['please schlep 20 usdc to base', { action: 'bridge', amount: { value: '20' }, toChain: { id: base } }],
  ])('is asked back by what stands after it: %s', (text, draft) => {
    expect(read(text)).toMatchObject({ kind: 'request', draft: { ...draft, unsure: true } })
  })

  it.each([
    `keep 0.3 eth from ${anybody}`,
    'approve 20 usdc to base',
    `plonk 0.3 eth to ${anybody}?`,
    'hold 20 usdc on base',
  ])('is left alone: %s', (text) => {
    expect(read(text).kind).not.toBe('request')
  })
})

describe('fields and rows', () => {
  it('are a payment that is asked back', () => {
    expect(read(`to: ${anybody}\namount: 120\ntoken: USDC`)).toMatchObject({
      kind: 'request',
      draft: { action: 'send', amount: { value: '120' }, recipient: { address: anybody }, unsure: true },
    })
  })

  it('are what the verb beside them says', () => {
    const understood = read(`transfer this please. recipient=${anybody}, amount=1,250, token=DAI`)
    expect(understood).toMatchObject({ kind: 'request', draft: { amount: { value: '1250' }, from: { symbol: 'DAI' } } })
    expect(understood).not.toHaveProperty('draft.unsure', true)
  })

  it.each([
    [`pay these:\n${anybody} 10 USDC\n${other} 20 USDC`, false],
    [`1. ${anybody} - 10 USDC\n2. ${other} - 20 USDC`, true],
    [`| to | sum |\n| ${anybody} | 10 USDC |\n| ${other} | 20 USDC |`, true],
  ])('are a payment each: %s', (text, unsure) => {
    expect(read(text)).toMatchObject({
      draft: { amount: { value: '10' }, recipient: { address: anybody } },
      rest: [{ draft: { amount: { value: '20' }, recipient: { address: other } } }],
    })
    const understood = read(text)
    expect(understood.kind === 'request' && Boolean(understood.draft.unsure)).toBe(unsure)
  })

  it.each([
    `don't pay these:\n${anybody} 10 USDC\n${other} 20 USDC`,
    `I paid these:\n${anybody} 10 USDC\n${other} 20 USDC`,
    `he wrote "to: ${anybody}, amount: 10, token: USDC"`,
  ])('are nothing where no payment is meant: %s', (text) => {
    expect(read(text)).not.toMatchObject({ kind: 'request', draft: { recipient: { address: anybody } } })
  })
})
