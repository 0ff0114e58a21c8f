// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Amount } from './amount'

afterEach(cleanup)

const figureIn = (container: HTMLElement) => container.querySelector('.figures')

describe('what is read', () => {
  it.each([
    [100_000_000_000_000_000_001n, 'out', '100.001', '100.000000000000000001'],
    [100_000_000_000_000_000_001n, 'in', '100', '100.000000000000000001'],
    [14_198_630_136_986_302n, 'in', '0.0141986', '0.014198630136986302'],
    [500_000_000_000_000_000n, 'out', '0.5', null],
  ] as const)('of %s going %s is short, and every digit is there on hover', (value, way, read, exact) => {
    const { container } = render(<Amount value={value} decimals={18} symbol="ETH" listed way={way} />)
    expect(container.textContent).toBe(`${read} ETH`)
    expect(figureIn(container)?.getAttribute('data-tip') ?? null).toBe(exact)
  })

  it('of what arrives is never more than arrives, by its sign alone', () => {
    const { container } = render(<Amount value={1_999_999_999n} decimals={9} symbol="ETH" listed sign="in" />)
    expect(container.textContent).toBe('+1.99999 ETH')
  })
})

describe('a symbol that no list of ours has', () => {
  it.each(['000 USDC', ',000 USDC', 'k ETH', '.99 ETH', 'USD', 'e18', '0', '%', '× 100'])(
    '“%s” stands in quotes, apart from the figure',
    (symbol) => {
      const { container } = render(<Amount value={10n} decimals={0} symbol={symbol} listed={false} sign="in" />)
      expect(container.textContent).toBe(`+10 “${symbol}”`)
      expect(figureIn(container)?.textContent).toBe('+10')
      expect(container.querySelector('bdi[data-unlisted]')?.textContent).toBe(`“${symbol}”`)
    },
  )

  it('that is empty is said to be missing', () => {
    const { container } = render(<Amount value={10n} decimals={0} symbol="" listed={false} />)
    expect(container.textContent).toBe('10 an unnamed token')
  })
})

it('without decimals it is in base units, and says so', () => {
  const { container } = render(
    <Amount value={5_000_000_000_000_000_000n} decimals={null} symbol="NDC" listed={false} sign="out" />,
  )
  expect(container.textContent).toBe('−5,000,000,000,000,000,000 base units of “NDC”, decimals unknown')
})
