import { expect, it, onTestFinished, vi } from 'vitest'
import { call, result, signedInBrowser, words } from './testing/client'
import { startPostgres } from './testing/postgres'
import { postgresSettings, startTestService } from './testing/test-service'

const dayMs = 24 * 60 * 60_000

it('a server with a wrong clock deletes nothing, signs nobody out and proposes nothing too early', async () => {
  const postgres = await startPostgres()
  onTestFinished(postgres.stop)
  const CRON_SECRET = 'a secret of the scheduler'
  const settings = { ...postgresSettings(await postgres.newDatabase()), CRON_SECRET }
  const service = await startTestService({ settings })
  onTestFinished(service.stop)
  const ada = await signedInBrowser(service.origin)
  const { id } = await result(call(ada, 'message/send', words('plan')))
  await result(call(ada, 'message/send', words('yes', { taskId: id })))
  const plans = () => ada.fetch('/api/plans').then((answer) => answer.json())
  const before = await plans()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 400 * dayMs })
  onTestFinished(() => void vi.useRealTimers())
  const wrong = await startTestService({ settings })
  const looked = await fetch(`${wrong.origin}/api/cron/plans`, { headers: { authorization: `Bearer ${CRON_SECRET}` } })
  expect(looked.status).toBe(200)
  await wrong.stop()
  vi.useRealTimers()
  expect((await result(call(ada, 'tasks/get', { id }))).history).toHaveLength(4)
  expect(await plans()).toEqual(before)
})
