// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ledgerStates } from '@/lib/execution/ledger/entry'
import nextConfig from '@/next.config'
import { examples } from './examples/examples'
import { Gallery, pages } from './gallery'
import { states } from './states'

beforeEach(() => vi.stubGlobal('fetch', vi.fn()))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the gallery', () => {
  it.each(Object.keys(pages))('draws its page %s', (page) => {
    const { container } = render(<Gallery page={page} />)
    expect(container.querySelectorAll('[data-thing]').length).toBeGreaterThan(1)
    expect(container.querySelector(':is(a, button, label, summary, [aria-hidden="true"]) button.exact')).toBeNull()
  })

  it('lists its pages', () => {
    render(<Gallery page={undefined} />)
    const titles = screen.getAllByRole('link').map(({ textContent }) => textContent)
    expect(titles).toHaveLength(Object.keys(pages).length)
    expect(new Set(titles).size).toBe(titles.length)
  })

  it('shows every state of the ledger', () => {
    const shown = new Set(
      Object.values(examples).flatMap((example) => states.flatMap(({ of }) => of(example)?.entry.state ?? [])),
    )
    expect([...shown].sort()).toEqual([...ledgerStates].sort())
  })

  it('is part of no other build', () => {
    expect(nextConfig.pageExtensions).toBeUndefined()
  })
})
