import type { Page } from '@playwright/test'
import { type Address, encodeFunctionData, erc20Abi, getAddress, maxUint256, parseUnits } from 'viem'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { expect, test } from '../fixtures/app'
import { violations } from '../fixtures/axe'
import type { BrowserWallet } from '../fixtures/browser-wallet'
import { chain, sent } from '../fixtures/chain'
import { enter, reserves } from '../fixtures/lending'

const { tokens, diamond } = devnetAddresses
const stranger = getAddress('0x00000000000000000000000000000000c0ffee31')

const allow = ({ privateKey }: BrowserWallet, spender: Address, amount: bigint) =>
  sent(privateKey, {
    to: tokens.USDC,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
  })

/** Looks at a display in both colours, wide and narrow. */
async function look(page: Page, display: string): Promise<void> {
  const place = page.locator(`[data-display="${display}"]`)
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1280, 390]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await place.scrollIntoViewIfNeeded()
      expect(await violations(page, { within: `[data-display="${display}"]` })).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      if (process.env.SCREENSHOTS)
        await page.screenshot({ path: `test-results/screens/${display}-${colorScheme}-${width}.png` })
    }
  await page.setViewportSize({ width: 1280, height: 900 })
}

test('yields come as a table whose button begins a request', async ({ signedIn: app, page }) => {
  await app.ask('best yield for USDC')
  const table = page.locator('[data-display="yields"]')
  await expect(table.getByRole('row')).not.toHaveCount(0)
  // The agent's list says the same: it is folded, and the words around it stay.
  const answer = page.locator('article[data-role="agent"]').last()
  await expect(answer.getByText('All figures were read just now')).toBeVisible()
  await expect(answer.getByText('Nothing has been prepared.')).toBeVisible()
  const words = answer.locator('[data-author="agent"]').getByRole('list')
  await expect(words).toBeHidden()
  await answer.getByText('The same in the agent’s words').click()
  await expect(words).toContainText('Flexible USDC')
  await answer.getByText('The same in the agent’s words').click()
  const flexible = table.getByRole('row', { name: /Flexible USDC .* Ethereum/ })
  await expect(flexible).toHaveAttribute('data-listed', 'true')
  await expect(flexible).toContainText(/\d%/)
  await expect(flexible.locator('[data-paid]')).toHaveText(/^paid \d(?:\.\d+)?% over \d/)
  expect(await violations(page, { within: '[data-display="yields"]' })).toEqual([])

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

test('allowances come as a table, read by the page, whose button begins a revocation', async ({
  signedIn: app,
  page,
  wallet,
}) => {
  await allow(wallet, diamond, maxUint256)
  await allow(wallet, stranger, parseUnits('25', 6))
  await app.ask('what approvals do I have?')
  const table = page.locator('[data-display="allowances"]')
  const router = table.getByRole('row', { name: /Swap and bridge router/ })
  await expect(router).toContainText('unlimited')
  await expect(router).toContainText('10,000 USDC')
  const row = table.locator(`[data-spender="${stranger}"]`)
  await expect(row).toContainText('25 USDC')
  await look(page, 'allowances')

  await row.getByRole('button', { name: /^Revoke the USDC approval of 0x/ }).click()
  await expect(app.composer()).toHaveValue(`Revoke the USDC allowance of ${stranger} on Ethereum (local)`)
  await expect(app.composer()).toBeFocused()
  await expect(page.getByText('The agent named the address in it.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Sent as suggested')).toBeVisible()
  const card = app.card('call_smart_contract_function')
  await expect(card).toHaveAttribute('data-state', 'ready')
  if (process.env.SCREENSHOTS) await card.screenshot({ path: 'test-results/screens/revoke.png' })
  await app.countersign(card).click()
  await expect(card).toHaveAttribute('data-state', 'confirmed')
  const left = { address: tokens.USDC, abi: erc20Abi, functionName: 'allowance' } as const
  expect(await chain().readContract({ ...left, args: [wallet.address, stranger] })).toBe(0n)
  await expect(row).toContainText('Nothing now')
  await expect(row.getByRole('button', { name: /Revoke/ })).toHaveCount(0)
  await expect(router).toContainText('unlimited')
})

test('a price comes with the rounds of its feed, as a line and as a table', async ({ signedIn: app, page }) => {
  await app.ask('what is ETH at? how has it moved?')
  const price = page.locator('[data-price="ETH"]')
  await expect(price).toContainText('$3,500.00')
  await expect(price).toContainText(/(?:Up|Down) [\d.]+% in [67]/)
  await expect(price.getByRole('img', { name: /^ETH over time: / })).toBeVisible()
  await look(page, 'price')
  await price.getByText(/\d\d of the price feed’s rounds on Ethereum \(local\), read by this page/).click()
  await expect(price.getByRole('row').nth(1)).toContainText('$3,500.00')
  expect(await violations(page, { within: '[data-display="price"]' })).toEqual([])
})

test('lending markets come as a table, read by the page, whose buttons begin a deposit or a loan', async ({
  signedIn: app,
  page,
  wallet,
}) => {
  await enter(wallet, tokens.USDC, { id: reserves.usdc, amount: parseUnits('400', 6) })
  await app.ask('what can I borrow and at what rate?')
  const table = page.locator('[data-display="markets"]')
  const dai = table.getByRole('row', { name: /^DAI Local lending · Ethereum/ })
  await expect(dai).toContainText('5%')
  await expect(dai).toContainText(/You can borrow up to [\d.]+ DAI/)
  await expect(dai).toContainText(/DAI free to withdraw/)
  await look(page, 'markets')
  await dai.getByRole('button', { name: /^Borrow DAI from Local lending/ }).click()
  await expect(app.composer()).toHaveValue(/^Borrow … DAI from Local lending on Ethereum \(local\)$/)
  await page.keyboard.type('10')
  await page.keyboard.press('Enter')
  const card = app.card('lending_borrow')
  await expect(card).toHaveAttribute('data-state', 'ready')
  await expect(card).toContainText('10 DAI')
})

test('what was done is answered with the latest proposals, which lead to their cards', async ({
  signedIn: app,
  page,
}) => {
  await app.ask('what did I do?')
  const activity = page.locator('[data-display="activity"]')
  await expect(activity).toContainText('Nothing was proposed in this browser yet.')
  const card = await app.askForCard(`send 0.1 ETH to ${stranger}`, 'send_native_gas_token')
  await app.decline(card).click()
  await expect(card).toHaveAttribute('data-state', 'rejected')
  await expect(activity.getByRole('listitem')).toContainText(['0.1 ETH'])
  await expect(activity).toContainText('Declined')
  await look(page, 'activity')
  await activity.getByRole('button', { name: 'All activity' }).click()
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible()
})
