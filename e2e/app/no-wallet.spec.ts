import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app'
import { violations } from '../fixtures/axe'

/** Runs in the page: a wallet that starts after it (EIP-6963). */
function announceLate(): void {
  const info = {
    uuid: crypto.randomUUID(),
    name: 'Late Wallet',
    rdns: 'late.wallet',
    icon: 'data:image/svg+xml,<svg/>',
  }
  const provider = { request: async () => [], on: () => {}, removeListener: () => {} }
  const detail = Object.freeze({ info, provider })
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
}

async function askForWallets(page: Page) {
  await page.goto('/')
  await page.getByRole('button', { name: 'Connect my own wallet' }).click()
  const sheet = page.getByRole('dialog', { name: 'Connect a wallet' })
  await expect(sheet).toContainText('No wallet was found in this browser.')
  return sheet
}

test('without a wallet the page says so and what to do, and lists one that starts later', async ({ page }) => {
  const sheet = await askForWallets(page)
  await expect(sheet).toContainText('install a wallet’s browser extension')
  await expect(sheet).toContainText('in the browser inside your wallet’s app')
  expect(await violations(page)).toEqual([])
  await page.evaluate(announceLate)
  await expect(page.getByTestId('rk-wallet-option-late.wallet')).toBeVisible()
  await expect(page.getByText('No wallet was found')).toHaveCount(0)
})

test('without a wallet, the Demo wallet is one press away', async ({ page }) => {
  const sheet = await askForWallets(page)
  await sheet.getByRole('button', { name: 'Use the Demo wallet' }).click()
  await expect(page.getByRole('button', { name: /^Account 0x/ })).toBeVisible()
  await expect(sheet).toBeHidden()
})
