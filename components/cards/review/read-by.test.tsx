// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import reader from '@/lib/language/reader/version.generated.json'
import { ReadBy, ReadByVersion } from './read-by'

afterEach(cleanup)

function show(version: string | null): string {
  const { container } = render(
    <ReadByVersion value={version}>
      <ReadBy />
    </ReadByVersion>,
  )
  return container.textContent
}

it('names the other version that has read the words of a card', () => {
  expect(show('0ld0ld0l')).toContain(`version 0ld0ld0l of the reader. This page has version ${reader.version}.`)
  expect(screen.getByText(/read by version/)).toBeDefined()
})

it('says nothing of its own version, nor where nothing was read', () => {
  expect(show(reader.version)).toBe('')
  expect(show(null)).toBe('')
})
