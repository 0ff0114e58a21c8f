import { expect, it } from 'vitest'
import { chainInfo } from '../chain/chains/chains'
import { findEntities } from './find-entities'
import { walletNames } from './wallet-names'

const named = (ids: readonly number[]) => walletNames(ids.map((id) => chainInfo({ id, rpcUrl: 'http://localhost:1' })))

/** Returns the tokens of a text, marking those that may be ordinary words. */
const tokens = (text: string): string[] =>
  findEntities(text, named([1, 8453])).flatMap((entity) =>
    entity.is === 'token' ? [`${entity.symbol}${entity.known ? '' : ' unknown'}${entity.maybe ? ' maybe' : ''}`] : [],
  )

it.each([
  // A little-known token has taken the name. People mean the great one.
  ['buy bitcoin', ['WBTC']],
  ['move everything i got, and keep all my stuff safe: one sign, one time, no gas', []],
  ['a pros and cons list', ['PROS maybe']],
  ['100 u s d c', ['USDC']],
  ['5 U', ['U']],
  ['send u 5', []],
  ['swap 20 usdc to pepe and sol', ['USDC', 'PEPE', 'SOL']],
  ['dump my trx', ['TRX unknown']],
])('%s, among all the tokens of Ethereum and Base', (text, expected) => expect(tokens(text)).toEqual(expected))

it('names the local chains as people do', () => {
  const [chain] = findEntities('on base', named([31337, 31338]))
  expect(chain).toMatchObject({ is: 'chain', chainId: 31338 })
  expect(findEntities('send postcard 7', named([31337]))).toMatchObject([
    { is: 'collection', id: 'postcard' },
    { is: 'nft', id: '7', collection: 'postcard' },
  ])
})
