import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app'
import { violations } from '../fixtures/axe'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Commands' })
const field = (page: Page) => page.getByRole('combobox', { name: 'Search commands and conversations' })

test('the palette begins a request, opens a waiting card, a conversation and a page, by keyboard alone', async ({
  signedIn: app,
  page,
}) => {
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  expect(await violations(page)).toEqual([])
  await page.keyboard.type('swap')
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeHidden()
  await expect(app.composer()).toBeFocused()
  await expect(app.composer()).toHaveValue('Swap ')

  const card = await app.askForCard('swap 100 USDC to DAI', 'execute_router_swap')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('portfolio')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'In your wallet' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('option', { name: /^Swap 100 USDC.*To countersign$/ })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.keyboard.press('Enter')
  await expect(card).toBeFocused()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('new conv')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Welcome' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('100 usdc to dai')
  await page.keyboard.press('Enter')
  await expect(card).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
})

test('the palette on a narrow, dark screen, from the menu and by touch', async ({ signedIn: app, page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(app.composer()).toBeEditable()
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Commands' }).click()
  await expect(field(page)).toBeFocused()
  expect(await violations(page)).toEqual([])
  expect(await palette(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await page.getByRole('option', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a visitor connects from the palette, whose script comes when it is first opened', async ({ page, wallet: _ }) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Connect my own wallet' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('connect')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('rk-wallet-option-test.wallet')).toBeVisible()
})

test('the help: opened by a question mark, an example goes into the composer', async ({ signedIn: app, page }) => {
  await app.composer().fill('?')
  await expect(page.getByRole('dialog', { name: 'Help' })).toBeHidden()
  await app.composer().fill('')
  await app.composer().blur()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Help' })
  await expect(help).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violations(page)).toEqual([])
  expect(await help.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await help.getByRole('button', { name: 'Swap 0.1 ETH for USDC' }).click()
  await expect(app.composer()).toHaveValue('Swap 0.1 ETH for USDC')
  await expect(app.composer()).toBeFocused()
})
