import type { Locator } from '@playwright/test'
import { parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { App, expect, test } from '../fixtures/app'
import { type BrowserWallet, installBrowserWallet } from '../fixtures/browser-wallet'
import { chain, nativeBalance } from '../fixtures/chain'
import { cutRpc, cutService } from '../fixtures/network'

// Tests of other workers send at the same time, but only ours to this recipient.
const recipient = privateKeyToAddress(generatePrivateKey())
const sendCard = (app: App) => app.askForCard(`send 0.1 ETH to ${recipient}`, 'send_native_gas_token')

/** Returns a locator that keeps pointing to this card, whatever comes after it. */
async function fixed(app: App, card: Locator): Promise<Locator> {
  const id = await card.getAttribute('data-call')
  return app.page.locator(`article[data-call="${id}"]`)
}

const agentSaid = (app: App) => app.page.locator('article[data-role="agent"][data-status="complete"]')

/** Asks something that is no request, and waits for the answer. */
async function talk(app: App): Promise<void> {
  const before = await agentSaid(app).count()
  await app.ask('what is gas?')
  await expect(agentSaid(app)).toHaveCount(before + 1)
}

/** Signs the card: one transaction, one outcome at the service, and no more requests to the wallet than it has refused. */
async function expectSigned(app: App, wallet: BrowserWallet, card: Locator, refused = 0): Promise<void> {
  await expect(card).toHaveAttribute('data-state', 'ready')
  await app.countersign(card).click()
  await expect(card).toHaveAttribute('data-state', 'confirmed')
  await expectOneOutcome(app, wallet, card, refused)
}

async function expectOneOutcome(app: App, wallet: BrowserWallet, card: Locator, refused = 0): Promise<void> {
  await expect(card).toHaveAttribute('data-reported', 'true')
  const id = await card.getAttribute('data-call')
  const { history } = await app.task()
  const returns = history.flatMap(({ parts }) =>
    parts.filter((part) => part.type === 'functionReturn' && part.id === id),
  )
  expect(returns.map(({ result }) => result)).toEqual([expect.objectContaining({ status: 'success' })])
  expect(wallet.requests.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(1 + refused)
  expect(await chain().getTransactionCount({ address: wallet.address })).toBe(1)
}

test.describe('an open card stays open and can be signed', () => {
  test('after a question', async ({ signedIn: app, wallet }) => {
    const card = await fixed(app, await app.askForCard('swap 1 ETH to USDC', 'execute_router_swap'))
    await talk(app)
    await expectSigned(app, wallet, card)
  })

  test('after a message that could not be sent', async ({ signedIn: app, wallet, page }) => {
    const card = await fixed(app, await sendCard(app))
    const restore = await cutService(page)
    await app.ask('what is gas?')
    await expect(page.locator('article[data-role="user"][data-status="failed"]')).toBeVisible()
    await restore()
    await expectSigned(app, wallet, card)
  })

  test('after the session has ended; the outcome is reported once somebody is signed in', async ({
    signedIn: app,
    wallet,
    page,
    context,
  }) => {
    const card = await fixed(app, await sendCard(app))
    await context.clearCookies()
    await app.ask('what is gas?')
    const signIn = page.getByRole('button', { name: 'Sign in', exact: true })
    await expect(signIn).toBeVisible()
    await expect(card).toHaveAttribute('data-state', 'ready')
    await app.countersign(card).click()
    await expect(card).toHaveAttribute('data-state', 'confirmed')
    await expect(card).toHaveAttribute('data-reported', 'false')
    await signIn.click()
    await expectOneOutcome(app, wallet, card)
  })

  test('after the network was gone', async ({ signedIn: app, wallet, context, page }) => {
    const card = await fixed(app, await sendCard(app))
    await context.setOffline(true)
    await expect(page.getByText('You are offline')).toBeVisible()
    await context.setOffline(false)
    await expectSigned(app, wallet, card)
  })

  test('after a question and a reload', async ({ signedIn: app, wallet, page }) => {
    const card = await fixed(app, await sendCard(app))
    await talk(app)
    await page.reload()
    await expectSigned(app, wallet, card)
  })

  test('in another tab, opened after a question', async ({ signedIn: app, wallet, context, page }) => {
    const card = await fixed(app, await sendCard(app))
    await talk(app)
    const other = new App(await context.newPage())
    await other.page.goto(page.url())
    await expectSigned(other, wallet, await fixed(other, card))
    await expect(card).toHaveAttribute('data-state', 'confirmed')
    await expect(app.countersign(card)).toHaveCount(0)
  })

  test('after it was rejected in the wallet', async ({ signedIn: app, wallet }) => {
    const card = await fixed(app, await sendCard(app))
    wallet.next.push('reject')
    await app.countersign(card).click()
    await expect(card).toContainText('You rejected the request in your wallet. Nothing was sent')
    await talk(app)
    await expect(card).toHaveAttribute('data-state', 'ready')
    await expect(card).toHaveAttribute('data-reported', 'false')
    await expectSigned(app, wallet, card, 1)
  })

  test('after an answer was stopped', async ({ signedIn: app, wallet, page }) => {
    const card = await fixed(app, await sendCard(app))
    await app.script('think about it', [], 'Let me think.', { hangs: true })
    await app.ask('think about it')
    await expect(page.getByText('Let me think.')).toBeVisible()
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
    await expectSigned(app, wallet, card)
  })

  test('in another browser of the same wallet, after a question in the first', async ({
    signedIn: app,
    wallet,
    browser,
  }) => {
    const card = await fixed(app, await sendCard(app))
    await talk(app)
    const device = await browser.newContext({ reducedMotion: 'reduce' })
    const otherWallet = await installBrowserWallet(device, wallet.privateKey)
    const other = new App(await device.newPage())
    await other.signInWithBrowserWallet()
    await other.page.locator('[data-entry]').first().click()
    const same = await fixed(other, card)
    // The request was typed in the first browser: this one knows it only from the service.
    await other.accept(same)
    await expectSigned(other, otherWallet, same)
    await expect(card).toHaveAttribute('data-state', 'confirmed')
    await expect(app.countersign(card)).toHaveCount(0)
    expect(wallet.requests.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(0)
    // The first browser knows it by the service's word, until the chain has confirmed it.
    await app.page.goto('/activity')
    await expect(app.page.locator('[data-activity]').first()).toContainText('Send 0.1 ETH')
    await device.close()
  })
})

test('a card that waits for the network says so, is never red, and is reviewed again by itself', async ({
  signedIn: app,
  page,
  wallet,
}) => {
  const restore = await cutRpc(page)
  const card = await fixed(
    app,
    await app.askForCard(`send 0.1 ETH to ${recipient}`, 'send_native_gas_token', 'reviewing'),
  )
  await expect(card).toHaveAttribute('data-waiting', 'true')
  await expect(card).toContainText('Waiting for the network')
  await expect(card.locator('.border-seal, .border-l-seal')).toHaveCount(0)
  await restore()
  await expectSigned(app, wallet, card)
})

test('“make it 0.2 instead” replaces the card: the new one is signed, the old one cannot be', async ({
  signedIn: app,
  page,
  wallet,
}) => {
  const before = await nativeBalance(recipient)
  const old = await fixed(app, await sendCard(app))
  const newer = await fixed(app, await app.askForCard('make it 0.2 ETH instead', 'send_native_gas_token'))
  const expectReplaced = async () => {
    await expect(old).toHaveAttribute('data-state', 'superseded')
    await expect(old).toContainText('Replaced by: Send 0.2 ETH')
    await expect(app.countersign(old)).toHaveCount(0)
    await expect(app.decline(old)).toHaveCount(0)
  }
  await expectReplaced()
  await old.getByRole('button', { name: 'Show the newer one' }).click()
  await expect(newer).toBeFocused()
  await page.reload()
  await expectReplaced()
  await expectSigned(app, wallet, newer)
  expect((await nativeBalance(recipient)) - before).toBe(parseEther('0.2'))
})

test('the tray counts open cards everywhere, and leads to each', async ({ signedIn: app, page, wallet }) => {
  const tray = page.getByRole('button', { name: /to countersign/ })
  await expect(tray).toHaveCount(0)
  const card = await fixed(app, await sendCard(app))
  await expect(tray).toHaveAccessibleName('1 proposal to countersign')
  await expect(page).toHaveTitle(/^\(1\) /)
  await page.getByRole('button', { name: 'Countersign: new conversation' }).click()
  await app.askForCard('swap 1 ETH to USDC', 'execute_router_swap')
  await expect(tray).toHaveAccessibleName('2 proposals to countersign')
  await expect(page).toHaveTitle(/^\(2\) /)
  await page.goto('/settings')
  await tray.press('Enter')
  const lines = page.getByRole('dialog', { name: 'Open proposals and transactions' }).getByRole('listitem')
  await expect(lines).toHaveText([/Swap 1 ETH/, /Send 0\.1 ETH/])
  await lines.last().getByRole('button').press('Enter')
  await expect(card).toBeFocused()
  await expectSigned(app, wallet, card)
  await expect(tray).toHaveAccessibleName('1 proposal to countersign')
})

test('an address that is written later does not make an old card asked for', async ({ signedIn: app, page }) => {
  const stranger = privateKeyToAddress(generatePrivateKey())
  await app.script('what is new today?', [
    {
      name: 'send_native_gas_token',
      parameters: { to: stranger, chainId: 31337, value: parseEther('0.1').toString() },
    },
  ])
  const card = await fixed(app, await app.askForCard('what is new today?', 'send_native_gas_token'))
  const findings = () =>
    card
      .locator('[data-rule][data-level="DANGER"]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-rule')))
  const before = await findings()
  expect(before).not.toEqual([])
  const expectSame = async () => {
    await expect(card).toHaveAttribute('data-state', 'ready')
    await expect(card.getByRole('button', { name: /^Hold to accept/ })).toBeVisible()
    expect(await findings()).toEqual(before)
  }
  await app.ask(`send 0.1 ETH to ${stranger}`)
  await expect(page.locator('article[data-tool="send_native_gas_token"]')).toHaveCount(2)
  await expectSame()
  await page.reload()
  await expectSame()
})

test('a declined card is proposed again with a click, and signed', async ({ signedIn: app, wallet, page }) => {
  const before = await nativeBalance(recipient)
  const declined = await fixed(app, await sendCard(app))
  await app.decline(declined).click()
  await expect(declined).toHaveAttribute('data-reported', 'true')
  await declined.getByRole('button', { name: 'Propose again' }).click()
  await expect(page.locator('article[data-tool="send_native_gas_token"]')).toHaveCount(2)
  const again = await fixed(app, app.card())
  expect(await again.getAttribute('data-call')).not.toBe(await declined.getAttribute('data-call'))
  await expect(again).toHaveAttribute('data-state', 'ready')
  // It answers the first request, which names the recipient.
  await expect(app.countersign(again)).toBeVisible()
  await expectSigned(app, wallet, again)
  await expect(declined).toHaveAttribute('data-state', 'rejected')
  expect((await nativeBalance(recipient)) - before).toBe(parseEther('0.1'))
})
