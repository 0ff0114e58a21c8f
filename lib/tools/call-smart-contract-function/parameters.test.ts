import { expect, it } from 'vitest'
import { resolveFunction } from '@/lib/chain/calldata/resolve-function'
import { someone } from '../shared/examples'
import { callSchema } from './parameters'

const fragment = { type: 'function', name: 'deposit', inputs: [{ name: 'amount', type: 'uint256' }] }
const other = { type: 'event', name: 'Deposited', inputs: [] }
const asked = { to: someone, functionName: 'deposit', args: ['7'], chainId: 1 }
const words = 'function deposit(uint256 amount)'

it.each<[string, unknown]>([
  ['words', [words]],
  ['JSON texts', [JSON.stringify(fragment)]],
  ['objects', [fragment, other]],
  ['objects and words', [other, words]],
  ['one text that is a JSON list of objects', JSON.stringify([fragment, other])],
  ['one text that is a JSON list of words', JSON.stringify([words])],
  ['one text that is a JSON object', JSON.stringify(fragment)],
  ['one text in words', words],
  ['one object', fragment],
  ['one text that is a JSON list, in a list', [JSON.stringify([other, fragment])]],
  ['objects with what else is in a contract', [{ type: 'constructor', inputs: [] }, { type: 'receive' }, fragment]],
  ['one text that is JSON on several lines', JSON.stringify([fragment], null, 2)],
])('an ABI may come as %s', (_, abi) => {
  const { functionName, args = [], abi: hint = [] } = callSchema.parse({ ...asked, abi })
  const resolved = resolveFunction({ functionName, args, abi: hint })
  expect(resolved).toMatchObject({ kind: 'found', source: 'hint', values: [7n] })
})

it.each<[string, unknown]>([
  ['more fragments than are read', Array.from({ length: 201 }, () => fragment)],
  ['as many in one text', JSON.stringify(Array.from({ length: 201 }, () => fragment))],
  ['an object beyond all measure', [{ ...fragment, name: 'd'.repeat(20_000) }]],
  ['one within a text', JSON.stringify([{ ...fragment, name: 'd'.repeat(20_000) }])],
  ['a text beyond all measure', ' '.repeat(500_001)],
  ['words beyond all measure', 'd'.repeat(20_001)],
  ['one object beyond all measure', { ...fragment, name: 'd'.repeat(20_000) }],
  ['numbers', [1]],
  ['nothing in a list', [null]],
  ['lists in a list', [[fragment]]],
  ['a number', 5],
])('an ABI is refused that is %s', (_, abi) => {
  expect(callSchema.safeParse({ ...asked, abi }).success).toBe(false)
})
