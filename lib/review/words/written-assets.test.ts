import { expect, test } from 'vitest'
import { buildChains, chainEntries } from '@/lib/chain/chains/chains'
import { writtenNetworks, writtenTokens } from './written-assets'
import { requestOf, writtenAddresses } from './written-request'

const on = (CHAINS: 'devnet' | number[]) =>
  buildChains(chainEntries({ CHAINS, rpcUrls: new Map(), DEVNET_PORT: 21_298 }))
const [real, local] = [on([1, 10, 8453, 42161]), on('devnet')]

test.each([
  ['swap 100 USDC to ETH', ['usdc'], ['eth']],
  ['send all my weth to bob', ['eth'], []],
  ['sell half of my WBTC for USDC.e', ['btc'], ['usdc']],
  ['buy 0.1 ETH with my DAI', ['dai'], ['eth']],
  ['swap 1,000.5 usdc into LINK', ['usdc'], ['link']],
  ['get me some dai', [], ['dai']],
  ['supply 100 USDC to the market', ['usdc'], []],
  ['repay my DAI loan', ['dai'], []],
  ['I have 500 USDC, swap my ETH', ['eth'], []],
  ['do not sell ETH, sell USDC', ['usdc'], []],
  ['sell 100 USDC worth of ETH', ['eth'], []],
  ['swap 50 DAI worth of ETH to USDC (not DAI)', ['eth'], ['usdc']],
  ['send 5 MATIC to bob', ['pol'], []],
  // A corrected slip: either token may be the given one.
  ['swap 700 usdc to eth. sorry i mean 700 dai', ['usdc', 'dai'], ['eth']],
  ['send 5 USDC to bob, make it 6 DAI', ['usdc', 'dai'], []],
  ['swap 700 usdc to eth, i mean dai', ['usdc'], ['eth']],
  ['buy me ETH, make it 2 ETH', [], ['eth']],
  // Everyday words that are also symbols keep their meaning.
  ['send time to super key', [], []],
  ['SEND ALL TO THE HIGH KEEP', [], []],
  ['send 5 to 0x70997970C51812dc3A010C7d01b50e0d17dc79C8', [], []],
])('finds the tokens of “%s”', (message, given, wanted) => {
  const found = writtenTokens(message, real)
  expect([[...found.given], [...found.wanted]]).toEqual([given, wanted])
})

test.each([
  ['swap 1 ETH to USDC on Base', [8453], []],
  ['send 5 USDC on the Arbitrum network', [42161], []],
  ['bridge 1 ETH from Ethereum to Arbitrum', [1, 42161], [42161]],
  ['bridge 1 ETH to Base', [8453], [8453]],
  ['send it onto op mainnet', [10], [10]],
  ['swap USDC to ETH', [], []],
  ['swap my USDC to arbitrum', [], []],
  ['swap 1 ETH, not on Base', [], []],
  ['is it cheaper on Base? swap 1 ETH to USDC', [], []],
  ['swap 1 ETH to USDC on Uniswap', [], []],
])('finds the networks of “%s”', (message, at, to) => {
  const found = writtenNetworks(message, real)
  expect([[...found.at].sort(), [...found.to]]).toEqual([at.sort(), to])
})

test('local networks use the names of those they stand for', () => {
  expect([...writtenNetworks('swap 1 ETH on Base', local).at]).toEqual([31338])
  expect([...writtenNetworks('swap 1 ETH on Ethereum', local).at]).toEqual([31337])
})

const [a, b] = ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'] as const

test.each([
  [`send 1 ETH to ${a}`, [a], []],
  [`send 1 ETH to ${a}, not to ${b}`, [a], [b]],
  [`send it to ${a} instead of ${b}`, [a], [b]],
  [`never send anything to ${a} or ${b}`, [], [a, b]],
  [`don't forget to send 1 ETH to ${a}`, [a], []],
  [`why not send 1 ETH to ${a}?`, [a], []],
  [`is ${a} safe?`, [], []],
  [`could you send 1 ETH to ${a}?`, [a], []],
  [`${b} is a scam, send it to ${a}`, [a], [b]],
  [`send 10 USDC (not DAI) to ${a}`, [a], []],
  [`send 10 USDC to ${a} (not ${b})`, [a], [b]],
  [`do not send (anything) to ${a}`, [], [a]],
  [`do not send more than 5 USDC to ${a}`, [a], []],
  [`do not send to ${a} more than once`, [], [a]],
  [`I don't have much ETH so send only 0.1 ETH to ${a}`, [], []],
  [`I don't want you to send anything to ${a}`, [], [a]],
])('finds the addresses of “%s”', (message, wanted, refused) => {
  expect(writtenAddresses(message)).toEqual({ wanted, refused })
})

test('a yes confirms the request before it', () => {
  expect(requestOf(['send 1 ETH', 'yes, please do it!', 'ok'])).toEqual({ text: 'send 1 ETH', confirmed: true })
  expect(requestOf(['send 1 ETH', 'yes, but 2'])).toEqual({ text: 'yes, but 2', confirmed: false })
  expect(requestOf(['yes'])).toEqual({ text: '', confirmed: true })
  expect(requestOf([])).toEqual({ text: '', confirmed: false })
})
