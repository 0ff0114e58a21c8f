// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Amount, WholeAmount } from './amount'
import { FigureGroup, PlainFigures } from './exact-figure'

afterEach(cleanup)

const figureIn = (container: HTMLElement) => container.querySelector('.figures')

describe('what is read', () => {
  it.each([
    [100_000_000_000_000_000_001n, 'out', '100.001', '100.000000000000000001 ETH'],
    [100_000_000_000_000_000_001n, 'in', '100', '100.000000000000000001 ETH'],
    [14_198_630_136_986_302n, 'in', '0.0141986', '0.014198630136986302 ETH'],
    [500_000_000_000_000_000n, 'out', '0.5', null],
  ] as const)('of %s going %s is short, and every digit is there on request', (value, way, read, exact) => {
    const { container } = render(<Amount value={value} decimals={18} symbol="ETH" listed way={way} />)
    expect(container.textContent).toBe(`${read} ETH`)
    expect(figureIn(container)?.getAttribute('data-tip') ?? null).toBe(exact && `${exact}\n${value} in base units`)
    expect(figureIn(container)?.getAttribute('aria-description') ?? null).toBe(exact && `exactly ${exact}`)
    expect(screen.queryAllByRole('button', { name: read })).toHaveLength(exact ? 1 : 0)
  })

  it('of what arrives is never more than arrives, by its sign alone', () => {
    const { container } = render(<Amount value={1_999_999_999n} decimals={9} symbol="ETH" listed sign="in" />)
    expect(container.textContent).toBe('+1.99999 ETH')
  })

  it('of a limit that is signed has every digit', () => {
    const { container } = render(<WholeAmount value={150_000_005n} decimals={6} symbol="USDC" listed />)
    expect(container.textContent).toBe('150.000005 USDC')
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

describe('rounded figures', () => {
  const rounded = (value: bigint) => <Amount value={value} decimals={9} symbol="ETH" listed />
  const stops = () => screen.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0)

  it('are one tab stop in a group, and the arrow keys go through them', async () => {
    render(
      <FigureGroup>
        {rounded(1_000_000_001n)}
        {rounded(2_000_000_001n)}
        {rounded(3_000_000_000n)}
        {rounded(4_000_000_001n)}
      </FigureGroup>,
    )
    await Promise.resolve()
    const [one, two, four] = screen.getAllByRole('button')
    if (!one || !two || !four) throw new Error('a rounded figure is missing')
    expect(stops()).toEqual([one])
    one.focus()
    for (const [key, next] of [
      ['ArrowRight', two],
      ['ArrowDown', four],
      ['ArrowRight', one],
      ['End', four],
      ['ArrowLeft', two],
      ['Home', one],
    ] as const) {
      fireEvent.keyDown(document.activeElement ?? one, { key })
      expect(document.activeElement).toBe(next)
      expect(stops()).toEqual([next])
    }
  })

  it('have a tab stop of their own in what may be folded', async () => {
    render(
      <FigureGroup>
        {rounded(1_000_000_001n)}
        <details>{rounded(2_000_000_001n)}</details>
      </FigureGroup>,
    )
    await Promise.resolve()
    expect(stops()).toHaveLength(2)
  })

  it('leave the tab stop to the next one when they go', async () => {
    const drawn = (values: bigint[]) => (
      <FigureGroup>
        {values.map((value) => (
          <Amount key={value} value={value} decimals={9} symbol="ETH" listed />
        ))}
      </FigureGroup>
    )
    const { rerender } = render(drawn([1_000_000_001n, 2_000_000_001n]))
    await Promise.resolve()
    rerender(drawn([2_000_000_001n, 3_000_000_001n]))
    await Promise.resolve()
    expect(stops()).toEqual([screen.getAllByRole('button')[0]])
  })

  it('are no buttons inside another control', () => {
    const { container } = render(<PlainFigures>{rounded(1_000_000_001n)}</PlainFigures>)
    expect(screen.queryByRole('button')).toBeNull()
    expect(figureIn(container)?.getAttribute('data-tip')).toBe('1.000000001 ETH\n1000000001 in base units')
  })
})
