// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Command } from './command'
import { overlayOfKey } from './overlay'
import { Palette } from './palette'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const done = vi.fn()
const onClose = vi.fn()
const command = (words: string, more: Partial<Command> = {}): Command => ({
  id: words,
  group: 'Go to',
  words,
  icon: null,
  run: () => done(words),
  ...more,
})

function Drawn({ commands }: { commands: Command[] }) {
  const [query, setQuery] = useState('')
  return <Palette commands={commands} query={query} onQuery={setQuery} onClose={onClose} />
}

function show(...commands: Command[]) {
  done.mockClear()
  onClose.mockClear()
  Element.prototype.scrollIntoView = () => undefined
  render(<Drawn commands={commands} />)
  const field = screen.getByRole('combobox', { name: 'Search commands and conversations' })
  return { field, press: (key: string) => fireEvent.keyDown(field, { key }) }
}
const chosen = () => screen.getByRole('option', { selected: true })

it('has the focus in its field, names its groups, and points at the chosen option', () => {
  const { field } = show(command('Activity'), command('Dark theme', { group: 'This page' }))
  expect(document.activeElement).toBe(field)
  expect(within(screen.getByRole('group', { name: 'This page' })).getByRole('option').textContent).toBe('Dark theme')
  expect(field.getAttribute('aria-activedescendant')).toBe(chosen().id)
  expect(field.getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id)
})

it('moves with the arrow keys, round the ends, and runs what is chosen', () => {
  const { press } = show(command('Activity'), command('Plans'), command('Settings'))
  press('ArrowUp')
  expect(chosen().textContent).toBe('Settings')
  press('ArrowDown')
  press('ArrowDown')
  expect(chosen().textContent).toBe('Plans')
  press('Enter')
  expect(done).toHaveBeenCalledExactlyOnceWith('Plans')
  expect(onClose).toHaveBeenCalledOnce()
})

it('begins again at the best match when the query changes, and says if there is none', () => {
  const { field, press } = show(command('Activity'), command('Settings'))
  press('ArrowDown')
  fireEvent.change(field, { target: { value: 'act' } })
  expect(chosen().textContent).toBe('Activity')
  fireEvent.change(field, { target: { value: 'nothing like it' } })
  expect(screen.queryByRole('option')).toBeNull()
  expect(field.getAttribute('aria-expanded')).toBe('false')
  expect(screen.getByRole('status').textContent).toBe('Nothing found for “nothing like it”.')
  press('Enter')
  expect(done).not.toHaveBeenCalled()
})

it('stays open after copying, and says that it has copied', async () => {
  const writeText = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  show(command('Copy address', { copies: '0xabc' }))
  fireEvent.click(chosen())
  expect(await screen.findByText('Copied.')).toBeDefined()
  expect(writeText).toHaveBeenCalledExactlyOnceWith('0xabc')
  expect(onClose).not.toHaveBeenCalled()
})

it.each([
  ['Ctrl+K', { key: 'k', ctrlKey: true }, 'palette'],
  ['⌘K', { key: 'K', metaKey: true }, 'palette'],
  ['Ctrl+Shift+K, the browser’s', { key: 'K', ctrlKey: true, shiftKey: true }, null],
  ['a question mark', { key: '?', shiftKey: true }, 'help'],
  ['a letter', { key: 'k' }, null],
])('takes %s', (_, key, opens) => {
  expect(overlayOfKey(new KeyboardEvent('keydown', key), false)).toBe(opens)
})

it('takes Ctrl+K from somebody typing, and no question mark', () => {
  expect(overlayOfKey(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }), true)).toBe('palette')
  expect(overlayOfKey(new KeyboardEvent('keydown', { key: '?' }), true)).toBeNull()
})
