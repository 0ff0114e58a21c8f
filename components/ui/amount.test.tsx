// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Amount } from './amount'

afterEach(cleanup)

it.each([
  [4_949_534_471_811_756_758n, '4.949534', '471811756758'],
  [50_000_000_000_000_000_001n, '50.000000', '000000000001'],
  [1_234_567_890_123n, '0.000001234', '567890123'],
  [14_198_630_136_986_302n, '0.014198', '630136986302'],
  [500_000_000_000_000_000n, '0.5', ''],
  [1_000_001_000_000_000_000n, '1.000001', ''],
  [1n, '0.000000000000000001', ''],
])('an exact amount of %s is whole, and what only makes it exact stands back: %s|%s', (value, read, tail) => {
  const { container } = render(<Amount value={value} decimals={18} symbol="ETH" />)
  expect(container.textContent).toBe(`${read}${tail} ETH`)
  expect(container.querySelector('.figures > span')?.textContent ?? '').toBe(tail)
})

it('one that is cut has nothing that stands back', () => {
  const { container } = render(<Amount value={4_949_534_471_811_756_758n} decimals={18} symbol="ETH" maxFraction={8} />)
  expect(container.textContent).toBe('4.94953447 ETH')
  expect(container.querySelector('.figures > span')).toBeNull()
})
