// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { richText } from './rich-text-part'
import { SettledText } from './settled-text'

beforeAll(richText.load)
afterEach(cleanup)

const paragraph = (words: string) => `${words} `.repeat(100).trim()
const written = (count: number) =>
  Array.from({ length: count }, (_, index) => `**Part ${index}** ${paragraph('and so on')}`).join('\n\n')

describe('SettledText', () => {
  it('formats an answer that is too long to be parsed at once', () => {
    const text = written(30)
    expect(text.length).toBeGreaterThan(20_000)
    const { container } = render(<SettledText text={text} />)
    expect(container.querySelectorAll('strong')).toHaveLength(30)
    expect(container.textContent).not.toContain('**')
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('lays out a very long one in portions, and loses nothing', () => {
    const { container } = render(<SettledText text={written(100)} />)
    const before = container.querySelectorAll('strong').length
    expect(before).toBeGreaterThan(30)
    expect(before).toBeLessThan(100)
    fireEvent.click(screen.getByRole('button', { name: /^Show more/ }))
    expect(container.querySelectorAll('strong')).toHaveLength(100)
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('shows one block that is too long as it was written', () => {
    const { container } = render(<SettledText text={`**${'W'.repeat(21_000)}**`} />)
    expect(container.textContent?.startsWith('**WWW')).toBe(true)
  })
})
