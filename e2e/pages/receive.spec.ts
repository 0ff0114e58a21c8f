import { getAddress } from 'viem'
import { expect, test } from '../fixtures/app'
import { violations } from '../fixtures/axe'

test('the account’s address can be read, copied and scanned, and says where it is for', async ({
  signedIn: _,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const account = page.getByRole('button', { name: /^Account 0x/ })
  const [, address = ''] = /(0x[0-9a-fA-F]{40})/.exec((await account.getAttribute('aria-label')) ?? '') ?? []
  const dialog = page.getByRole('dialog', { name: 'Receive' })
  await account.click()
  await page.getByRole('menuitem', { name: 'Receive' }).click()
  const code = dialog.getByRole('img', { name: `QR code of ${getAddress(address)}` })
  await expect(code).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expect(dialog).toContainText('Only what is sent on these networks arrives here.')
  await dialog.getByRole('button', { name: 'Copy address' }).click()
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(getAddress(address))
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  // In dark mode and in a narrow window, by the keyboard.
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Search commands and conversations' }).fill('récéive')
  await page.keyboard.press('Enter')
  await expect(code).toBeVisible()
  await expect(code).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(code.locator('path')).toHaveCSS('fill', 'rgb(0, 0, 0)')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  expect(await violations(page)).toEqual([])
})
