import { pad } from 'viem'
import { expect, it } from 'vitest'
import { nativeAddress } from '@/lib/chain/chains/chain'
import { findTool } from '@/lib/tools/registry'
import type { SendDetails } from '@/lib/tools/send-native-gas-token/parameters'
import { type CardRecord, readCard, sizeOf, writeCard } from './card-record'

const send = findTool('send_native_gas_token')
const to = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const token = { chainId: 1, address: nativeAddress, symbol: 'ETH', name: 'Ether', decimals: 18 }

const details: SendDetails = {
  chainId: 1,
  chainName: 'Ethereum',
  to,
  amount: 5n * 10n ** 17n,
  facts: {
    token,
    balance: 10n ** 20n,
    price: { usd: 200_000_000_000n, decimals: 8, source: 'Chainlink', updatedAt: 7 },
    recipient: { hasCode: false, delegate: null, nonce: 3, balance: 1n, isSelf: false, token: null },
  },
}
const danger = {
  rule: 'G12',
  level: 'DANGER' as const,
  title: 'You have never sent to this address.',
  claim: 'vitalik.eth',
  observed: to,
  terms: { claim: 'You wrote', observed: 'It goes to' },
  why: 'Make sure.',
  covers: ['G13'],
}
const record: CardRecord = {
  at: 1_700_000_000_000,
  headline: 'Send 0.5 ETH to 0xd8dA…6045 on Ethereum',
  problem: null,
  prepared: { plan: null, details, findings: [danger] },
  review: {
    planHash: pad('0x1'),
    at: 1_700_000_000_000,
    block: 20n,
    method: 'eth_simulateV1',
    effects: {
      chainId: 1,
      balances: [
        {
          asset: { kind: 'native', chainId: 1 },
          before: 10n ** 20n,
          after: 10n ** 20n - 5n * 10n ** 17n,
          symbol: 'ETH',
          decimals: 18,
          listed: true,
        },
      ],
      allowances: [],
      operators: [],
    },
    fee: { gas: [21_000n], maxFeePerGas: 3n, total: 63_000n },
    prices: new Map([[`1:${nativeAddress}`, { usd: 1n, decimals: 8, source: 'Chainlink', updatedAt: 7 }]]),
    names: new Map([[to, 'vitalik.eth']]),
    request: {
      quote: 'send half an ETH to vitalik.eth',
      parts: [{ respect: 'gives', asked: 'half an ETH', found: '0.5 ETH', is: 'met' }],
      reader: '0ld0ld0l',
      isReported: true,
    },
    figures: [
      { id: 'ltv', label: 'Of it', before: null, after: { kind: 'percent', share: Number.POSITIVE_INFINITY } },
      { id: 'hf', label: 'Health', before: { kind: 'health', wad: null }, after: { kind: 'health', wad: 2n } },
    ],
    findings: [danger],
    verdict: 'acknowledge',
  },
}

/** Returns the row as the browser's storage gives it back. */
const stored = (row: unknown): unknown => structuredClone(row)

it('restores exactly what a card showed', () => {
  expect(readCard(stored(writeCard(record, send)), send)).toEqual(record)
})

it('omits what cannot be stored, such as how to look again and the fixes of findings', () => {
  const live = {
    ...record,
    prepared: {
      ...record.prepared,
      plan: null,
      details,
      findings: [{ ...danger, fix: { kind: 'refresh' as const, label: 'Read again' } }],
      checks: [{ id: 'a', about: 'b', ask: () => Promise.reject() }],
    },
  }
  expect(readCard(stored(writeCard(live, send)), send)).toEqual(record)
})

it('keeps the terms of a permission without the amounts that it was prepared with', () => {
  const permission = {
    ...{
      chainId: 1,
      owner: nativeAddress,
      agentId: 1,
      token: nativeAddress,
      protocol: '',
      maxAmountPerMove: '150000005',
    },
    ...{ minYieldIncreaseBps: 100, maxLockupDays: 7, validAfter: 1, validUntil: 2, nonce: pad('0x2') },
  } as const
  const signed = (pinned: Record<string, unknown>): CardRecord => ({
    ...record,
    prepared: { plan: null, details, findings: [], consent: { permission, digest: pad('0x3'), pinned } },
  })
  const row = writeCard(signed({ maxAmountPerMove: 150_000_005n, at: 1 }), send)
  expect(sizeOf(row)).toBeGreaterThan(100)
  expect(readCard(stored(row), send)).toEqual(signed({}))
})

it('keeps the findings of a call whose figures cannot be written', () => {
  const odd = { ...record, prepared: { plan: null, details: { something: 'else' }, findings: [danger] } }
  expect(readCard(stored(writeCard(odd, send)), send)).toEqual({
    ...record,
    prepared: { plan: null, details: null, findings: [danger] },
  })
})

it('keeps why a call could not be prepared', () => {
  const blocked = { ...record, problem: 'There is no route.', prepared: null, review: null }
  expect(readCard(stored(writeCard(blocked, null)), null)).toEqual(blocked)
})

it.each([undefined, null, 'card', {}, { version: 2, at: 1 }])('reads nothing from %j', (row) =>
  expect(readCard(row, send)).toBeNull(),
)

// Never change this: rows like it exist in people's browsers.
const firstVersion = {
  version: 1,
  at: 1_790_000_000_000,
  headline: 'Send 0.5 ETH to 0xd8dA…6045 on Ethereum',
  problem: null,
  body: {
    chainId: 1,
    chainName: 'Ethereum',
    to,
    amount: '500000000000000000',
    facts: {
      token: { chainId: 1, address: nativeAddress, symbol: 'ETH', name: 'Ether', decimals: 18 },
      balance: '100000000000000000000',
      price: { usd: '200000000000', decimals: 8, source: 'Chainlink', updatedAt: 7 },
      recipient: { hasCode: false, delegate: null, nonce: 3, balance: '1', isSelf: false, token: null },
    },
  },
  findings: [],
  consent: null,
  review: {
    planHash: pad('0x1'),
    at: 1_790_000_000_000,
    block: '20',
    method: 'eth_simulateV1',
    effects: { chainId: 1, balances: [], allowances: [], operators: [] },
    fee: { gas: ['21000'], maxFeePerGas: '3', total: '63000' },
    prices: [[`1:${nativeAddress}`, { usd: '1', decimals: 8, source: 'Chainlink', updatedAt: 7 }]],
    names: [[to, 'vitalik.eth']],
    figures: [],
    findings: [danger],
    verdict: 'acknowledge',
  },
}

it('reads a card of the first version', () => {
  const read = readCard(firstVersion, send)
  expect(read?.prepared?.details).toEqual(details)
  expect(read?.review?.findings).toEqual([danger])
  expect(read?.review?.names?.get(to)).toBe('vitalik.eth')
})

it('shows the findings if the figures of a tool have changed beyond reading', () => {
  const read = readCard({ ...firstVersion, body: { chainId: 'one' } }, send)
  expect(read).toMatchObject({ prepared: { details: null }, review: { findings: [danger] } })
})
