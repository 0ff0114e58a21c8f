import type { Page } from '@playwright/test'
import { z } from 'zod'
import { type App, expect, test } from '../fixtures/app'
import { succeeded } from '../fixtures/chain'
import { environment } from '../fixtures/environment'
import { readableFrom } from '../fixtures/network'

const returnsSchema = z.array(
  z.looseObject({ id: z.unknown(), result: z.looseObject({ txHash: z.string().optional() }) }),
)

test.describe('as the front end of a foreign agent service', () => {
  test.use({ baseURL: environment.remote.origin })

  test.beforeEach(({ page }) => readableFrom(page, environment.remote.origin))

  const signIn = async (app: App, page: Page) => {
    await page.goto('/')
    await app.connectBrowserWallet()
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(app.composer()).toBeEditable()
  }

  test('says that the service no longer accepts an outcome', async ({ app, page, wallet: _ }) => {
    await signIn(app, page)
    const card = await app.askForCard('send and be completed', 'send_native_gas_token')
    await app.decline(card).click()
    await expect(card).toHaveAttribute('data-state', 'rejected')
    await expect(card).toHaveAttribute('data-reported', 'true')
    await expect(card).toContainText('The agent service did not accept this outcome, so the agent does not know it.')
    await expect(card).not.toContainText('Reporting to the agent')
  })

  test('says of a card that the service has let go of what it can still do, and signs it, once', async ({
    app,
    page,
    wallet,
  }) => {
    await signIn(app, page)
    const open = await app.askForCard('send something', 'send_native_gas_token')
    const card = page.locator(`article[data-call="${await open.getAttribute('data-call')}"]`)
    await app.ask('never mind that, what is gas?')
    const finding = card.locator('[data-rule="unawaited"]')
    await expect(finding).toContainText('The agent service no longer waits for this')
    await expect(finding).toContainText('You can still countersign it')
    await expect(card).toHaveAttribute('data-state', 'ready')
    await app.accept(card)
    await app.countersign(card).click()
    await expect(card).toHaveAttribute('data-state', 'confirmed')
    await expect(card).toHaveAttribute('data-reported', 'true')
    const hash = await app.hashOf(card, 'send')
    expect(await succeeded(hash)).toBe(true)
    const returns = returnsSchema.parse(await (await fetch(`${environment.remote.serviceOrigin}/returns`)).json())
    expect(returns.filter(({ result }) => result.txHash === hash)).toHaveLength(1)
    expect(wallet.requests.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(1)
  })

  test('says that an answer was cut off, and asks again when told to', async ({ app, page, wallet: _ }) => {
    await signIn(app, page)
    await app.ask('break')
    // Shown before the connection breaks: the browser drops what the page has not read by then.
    await expect(page.locator('article[data-role="agent"]')).toContainText('Let me')
    await fetch(`${environment.remote.serviceOrigin}/break`)
    const broken = page.locator('article[data-role="agent"][data-status="broken"]')
    // The page tries to get the rest a few times before it says so.
    await expect(broken).toContainText('The answer was cut off')
    await expect(broken).toContainText('Let me')
    const asked = page.waitForRequest((request) => request.postData()?.includes('message/stream') ?? false)
    await broken.getByRole('button', { name: 'Try again' }).click()
    await asked
  })

  test('signs in to it, executes its call, and reports the hash', async ({ app, page, wallet }) => {
    await page.goto('/')
    await expect(page.getByText('Foreign trader').first()).toBeVisible()
    await app.connectBrowserWallet()
    // The message names the other service, and the page says so before it asks for the signature.
    const service = new URL(environment.remote.serviceOrigin).host
    await expect(page.getByText(service).first()).toBeVisible()
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(app.composer()).toBeEditable()
    const [signed] = wallet.requests.filter(({ method }) => method === 'personal_sign')
    expect(signed).toBeDefined()

    const card = await app.askForCard('send in tool-calls-as-text', 'send_native_gas_token')
    // The person named no receiver, and the card says so.
    await app.accept(card)
    await app.countersign(card).click()
    await expect(card).toHaveAttribute('data-state', 'confirmed')
    await expect(card).toHaveAttribute('data-reported', 'true')
    const hash = await app.hashOf(card, 'send')
    expect(await succeeded(hash)).toBe(true)
    const returns = returnsSchema.parse(await (await fetch(`${environment.remote.serviceOrigin}/returns`)).json())
    expect(returns.map(({ result }) => result.txHash)).toContain(hash)

    await page.reload()
    await expect(app.composer()).toBeEditable()
    await expect(app.card('send_native_gas_token')).toHaveAttribute('data-state', 'confirmed')
  })
})
