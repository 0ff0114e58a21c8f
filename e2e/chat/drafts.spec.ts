import type { Locator } from '@playwright/test'
import { parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { type App, expect, test } from '../fixtures/app'
import { chain, nativeBalance } from '../fixtures/chain'

const draftOf = (app: App) => app.page.locator('[data-draft]').last()
const confirm = (draft: Locator) => draft.getByRole('button', { name: 'Confirm and send' })

test('a request the agent is unsure of becomes a draft: corrected, confirmed, signed once', async ({
  signedIn: app,
  wallet,
  page,
}) => {
  const recipient = privateKeyToAddress(generatePrivateKey())
  await app.ask(`my sister's address is ${recipient}. send her 0.5 eth`)
  const draft = draftOf(app)
  await expect(draft).toHaveAttribute('data-state', 'open')
  await expect(draft.getByLabel('Receiver')).toHaveValue(recipient)
  expect(wallet.requests.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(0)

  await draft.getByLabel('Amount').fill('nothing')
  await draft.getByLabel('Amount').press('Enter')
  await expect(draft.getByLabel('Amount')).toBeFocused()
  await expect(draft).toContainText('Write a figure')
  await draft.getByLabel('Amount').fill('0.2')
  const sentence = `Send 0.2 ETH to ${recipient}`
  await expect(draft).toContainText(`“${sentence}”`)
  await draft.getByLabel('Amount').press('Enter')

  await expect(draft).toHaveAttribute('data-state', 'confirmed')
  await expect(page.locator('article[data-role="user"]').last()).toContainText(sentence)
  const card = app.card('send_native_gas_token')
  await expect(card).toHaveAttribute('data-state', 'ready')
  await page.reload()
  await expect(draft).toHaveAttribute('data-state', 'confirmed')
  await expect(draft).toContainText(sentence)
  await app.accept(card)
  await app.countersign(card).click()
  await expect(card).toHaveAttribute('data-state', 'confirmed')
  await expect(card).toHaveAttribute('data-reported', 'true')
  expect(await nativeBalance(recipient)).toBe(parseEther('0.2'))
  expect(await chain().getTransactionCount({ address: wallet.address })).toBe(1)
})

test('a draft with a receiver other than the written one says so, and so does its card', async ({ signedIn: app }) => {
  const friend = privateKeyToAddress(generatePrivateKey())
  const stranger = privateKeyToAddress(generatePrivateKey())
  const message = `send 0.1 ETH to ${friend}`
  const amount = { kind: 'exact', value: '0.1' } as const
  const draft = { action: 'send', amount, token: 'ETH', receiver: stranger } as const
  await app.script(message, [], 'Is that right?', { draft })
  const parameters = { to: stranger, chainId: 31337, value: parseEther('0.1').toString() }
  await app.script(`Send 0.1 ETH to ${stranger}`, [{ name: 'send_native_gas_token', parameters }])
  await app.ask(message)
  await expect(draftOf(app)).toContainText(`You wrote: ${friend}. The agent put this here.`)
  await confirm(draftOf(app)).click()
  const card = app.card('send_native_gas_token')
  await expect(card).toHaveAttribute('data-state', 'ready')
  await expect(card.locator('[data-rule="G35"][data-level="DANGER"]')).toContainText('not what you wrote')
})

test('a draft says where the money goes: chosen by keyboard, and the card is of that place', async ({
  signedIn: app,
  page,
}) => {
  await app.ask('what vaults have you got for usdc')
  await app.ask('put 800 in the flexible')
  const draft = draftOf(app)
  const where = draft.getByLabel('Where')
  await expect(where).toHaveText('Without a lock-up')
  await expect(draft).toContainText('“Stake 800 USDC without a lock-up”')
  await where.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: 'Without a lock-up' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(where).toHaveText('With a lock-up')
  await confirm(draft).click()
  await expect(page.locator('article[data-role="user"]').last()).toContainText('Stake 800 USDC with a lock-up')
  const card = app.card('enter_staking_yield')
  await expect(card).toHaveAttribute('data-state', 'ready')
  await expect(card).toContainText('Locked USDC')
  await expect(card.locator('[data-level="DANGER"]')).toHaveCount(0)
})

test.describe('on a phone, in dark mode', () => {
  test.use({ colorScheme: 'dark', viewport: { width: 390, height: 844 } })
  test('a draft fits, and can be filled in by keyboard', async ({ signedIn: app, page }) => {
    await app.script('what I said', [], 'Is that right?', { draft: { action: 'send', token: 'USDC' } })
    await app.ask('what I said')
    const draft = draftOf(app)
    await draft.getByLabel('Action').focus()
    await page.keyboard.press('Tab')
    await expect(draft.getByLabel('Amount')).toBeFocused()
    await page.keyboard.type('5')
    await page.keyboard.press('Enter')
    await expect(draft.getByLabel('Receiver')).toBeFocused()
    await expect(draft).toContainText('Say who gets it')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})
