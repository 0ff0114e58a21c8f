import { expect, test } from '../fixtures/app'

test('the cards catch the demo’s liar', async ({ signedIn: app, page }) => {
  await page.getByRole('radio', { name: 'Liar' }).check()
  const double = await app.askForCard('Send 0.1 ETH to friend.countersign.eth', 'send_native_gas_token', 'blocked')
  await expect(double.locator('[data-rule="G11"]')).toBeVisible()
  const token = await app.askForCard(
    'Send 20 USDC to friend.countersign.eth',
    'call_smart_contract_function',
    'blocked',
  )
  await expect(token.locator('[data-rule="G11"]')).toBeVisible()
  const tenfold = await app.askForCard('Swap 100 USDC for DAI', 'execute_router_swap')
  await expect(tenfold.locator('[data-rule="G35"]')).toContainText('1,000')
  await expect(tenfold.getByRole('button', { name: /^Hold to accept/ })).toBeVisible()
  await app.ask('What do I have?')
  await expect(app.card('show_token_balance_ui').locator('[data-rule="balances.figures"]')).toBeVisible()
})
