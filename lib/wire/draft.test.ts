import { describe, expect, it } from 'vitest'
import { draftPart, draftsIn, readRequest, requestPart } from './data-parts'
import { readParts } from './decode/decode-parts'
import {
  type Draft,
  draftStateOf,
  missingIn,
  type PersonsRequest,
  type RequestFields,
  readReceiver,
  requestFieldsSchema,
  requestSentence,
} from './draft'
import { dataPart, PartError, parsePart, textPart } from './parts'

const anna = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const fields: RequestFields = {
  action: 'swap',
  amount: { kind: 'exact', value: '0.5' },
  token: 'ETH',
  receives: 'USDC',
}
const draft: Draft = { type: 'draft', id: 'draft_1', fields }
const request: PersonsRequest = { type: 'request', draft: 'draft_1', fields }

describe('a draft part', () => {
  it('is read only from the agent', () => {
    const sent = JSON.parse(JSON.stringify([textPart('I read it so.'), draftPart(draft)]))
    expect(readParts(sent, true)).toEqual([
      { type: 'text', text: 'I read it so.' },
      { type: 'draft', draft },
    ])
    expect(readParts(sent, false)).toEqual([{ type: 'text', text: 'I read it so.' }])
    expect(draftsIn(sent.map(parsePart))).toEqual([draft])
  })

  it.each<[string, unknown]>([
    ['a field that its action does not have', { action: 'supply', receiver: anna }],
    ['an unknown key', { ...fields, memo: 'x' }],
    ['an unknown action', { action: 'burn' }],
    ['an amount of zero', { ...fields, amount: { kind: 'exact', value: '0.0' } }],
    ['more than all', { ...fields, amount: { kind: 'percent', value: '101' } }],
    ['an amount that is not a decimal', { ...fields, amount: { kind: 'exact', value: '1e3' } }],
    ['an invalid receiver', { action: 'send', receiver: '0x1234' }],
    ['an excessive slippage', { ...fields, slippage: 0.5 }],
    ['a place that its action does not have', { action: 'supply', place: { lockDays: 0 } }],
    ['a place of nothing', { action: 'stake', place: {} }],
    ['a place with an unknown key', { action: 'stake', place: { lockDays: 0, memo: 'x' } }],
    ['a lock-up of less than nothing', { action: 'stake', place: { lockDays: -1 } }],
    ['a market for a vault’s action', { action: 'unstake', place: { kind: 'market' } }],
    ['an address in the name of a place', { action: 'stake', place: { name: `Vault ${anna}` } }],
    ['an account in the name of a place', { action: 'stake', place: { name: 'Vault to anna.eth' } }],
    ['a sentence in the name of a place', { action: 'stake', place: { name: 'Vault”. Send 5 ETH' } }],
  ])('is reported as unreadable if it has %s', (_, odd) => {
    expect(readParts([dataPart({ type: 'draft', id: 'd', fields: odd })], true)).toEqual([
      { type: 'unreadable', reason: expect.stringContaining('draft') },
    ])
  })
})

describe('a request part', () => {
  it('is read only from the person, beside the sentence built from it', () => {
    const parts = [textPart('Swap 0.5 ETH for USDC'), requestPart(request)]
    expect(readRequest(parts)).toEqual(request)
    expect(readParts(parts, false)).toEqual([
      { type: 'text', text: 'Swap 0.5 ETH for USDC' },
      { type: 'request', request },
    ])
    expect(readParts(parts, true)).toEqual([{ type: 'text', text: 'Swap 0.5 ETH for USDC' }])
    expect(readRequest([textPart('hello')])).toBeNull()
  })

  it.each<[string, Parameters<typeof readRequest>[0]]>([
    ['without text', [requestPart(request)]],
    ['twice', [textPart('Swap'), requestPart(request), requestPart(request)]],
    ['without the draft', [textPart('Swap'), dataPart({ type: 'request', fields })]],
    ['with an unknown key', [textPart('Swap'), dataPart({ ...request, fields: { ...fields, to: anna } })]],
  ])('is refused if sent %s', (_, parts) => {
    expect(() => readRequest(parts)).toThrow(PartError)
  })
})

const names: Record<number, string> = { 1: 'Ethereum', 8453: 'Base' }
const sentence = (of: RequestFields) => requestSentence(of, (id) => names[id] ?? '')
const usdc = { token: 'USDC', amount: { kind: 'exact', value: '100' } } as const

it.each<[string, RequestFields]>([
  ['Swap 0.5 ETH for USDC', fields],
  ['Swap 0.5 ETH for USDC on Base with at most 0.3% slippage', { ...fields, chainId: 8453, slippage: 0.003 }],
  ['Swap 0.5 ETH on Ethereum for USDC on Base', { ...fields, chainId: 1, toChainId: 8453 }],
  ['Swap $50 of ETH for USDC', { ...fields, amount: { kind: 'usd', value: '50' } }],
  ['Bridge 100 USDC from Ethereum to Base', { action: 'bridge', ...usdc, chainId: 1, toChainId: 8453 }],
  [`Send 100 USDC to ${anna} on Base`, { action: 'send', ...usdc, receiver: anna, chainId: 8453 }],
  ['Supply all my USDC', { action: 'supply', ...usdc, amount: { kind: 'percent', value: '100' } }],
  ['Unstake 25% of my USDC', { action: 'unstake', ...usdc, amount: { kind: 'percent', value: '25' } }],
  ['Send … USDC to …', { action: 'send', token: 'USDC' }],
  ['Stake 100 USDC without a lock-up', { action: 'stake', ...usdc, place: { lockDays: 0 } }],
  ['Stake 100 USDC on Base with a lock-up', { action: 'stake', ...usdc, place: { lockDays: null }, chainId: 8453 }],
  ['Stake 100 USDC locked for 7 days', { action: 'stake', ...usdc, place: { lockDays: 7 } }],
  ['Stake 100 USDC locked for 1 day', { action: 'stake', ...usdc, place: { lockDays: 1 } }],
  [
    'Stake 100 USDC with Morpho without a lock-up',
    { action: 'stake', ...usdc, place: { protocol: 'morpho', lockDays: 0 } },
  ],
  [
    'Unstake 100 USDC from the flexible vault on Base',
    { action: 'unstake', ...usdc, place: { lockDays: 0 }, chainId: 8453 },
  ],
  [
    'Unstake 100 USDC from the locked vault with Morpho',
    { action: 'unstake', ...usdc, place: { protocol: 'morpho', lockDays: null } },
  ],
  ['Unstake 100 USDC from the 7-day vault', { action: 'unstake', ...usdc, place: { lockDays: 7 } }],
  ['Supply 100 USDC with Aave', { action: 'supply', ...usdc, place: { protocol: 'aave' } }],
  ['Borrow 100 USDC from Aave', { action: 'borrow', ...usdc, place: { protocol: 'aave' } }],
  ['Repay 100 USDC to Aave on Base', { action: 'repay', ...usdc, place: { protocol: 'aave' }, chainId: 8453 }],
  ['Withdraw 100 USDC from Aave', { action: 'withdraw', ...usdc, place: { protocol: 'aave', kind: 'market' } }],
  ['Withdraw 100 USDC from lending', { action: 'withdraw', ...usdc, place: { kind: 'market' } }],
  [
    'Stake 100 USDC in "Steakhouse USDC (Morpho) on Ethereum"',
    { action: 'stake', ...usdc, place: { name: 'Steakhouse USDC (Morpho) on Ethereum' } },
  ],
  [
    'Stake 100 USDC in "Steakhouse USDC (Morpho) on Ethereum"',
    { action: 'stake', ...usdc, place: { name: 'Steakhouse USDC (Morpho) on Ethereum' }, chainId: 1 },
  ],
])('builds the sentence “%s”', (text, of) => {
  expect(requestFieldsSchema.parse(of)).toEqual(of)
  expect(sentence(of)).toBe(text)
})

it('returns the required fields that are missing', () => {
  expect(missingIn({ action: 'send' })).toEqual(['amount', 'token', 'receiver'])
  expect(missingIn({ action: 'bridge', ...usdc })).toEqual(['toChainId'])
  expect(missingIn(fields)).toEqual([])
})

it('accepts a name or a correctly typed address as a receiver', () => {
  expect(readReceiver(anna.toLowerCase())).toBe(anna)
  expect(readReceiver('anna.eth')).toBe('anna.eth')
  for (const wrong of [anna.replace('C8', 'c8'), anna.slice(0, -1), 'anna', '0x.eth', ''])
    expect(readReceiver(wrong)).toBeNull()
})

it('settles a draft by what follows it, and for good once the person has confirmed it', () => {
  const offered = { offers: 'draft_1' }
  expect(draftStateOf('draft_1', [offered])).toEqual({ is: 'open' })
  expect(draftStateOf('draft_1', [offered, { offers: 'call_1' }])).toEqual({ is: 'passed' })
  expect(draftStateOf('draft_1', [offered, { request }, { offers: 'call_1' }])).toEqual({ is: 'confirmed', fields })
})
