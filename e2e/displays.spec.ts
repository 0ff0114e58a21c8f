import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './fixtures/app'

test('yields come as a table whose button begins a request', async ({ signedIn: app, page }) => {
  await app.ask('best yield for USDC')
  const table = page.locator('[data-display="yields"]')
  await expect(table.getByRole('row')).not.toHaveCount(0)
  const flexible = table.getByRole('row', { name: /Flexible USDC .* Ethereum/ })
  await expect(flexible).toHaveAttribute('data-listed', 'true')
  await expect(flexible).toContainText(/\d%/)
  expect((await new AxeBuilder({ page }).include('[data-display="yields"]').analyze()).violations).toEqual([])

  await flexible.getByRole('button', { name: /^Deposit USDC in Flexible USDC/ }).click()
  const field = page.getByRole('textbox', { name: 'Message to the agent' })
  await expect(field).toHaveValue(/^Deposit … USDC in Flexible USDC/)
  await expect(field).toBeFocused()
  // The amount is selected: typing fills it in.
  await page.keyboard.type('100')
  await expect(field).toHaveValue(/^Deposit 100 USDC in Flexible USDC/)
  await page.keyboard.press('Enter')
  const card = app.card('enter_staking_yield')
  await expect(card).toHaveAttribute('data-state', 'ready')
  await expect(card).toContainText('100 USDC')
  await page.reload()
  await expect(table).toBeVisible()
})

test('the agent’s options are buttons, each of which says what it shows', async ({ signedIn: app, page }) => {
  await app.ask('stake 100 USDC')
  const choices = page.locator('[data-display="choices"]').getByRole('button')
  await expect(choices).not.toHaveCount(0)
  const choice = choices.filter({ hasText: 'Flexible' })
  const words = (await choice.textContent()) ?? ''
  await choice.click()
  const card = app.card('enter_staking_yield')
  await expect(card).toHaveAttribute('data-state', 'ready')
  await expect(card).toContainText('Flexible USDC')
  await expect(page.locator('article[data-role="user"]').last()).toContainText(words)
  await expect(choices).toHaveCount(0)
})
