// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ledgerEntry } from '@/lib/execution/testing/ledger-entry'
import { NotUnderstood } from './raw-request'

afterEach(cleanup)

const show = (ignored: string[], parameters: Record<string, unknown> = {}) =>
  render(<NotUnderstood entry={ledgerEntry({ toolName: 'transfer_nft', parameters })} ignored={ignored} />).container

it('lists what was not understood below the original request', () => {
  const shown = show(['note', 'gas.price'], { tokenId: '7', note: 'for rent', gas: { price: '1' } }).textContent
  expect(shown).toContain('2 parts not understood')
  expect(shown).toContain('for rent')
  expect(shown).toContain('Not understood and not used here: “note”, “gas.price”')
})

it('is absent if everything is understood', () => {
  expect(show([]).innerHTML).toBe('')
})

it('makes invisible characters visible, and cuts overlong values', () => {
  const shown = show(['pay\u202Eme', 'x'.repeat(5_000), ...Array.from({ length: 60 }, (_, index) => `p${index}`)])
  expect(shown.textContent).toContain('pay␣U+202Eme')
  expect(shown.textContent).toContain('and 22 more')
  expect(shown.textContent?.length).toBeLessThan(3_000)
})
