import { type App, expect, test } from '../fixtures/app'

const shown = 'Swap 0.1 ETH for USDC'
const suggestion = 'Send 0.1 ETH to friend.countersign.eth'

/** Clicks on an agent service's suggestion, which the page shows in place of one of ours. */
async function take({ page, composer }: App) {
  await page.route(
    ({ pathname }) => pathname === '/',
    async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replaceAll(shown, suggestion) })
    },
  )
  await page.goto('/')
  await page.getByRole('button', { name: suggestion }).click()
  await expect(composer()).toHaveValue(suggestion)
  await expect(composer()).toBeFocused()
  await expect(page.getByText('The agent service suggests this')).toBeVisible()
  await expect(page.getByRole('article', { name: 'You' })).toHaveCount(0)
}

test('a suggestion sent unchanged vouches for nothing, even after a reload', async ({ signedIn: app, page }) => {
  await take(app)
  await page.reload()
  await expect(page.getByText('The agent service suggests this')).toBeVisible()
  await app.composer().press('Enter')
  await expect(page.getByText('Sent as suggested')).toBeVisible()
  const card = app.card('send_native_gas_token')
  await expect(card).toHaveAttribute('data-state', 'ready')
  await expect(card.locator('[data-rule="G10"]')).toContainText('Only the agent named this recipient.')
  await expect(card.locator('[data-rule="G10.name"]')).toHaveCount(0)
})

test('an edited suggestion counts as the person’s own words', async ({ signedIn: app }) => {
  await take(app)
  const card = await app.askForCard(suggestion.replace('0.1', '0.2'), 'send_native_gas_token')
  await expect(card.locator('[data-rule="G10.name"]')).toContainText('It goes to friend.countersign.eth.')
  await expect(card.locator('[data-rule="G10"]')).toHaveCount(0)
})
