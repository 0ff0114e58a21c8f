import { expect, it } from 'vitest'
import { resolveFunction } from '@/lib/chain/calldata/resolve-function'
import { someone } from '../shared/examples'
import { callSchema } from './parameters'

const fragment = { type: 'function', name: 'deposit', inputs: [{ name: 'amount', type: 'uint256' }] }
const other = { type: 'event', name: 'Deposited', inputs: [] }
const asked = { to: someone, functionName: 'deposit', args: ['7'], chainId: 1 }
const words = 'function deposit(uint256 amount)'

it.each<[string, unknown]>([
  ['signatures', [words]],
  ['JSON texts', [JSON.stringify(fragment)]],
  ['objects', [fragment, other]],
  ['objects and signatures', [other, words]],
  ['one text that is a JSON list of objects', JSON.stringify([fragment, other])],
  ['one text that is a JSON list of signatures', JSON.stringify([words])],
  ['one text that is a JSON object', JSON.stringify(fragment)],
  ['one signature', words],
  ['one object', fragment],
  ['one text that is a JSON list, in a list', [JSON.stringify([other, fragment])]],
  ['objects with a contract’s other entries', [{ type: 'constructor', inputs: [] }, { type: 'receive' }, fragment]],
  ['one text that is JSON on several lines', JSON.stringify([fragment], null, 2)],
])('an ABI may come as %s', (_, abi) => {
  const { functionName, args = [], abi: hint = [] } = callSchema.parse({ ...asked, abi })
  const resolved = resolveFunction({ functionName, args, abi: hint })
  expect(resolved).toMatchObject({ kind: 'found', source: 'hint', values: [7n] })
})

it.each<[string, unknown]>([
  ['too many fragments', Array.from({ length: 201 }, () => fragment)],
  ['too many fragments in one text', JSON.stringify(Array.from({ length: 201 }, () => fragment))],
  ['an oversized object', [{ ...fragment, name: 'd'.repeat(20_000) }]],
  ['an oversized object within a text', JSON.stringify([{ ...fragment, name: 'd'.repeat(20_000) }])],
  ['an oversized text', ' '.repeat(500_001)],
  ['an oversized signature', 'd'.repeat(20_001)],
  ['a single oversized object', { ...fragment, name: 'd'.repeat(20_000) }],
  ['numbers', [1]],
  ['null in a list', [null]],
  ['lists in a list', [[fragment]]],
  ['a number', 5],
])('an ABI given as %s is refused', (_, abi) => {
  expect(callSchema.safeParse({ ...asked, abi }).success).toBe(false)
})
