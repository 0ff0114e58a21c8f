import type { Page } from '@playwright/test'
import { expect, test } from './fixtures/app'

/** Compressed bytes of script, as they came over the network. */
const budget = { visitor: 200_000, portfolio: 40_000 }

/** Counts the compressed bytes of script that the page fetches from now on. */
async function countScript(page: Page): Promise<() => number> {
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  const scripts = new Set<string>()
  let bytes = 0
  network.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  return () => bytes
}

test.describe('the script that a visitor loads', () => {
  test('stays small until they act, and the rest comes with their first step', async ({ page, app, wallet: _ }) => {
    const bytes = await countScript(page)
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Connect my own wallet' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(bytes()).toBeGreaterThan(50_000)
    expect(bytes()).toBeLessThan(budget.visitor)
    await app.connectBrowserWallet()
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  })
})

test('the portfolio brings only what it needs itself', async ({ signedIn: _, page }) => {
  await page.waitForLoadState('networkidle')
  const bytes = await countScript(page)
  await page.getByRole('button', { name: 'Portfolio', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'In your wallet' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(bytes()).toBeGreaterThan(1_000)
  expect(bytes()).toBeLessThan(budget.portfolio)
})
