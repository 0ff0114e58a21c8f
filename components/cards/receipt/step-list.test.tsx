// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import { StepList } from './step-list'

afterEach(cleanup)

const [one, other] = [`0x${'1'.repeat(64)}`, `0x${'2'.repeat(64)}`] as const

function steps(...hashes: readonly string[]) {
  const done = hashes.map((hash, index) => ({
    id: `step-${index}`,
    title: 'A step',
    chainId: 1,
    hash,
    outcome: 'success',
  }))
  render(<StepList entry={{ state: 'confirmed', steps: done } as unknown as LedgerEntry} chains={new Map()} />)
  return screen.getAllByRole('listitem').map((item) => ({
    words: item.textContent,
    hash: item.querySelector('[data-hash]')?.getAttribute('data-hash') ?? null,
  }))
}

it('shows the hash of one transaction once, at the last step that it carried', () => {
  expect(steps(one, one)).toEqual([
    { words: 'A step · Confirmed as one', hash: null },
    { words: expect.stringContaining('Confirmed as one'), hash: one },
  ])
  cleanup()
  const apart = steps(one, other)
  expect(apart.map(({ hash }) => hash)).toEqual([one, other])
  expect(apart[0]?.words).not.toContain('as one')
})
