import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { expect, test } from '../fixtures/app'

const rpcSchema = z.looseObject({ id: z.number(), method: z.string() })
const text = (words: string) => ({ kind: 'text', type: 'text', text: words })
const call = (id: number, parameters: object) => ({
  kind: 'data',
  type: 'functionCall',
  id: `call-${id}`,
  name: 'send_native_gas_token',
  parameters,
})
const send = { to: '0x00000000000000000000000000000000c0ffee00', chainId: 31337, value: '1' }

/** Makes the agent answer with a message of these parts, and keep it on record. */
async function answeredWith(page: Page, parts: object[]): Promise<void> {
  const place = { id: randomUUID(), contextId: 'context' }
  const status = { state: 'input-required', message: { role: 'agent', messageId: 'flood', parts } }
  const task = { kind: 'task', ...place, status, history: [status.message] }
  await page.route('**/api/a2a', async (route) => {
    const { id, method } = rpcSchema.parse(route.request().postDataJSON())
    const event = method === 'message/stream' ? { ...task, history: undefined } : task
    return route.fulfill({ json: { jsonrpc: '2.0', id, result: event } })
  })
}

const queue = (page: Page) => page.locator('[data-queue]')

test('ten thousand calls in one message: fifty are read, the rest is counted, and the page responds', async ({
  signedIn: app,
  page,
}) => {
  await answeredWith(page, [text('Sign these.'), ...Array.from({ length: 10_000 }, (_, index) => call(index, send))])
  await app.ask('hello')
  const check = async () => {
    await expect(queue(page).locator('li[data-place]')).toHaveCount(50)
    await expect(page.getByText('of this was left out: 9,950 calls. Nothing was done with it.')).toBeVisible()
    await expect(queue(page).locator('article').first()).toHaveAttribute('data-state', 'ready')
  }
  await check()
  await page.reload()
  await check()
  await app.composer().fill('what was that?')
  await expect(app.composer()).toHaveValue('what was that?')
  await page.getByRole('button', { name: 'Decline all 50 remaining' }).click()
  await expect(queue(page).locator('article[data-state="rejected"]')).toHaveCount(50)
})

test('endless parameters are not read, and an unknown tool shows only its first ones', async ({
  signedIn: app,
  page,
}) => {
  const some = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, 'v']))
  await answeredWith(page, [
    call(0, { ...send, data: 'a'.repeat(4_000_000) }),
    { ...call(1, some), name: 'tip_the_waiter' },
  ])
  await app.ask('hello')
  await expect(page.getByText('A call of "send_native_gas_token": its parameters are too long, 4,000,')).toBeVisible()
  await expect(app.card('send_native_gas_token')).toHaveCount(0)
  await expect(app.card('tip_the_waiter').locator('dt')).toHaveCount(40)
  await expect(app.card('tip_the_waiter')).toContainText('And 9,960 more.')
})

for (const [shape, words] of [
  ['one word', 'W'.repeat(450_000)],
  ['hex digits', `0x${'ab'.repeat(224_999)}`],
  ['lines', 'x\n'.repeat(225_000)],
] as const)
  test(`450,000 characters of ${shape}: part is laid out, the page responds, the rest follows on request`, async ({
    signedIn: app,
    page,
  }) => {
    await answeredWith(page, [text(words)])
    await app.ask('hello')
    const answer = page.locator('article[data-role="agent"]')
    const more = answer.getByRole('button', { name: /^Show more/ })
    await expect(more).toBeVisible()
    // Text in flight when the page closes is not in the browser's own copy yet.
    await expect(page.locator('article[data-role="agent"][data-status="complete"]')).toBeVisible()
    await page.reload()
    await expect(more).toBeVisible()
    expect((await answer.evaluate((element) => element.textContent ?? '')).length).toBeLessThan(21_000)
    await more.click()
    await expect(more).toHaveText(/characters left/)
    await app.composer().fill('what was that?')
    await expect(app.composer()).toHaveValue('what was that?')
  })
