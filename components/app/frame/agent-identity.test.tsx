// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => vi.resetModules())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Renders the agent's name with this answer of the server. Reloads the module, because it asks once per page. */
async function show(answer: () => Promise<Response>) {
  vi.stubGlobal('fetch', vi.fn(answer))
  const { AgentIdentity } = await import('./agent-identity')
  render(<AgentIdentity name="Trader" />)
}

it.each([
  ['verified', 'Verified'],
  ['elsewhere', 'Registered elsewhere'],
  ['unregistered', 'Not registered'],
  ['unreachable', 'Could not be checked'],
])('shows the registry’s answer beside the agent’s name: %s', async (status, label) => {
  await show(async () => Response.json({ status, detail: `What is known: ${status}.` }))
  const badge = await screen.findByText(label)
  expect(badge.closest('details')?.parentElement?.textContent).toContain('Trader')
  expect(screen.getByText(`What is known: ${status}.`)).toBeDefined()
})

it.each([
  ['does not answer', async () => Promise.reject(new TypeError('fetch failed'))],
  ['answers something else', async () => Response.json({ status: 'certainly' })],
])('is not verified if the server %s', async (_, answer) => {
  await show(answer)
  expect(await screen.findByText('Could not be checked')).toBeDefined()
})
