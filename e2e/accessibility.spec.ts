import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures/app'

const check = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([])
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`${colorScheme} theme`, () => {
    test.use({ colorScheme })

    test('the welcome page', async ({ app, page }) => {
      await page.goto('/')
      await expect(page.getByRole('button', { name: 'Try it with a Demo wallet' })).toBeVisible()
      await check(app.page)
    })

    test('a conversation with cards', async ({ signedIn: app, page }) => {
      await app.ask('what do I hold?')
      await expect(app.card('show_token_balance_ui')).toHaveAttribute('data-reported', 'true')
      await app.askForCard('swap 100 USDC to DAI', 'execute_router_swap')
      await check(page)
    })
  })
}

test('a card is approved by keyboard alone, and never by accident', async ({ signedIn: app, page, wallet }) => {
  const card = await app.askForCard('swap 0.1 ETH to USDC', 'execute_router_swap')
  // The focus stays where the person writes: Enter there sends messages, nothing else.
  await expect(app.composer()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(card).toHaveAttribute('data-state', 'ready')
  expect(wallet.requests.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(0)
  await app.countersign(card).focus()
  // Pressed right after other figures have come, it takes nothing.
  await expect(app.countersign(card)).not.toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Enter')
  await expect(card).toHaveAttribute('data-state', 'confirmed')
})
