import { expect, it } from 'vitest'
import { differences } from './differences'

const call = (parameters: Record<string, unknown>, toolName = 'unheard_of') => ({ toolName, parameters })

it('names the fields that differ, and no others', () => {
  expect(differences(call({ to: '0x1', value: '5' }), call({ to: '0x2', value: '5' }))).toEqual([
    { field: 'to', before: '0x1', after: '0x2' },
  ])
  expect(differences(call({ a: { x: 1, y: 2 } }), call({ a: { y: 2, x: 1 } }))).toEqual([])
})

it('names fields that were added or removed', () => {
  expect(differences(call({ memo: 'x' }), call({ note: 'x' }))).toEqual([
    { field: 'note', before: null, after: 'x' },
    { field: 'memo', before: 'x', after: null },
  ])
})

it('makes invisible characters visible, and clips long text', () => {
  const [difference] = differences(call({ a: '1' }), call({ a: `1\u202e${'9'.repeat(200)}` }))
  expect(difference?.after).toContain('␣U+202E')
  expect(difference?.after?.length).toBeLessThan(100)
})

it('is not misled by properties that every object has', () => {
  expect(differences(call({}), call({ ['__proto__']: '1', constructor: 'x' })).map(({ field }) => field)).toContain(
    'constructor',
  )
})

it.each<[string, string, Record<string, unknown>, Record<string, unknown>, string, string]>([
  [
    'a coin',
    'send_native_gas_token',
    { value: '100000000000000000' },
    { value: '100500000000000000' },
    '0.1 ETH',
    '0.1005 ETH',
  ],
  ['a swap', 'execute_router_swap', { fromAmount: '10000000' }, { fromAmount: '10050000' }, '10 USDC', '10.05 USDC'],
  ['a loan', 'lending_supply', { amount: '10000000' }, { amount: '10050000' }, '10 USDC', '10.05 USDC'],
])('writes the amount of %s in units of the token', (_, toolName, was, is, before, after) => {
  const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
  const receiver = '0xf12e7d0000000000000000000000000000F12E7d'.toLowerCase()
  const rest = {
    to: receiver,
    chainId: 1,
    fromChainId: 1,
    toChainId: 1,
    fromTokenAddress: usdc,
    toTokenAddress: receiver,
    tokenAddress: usdc,
    marketAddress: receiver,
  }
  expect(differences(call({ ...rest, ...was }, toolName), call({ ...rest, ...is }, toolName))).toEqual([
    { field: Object.keys(was)[0], before, after },
  ])
})

it('writes the amount of a token that a call sends in units of the token', () => {
  const to = '0xf12e7d0000000000000000000000000000f12e7d'
  const send = (amount: string) =>
    call(
      { to: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', functionName: 'transfer', args: [to, amount], chainId: 1 },
      'call_smart_contract_function',
    )
  expect(differences(send('10000000'), send('10050000'))).toMatchObject([
    {
      field: 'args',
      before: expect.stringMatching(/^10 USDC to 0x/),
      after: expect.stringMatching(/^10\.05 USDC to 0x/),
    },
  ])
})
