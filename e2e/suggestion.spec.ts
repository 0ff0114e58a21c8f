import { expect, test } from './fixtures/app'

const shown = 'Swap 0.1 ETH for USDC'
const suggestion = 'Send 0.1 ETH to friend.countersign.eth'

test('a suggestion of the agent service is put into the composer and vouches for nothing until it is edited', async ({
  signedIn: app,
  page,
}) => {
  // As another agent service would have it.
  await page.route(
    ({ pathname }) => pathname === '/',
    async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replaceAll(shown, suggestion) })
    },
  )
  const take = async () => {
    await page.goto('/')
    await page.getByRole('button', { name: suggestion }).click()
    await expect(app.composer()).toHaveValue(suggestion)
    await expect(app.composer()).toBeFocused()
    await expect(page.getByText('The agent service suggests this')).toBeVisible()
  }

  await take()
  await expect(page.getByRole('article', { name: 'You' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('The agent service suggests this')).toBeVisible()
  await app.composer().press('Enter')
  const card = app.card('send_native_gas_token')
  await expect(card).toHaveAttribute('data-state', 'ready')
  await expect(card.locator('[data-rule="G10"]')).toContainText('Only the agent named this recipient.')
  await expect(card.locator('[data-rule="G10.name"]')).toHaveCount(0)
  await expect(page.getByText('Sent as it was suggested')).toBeVisible()

  await take()
  await app.askForCard(suggestion.replace('0.1', '0.2'), 'send_native_gas_token')
  await expect(card.locator('[data-rule="G10.name"]')).toContainText('It goes to friend.countersign.eth.')
  await expect(card.locator('[data-rule="G10"]')).toHaveCount(0)
})
