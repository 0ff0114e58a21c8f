import { expect, it } from 'vitest'
import { quoteOf, withoutQuotes } from './quotes'

it('marks every quoted line, and removes them all again', () => {
  const quoted = quoteOf('Send 1 ETH\n\nto 0xabc, now\n')
  expect(quoted).toBe('> Send 1 ETH\n>\n> to 0xabc, now')
  expect(withoutQuotes(`${quoted}\n\nWhy there?`)).toBe('Why there?')
  expect(withoutQuotes(quoted)).toBe('')
})

it('leaves text without quotes unchanged', () => {
  expect(withoutQuotes('swap 1 ETH\nif ETH > 2000')).toBe('swap 1 ETH\nif ETH > 2000')
})
