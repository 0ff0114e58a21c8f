import { beforeAll, expect, it } from 'vitest'
import { draftActions, type RequestFields, requestSentence } from '../../wire/draft'
import { canSay, type DraftPlace } from '../../wire/place'
import { loadReader, type Reader } from '../reader/reader'
import { requestsIn } from '../requests/requests-in'
import { testNames } from '../testing/names'
import { draftedFields } from './drafted'

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
  [
    'put 100 USDC in the flexible vault',
    { action: 'stake', amount: exact('100'), token: 'USDC', place: { lockDays: 0 } },
  ],
  ['supply 50 USDC with aave', { action: 'supply', amount: exact('50'), token: 'USDC', place: { protocol: 'aave' } }],
  [
    'withdraw 250 USDC from the lending market',
    { action: 'withdraw', amount: exact('250'), token: 'USDC', place: { kind: 'market' } },
  ],
])('turns “%s” into the fields of a draft', (text, fields) => {
  expect(drafted(text)).toEqual(fields)
})

it.each(['hello', 'is 5 USDC a lot?', 'swap 1 ETH for USDC but keep 0.5 ETH'])('makes no draft of “%s”', (text) => {
  expect(drafted(text)).toBeNull()
})

const places: readonly DraftPlace[] = [
  ...[{ lockDays: 0 }, { lockDays: null }, { lockDays: 7 }, { protocol: 'morpho', lockDays: 0 }],
  ...[{ kind: 'market' as const }, { protocol: 'aave' }],
]
const placed = draftActions.slice(draftActions.indexOf('supply'))
const amounts: readonly RequestFields['amount'][] = [exact('250'), { kind: 'percent', value: '100' }]
const sentences = placed.flatMap((action) =>
  places
    .filter((place) => canSay(action, place))
    .flatMap((place) =>
      amounts.flatMap((amount) =>
        [undefined, 1].map((chainId): [string, RequestFields] => {
          // A supply at Aave is in a lending market.
          const where = action === 'withdraw' ? { ...place, kind: 'market' as const } : place
          const fields = { action, amount, token: 'USDC', place: where, ...(chainId && { chainId }) }
          return [requestSentence(fields, () => 'Ethereum'), fields]
        }),
      ),
    ),
)

it.each(sentences)('reads “%s” back as the fields that it was written from', (sentence, fields) => {
  expect(drafted(sentence)).toEqual(fields)
})
