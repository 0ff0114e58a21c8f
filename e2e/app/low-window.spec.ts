import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app'

/** A window of 1280 by 1024 pixels at 400 %. */
const zoomed = { width: 320, height: 256 }

const threadHeight = (page: Page) =>
  page.getByRole('region', { name: 'Conversation', exact: true }).evaluate((thread) => thread.clientHeight)

test('a window at 400 % leaves more than half of itself to the thread, also under a notice that opens', async ({
  signedIn: app,
  page,
  context,
}) => {
  await page.setViewportSize(zoomed)
  await app.ask('hello')
  await expect(page.locator('article[data-role="agent"][data-status="complete"]')).toHaveCount(1)
  await expect(app.composer()).toBeInViewport({ ratio: 1 })
  expect(await threadHeight(page)).toBeGreaterThanOrEqual(160)
  await page.mouse.move(0, 0)
  await context.setOffline(true)
  const notice = page.getByText('You are offline')
  await expect(notice).toBeInViewport({ ratio: 1 })
  const more = page.getByText('Transactions already sent are not affected.')
  await expect(more).not.toBeInViewport({ ratio: 0.5 })
  expect(await threadHeight(page)).toBeGreaterThanOrEqual(110)
  await notice.hover()
  await expect(more).toBeInViewport({ ratio: 1 })
})

test('a new conversation at 400 % begins with its heading, and keeps the field in sight', async ({
  signedIn: app,
  page,
}) => {
  await page.setViewportSize(zoomed)
  await page.goto('/')
  await expect(app.composer()).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 0.9 })
  const first = page.getByRole('list', { name: 'Suggestions' })
  await first.scrollIntoViewIfNeeded()
  await expect(first).toBeInViewport()
  await expect(app.composer()).toBeInViewport({ ratio: 1 })
})

for (const size of [{ width: 640, height: 400 }, { width: 844, height: 390 }, zoomed])
  test(`what the Demo wallet asks can be answered without scrolling, ${size.width} by ${size.height} pixels`, async ({
    page,
  }) => {
    await page.setViewportSize(size)
    await page.goto('/')
    await page.getByRole('button', { name: 'Try it with a Demo wallet' }).click()
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Demo wallet' })
    for (const name of ['Reject', 'Sign']) {
      const button = sheet.getByRole('button', { name, exact: true })
      await expect(button).toBeInViewport({ ratio: 1 })
      await button.click({ trial: true })
    }
    // The message itself can be reached and read.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(sheet.getByRole('group', { name: 'Message' })).toBeFocused()
    await expect(sheet.getByRole('group', { name: 'Message' })).toBeInViewport()
  })
