import AxeBuilder from '@axe-core/playwright'
import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from './fixtures/app'

type Shown = { title: string; body: string; onclick: (() => void) | null }
declare global {
  interface Window {
    shown: Shown[]
  }
}

/** Puts a recorder in the place of the browser's notifications, which a test cannot see. Allowed once asked for. */
const recordNotifications = (context: BrowserContext) =>
  context.addInitScript(() => {
    window.shown = []
    class Recorded {
      static get permission() {
        return localStorage.getItem('test.allowed') ?? 'default'
      }
      static async requestPermission() {
        localStorage.setItem('test.allowed', 'granted')
        return 'granted'
      }
      title: string
      body: string
      onclick: (() => void) | null = null
      constructor(title: string, { body }: { body: string }) {
        this.title = title
        this.body = body
        window.shown.push(this)
      }
      close() {}
    }
    Object.assign(window, { Notification: Recorded })
  })

const putInBackground = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
const shownIn = (page: Page) => page.evaluate(() => window.shown.map(({ title, body }) => ({ title, body })))

test('a confirmation in the background is told once, by one of two tabs, and leads to its card', async ({
  context,
  signedIn: app,
  page,
}) => {
  await recordNotifications(context)
  await page.goto('/settings')
  const section = page.getByRole('region', { name: 'Notifications', exact: true })
  await section.getByRole('button', { name: 'Allow notifications' }).click()
  await expect(section.getByRole('radiogroup', { name: 'Browser notifications' })).toBeVisible()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])

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
  expect((await new AxeBuilder({ page: teller }).analyze()).violations).toEqual([])
  await teller.evaluate(() => window.shown[0]?.onclick?.())
  await expect(teller.locator('article[data-tool="send_native_gas_token"]')).toBeFocused()
  await expect(teller.getByRole('region', { name: 'New notifications' })).toHaveText('')
  expect(await told()).toHaveLength(1)
})

test('the app can be installed: a manifest with its icons, and no service worker', async ({ page, request }) => {
  await page.goto('/')
  const link = await page.locator('link[rel="manifest"]').getAttribute('href')
  const answer = await request.get(link ?? '')
  expect(answer.ok()).toBe(true)
  const { icons } = (await answer.json()) as { icons: { src: string }[] }
  for (const { src } of icons) expect((await request.get(src)).headers()['content-type']).toBe('image/png')
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
})
