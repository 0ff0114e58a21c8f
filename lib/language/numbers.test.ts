import { expect, it } from 'vitest'
import { decimalReadings, withPlainNumbers } from './numbers'

it.each([
  ['1500', ['1500']],
  ['.5', ['0.5']],
  ['1,5', ['1.5']],
  ['0,125', ['0.125']],
  ['1,00', ['1.00']],
  ['12,3456', ['12.3456']],
  ['1234,567', ['1234.567']],
  ['1.500,50', ['1500.50']],
  ['1.234.567,8', ['1234567.8']],
  ['1.234.567', ['1234567']],
  ['1 500,50', ['1500.50']],
  ['12 345 678,9', ['12345678.9']],
  ['1,500.50', ['1500.50']],
  ['1,234,567', ['1234567']],
  ['1,234', ['1234']],
  ['1.234', ['1.234']],
  ['1.2.3', []],
  ['1,2,3', []],
  ['1,23.4', []],
  ['1.500,', []],
  ['1,500,50', []],
])('%s is %j', (written, expected) => {
  expect(decimalReadings(written, false)).toEqual(expected)
})

it.each([
  ['1,234', ['1.234', '1234']],
  ['1.234', ['1234', '1.234']],
  ['1,5', ['1.5']],
  ['0,125', ['0.125']],
  ['1.500,50', ['1500.50']],
  ['1,234,567', ['1234567']],
])('%s is %j if the comma is the decimal mark', (written, expected) => {
  expect(decimalReadings(written, true)).toEqual(expected)
})

it.each([
  ['send 1,5 ETH', 'send 1.5 ETH'],
  ['swap 1.500,50 USDC to ETH, please', 'swap 1500.50 USDC to ETH, please'],
  ['swap 1 500,50 USDC', 'swap 1500.50 USDC'],
  ['transfer 1,250 USDC', 'transfer 1250 USDC'],
  ['swap 1,5k USDC', 'swap 1.5k USDC'],
  ['send 1,5eth and 2,25 dai.', 'send 1.5eth and 2.25 dai.'],
  ['schicke 1,5 ETH an Bob', 'schicke 1.5 ETH an Bob'],
  ['send #1,2 to Bob on 1.12.2025', 'send #1,2 to Bob on 1.12.2025'],
  ['send 5, then 10', 'send 5, then 10'],
  ['send 2.000.000,25 DAI', 'send 2000000.25 DAI'],
  ['swap 1\u00a0500,50 USDC', 'swap 1500.50 USDC'],
  ['swap 1\u202f500,50 USDC', 'swap 1500.50 USDC'],
  ['swap 1’500.50 USDC', 'swap 1500.50 USDC'],
  ["swap 1'500 USDC", 'swap 1500 USDC'],
  ['envoie 0,75 ETH à Bob', 'envoie 0.75 ETH à Bob'],
])('%s', (text, expected) => {
  expect(withPlainNumbers(text)).toEqual({ text: expected, unclear: [] })
})

it.each([
  ['schicke 1,234 ETH an Bob', ['1,234']],
  ['manda 1,234 USDC a Bob por favor', ['1,234']],
  ['échange 1.500 USDC', ['1.500']],
  ['send 0,5 ETH and 1,234 USDC', ['1,234']],
  ['wyslij 12,500 USDC', ['12,500']],
  ['invia 2,500 DAI a Bob', ['2,500']],
  ['enviar 3.000 USDC a Bob', ['3.000']],
])('%s may mean two amounts', (text, unclear) => {
  expect(withPlainNumbers(text)).toEqual({ text: expect.stringContaining(unclear[0] ?? ''), unclear })
})

it('reads a long text in no time', () => {
  const started = performance.now()
  for (const text of ['1,'.repeat(8000), '1 234 '.repeat(3000), '1.234'.repeat(3000)]) withPlainNumbers(text)
  expect(performance.now() - started).toBeLessThan(300)
})
