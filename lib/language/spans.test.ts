import { expect, it } from 'vitest'
import { quoted } from './spans'

it.each([
  ['supply 5 USDC on Base (local), please', 'supply 5 USDC on Base (local', 'supply 5 USDC on Base (local)'],
  ['swap 1 ETH on Base (local)', 'swap 1 ETH on Base (local', 'swap 1 ETH on Base (local)'],
  ['bridge from Ethereum (local) to Base', 'bridge from Ethereum (local)', 'bridge from Ethereum (local)'],
  ['(swap 1 ETH)', 'swap 1 ETH', 'swap 1 ETH'],
  ['swap 1 ETH (now', 'swap 1 ETH (now', 'swap 1 ETH (now'],
])('quotes words of “%s” with the bracket that closes theirs', (text, words, quote) => {
  const start = text.indexOf(words)
  expect(quoted(text, { start, end: start + words.length })).toBe(quote)
})
