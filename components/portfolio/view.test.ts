import type { Address } from 'viem'
import { expect, it } from 'vitest'
import type { ChainPortfolio, Holding } from '@/lib/chain/portfolio/holding'
import { actionsOf, sendNft } from './holdings/sentences'
import { byChain, viewOf } from './view'

const token: Address = '0x00000000000000000000000000000000000000A1'
const usd = (whole: number) => BigInt(whole * 100) * 10n ** 6n

const holding = (symbol: string, dollars: number | null, more: Partial<Holding> = {}): Holding => ({
  ...{ kind: 'wallet', chainId: 1, key: symbol, token, symbol, listed: true, decimals: 0, place: null, amount: 1n },
  ...{ price: dollars === null ? null : usd(dollars), rate: null, lockedUntil: null, canLeave: true, couldEarnIn: [] },
  ...more,
})
const chain = (chainId: number, holdings: readonly Holding[], more: Partial<ChainPortfolio> = {}): ChainPortfolio => ({
  ...{ chainId, holdings, loans: [], nfts: [], incomplete: [], unread: [], stale: [] },
  ...more,
})
const symbols = (rows: readonly { holding: Holding }[]) => rows.map(({ holding: { symbol } }) => symbol)

it('sorts by value, sets dust and unpriced holdings apart, and deducts what is owed', () => {
  const view = viewOf([
    chain(1, [
      holding('DAI', 5),
      holding('SHIB', 0.99),
      holding('UNI', null),
      holding('ETH', 3500),
      holding('USDC', 100, { couldEarnIn: ['Savings'] }),
      holding('USDC', 400, { kind: 'supplied', key: 'm:1', place: 'Aave' }),
      holding('WETH', 0.5, { kind: 'owed', key: 'm:0', place: 'Aave' }),
    ]),
  ])
  expect(symbols(view.wallet)).toEqual(['ETH', 'USDC', 'DAI'])
  expect(symbols(view.earning)).toEqual(['USDC'])
  expect(symbols(view.loans)).toEqual(['WETH'])
  expect(symbols(view.dust)).toEqual(['SHIB'])
  expect(symbols(view.unpriced)).toEqual(['UNI'])
  expect(symbols(view.idle)).toEqual(['USDC'])
  expect(view.total).toBe(usd(5 + 0.99 + 3500 + 100 + 400 - 0.5))
  expect(view.owed).toBe(usd(0.5))
  expect(view.slices.find(({ label }) => label === 'USDC')?.value).toBe(usd(500))
})

it('does not add an unlisted token to a listed one with the same symbol', () => {
  const { slices } = viewOf([chain(1, [holding('USDC', 5), holding('USDC', 7, { listed: false, key: 'x' })])])
  expect(slices.map(({ value }) => value)).toEqual([usd(7), usd(5)])
})

it('orders chains by value, and marks those that were not read', () => {
  const chains = [
    chain(1, [holding('DAI', 5)]),
    chain(10, [], { unread: ['tokens'] }),
    chain(8453, [holding('DAI', 9)]),
  ]
  expect(byChain(chains)).toEqual([
    { chainId: 8453, usd: usd(9), isRead: true },
    { chainId: 1, usd: usd(5), isRead: true },
    { chainId: 10, usd: 0n, isRead: false },
  ])
})

it.each([
  ['wallet', {}, ['Swap DAI on Ethereum for ', 'Send DAI on Ethereum to ']],
  [
    'idle',
    { couldEarnIn: ['Savings DAI'] },
    ['Swap DAI on Ethereum for ', 'Send DAI on Ethereum to ', 'Best yield for DAI on Ethereum'],
  ],
  ['vault', { kind: 'vault', place: 'Savings DAI' }, ['Withdraw all my DAI from Savings DAI on Ethereum']],
  ['locked', { kind: 'vault', place: 'Savings DAI', canLeave: false }, []],
  ['owed', { kind: 'owed', place: 'Aave V4 Main' }, ['Repay all my DAI to Aave V4 Main on Ethereum']],
  ['unlisted', { listed: false }, []],
] as const)('writes a sentence for each action on a holding: %s', (_, more, sentences) => {
  expect(actionsOf(holding('DAI', 5, more)).map(({ sentence }) => sentence)).toEqual(sentences)
})

it('asks to send an NFT by its everyday name', () => {
  const nft = { chainId: 1, contract: token, collection: 'ENS names', called: 'ens', tokenId: 7n, amount: 1n }
  expect(sendNft(nft).sentence).toBe('Send my ens #7 on Ethereum to ')
})
