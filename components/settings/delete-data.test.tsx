// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { DeleteData } from './delete-data'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Renders the section with a service that answers with this status. Null for no answer. */
function show(status: number | null, keptBy: string | null = null) {
  const asked = vi.fn(async (_path: string, _init?: RequestInit) => {
    if (status === null) throw new TypeError('fetch failed')
    return new Response('{}', { status })
  })
  vi.stubGlobal('fetch', asked)
  const onDeleted = vi.fn(async () => undefined)
  render(<DeleteData keptBy={keptBy} onDeleted={onDeleted} />)
  return { asked, onDeleted }
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('deletes with one request after the confirmation, and not before', async () => {
  const { asked, onDeleted } = show(200)
  press('Delete my data')
  expect(asked).not.toHaveBeenCalled()
  press('Delete')
  await screen.findByText('Your data at the service is deleted')
  expect(onDeleted, 'not before the person has read it').not.toHaveBeenCalled()
  press('Done')
  expect(onDeleted).toHaveBeenCalledOnce()
  expect(asked).toHaveBeenCalledExactlyOnceWith('/api/account', { method: 'DELETE' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('deletes nothing if the person keeps the data', () => {
  const { asked } = show(200)
  press('Delete my data')
  press('Keep it')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(asked).not.toHaveBeenCalled()
})

it.each([
  [401, 'Nothing was deleted', 'Sign in again'],
  [500, 'Nothing was deleted', 'Try again in a moment'],
  [null, 'not known whether your data was deleted', 'is not responding'],
])('says if anything was deleted, and why not (HTTP %s)', async (status, what, why) => {
  const { onDeleted } = show(status)
  press('Delete my data')
  press('Delete')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain(what)
  expect(alert.textContent).toContain(why)
  expect(onDeleted).not.toHaveBeenCalled()
})

it('offers no deletion at another service', () => {
  show(200, 'agents.example.org')
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByText(/front end for agents\.example\.org/)).toBeDefined()
})
