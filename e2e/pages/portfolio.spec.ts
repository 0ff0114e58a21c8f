import type { Page } from '@playwright/test'
import { parseEther, parseUnits } from 'viem'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { expect, test } from '../fixtures/app'
import { focusGuards, violations } from '../fixtures/axe'
import type { BrowserWallet } from '../fixtures/browser-wallet'
import { environment } from '../fixtures/environment'
import { enter, reserves } from '../fixtures/lending'
import { cutRpc } from '../fixtures/network'

const axe = (page: Page) => violations(page, { without: focusGuards })
const tableOf = (page: Page, name: RegExp) => page.getByRole('table', { name })
const shoot = (page: Page, what: string) =>
  process.env.SCREENSHOTS ? page.screenshot({ path: `test-results/screens/portfolio-${what}.png` }) : undefined

// Shows the whole page at once.
test.use({ viewport: { width: 1280, height: 1500 } })

async function openPortfolio(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account 0x/ }).click()
  const sums = page.getByRole('menu').getByText(/^\$\d/)
  // One for each network.
  await expect(sums).toHaveCount(2)
  expect(await axe(page)).toEqual([])
  await shoot(page, 'panel')
  await page.getByRole('menuitem', { name: 'Portfolio' }).click()
  await expect(page.getByRole('heading', { name: 'Portfolio' })).toBeVisible()
  await expect(page.locator('[data-total]')).toContainText(/^\$\d/)
}

/** Makes a deposit and takes a loan at the local market. */
async function borrow(wallet: BrowserWallet): Promise<void> {
  const supplied = { id: reserves.usdc, amount: parseUnits('400', 6) }
  await enter(wallet, devnetAddresses.tokens.USDC, supplied, { id: reserves.weth, amount: parseEther('0.05') })
}

test('shows the holdings, remembers the value, and writes requests into the composer', async ({
  signedIn: app,
  wallet,
  page,
}) => {
  await borrow(wallet)
  await openPortfolio(page)
  const held = tableOf(page, /^In your wallet/)
  await expect(held.getByRole('row', { name: /^ETH Ethereum \(local\)/ })).toContainText('$')
  await expect(tableOf(page, /^Earning/).getByRole('row')).toContainText([/Token/, /USDC.*Local lending/])
  await expect(tableOf(page, /^Owed/).getByRole('row', { name: /WETH/ })).toContainText('0.05')
  await expect(page.getByText(/health factor \d/)).toBeVisible()
  await expect(page.getByText(/of it could earn: .*USDC/)).toBeVisible()
  await expect(page.getByRole('list', { name: 'NFTs' }).getByRole('listitem').first()).toContainText('#')
  await expect(page.getByText('From your next visit,')).toBeVisible()

  await page.reload()
  await expect(page.getByText(/^(Unchanged|Up|Down).* since /)).toBeVisible()
  await expect(page.getByRole('img', { name: /^Value over time/ })).toBeVisible()
  await page.getByRole('button', { name: 'Forget this history' }).click()
  await expect(page.getByText('From your next visit,')).toBeVisible()

  await page.getByRole('radio', { name: /^Base \(local\)/ }).check({ force: true })
  await expect(tableOf(page, /^Owed/)).toHaveCount(0)
  await expect(held.getByRole('row', { name: /Ethereum \(local\)/ })).toHaveCount(0)
  await page.getByRole('radio', { name: /^All chains/ }).check({ force: true })

  await page.getByRole('button', { name: 'Swap USDC on Ethereum (local)' }).click()
  await expect(app.composer()).toHaveValue('Swap USDC on Ethereum (local) for ')
  await expect(page.locator('article[data-role="user"]')).toHaveCount(0)
  await app.composer().press('End')
  await app.composer().pressSequentially('5 DAI')
  await expect(app.composer()).toHaveValue('Swap USDC on Ethereum (local) for 5 DAI')
})

test('fits a phone, and is accessible in both themes', async ({ signedIn: _, wallet, page }) => {
  await borrow(wallet)
  await page.goto('/portfolio')
  await expect(page.locator('[data-total]')).toContainText(/^\$\d/)
  await page.reload()
  await expect(page.getByRole('img', { name: /^Value over time/ })).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 1280, height: 1500 })
    await shoot(page, colorScheme)
    expect(await axe(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 1900 })
    await shoot(page, `narrow-${colorScheme}`)
    expect(await axe(page)).toEqual([])
    const wider = (scroller: Element) => scroller.scrollWidth - scroller.clientWidth
    expect(await page.locator('.thread-scroller').evaluate(wider)).toBe(0)
    expect(await page.locator('html').evaluate(wider)).toBe(0)
  }
})

test('shows the rest if a chain does not answer, and reads again', async ({ signedIn: _, page }) => {
  const isBase = (url: URL) => url.origin === environment.rpcUrl[31338]
  await page.route(isBase, (route) => route.abort('connectionrefused'))
  await page.goto('/portfolio')
  await expect(page.getByText('Could not read Base (local)')).toBeVisible()
  await expect(
    tableOf(page, /^In your wallet/)
      .getByRole('row', { name: /Ethereum \(local\)/ })
      .first(),
  ).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Base \(local\)/ })).toHaveAccessibleName(/not read/)
  expect(await axe(page)).toEqual([])
  await shoot(page, 'part')
  await page.unroute(isBase)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Could not read Base (local)')).toHaveCount(0)
  // A partial reading is not kept for comparison.
  await expect(page.getByText('From your next visit,')).toBeVisible()

  const restore = await cutRpc(page)
  await page.reload()
  await expect(page.getByText(/No chain answered/)).toBeVisible()
  await expect(page.locator('[data-total]')).toHaveCount(0)
  await restore()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('[data-total]')).toContainText(/^\$\d/)
})

for (const width of [1280, 390])
  test(`400 tokens scroll without a jump, ${width} pixels wide`, async ({ signedIn: _, page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/portfolio')
    const held = tableOf(page, /^In your wallet/)
    await expect(held.getByRole('row').nth(2)).toBeVisible()
    // The lists of the local chains are short: the rest are copies, which the same styles lay out.
    await held.locator('tbody').evaluate((body) => {
      const rows = [...body.children]
      for (let at = rows.length; at < 400; at++) body.append(rows[at % rows.length]?.cloneNode(true) ?? '')
    })
    const { shifts, before, after } = await held.evaluate(scrollThrough)
    expect(shifts, 'what is in sight stays where it is').toBe(0)
    expect(Math.abs(after / before - 1), 'the room kept for rows is what they take').toBeLessThan(0.03)
  })

/** Scrolls a table through from top to bottom. Returns the sum of the layout shifts, and its height before and after. */
async function scrollThrough(table: Element) {
  let shifts = 0
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if ('value' in entry) shifts += Number(entry.value)
  })
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  table.scrollIntoView()
  await frame()
  await frame()
  observer.observe({ type: 'layout-shift' })
  const before = table.getBoundingClientRect().height
  const rows = [...table.querySelectorAll('tbody > tr')]
  for (let at = 0; at < rows.length; at += 5) {
    rows[at]?.scrollIntoView({ block: 'center' })
    await frame()
  }
  await frame()
  observer.disconnect()
  return { shifts, before, after: table.getBoundingClientRect().height }
}
