import { describe, expect, it } from 'vitest'
import { anybody, following, read } from '../fixtures/following'

const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

const into = (symbol: string, value = '50.000000') => ({
  kind: 'request',
  draft: { action: 'swap', amount: { value }, from: { symbol: 'USDC' }, to: { symbol } },
})

describe('a sum that is split between tokens', () => {
  it.each([
    'split 100 usdc between eth and dai',
    'split 100 usdc 50/50 into eth and dai',
    'can you divide 100 usdc equally between eth and dai?',
    'swap 100 usdc, half into eth and half into dai',
    'convert 100 usdc half to eth and the other half to dai',
  ])('%s', (text) => {
    expect(read(text)).toMatchObject({ ...into('ETH'), rest: [into('DAI')] })
  })

  it('in thirds, where they have an end in decimals', () => {
    expect(read('split 90 usdc between eth, dai and wbtc')).toMatchObject({
      ...into('ETH', '30.000000'),
      rest: [into('DAI', '30.000000'), into('WBTC', '30.000000')],
    })
    expect(read('split 100 usdc between eth, dai and wbtc').kind).not.toBe('request')
  })

  it.each([
    'half of that, and the other half into dai',
    'split it, half eth half dai',
    'no, split it between eth and dai',
    'half in eth, half in dai',
  ])('after a proposal: %s', (text) => {
    expect(following('swap 100 usdc to eth', 'proposed', text)).toMatchObject({ ...into('ETH'), rest: [into('DAI')] })
    expect(following('swap 100 usdc to eth', 'done', text)).not.toMatchObject({
      kind: 'request',
      rest: [into('DAI')],
    })
  })

  it.each([
    'split 100 usdc between eth and usdc',
    'split 100 usdc between alice and bob',
    "don't split 100 usdc between eth and dai",
    'should i split 100 usdc between eth and dai?',
    'split my usdc between eth and dai',
  ])('is nothing certain: %s', (text) => {
    expect(read(text)).not.toMatchObject({ kind: 'request', draft: { amount: expect.anything() } })
  })
})

describe('the token of all sums, named at the end', () => {
  const sent = (value: string, address: string) => ({
    kind: 'request',
    draft: { action: 'send', amount: { value }, from: { symbol: 'USDC' }, recipient: { address } },
  })

  it.each([
    `send 10 to ${anybody} and 20 to ${other} in usdc`,
    `send 10 to ${anybody} and 20 to ${other}, both in usdc please`,
    `send ${anybody} 10 and ${other} 20 in usdc`,
  ])('%s', (text) => {
    expect(read(text)).toMatchObject({ ...sent('10', anybody), rest: [sent('20', other)] })
  })

  it('is asked for where one of them has its own, or none has', () => {
    for (const text of [
      `send 10 to ${anybody} and 20 dai to ${other} in usdc`,
      `send 10 to ${anybody} and 20 to ${other}`,
    ])
      expect(read(text)).not.toMatchObject({ rest: [expect.anything()] })
  })
})
