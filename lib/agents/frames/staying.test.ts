import { expect, it } from 'vitest'
import { anybody, following, readHere as read } from '../fixtures/following'

const swap = (value: string, from: string, to: string) => ({
  kind: 'request',
  draft: { action: 'swap', amount: { value }, from: { symbol: from }, to: { symbol: to } },
})

it.each([
  ['swap 700 dai to eth, the usdc stays where it is', swap('700', 'DAI', 'ETH')],
  ['swap 700 usdc to eth. sorry i mean 700 dai to eth, the usdc has to stay where it is', swap('700', 'DAI', 'ETH')],
  [`send 20 usdc to ${anybody} and the rest i keep`, { draft: { action: 'send', amount: { value: '20' } } }],
  ['stake 300 usdc in the flexible vault, i keep the rest', { job: { act: 'stake', amount: { value: '300' } } }],
])('nothing is done with what stays: %s', (text, expected) => {
  const understood = read(text)
  expect(understood).toMatchObject(expected)
  expect(understood).not.toHaveProperty('draft.unclear')
  expect(JSON.stringify(understood)).not.toContain('"unsure":true')
})

it.each(['swap 100 usdc to eth, the usdc stays where it is', 'bridge 50 dai from base to mainnet, the base one stays'])(
  'what is to stay and to go is asked about: %s',
  (text) => {
    expect(read(text)).toHaveProperty('draft.unsure', true)
  },
)

it.each(['ok, the usdc stays', 'yes but the rest stays', 'the usdc stays'])('is no yes: %s', (text) => {
  expect(following('swap 100 usdc to eth', 'open', text).kind).not.toBe('request')
})

it('is no price', () => {
  expect(read('swap 100 usdc to eth if the price stays below 3000')).toEqual({ kind: 'abstain', topic: 'conditional' })
})
