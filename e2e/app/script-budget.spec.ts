import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app'

/**
 * Most compressed bytes of script that a page may fetch, as they come over the network, just above what it needs. The
 * reader's weights, which come with the first review, are counted apart.
 */
const budget = {
  visitor: 175_000,
  signedIn: { '/': 430_000, '/settings': 475_000, '/activity': 475_000, '/portfolio': 440_000 },
  firstCard: 625_000,
  /** Added by the page when it is opened from a conversation. */
  portfolio: 40_000,
}

const friend = '0x00000000000000000000000000000000c0ffee08'

const weights = /"tables":\{"clauses"/

/** Counts the compressed bytes of script that the page fetches from now on, without the reader's weights or its cache. */
async function countScript(page: Page): Promise<() => Promise<number>> {
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.setCacheDisabled', { cacheDisabled: true })
  const scripts = new Map<string, number>()
  network.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.set(requestId, 0)
  })
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scripts.set(requestId, encodedDataLength)
  })
  return async () => {
    let bytes = 0
    for (const [requestId, size] of scripts) {
      // Nothing else is that large.
      const { body } = size > 300_000 ? await network.send('Network.getResponseBody', { requestId }) : { body: '' }
      if (!weights.test(body)) bytes += size
    }
    return bytes
  }
}

test.describe('the script that a visitor loads', () => {
  for (const path of ['/', '/chat/a-link-of-somebody', '/settings', '/activity', '/portfolio'])
    test(`stays small at ${path} until they act, and the rest comes with their first step`, async ({
      page,
      app,
      wallet: _,
    }) => {
      const bytes = await countScript(page)
      await page.goto(path)
      await expect(page.getByRole('button', { name: 'Connect my own wallet' })).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect(await bytes()).toBeGreaterThan(50_000)
      expect(await bytes()).toBeLessThan(budget.visitor)
      await app.connectBrowserWallet()
      await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
    })
})

/** Waits for the suggestions on the welcome page, which load code of their own once the browser is idle. */
async function untilSuggested(page: Page): Promise<void> {
  await expect(page.getByRole('list', { name: 'Suggestions' })).toBeVisible()
  await page.waitForLoadState('networkidle')
}

test.describe('the script of somebody who is signed in', () => {
  for (const [path, most] of Object.entries(budget.signedIn))
    test(`stays small at ${path}`, async ({ signedIn: _, page }) => {
      // Otherwise what the page before still loads is counted.
      await untilSuggested(page)
      const bytes = await countScript(page)
      await page.goto(path)
      await expect(page.getByRole('button', { name: /^Account 0x/ })).toBeVisible()
      await expect(page.getByRole('button', { name: 'New conversation', exact: true })).toBeVisible()
      if (path === '/') await untilSuggested(page)
      await page.waitForLoadState('networkidle')
      expect(await bytes()).toBeGreaterThan(100_000)
      expect(await bytes()).toBeLessThan(most)
    })

  test('stays small with a first card on screen', async ({ signedIn: app, page }) => {
    await untilSuggested(page)
    const bytes = await countScript(page)
    await page.goto('/')
    await untilSuggested(page)
    await app.askForCard(`send 0.1 ETH to ${friend} on ethereum`, 'send_native_gas_token')
    await page.waitForLoadState('networkidle')
    expect(await bytes()).toBeLessThan(budget.firstCard)
  })

  test('grows by what the portfolio needs itself', async ({ signedIn: _, page }) => {
    await untilSuggested(page)
    const bytes = await countScript(page)
    await page.getByRole('button', { name: 'Portfolio', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'In your wallet' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await bytes()).toBeGreaterThan(1_000)
    expect(await bytes()).toBeLessThan(budget.portfolio)
  })
})
