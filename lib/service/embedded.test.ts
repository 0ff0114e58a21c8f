import { afterEach, expect, it, vi } from 'vitest'
import { answerRequest } from './embedded'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

it('answers that it cannot be opened if a setting is missing, and logs which one', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.stubEnv('VERCEL', '1')
  vi.stubEnv('DATABASE_URL', '')
  const response = await answerRequest(new Request('https://chat.example.org/api/auth/session'))
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ code: 'NOT_OPEN' })
  expect(String(log.mock.calls[0]?.[1])).toContain('DATABASE_URL: required on Vercel')
})
