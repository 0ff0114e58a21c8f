import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app'

/**
 * Bytes by type, compressed, as they come over the network: what the service and the chains answer counts as data, and
 * the reader's weights, which come with the first review, count apart.
 */
type Bytes = Record<'script' | 'style' | 'font' | 'image' | 'document' | 'data' | 'weights', number>

/** Most bytes that a page may fetch, just above what it needs. A local chain answers without compression. */
const common = { style: 14_000, font: 102_000, image: 12_000, document: 10_000, data: 80_000, weights: 0 }
const budget = {
  visitor: { ...common, script: 175_000, image: 1_000, data: 2_000 },
  signedIn: {
    '/': { ...common, script: 430_000 },
    '/settings': { ...common, script: 475_000 },
    '/activity': { ...common, script: 475_000 },
    '/portfolio': { ...common, script: 440_000 },
    '/plans': { ...common, script: 425_000 },
    '/permissions': { ...common, script: 425_000 },
  },
  firstCard: { ...common, script: 590_000, weights: 600 * 1024 },
  /** Added by the page when it is opened from a conversation. */
  portfolio: { ...common, script: 30_000, style: 0, font: 0, document: 0 },
}

const friend = '0x00000000000000000000000000000000c0ffee08'

/** The two files of weights begin so. No other script is that large and begins alike. */
const weights = /"version":"[0-9a-f]{8}","lines":"[0-9a-f]{64}","(?:tables|network)":/

/** The types of Chromium; whatever else it may name is data. */
const typeOf: Partial<Record<string, keyof Bytes>> = {
  Script: 'script',
  Stylesheet: 'style',
  Font: 'font',
  Image: 'image',
  Document: 'document',
}

/** Counts the bytes that the page fetches from now on, without its cache. */
async function countBytes(page: Page): Promise<() => Promise<Bytes>> {
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.setCacheDisabled', { cacheDisabled: true })
  const types = new Map<string, keyof Bytes>()
  const sizes = new Map<string, number>()
  network.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, typeOf[type] ?? 'data'))
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => sizes.set(requestId, encodedDataLength))
  return async () => {
    const bytes: Bytes = { script: 0, style: 0, font: 0, image: 0, document: 0, data: 0, weights: 0 }
    for (const [requestId, size] of sizes) {
      const type = types.get(requestId) ?? 'data'
      const isLarge = type === 'script' && size > 50_000
      const { body } = isLarge ? await network.send('Network.getResponseBody', { requestId }) : { body: '' }
      bytes[weights.test(body) ? 'weights' : type] += size
    }
    return bytes
  }
}

function expectWithin(bytes: Bytes, most: Bytes, leastScript: number): void {
  test.info().annotations.push({ type: 'bytes', description: JSON.stringify(bytes) })
  // Otherwise nothing was counted.
  expect(bytes.script).toBeGreaterThan(leastScript)
  const over = Object.entries(bytes).filter(
    ([type, size]) => size > (Object.entries(most).find(([name]) => name === type)?.[1] ?? 0),
  )
  expect(over).toEqual([])
}

test.describe('what a visitor loads', () => {
  for (const path of [
    '/',
    '/chat/a-link-of-somebody',
    '/settings',
    '/activity',
    '/portfolio',
    '/plans',
    '/permissions',
  ])
    test(`stays small at ${path} until they act, and the rest comes with their first step`, async ({
      page,
      app,
      wallet: _,
    }) => {
      const bytes = await countBytes(page)
      await page.goto(path)
      await expect(page.getByRole('button', { name: 'Connect my own wallet' })).toBeVisible()
      await page.waitForLoadState('networkidle')
      expectWithin(await bytes(), budget.visitor, 50_000)
      await app.connectBrowserWallet()
      await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
    })
})

/** Waits for the suggestions on the welcome page, which load code of their own once the browser is idle. */
async function untilSuggested(page: Page): Promise<void> {
  await expect(page.getByRole('list', { name: 'Suggestions' })).toBeVisible()
  await page.waitForLoadState('networkidle')
}

/** Ends the page before, or what it still loads would be counted. On a busy machine that comes late. */
async function leave(page: Page): Promise<void> {
  await untilSuggested(page)
  await page.goto('about:blank')
}

test.describe('what somebody loads who is signed in', () => {
  for (const [path, most] of Object.entries(budget.signedIn))
    test(`stays small at ${path}`, async ({ signedIn: _, page }) => {
      await leave(page)
      const bytes = await countBytes(page)
      await page.goto(path)
      await expect(page.getByRole('button', { name: /^Account 0x/ })).toBeVisible()
      await expect(page.getByRole('button', { name: 'New conversation', exact: true })).toBeVisible()
      if (path === '/') await untilSuggested(page)
      await page.waitForLoadState('networkidle')
      expectWithin(await bytes(), most, 100_000)
    })

  test('stays small with a first card on screen', async ({ signedIn: app, page }) => {
    await leave(page)
    const bytes = await countBytes(page)
    await page.goto('/')
    await untilSuggested(page)
    await app.askForCard(`send 0.1 ETH to ${friend} on ethereum`, 'send_native_gas_token')
    await page.waitForLoadState('networkidle')
    expectWithin(await bytes(), budget.firstCard, 100_000)
  })

  test('grows by what the portfolio needs itself', async ({ signedIn: _, page }) => {
    await untilSuggested(page)
    const bytes = await countBytes(page)
    await page.getByRole('button', { name: 'Portfolio', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'In your wallet' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expectWithin(await bytes(), budget.portfolio, 1_000)
  })
})
