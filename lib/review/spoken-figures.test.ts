import { expect, test } from 'vitest'
import { spokenFigures } from './spoken-figures'

const read = (message: string) =>
  spokenFigures(message).map(({ number, symbol }) => (symbol ? `${number} ${symbol}` : number))

test.each([
  ['swap 0.1 ETH to USDC', ['0.1 ETH', '0.1']],
  ['Please send 1,000.50 usdc', ['1000.50 usdc', '1000.50']],
  ['send 0,5 ETH', ['0.5 ETH', '0.5']],
  ['bridge 2.5k DAI', ['2500 DAI', '2500']],
  ['I have .5 WBTC', ['0.5 WBTC']],
  ['send 3 to 0x70997970C51812dc3A010C7d01b50e0d17dc79C8', ['3 to', '3']],
  ['supply 1m DAI', ['1000000 DAI', '1000000']],
  ['swap $100 of ETH', []],
  ['swap 100 dollars of ETH', ['100 dollars']],
  ['with 0.5% slippage', []],
  ['swap 50% of my ETH', []],
  ['what is the price of ETH?', []],
  ['ok', []],
  ['0x1234567890123456789012345678901234567890', []],
  ['send 1.2.3 ETH', []],
])('%s', (message, expected) => {
  expect(read(message)).toEqual(expected)
})
