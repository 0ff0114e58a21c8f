import { expect, test } from '../fixtures/app'
import { violations } from '../fixtures/axe'
import { allowNotifications, putInBackground, recordNotifications, shownIn } from '../fixtures/notifications'

test('a confirmation in the background is told once, by one of two tabs, and leads to its card', async ({
  context,
  signedIn: app,
  page,
}) => {
  await recordNotifications(context)
  await allowNotifications(page)
  expect(await violations(page)).toEqual([])

  await page.goto('/')
  const card = await app.askForCard(
    'send 0.1 ETH to 0x00000000000000000000000000000000c0ffee61',
    'send_native_gas_token',
  )
  const other = await context.newPage()
  await other.goto('/')
  await expect(other.getByRole('textbox', { name: 'Message to the agent' })).toBeEditable()
  await app.accept(card)
  for (const tab of [page, other]) await putInBackground(tab)
  await app.countersign(card).click()
  await expect(card).toHaveAttribute('data-state', 'confirmed')
  const told = async () => [...(await shownIn(page)), ...(await shownIn(other))]
  await expect.poll(told).toEqual([{ title: expect.stringContaining('confirmed'), body: '' }])

  const teller = (await shownIn(page)).length > 0 ? page : other
  await expect(teller.getByRole('region', { name: 'New notifications' })).toContainText('0.1 ETH')
  expect(await violations(teller)).toEqual([])
  await teller.evaluate(() => window.shown[0]?.onclick?.())
  await expect(teller.locator('article[data-tool="send_native_gas_token"]')).toBeFocused()
  await expect(teller.getByRole('region', { name: 'New notifications' })).toHaveText('')
  expect(await told()).toHaveLength(1)
})

test('a bridge that arrives in the background is told with its amounts, where that was allowed', async ({
  context,
  signedIn: app,
  page,
}) => {
  await recordNotifications(context)
  await allowNotifications(page)
  await page.getByRole('radiogroup', { name: 'Show amounts, addresses and titles' }).getByText('On').click()
  await page.goto('/')
  const card = await app.askForCard('bridge 50 USDC from ethereum to base', 'execute_router_swap')
  await expect(app.countersign(card)).toBeEnabled()
  await putInBackground(page)
  await app.countersign(card).click()
  await expect(card).toHaveAttribute('data-state', 'confirmed')
  await expect
    .poll(() => shownIn(page))
    .toEqual([{ title: 'Your bridge has arrived', body: expect.stringContaining('50 USDC') }])
})

test('the app can be installed: a manifest with its icons, and no service worker before one is needed', async ({
  page,
  request,
}) => {
  await page.goto('/')
  const link = await page.locator('link[rel="manifest"]').getAttribute('href')
  const answer = await request.get(link ?? '')
  expect(answer.ok()).toBe(true)
  const { icons } = (await answer.json()) as { icons: { src: string }[] }
  for (const { src } of icons) expect((await request.get(src)).headers()['content-type']).toBe('image/png')
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
})

test('where only a service worker may show notifications, one does, and leads back to the card', async ({
  context,
  signedIn: app,
  page,
}) => {
  await context.grantPermissions(['notifications'])
  await context.addInitScript(() => {
    // As Chrome on Android has it.
    class Refused {
      static readonly permission = 'granted'
      static requestPermission = async () => 'granted' as const
      constructor() {
        throw new TypeError('Illegal constructor. Use ServiceWorkerRegistration.showNotification() instead.')
      }
    }
    Object.assign(window, { Notification: Refused })
  })
  await page.goto('/settings')
  await page.getByRole('radiogroup', { name: 'Browser notifications' }).getByText('On').click()
  expect(context.serviceWorkers()).toEqual([])

  await page.goto('/')
  const [first, second] = [page.locator(cards).first(), page.locator(cards).last()]
  for (const amount of ['0.1', '0.2']) {
    const words = `send ${amount} ETH to 0x00000000000000000000000000000000c0ffee61`
    await app.accept(await app.askForCard(words, 'send_native_gas_token'))
  }
  await putInBackground(page)
  const begun = context.waitForEvent('serviceworker')
  await app.countersign(first).click()
  await expect(first).toHaveAttribute('data-state', 'confirmed')
  const worker = await begun

  // A browser without a screen shows no notifications, and only a real click may move the focus between windows.
  await worker.evaluate(record)
  await app.countersign(second).click()
  await expect(second).toHaveAttribute('data-state', 'confirmed')
  // The first card's may have been shown before or after the recorder came.
  await worker.evaluate(`self.callId = '${await second.getAttribute('data-call')}'`)
  await expect.poll(() => worker.evaluate(titles)).toEqual([expect.stringContaining('confirmed')])

  // It cannot come between the page and the network.
  const { body } = await page.evaluate(async () => ({ body: await (await fetch('/notifications.js')).text() }))
  expect(body).not.toMatch(/addEventListener\('fetch'|onfetch|caches|importScripts|respondWith/)
  expect(await page.evaluate(async () => (await caches.keys()).length)).toBe(0)

  await page.getByRole('button', { name: 'New conversation', exact: true }).click()
  await expect(second).toHaveCount(0)
  expect(await worker.evaluate(click)).toEqual({ focused: ['/'], isClosed: true })
  await expect(second).toBeFocused()
})

const cards = 'article[data-tool="send_native_gas_token"]'

/** Puts recorders in the place of what the worker asks of the browser. */
const record = `
  self.shown = []
  self.focused = []
  ServiceWorkerRegistration.prototype.showNotification = async (title, options) => void shown.push({ title, ...options })
  WindowClient.prototype.focus = async function () {
    focused.push(new URL(this.url).pathname)
  }
`

/** Lists the titles shown for the card of `callId`, inside the worker. */
const titles = `shown.filter(({ data }) => data.id.includes(callId)).map(({ title }) => title)`

/** Clicks on the notification of that card. */
const click = `(async () => {
  const pending = []
  let isClosed = false
  const { data } = shown.find(({ data }) => data.id.includes(callId))
  const notification = { data, close: () => (isClosed = true) }
  const event = Object.assign(new Event('notificationclick'), { notification, waitUntil: (promise) => pending.push(promise) })
  self.dispatchEvent(event)
  await Promise.all(pending)
  return { focused, isClosed }
})()`
