import { createTestClient, getAddress, http, parseEther } from 'viem'
import { z } from 'zod'
import { expect, test } from '../fixtures/app'
import { environment } from '../fixtures/environment'
import {
  cutAnswer,
  cutLateParts,
  cutParts,
  cutRpc,
  cutService,
  falsifyCalls,
  holdReceipts,
  limitRate,
} from '../fixtures/network'

const recipient = getAddress('0x00000000000000000000000000000000c0ffee02')

test('the session ends in mid-use: nothing on screen is lost, and the message is sent after signing in', async ({
  signedIn: app,
  page,
  context,
}) => {
  await app.ask('hello')
  await expect(page.locator('article[data-role="agent"][data-status="complete"]')).toHaveCount(1)
  await app.composer().fill('what is ETH worth?')
  await context.clearCookies()
  await app.composer().press('Enter')
  await expect(page.getByRole('heading', { name: /Session ended/ })).toBeVisible()
  await expect(page.getByText('what is ETH worth?')).toBeVisible()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.locator('article[data-role="agent"][data-status="complete"]')).toHaveCount(2)
})

test('the account cannot pay the fee: once it can, the card is checked again', async ({ signedIn: app, wallet }) => {
  const { address } = wallet
  const node = createTestClient({ mode: 'anvil', transport: http(environment.rpcUrl[31337]) })
  await node.setBalance({ address, value: 0n })
  const card = await app.askForCard('supply 100 USDC to the lending market', 'lending_supply', 'blocked')
  const finding = card.locator('[data-rule="G6"]')
  await expect(finding).toContainText('Not enough ETH')
  await finding.getByRole('button', { name: 'Check again' }).click()
  await expect(card).toHaveAttribute('aria-busy', 'false')
  await expect(card).toHaveAttribute('data-state', 'blocked')
  await node.setBalance({ address, value: parseEther('1') })
  await finding.getByRole('button', { name: 'Check again' }).click()
  await expect(card).toHaveAttribute('data-state', 'ready')
  await expect(card.getByRole('button', { name: 'Check again' })).toHaveCount(0)
  await app.accept(card)
  await expect(app.countersign(card)).toBeEnabled()
})

test('offline, a card can be declined but not countersigned', async ({ signedIn: app, context, wallet }) => {
  const card = await app.askForCard(`send 0.1 ETH to ${recipient}`, 'send_native_gas_token')
  await expect(app.countersign(card)).toBeEnabled()
  await context.setOffline(true)
  await expect(card.getByRole('button', { name: 'Offline' })).toBeDisabled()
  await expect(app.countersign(card)).toHaveCount(0)
  await expect(app.decline(card)).toBeEnabled()
  await context.setOffline(false)
  await expect(app.countersign(card)).toBeEnabled()
  await context.setOffline(true)
  await app.decline(card).click()
  await expect(card).toHaveAttribute('data-state', 'rejected')
  await expect(card).toHaveAttribute('data-reported', 'false')
  await context.setOffline(false)
  await expect(card).toHaveAttribute('data-reported', 'true')
  expect(wallet.requests.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(0)
})

test('the service goes away in the middle of an answer: the page says so, and reads on once it is back', async ({
  signedIn: app,
  page,
}) => {
  const restore = await cutAnswer(page)
  await app.ask('hello')
  const silence = page.getByText('The agent service is not responding')
  await expect(silence).toBeVisible()
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  await restore()
  await expect(page.locator('article[data-role="agent"][data-status="complete"]')).toHaveCount(1)
  await expect(silence).toBeHidden()
})

test('an answer that the agent could not finish is marked as such for good', async ({ signedIn: app, page }) => {
  await app.script('break down', [], 'First, I look at every pool', { fails: true })
  await app.ask('break down')
  const mark = page.locator('article').getByText('The answer was cut off')
  await expect(mark).toBeVisible()
  await app.ask('hello')
  await expect(page.locator('article[data-role="agent"][data-status="complete"]').last()).toContainText('Hello')
  await page.reload()
  await expect(app.composer()).toBeEditable()
  await expect(page.locator('article').getByText('First, I look at every pool')).toBeVisible()
  await expect(mark).toHaveCount(1)
})

test('the wallet is on another chain: the card asks to switch, and then executes', async ({
  signedIn: app,
  wallet,
}) => {
  await wallet.switchChain(31338)
  await app.ask(`send 0.1 ETH to ${recipient} on ethereum`)
  const card = app.card('send_native_gas_token')
  await expect(card).toHaveAttribute('data-state', 'blocked')
  await card.getByRole('button', { name: /switch/i }).click()
  await expect(card).toHaveAttribute('data-state', 'ready')
  expect(wallet.chainId()).toBe(31337)
  await app.countersign(card).click()
  await expect(card).toHaveAttribute('data-state', 'confirmed')
})

test('the service is down: the message is kept and sent later', async ({ signedIn: app, page }) => {
  const restore = await cutService(page)
  await app.ask('hello')
  await expect(page.getByText(/not known whether this was sent|not responding/i).first()).toBeVisible()
  await restore()
  const again = page.getByRole('button', { name: /send again|try again/i }).first()
  if (await again.isVisible()) await again.click()
  await expect(page.locator('article[data-role="agent"][data-status="complete"]')).toHaveCount(1)
})

test('the chain does not answer: the card waits, cannot be signed by mistake, and is reviewed by itself', async ({
  signedIn: app,
  page,
  wallet,
}) => {
  const restore = await cutRpc(page)
  await app.ask(`send 0.1 ETH to ${recipient}`)
  const card = app.card('send_native_gas_token')
  await expect(card).toBeVisible()
  await expect(card).toHaveAttribute('data-waiting', 'true')
  await expect(card).toContainText('Waiting for the network')
  await expect(card).not.toContainText(/Blocked|Not possible/)
  await expect(app.countersign(card)).toHaveCount(0)
  expect(wallet.requests.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(0)
  await restore()
  await expect(card).toHaveAttribute('data-state', 'ready')
})

test('the network goes away and comes back: the open card waits, and is ready again by itself', async ({
  signedIn: app,
  context,
}) => {
  const card = await app.askForCard('swap 100 USDC to DAI', 'execute_router_swap')
  await context.setOffline(true)
  await card.locator('summary', { hasText: 'Slippage' }).click()
  await card.getByRole('button', { name: 'New quote' }).click()
  await expect(card).toHaveAttribute('data-waiting', 'true')
  await expect(card).not.toContainText(/Blocked|Not possible/)
  await context.setOffline(false)
  await expect(card).toHaveAttribute('data-state', 'ready')
  await expect(card).not.toContainText('Waiting for the network')
})

test('the chain falls silent while a transaction is under way: the card waits and says why', async ({
  signedIn: app,
  page,
  wallet,
}) => {
  const release = await holdReceipts(page)
  const card = await app.askForCard(`send 0.1 ETH to ${recipient}`, 'send_native_gas_token')
  await app.countersign(card).click()
  await expect(card).toHaveAttribute('data-state', 'confirming')
  const hash = await app.hashOf(card, 'send')
  const restore = await cutRpc(page)
  await expect(card).toContainText('Your transaction is not affected')
  await expect(card).toHaveAttribute('data-state', 'confirming')
  release()
  await restore()
  await expect(card).toHaveAttribute('data-state', 'confirmed')
  await expect(card).not.toContainText('is not responding')
  await expect(card).toHaveAttribute('data-reported', 'true')
  expect(await app.resultAtService(card)).toEqual({ status: 'success', txHash: hash, chainId: 31337 })
  expect(wallet.requests.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(1)
})

test('the service accepts nothing for now: the message waits its time and is sent once', async ({
  signedIn: app,
  page,
}) => {
  const posted: unknown[] = []
  const sentSchema = z.looseObject({
    method: z.string(),
    params: z.looseObject({ message: z.looseObject({ messageId: z.string() }) }),
  })
  page.on('request', (request) => {
    const body = request.url().endsWith('/api/a2a') ? sentSchema.safeParse(request.postDataJSON()) : null
    if (body?.data?.method === 'message/stream') posted.push(body.data.params.message.messageId)
  })
  await limitRate(page, 3)
  await app.ask('hello')
  await expect(page.getByText('Too many messages at once')).toBeVisible()
  await expect(page.locator('article[data-role="user"]')).toContainText('hello')
  await expect(page.locator('article[data-role="user"]')).toHaveAttribute('data-status', 'sending')
  await expect(page.locator('article[data-role="agent"][data-status="complete"]')).toHaveCount(1)
  await expect(page.locator('article[data-role="user"]')).toHaveAttribute('data-status', 'sent')
  await expect(page.getByText('Too many messages at once')).toBeHidden()
  expect(posted).toHaveLength(2)
  expect(new Set(posted).size, 'the same message, so that the service runs it once').toBe(1)
})

test('Stop ends the answer, and the card that was open before can be signed', async ({ signedIn: app, page }) => {
  const card = await app.askForCard(`send 0.1 ETH to ${recipient}`, 'send_native_gas_token')
  await app.script('think about it', [], 'Let me think.', { hangs: true })
  await app.ask('think about it')
  await expect(page.getByText('Let me think.')).toBeVisible()
  // A message written meanwhile waits, and says so.
  await app.composer().fill('what do I hold?')
  await app.composer().press('Enter')
  const waiting = page.getByRole('region', { name: 'Waiting to be sent' })
  await expect(waiting).toContainText('what do I hold?')
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
  await expect(waiting.getByRole('button', { name: 'Send now' })).toBeVisible()
  await expect(waiting).toContainText('what do I hold?')
  // The answer ends, but not the task.
  expect((await app.task()).status.state).toBe('input-required')
  await app.accept(card)
  await app.countersign(card).click()
  await expect(card).toHaveAttribute('data-state', 'confirmed')
  await expect(card).toHaveAttribute('data-reported', 'true')
  expect(await app.resultAtService(card)).toMatchObject({ status: 'success' })
})

test.describe('an agent that lies', () => {
  test('an unknown tool can only be declined', async ({ signedIn: app, page }) => {
    await falsifyCalls(page, () => ({ name: 'drain_wallet', parameters: { everything: true } }))
    await app.ask(`send 0.1 ETH to ${recipient}`)
    const card = app.card('drain_wallet')
    await expect(card).toHaveAttribute('data-state', 'blocked')
    await expect(card).toContainText('drain_wallet')
    await expect(app.countersign(card)).toHaveCount(0)
    await app.decline(card).click()
    await expect(card).toHaveAttribute('data-state', 'rejected')
  })

  test('wrong decimals of a token are caught', async ({ signedIn: app, page }) => {
    await falsifyCalls(page, ({ parameters }) => ({ parameters: { ...parameters, fromTokenDecimals: 18 } }))
    await app.ask('swap 100 USDC to DAI')
    const card = app.card('execute_router_swap')
    await expect(card).toHaveAttribute('data-state', 'blocked')
    await expect(card.locator('[data-level="BLOCK"]').first()).toBeVisible()
    await expect(app.countersign(card)).toHaveCount(0)
  })

  test('false balances are struck through beside the chain’s', async ({ signedIn: app, page }) => {
    await falsifyCalls(page, ({ parameters }) => ({
      parameters: {
        ...parameters,
        balances: [{ symbol: 'USDC', amount: '999999', value: 999999 }],
        totalValue: 999999,
      },
    }))
    await app.ask('what do I hold?')
    const card = app.card('show_token_balance_ui')
    await expect(card.locator('s', { hasText: '999999' }).first()).toBeVisible()
    await expect(card.locator('[data-verdict="differs"]')).toHaveCount(1)
  })

  test('a recipient that the person never named is marked', async ({ signedIn: app, page }) => {
    const stranger = '0x1111111111111111111111111111111111111111'
    await falsifyCalls(page, ({ parameters }) => ({ parameters: { ...parameters, to: stranger } }))
    await app.ask(`send 0.1 ETH to ${recipient}`)
    const card = app.card('send_native_gas_token')
    await expect(card.locator('[data-rule="G10"]')).toBeVisible()
  })

  test('a token without a contract is reported, and can only be declined', async ({ signedIn: app, page }) => {
    await falsifyCalls(page, () => ({
      name: 'transfer_nft',
      parameters: { contractAddress: recipient, tokenId: '7', toAddress: recipient, chainId: 31337 },
    }))
    await app.ask(`send 0.1 ETH to ${recipient}`)
    const card = app.card('transfer_nft')
    await expect(card).toContainText('There is no contract at this address')
    await expect(app.countersign(card)).toHaveCount(0)
    await app.decline(card).click()
    await expect(card).toHaveAttribute('data-state', 'rejected')
  })
})

test('a page that does not load says so, that no money moved, and what to do', async ({ page }) => {
  const restore = await cutLateParts(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'Connect my own wallet' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Something broke on this page' })
  await expect(alert).toContainText('This moved no money')
  await expect(alert).toContainText('Is your wallet still asking you')
  await alert.getByText('For a report').click()
  await expect(alert).toContainText('did not load')
  // The pages that stand in for another one follow the theme as well.
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await restore()
  await alert.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByRole('button', { name: 'Try it with a Demo wallet' })).toBeVisible()
})

test('a part of the page that does not load affects nothing else', async ({ signedIn: app, page }) => {
  await app.ask('hello')
  await expect(page.locator('article[data-role="agent"][data-status="complete"]')).toHaveCount(1)
  const account = page.getByRole('button', { name: /^Account 0x/ })
  await account.hover()
  await page.waitForLoadState('networkidle')
  await cutParts(page, 'abort')
  await page.getByRole('button', { name: 'Activity' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'could not be loaded' })).toBeVisible()
  await account.click()
  await page.getByRole('menuitem', { name: 'Plans' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'could not be loaded' })).toBeVisible()
  await page.getByRole('button', { name: 'hello', exact: false }).first().click()
  await expect(page.locator('article[data-role="agent"]')).toHaveCount(1)
  await expect(app.composer()).toBeEditable()
})

test('a missing or unreadable address is answered in words and in the theme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const address of ['/nothing', '/chat/%zz']) {
    expect((await page.goto(address))?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  }
  const nothing = await page.request.get('/api/nothing')
  expect(nothing.status()).toBe(404)
  expect(await nothing.json()).toEqual({ message: 'There is nothing at this address.', code: 'NOT_FOUND' })
})

for (const [how, script] of [
  [
    'is forbidden',
    "Object.defineProperty(window, 'localStorage', { configurable: true, get() { throw new DOMException('denied', 'SecurityError') } })",
  ],
  ['is full', "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }"],
] as const)
  test(`storage that ${how}: signing in, asking and signing work, and the page says what it forgets`, async ({
    app,
    page,
  }) => {
    await page.addInitScript({ content: script })
    await app.signInWithDemoWallet()
    await expect(page.getByText('This browser does not keep settings for this site')).toBeVisible()
    const card = await app.askForCard(`send 0.1 ETH to ${recipient}`, 'send_native_gas_token')
    await app.accept(card)
    await app.countersign(card).click()
    await app.demoWallet('Send')
    await expect(card).toHaveAttribute('data-state', 'confirmed')
  })
