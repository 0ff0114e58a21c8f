// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { lazy } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Dialog } from '../dialog'
import { IconButton } from '../icon-button'
import { Amount } from '../text/amount'
import { Menu, MenuItem } from './menu'
import { Opener } from './opener'
import { Popover } from './popover'
import { Select } from './select'
import { Tooltips } from './tooltips'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('a menu', () => {
  const drawn = (onPin = vi.fn()) => {
    render(
      <main>
        <Menu trigger={<button type="button">Options</button>} header="Of this conversation">
          <MenuItem onClick={onPin}>Pin</MenuItem>
          <MenuItem>Delete</MenuItem>
        </Menu>
      </main>,
    )
    return { button: screen.getByRole('button', { name: 'Options' }), onPin }
  }

  it('opens at its first item, is named by its button, and is drawn in the same landmark', async () => {
    const { button } = drawn()
    expect(button.getAttribute('aria-expanded')).toBe('false')
    fireEvent.click(button)
    const menu = await screen.findByRole('menu', { name: 'Options' })
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Pin' })))
    expect(within(screen.getByRole('main')).getByRole('menu')).toBe(menu)
    expect(menu.textContent).not.toContain('Of this conversation')
    fireEvent.keyDown(screen.getByRole('menuitem', { name: 'Pin' }), { key: 'ArrowDown' })
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Delete' })))
    fireEvent.keyDown(screen.getByRole('menuitem', { name: 'Delete' }), { key: 'Tab' })
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    expect(document.activeElement).toBe(button)
  })

  it('runs the chosen action, closes, and returns the focus', async () => {
    const { button, onPin } = drawn()
    fireEvent.click(button)
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Pin' }))
    expect(onPin).toHaveBeenCalledOnce()
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(button))
  })

  it('closes by a press on its button, and opens again by another', async () => {
    const { button } = drawn()
    const press = () => {
      fireEvent.pointerDown(button, { pointerType: 'mouse' })
      act(() => button.focus())
      fireEvent.pointerUp(button, { pointerType: 'mouse' })
      fireEvent.click(button, { detail: 1 })
    }
    press()
    await screen.findByRole('menu')
    press()
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    expect(button.getAttribute('aria-expanded')).toBe('false')
    press()
    await screen.findByRole('menu')
  })

  it('is drawn inside an open dialog, and Escape closes only the menu', async () => {
    const onClose = vi.fn()
    render(
      <Dialog open onClose={onClose} title="Conversations">
        <Menu trigger={<button type="button">Options</button>}>
          <MenuItem>Pin</MenuItem>
        </Menu>
      </Dialog>,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Options' }))
    const item = await screen.findByRole('menuitem', { name: 'Pin' })
    expect(item.closest('dialog')).not.toBeNull()
    // A browser closes a dialog only if nothing has prevented the key's default.
    expect(fireEvent.keyDown(item, { key: 'Escape' })).toBe(false)
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    expect(onClose).not.toHaveBeenCalled()
  })
})

it('says that what a button opens could not be loaded, and closes that', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const Missing = lazy(() => Promise.reject(new Error('No such file')))
  render(
    <Opener trigger={<button type="button">Options</button>} kind="menu" load={() => Promise.reject(new Error('No'))}>
      {() => <Missing />}
    </Opener>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Options' }))
  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('alert')).toBeNull()
  vi.restoreAllMocks()
})

it('opens a popover as a dialog named by its title, and closes it from within', async () => {
  render(
    <Popover title="Open proposals" trigger={<button type="button">2 open</button>}>
      {(close) => (
        <button type="button" onClick={close}>
          Go to it
        </button>
      )}
    </Popover>,
  )
  fireEvent.click(screen.getByRole('button', { name: '2 open' }))
  const sheet = await screen.findByRole('dialog', { name: 'Open proposals' })
  await waitFor(() => expect(document.activeElement).toBe(sheet))
  fireEvent.click(within(sheet).getByRole('button', { name: 'Go to it' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('shows the selected option, and reports a newly chosen one', async () => {
  const onChange = vi.fn()
  const options = [
    { value: '', words: 'All' },
    { value: 'done', words: 'Done' },
  ]
  render(
    <>
      <label htmlFor="state">State</label>
      <Select id="state" value="" options={options} onChange={onChange} />
    </>,
  )
  const box = screen.getByRole('combobox', { name: 'State' })
  expect(box.textContent).toBe('All')
  fireEvent.click(box)
  const option = await screen.findByRole('option', { name: 'Done' })
  fireEvent.pointerDown(option, { pointerType: 'mouse' })
  fireEvent.click(option)
  expect(onChange).toHaveBeenCalledWith('done')
  expect(document.querySelector('style')).toBeNull()
})

describe('the tooltip', () => {
  const drawn = () => {
    vi.useFakeTimers()
    render(
      <>
        <main>
          <IconButton label="Copy address">
            <svg />
          </IconButton>
        </main>
        <Tooltips />
      </>,
    )
    return screen.getByRole('button', { name: 'Copy address' })
  }

  it('says what a button does once a pointer rests on it, and hides when the pointer leaves', async () => {
    const button = drawn()
    fireEvent.pointerOver(button, { pointerType: 'mouse' })
    act(() => vi.advanceTimersByTime(499))
    expect(screen.queryByText('Copy address')).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(1))
    vi.useRealTimers()
    expect(await screen.findByText('Copy address')).toBeDefined()
    fireEvent.pointerOver(document.body, { pointerType: 'mouse' })
    await waitFor(() => expect(document.querySelector('[data-tooltip]')).toBeNull())
  })

  it('shows an exact figure from a tap until the next one', async () => {
    render(
      <>
        <main>
          <Amount value={1_000_000_001n} decimals={9} symbol="ETH" listed />
        </main>
        <Tooltips />
      </>,
    )
    const figure = screen.getByRole('button', { name: '1.00001' })
    const tap = (on: Element) => {
      fireEvent.pointerDown(on, { pointerType: 'touch' })
      fireEvent.click(on, { detail: 1 })
    }
    tap(figure)
    expect(await screen.findByText(/1\.000000001 ETH/)).toBeDefined()
    tap(figure)
    await waitFor(() => expect(document.querySelector('[data-tooltip]')).toBeNull())
    tap(figure)
    expect(await screen.findByText(/1\.000000001 ETH/)).toBeDefined()
    tap(document.body)
    await waitFor(() => expect(document.querySelector('[data-tooltip]')).toBeNull())
  })

  it('does not show on touch', () => {
    fireEvent.pointerOver(drawn(), { pointerType: 'touch' })
    act(() => vi.runAllTimers())
    expect(screen.queryByText('Copy address')).toBeNull()
  })
})
