// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import type { Hash } from 'viem'
import { afterEach, expect, it } from 'vitest'
import { ledgerEntry, stepRecord } from '@/lib/execution/testing/ledger-entry'
import { StepList } from './step-list'

afterEach(cleanup)

const [one, other] = [`0x${'1'.repeat(64)}`, `0x${'2'.repeat(64)}`] as const

function steps(...hashes: readonly Hash[]) {
  const done = hashes.map((hash, index) => stepRecord({ id: `step-${index}`, hash, outcome: 'success' }))
  render(<StepList entry={ledgerEntry({ state: 'confirmed', steps: done })} chains={new Map()} />)
  return screen.getAllByRole('listitem').map((item) => ({
    words: item.textContent,
    hash: item.querySelector('[data-hash]')?.getAttribute('data-hash') ?? null,
  }))
}

it('shows the hash of a shared transaction once, at the last of its steps', () => {
  expect(steps(one, one)).toEqual([
    { words: 'A step · Confirmed as one', hash: null },
    { words: expect.stringContaining('Confirmed as one'), hash: one },
  ])
  cleanup()
  const apart = steps(one, other)
  expect(apart.map(({ hash }) => hash)).toEqual([one, other])
  expect(apart[0]?.words).not.toContain('as one')
})
