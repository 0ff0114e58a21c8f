import { expect, test } from 'vitest'
import { keptFigures, type WrittenFigure, writtenFigures, writtenSums } from './written-figures'

const written = ({ number, symbol }: WrittenFigure) => (symbol ? `${number} ${symbol}` : number)
const read = (message: string) => writtenFigures(message).map(written)

test.each([
  ['swap 0.1 ETH to USDC', ['0.1 ETH', '0.1']],
  ['Please send 1,000.50 usdc', ['1000.50 usdc', '1000.50']],
  ['send 0,5 ETH', ['0.5 ETH', '0.5']],
  ['send 1,5 ETH', ['1.5 ETH', '1.5']],
  ['send 1.500,50 USDC', ['1500.50 USDC', '1500.50']],
  ['send 1 500,50 USDC', ['1500.50 USDC', '1500.50']],
  ['send 1,234 USDC', ['1234 USDC', '1234']],
  ['schicke 1,234 ETH an Bob', []],
  ['manda 0,5 ETH a Bob', ['0.5 ETH']],
  ['send 5, then 10 USDC', ['10 USDC', '5']],
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
  ['send 500 gwei', ['0.000000500']],
  ['send 2.5 gwei', ['0.0000000025']],
  ['send 1000000 wei', ['0.000000000001000000']],
  ['stake 1/4 of my USDC', []],
  ['send 10 to A and 20 to B in USDC', ['10 to', '20 to', '10', '20']],
  ['bridge 0.1 ETH to Base, no actually 0.2', ['0.1 ETH', '0.1', '0.2']],
  ['send 0.1 ETH, hmm, make that usdc, 100 of it', ['0.1 ETH', '100 of', '0.1', '100']],
  ['I have 100 of them, send 0.1 ETH', ['100 of', '0.1 ETH', '0.1', '100']],
  ['make it 200', []],
  ['keep 1000 USDC and convert the rest to DAI', []],
  ['withdraw everything except 200 USDC', []],
  ['swap 5 ETH but leave me at least 2 ETH', ['5 ETH', '5']],
  ['get my loan down to 200 DAI', []],
])('%s', (message, expected) => {
  expect(read(message)).toEqual(expected)
})

test.each([
  ['spend $1.500,50 on ETH', [150_050_000_000n]],
  ['1,234 dollars of ETH', [123_400_000_000n]],
  ['buy ETH for $1,5k', [150_000_000_000n]],
])('finds the sum of money in “%s”', (message, expected) => {
  expect(writtenSums(message)).toEqual(expected)
})

test.each([
  ['keep 1000 USDC and convert the rest to DAI', ['1000 USDC']],
  ['swap all but 0.5 of my ETH', ['0.5 of']],
  ['leave me at least 2', ['2']],
  ['send 5 ETH', []],
])('finds what must stay in “%s”', (message, expected) => {
  expect(keptFigures(message).map(written)).toEqual(expected)
})
