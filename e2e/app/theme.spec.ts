import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app'

const inks = ['--ink', '--ink-muted', '--ink-faint', '--accent']

/** Returns the text colours of the current theme, as the browser computes them. */
const inkOf = (page: Page) =>
  page.evaluate((names) => {
    const probe = document.body.appendChild(document.createElement('i'))
    const colours = names.map((name) => {
      probe.style.color = `var(${name})`
      return getComputedStyle(probe).color
    })
    probe.remove()
    return colours
  }, inks)

const drawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

/** Returns text on the page, drawn or not, in one of these colours. */
const wordsIn = (page: Page, colours: string[]) =>
  page.evaluate(
    (unwanted) =>
      [...document.querySelectorAll('main *')]
        .filter((element) => [...element.childNodes].some((node) => node instanceof Text && node.data.trim()))
        .filter((element) => unwanted.includes(getComputedStyle(element).color))
        .map(({ textContent }) => textContent),
    colours,
  )

test('all text takes the colours of the theme at once, even off screen and folded away', async ({
  signedIn: app,
  page,
}) => {
  const light = await inkOf(page)
  await app.ask('what do I hold?')
  await expect(app.card('show_token_balance_ui')).toHaveAttribute('data-reported', 'true')
  await app.askForCard('swap 100 USDC to DAI', 'execute_router_swap')
  await app.askForCard('swap 200 USDC to DAI', 'execute_router_swap')
  for (let turn = 0; turn < 4; turn += 1) {
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    const dark = await inkOf(page)
    expect(dark).not.toEqual(light)
    await drawn(page)
    expect(await wordsIn(page, light)).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await drawn(page)
    expect(await wordsIn(page, dark)).toEqual([])
  }
})

test('a choice is kept, overrides the system, and is followed by other tabs', async ({ page, context }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  const other = await context.newPage()
  // A page without a switch.
  await other.goto('/nothing')
  const theme = page.getByRole('button', { name: /^Theme: / })
  await theme.click()
  await theme.click()
  await expect(theme).toHaveAccessibleName(/^Theme: dark/)
  for (const tab of [page, other]) await expect(tab.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(theme).toHaveAccessibleName(/^Theme: dark/)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('a printout has the whole thread in dark ink, and no controls', async ({ signedIn: app, page }) => {
  const ink = await inkOf(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await app.ask('what do I hold?')
  await expect(app.card('show_token_balance_ui')).toHaveAttribute('data-reported', 'true')
  const card = await app.askForCard('swap 100 USDC to DAI', 'execute_router_swap')
  await page.emulateMedia({ media: 'print' })
  expect(await inkOf(page)).toEqual(ink)
  await expect(app.composer()).toBeHidden()
  await expect(app.countersign(card)).toBeHidden()
  await expect(page.getByRole('button', { name: /^Account 0x/ }), 'whose it is').toBeVisible()
  const inView = await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight)
  expect(inView, 'the page is as long as the thread').toBe(false)
  for (const one of [app.card('show_token_balance_ui'), card])
    expect((await one.boundingBox())?.height).toBeGreaterThan(300)
})
