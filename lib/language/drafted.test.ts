import { beforeAll, expect, it } from 'vitest'
import type { RequestFields } from '../wire/draft'
import { draftedFields } from './drafted'
import { loadReader, type Reader } from './reader/reader'
import { requestsIn } from './request'
import { testNames } from './testing/names'

const anna = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

let reader: Reader
beforeAll(async () => {
  reader = await loadReader()
})

const drafted = (text: string) => {
  const [request] = requestsIn([{ text, reading: reader.read(text, testNames) }]).latest
  return request ? draftedFields(request) : null
}
const exact = (value: string) => ({ kind: 'exact', value }) as const

it.each<[string, RequestFields]>([
  ['swap 0.5 ETH for USDC', { action: 'swap', amount: exact('0.5'), token: 'ETH', receives: 'USDC' }],
  [`Send five USDC to ${anna}`, { action: 'send', amount: exact('5'), token: 'USDC', receiver: anna }],
  [
    'sell half my eth for usdc',
    { action: 'swap', amount: { kind: 'percent', value: '50' }, token: 'ETH', receives: 'USDC' },
  ],
  ['borrow 250 dai', { action: 'borrow', amount: exact('250'), token: 'DAI' }],
])('turns “%s” into the fields of a draft', (text, fields) => {
  expect(drafted(text)).toEqual(fields)
})

it.each(['hello', 'is 5 USDC a lot?', 'swap 1 ETH for USDC but keep 0.5 ETH'])('makes no draft of “%s”', (text) => {
  expect(drafted(text)).toBeNull()
})
