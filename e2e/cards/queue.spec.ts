import type { Locator } from '@playwright/test'
import { parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { type App, expect, test } from '../fixtures/app'
import { violations } from '../fixtures/axe'
import { nativeBalance } from '../fixtures/chain'

const recipient = privateKeyToAddress(generatePrivateKey())
const other = privateKeyToAddress(generatePrivateKey())
const send = (value: string, to: string = recipient) => ({
  name: 'send_native_gas_token',
  parameters: { to, chainId: 31337, value: parseEther(value).toString() },
})

/** Sends a message that the agent answers with these calls. The person names the addresses, so that they are known. */
async function ask(app: App, calls: ReturnType<typeof send>[]): Promise<Locator> {
  const message = `Please do all of these for ${recipient} and ${other}: ${calls.length}`
  await app.script(message, calls)
  await app.ask(message)
  return app.page.locator('[data-queue]')
}
const place = (queue: Locator, index: number) => queue.locator('li[data-place]').nth(index)
const cardAt = (queue: Locator, index: number) => place(queue, index).locator('article[data-tool]')

async function approve(app: App, card: Locator): Promise<void> {
  await expect(card).toHaveAttribute('data-state', 'ready')
  await app.accept(card)
  await app.countersign(card).click()
}

test('three calls: one card is open at a time, in order, and each outcome is kept', async ({
  signedIn: app,
  wallet,
}) => {
  const queue = await ask(app, [send('0.1'), send('0.2'), send('0.3')])
  await expect(cardAt(queue, 0)).toHaveAttribute('data-state', 'ready')
  await expect(queue.locator('article[data-tool]')).toHaveCount(1)
  await expect(place(queue, 1)).toContainText('2 of 3')
  await expect(place(queue, 1)).toContainText('Send 0.2 ETH')
  await expect(place(queue, 1)).toContainText('Waiting for the one before it.')
  await approve(app, cardAt(queue, 0))
  await expect(cardAt(queue, 0)).toHaveAttribute('data-state', 'confirmed')
  await expect(queue).toContainText('1 of 3 done')
  await expect(queue.locator('article[data-tool]')).toHaveCount(2)
  await approve(app, cardAt(queue, 1))
  await expect(cardAt(queue, 1)).toHaveAttribute('data-state', 'confirmed')
  await approve(app, cardAt(queue, 2))
  for (const index of [0, 1, 2]) await expect(cardAt(queue, index)).toHaveAttribute('data-reported', 'true')
  expect(await nativeBalance(recipient)).toBe(parseEther('0.6'))
  expect(wallet.requests.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(3)
  expect(await app.resultAtService(cardAt(queue, 2))).toMatchObject({ status: 'success' })
})

test('declining one leaves a choice about the next, of which nothing is prepared', async ({ signedIn: app }) => {
  const queue = await ask(app, [send('0.1', other), send('0.2', other)])
  await expect(cardAt(queue, 0)).toHaveAttribute('data-state', 'ready')
  await app.decline(cardAt(queue, 0)).click()
  await expect(place(queue, 1)).toContainText('The one before it was not carried out')
  await expect(cardAt(queue, 1)).toHaveCount(0)
  await place(queue, 1).getByRole('button', { name: 'Look at this one' }).click()
  await expect(cardAt(queue, 1)).toHaveAttribute('data-state', 'ready')
  await app.decline(cardAt(queue, 1)).click()
  await expect(cardAt(queue, 1)).toHaveAttribute('data-reported', 'true')
})

test('differences from the previous card are pointed out, and so are repetitions', async ({ signedIn: app }) => {
  const queue = await ask(app, [send('0.1'), send('0.1', other), send('0.1', other)])
  await approve(app, cardAt(queue, 0))
  await expect(cardAt(queue, 0)).toHaveAttribute('data-state', 'confirmed')
  await expect(place(queue, 1).locator('[data-differs]')).toHaveCount(1)
  await expect(place(queue, 1).locator('[data-differs="to"]')).toContainText(other)
  await approve(app, cardAt(queue, 1))
  await expect(cardAt(queue, 1)).toHaveAttribute('data-state', 'confirmed')
  await expect(place(queue, 2)).toContainText('An exact repeat of the one before it')
})

test('twenty in a burst: one card, no way to approve all, and one click declines the rest', async ({
  signedIn: app,
  page,
  wallet,
}) => {
  const queue = await ask(
    app,
    Array.from({ length: 20 }, (_, index) => send(`0.${String(index + 1).padStart(2, '0')}`)),
  )
  await expect(queue.locator('li[data-place]')).toHaveCount(20)
  await expect(cardAt(queue, 0)).toHaveAttribute('data-state', 'ready')
  await expect(queue.locator('article[data-tool]')).toHaveCount(1)
  await expect(queue.getByRole('button', { name: /all/i })).toHaveCount(1)
  expect(await violations(page, { within: '[data-queue]' })).toEqual([])
  await queue.getByRole('button', { name: 'Decline all 20 remaining' }).click()
  await expect(queue.locator('article[data-state="rejected"][data-reported="true"]')).toHaveCount(20)
  expect(wallet.requests.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(0)
  await expect.poll(async () => (await app.task()).metadata.pendingCalls).toEqual([])
})

test('by keyboard alone: focus moves from the held button to Countersign, and from there to the card', async ({
  signedIn: app,
  page,
  wallet,
}) => {
  // Letting an ordinary account spend the tokens is a danger that must be accepted first.
  const stranger = privateKeyToAddress(generatePrivateKey())
  const allow = (amount: string) => ({
    name: 'call_smart_contract_function',
    parameters: {
      to: devnetAddresses.tokens.USDC,
      functionName: 'approve',
      args: [stranger, amount],
      abi: ['function approve(address spender, uint256 amount) returns (bool)'],
      chainId: 31337,
      value: '0',
    },
  })
  await app.script('pay somebody', [allow('1000000'), allow('2000000')])
  await app.ask('pay somebody')
  const queue = page.locator('[data-queue]')
  const card = cardAt(queue, 0)
  await expect(card).toHaveAttribute('data-state', 'ready')
  const hold = card.getByRole('button', { name: /^Hold to accept/ })
  await hold.focus()
  await page.keyboard.down('Enter')
  await expect(app.countersign(card)).toBeFocused()
  // The key is still down and repeats: that countersigns nothing.
  await page.keyboard.down('Enter')
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(card).toHaveAttribute('data-state', 'ready')
  expect(wallet.requests.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(0)
  await page.keyboard.press('Enter')
  await expect(card).toHaveAttribute('data-state', 'confirmed')
  await expect(card).toBeFocused()
  await expect(queue).toContainText('1 of 2 done')
})
