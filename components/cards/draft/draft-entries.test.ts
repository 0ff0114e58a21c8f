import { expect, it } from 'vitest'
import { buildChains } from '@/lib/chain/chains/chains'
import type { RequestFields } from '@/lib/wire/draft'
import { editedIn, entriesOf, placesOf, readAmount, readEntries } from './draft-entries'

const chains = buildChains([
  { id: 31337, rpcUrl: 'http://127.0.0.1:1' },
  { id: 31338, rpcUrl: 'http://127.0.0.1:1' },
])
const anna = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const send = { ...entriesOf({ action: 'send' }), amount: '5', token: 'USDC', receiver: anna }

it.each([
  ['0.5', { kind: 'exact', value: '0.5' }],
  ['.5', { kind: 'exact', value: '0.5' }],
  ['$50', { kind: 'usd', value: '50' }],
  ['25 %', { kind: 'percent', value: '25' }],
  ['All', { kind: 'percent', value: '100' }],
])('reads the amount %s', (text, amount) => {
  expect(readAmount(text)).toEqual(amount)
})

it.each(['', '1,5', '1e3', '-1', '$5%', '5 USDC', '0x10'])('reads no amount from “%s”', (text) => {
  expect(readAmount(text)).toBeNull()
})

it('reads back what it writes', () => {
  const fields: RequestFields = {
    ...{ action: 'swap', token: 'ETH', receives: 'USDC', amount: { kind: 'usd', value: '50' } },
    ...{ chainId: 31337, toChainId: 31338, slippage: 0.003 },
  }
  expect(readEntries(entriesOf(fields), chains)).toEqual({ partly: fields, problems: {}, fields })
})

it.each<RequestFields>([
  { action: 'stake', amount: { kind: 'exact', value: '5' }, token: 'USDC', place: { lockDays: 0 }, chainId: 31337 },
  { action: 'withdraw', amount: { kind: 'exact', value: '5' }, token: 'USDC', place: { kind: 'market' } },
])('reads back the place that it writes, for %j', (fields) => {
  expect(readEntries(entriesOf(fields), chains).fields).toEqual(fields)
})

it('drops a place that the chosen action does not have', () => {
  const entries = entriesOf({ action: 'stake', token: 'USDC', place: { lockDays: 0 } })
  expect(readEntries({ ...entries, action: 'supply', amount: '5' }, chains).fields).toEqual({
    ...{ action: 'supply', amount: { kind: 'exact', value: '5' }, token: 'USDC' },
  })
})

it('offers the places of each action, and the one that the draft named', () => {
  const wordsOf = (action: RequestFields['action'], fields: RequestFields) =>
    placesOf(action, entriesOf(fields).place).map(({ words }) => words)
  const lockups = ['Any place', 'Without a lock-up', 'With a lock-up']
  expect(wordsOf('stake', { action: 'stake' })).toEqual(lockups)
  expect(wordsOf('unstake', { action: 'unstake', place: { lockDays: 0 } })).toEqual(lockups)
  expect(wordsOf('stake', { action: 'stake', place: { lockDays: 7 } })).toEqual([
    ...lockups,
    'With a lock-up of 7 days',
  ])
  expect(wordsOf('withdraw', { action: 'withdraw' })).toEqual(['Any place', 'A lending market'])
  expect(wordsOf('supply', { action: 'supply' })).toEqual(['Any place'])
  expect(wordsOf('supply', { action: 'supply', place: { protocol: 'aave' } })).toEqual(['Any place', 'Aave'])
  expect(wordsOf('supply', { action: 'stake', place: { lockDays: 7 } })).toEqual(['Any place'])
})

it.each<[string, Partial<typeof send>, object]>([
  ['missing fields', { amount: '', receiver: '' }, { amount: expect.any(String), receiver: expect.any(String) }],
  ['an amount of zero', { amount: '0' }, { amount: 'More than 0.' }],
  ['more than all', { amount: '120%' }, { amount: 'Between 0 and 100%.' }],
  ['a mistyped address', { receiver: anna.replace('C8', 'c8') }, { receiver: expect.stringContaining('mistyped') }],
  ['half an address', { receiver: '0x1234' }, { receiver: expect.stringContaining('40 characters') }],
  [
    'a network that the app does not have',
    { chainId: '137' },
    { chainId: 'This app does not have that network.', token: expect.any(String) },
  ],
  ['a token that is not listed', { token: 'WAGMI' }, { token: 'This app does not list WAGMI.' }],
])('reports what is wrong with a send that has %s', (_, change, problems) => {
  const read = readEntries({ ...send, ...change }, chains)
  expect(read.problems).toEqual(problems)
  expect(read.fields).toBeNull()
})

it('ignores fields that the action does not have', () => {
  const { fields } = readEntries({ ...send, action: 'supply', slippage: '99', receives: 'DAI' }, chains)
  expect(fields).toEqual({ action: 'supply', amount: { kind: 'exact', value: '5' }, token: 'USDC' })
})

it('returns the fields that the person has changed', () => {
  expect([...editedIn({ ...send, amount: '6', receiver: ` ${anna} ` }, send)]).toEqual(['amount'])
})
