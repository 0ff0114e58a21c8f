import type { Locator, Page, Route } from '@playwright/test'
import { parseUnits } from 'viem'
import { z } from 'zod'
import { App, expect, test } from '../fixtures/app'
import { installBrowserWallet } from '../fixtures/browser-wallet'
import { tokenBalance } from '../fixtures/chain'
import { environment } from '../fixtures/environment'
import { readableFrom } from '../fixtures/network'
import { allowNotifications, putInBackground, recordNotifications, shownIn } from '../fixtures/notifications'

const { origin, clockPort, cronSecret } = environment.planner
const day = 86_400_000

const clock = `http://127.0.0.1:${clockPort}`
const turnClock = (ahead: number) => fetch(clock, { method: 'POST', body: String(ahead) })

/** Looks for due plans, as a scheduler does. Returns how many it proposed, those of other accounts among them. */
async function lookForDue(): Promise<number> {
  const response = await fetch(`${origin}/api/cron/plans`, { headers: { authorization: `Bearer ${cronSecret}` } })
  expect(response.status).toBe(200)
  return z.object({ proposed: z.number() }).parse(await response.json()).proposed
}

const conversations = (page: Page) =>
  page.getByRole('navigation', { name: 'Conversations' }).getByRole('button', { name: /ETH/ })

/** Unopened conversations begun by the service, newest first. */
const begun = (page: Page) => conversations(page).and(page.getByRole('button', { name: /^New/ }))

const offer = (page: Page) => page.locator('[data-plan-offer]')

async function makeDailyPlan(app: App): Promise<void> {
  await app.signInWithBrowserWallet()
  await app.ask('buy ETH with 50 USDC on Ethereum every day for 10 days')
  await offer(app.page).getByRole('button', { name: 'Confirm plan' }).click()
  await expect(offer(app.page)).toHaveAttribute('data-state', 'set')
  await expect(app.page.getByText('Plan 1 is set up').first()).toBeVisible()
}

test.use({ baseURL: origin })
// They turn the same clock.
test.describe.configure({ mode: 'default' })
test.beforeEach(async ({ page }) => {
  // The service distrusts a clock that leaps by more than three days, so it goes back in steps that the service sees.
  let ahead = Number(await (await fetch(clock)).text())
  while (ahead > 0) {
    ahead = Math.max(0, ahead - 2 * day)
    await turnClock(ahead)
    await lookForDue()
  }
  await readableFrom(page, origin)
})

test('“Change …” on a plan begins a message, and the confirmed terms take the place of the old ones', async ({
  app,
  page,
  wallet: _,
}) => {
  await makeDailyPlan(app)
  await page.goto('/plans')
  await page.locator('[data-plan="1"]').getByRole('button', { name: 'Change …' }).click()
  await expect(app.composer()).toBeFocused()
  await expect(app.composer()).toHaveValue('Change plan 1 to ')
  await page.keyboard.type('30 USDC')
  await expect(app.composer()).toHaveValue('Change plan 1 to 30 USDC')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Confirm plan' }).click()
  await expect(page.getByRole('button', { name: 'Confirm plan' })).toHaveCount(0)
  await page.goto('/plans')
  await expect(page.locator('[data-plan="2"]')).toContainText('30 USDC for ETH')
  await expect(page.locator('[data-plan="2"]')).toHaveAttribute('data-state', 'active')
  await expect(page.locator('[data-plan="1"]')).toHaveAttribute('data-state', 'canceled')
})

test('a plan comes due once, as a separate proposal, and its page pauses and ends it', async ({
  app,
  page,
  wallet,
}) => {
  await makeDailyPlan(app)
  expect(wallet.requests.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(0)

  await page.getByRole('button', { name: /^Account 0x/ }).click()
  await page.getByRole('menuitem', { name: 'Plans' }).click()
  const plan = page.locator('[data-plan="1"]')
  await expect(plan).toHaveAttribute('data-state', 'active')
  await expect(plan).toContainText('50 USDC for ETH')
  await plan.getByRole('button', { name: 'Pause' }).click()
  await expect(plan).toHaveAttribute('data-state', 'paused')
  await plan.getByRole('button', { name: 'Resume' }).click()
  await expect(plan).toHaveAttribute('data-state', 'active')

  // Two of its dates have passed, and nobody has looked.
  await turnClock(2.6 * day)
  // The server's own timer may have been faster.
  await lookForDue()
  expect(await lookForDue()).toBe(0)
  await page.reload()
  await expect(begun(page)).toHaveCount(1)
  await begun(page).click()
  const card = app.card('execute_router_swap')
  await expect(card).toHaveAttribute('data-state', 'ready')
  const before = await tokenBalance('USDC', wallet.address)
  await app.accept(card)
  await app.countersign(card).click()
  await expect(card).toHaveAttribute('data-state', 'confirmed')
  await expect(card).toHaveAttribute('data-reported', 'true')
  expect(before - (await tokenBalance('USDC', wallet.address))).toBe(parseUnits('50', 6))

  await page.goto('/plans')
  const dialog = page.getByRole('dialog', { name: 'Cancel plan 1?' })
  await plan.getByRole('button', { name: 'Cancel plan' }).click()
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(plan).toHaveAttribute('data-state', 'active')
  await plan.getByRole('button', { name: 'Cancel plan' }).press('Enter')
  await dialog.getByRole('button', { name: 'Cancel plan' }).press('Enter')
  await expect(plan).toHaveAttribute('data-state', 'canceled')
  await expect(plan).toBeFocused()
  await expect(plan).not.toContainText('Purchases to come')
  const known = await conversations(page).count()
  await turnClock(5.2 * day)
  await lookForDue()
  await page.reload()
  await page.waitForLoadState('networkidle')
  await expect(conversations(page)).toHaveCount(known)
})

test('a plan that comes due in the background is told, in the page and by the browser', async ({
  app,
  context,
  page,
  wallet,
}) => {
  expect(wallet.requests).toHaveLength(0)
  await recordNotifications(context)
  await makeDailyPlan(app)
  await allowNotifications(page)
  await expect(page.getByRole('navigation', { name: 'Conversations' }).locator('[data-entry]')).toHaveCount(1)
  await turnClock(1.2 * day)
  await lookForDue()
  await putInBackground(page)
  await expect.poll(() => shownIn(page)).toEqual([{ title: 'A proposal waits for you', body: '' }])
  const news = page.getByRole('region', { name: 'New notifications' })
  await expect(news).toContainText('A proposal waits for you')
  await news.getByRole('button', { name: /^A proposal waits for you/ }).click()
  await expect(app.card('execute_router_swap')).toHaveAttribute('data-state', 'ready')
})

test('a plan is set up by its card, which checks its proposals: after talk, as a replacement, again', async ({
  app,
  page,
  wallet,
}) => {
  const planned = async () =>
    z.object({ plans: z.array(z.unknown()) }).parse(await (await page.request.get('/api/plans')).json())
  await app.signInWithBrowserWallet()
  await app.ask('buy ETH with 50 USDC on Ethereum every day for 10 days')
  await expect(offer(page)).toHaveAttribute('data-state', 'open')
  await expect(offer(page)).toContainText('Buy ETH with 50 USDC, every day')
  await expect(offer(page)).toContainText('after 10 purchases')
  expect((await planned()).plans, 'a sentence sets up nothing').toEqual([])
  await offer(page).getByRole('button', { name: 'Confirm plan' }).click()
  await expect(offer(page)).toHaveAttribute('data-state', 'set')
  expect((await planned()).plans).toHaveLength(1)

  // Its first date comes, for the service and for the page.
  await turnClock(1.6 * day)
  await page.clock.setSystemTime(Date.now() + 1.6 * day)
  await lookForDue()
  await page.reload()
  await begun(page).click()
  const cards = page.locator('article[data-tool="execute_router_swap"]')
  const [first, second, third] = [cards.nth(0), cards.nth(1), cards.nth(2)]
  const terms = (card: Locator) => card.locator('[data-rule="G34"]')
  await expect(first).toHaveAttribute('data-state', 'ready')
  await expect(terms(first)).toHaveCount(0)

  await app.ask('what is a plan?')
  await expect(first).toHaveAttribute('data-state', 'ready')
  await app.ask('swap 60 USDC for ETH instead')
  await expect(first).toHaveAttribute('data-state', 'superseded')
  await expect(second).toHaveAttribute('data-state', 'ready')
  await expect(terms(second)).toContainText('More leaves than your plan says')
  await expect(terms(second), 'asked for in words').toHaveAttribute('data-level', 'WARN')
  await expect(second.locator('[data-rule="G35"]')).toHaveCount(0)
  await app.decline(second).click()
  await expect(second).toHaveAttribute('data-state', 'rejected')

  await first.getByRole('button', { name: 'Propose again' }).click()
  await expect(third).toHaveAttribute('data-state', 'ready')
  await expect(terms(third)).toHaveCount(0)
  await third.locator('[data-origin="plan"]').getByRole('link').click()
  await expect(offer(page)).toBeFocused()
  await expect(offer(page)).toHaveAttribute('data-state', 'set')
  await page.goBack()

  const before = await tokenBalance('USDC', wallet.address)
  await app.accept(third)
  await app.countersign(third).click()
  await expect(third).toHaveAttribute('data-state', 'confirmed')
  await expect(third).toHaveAttribute('data-reported', 'true')
  expect(before - (await tokenBalance('USDC', wallet.address))).toBe(parseUnits('50', 6))
  expect(wallet.requests.filter(({ method }) => method === 'eth_sendTransaction').length).toBeLessThanOrEqual(2)

  await page.goto('/plans')
  await page.locator('[data-plan="1"]').getByRole('link').click()
  await expect(offer(page)).toBeFocused()
  const canceled = await page.request.post('/api/plans/1', { headers: { origin }, data: { do: 'cancel' } })
  expect(canceled.status()).toBe(200)
})

test('a typed yes sets up the plan on screen, as its button does', async ({ app, page, wallet }) => {
  await app.signInWithBrowserWallet()
  await app.ask('buy ETH with 50 USDC on Ethereum every day for 10 days')
  await expect(offer(page)).toHaveAttribute('data-state', 'open')
  await app.ask('yes, please')
  await expect(offer(page)).toHaveAttribute('data-state', 'set')
  await expect(page.getByText('Plan 1 is set up').first()).toBeVisible()
  expect(wallet.requests.filter(({ method }) => method === 'eth_sendTransaction')).toEqual([])
  const canceled = await page.request.post('/api/plans/1', { headers: { origin }, data: { do: 'cancel' } })
  expect(canceled.status()).toBe(200)
})

test('a card withdrawn while on screen closes, and cannot be countersigned', async ({ app, page, wallet }) => {
  await makeDailyPlan(app)
  await turnClock(1.6 * day)
  await lookForDue()
  await page.reload()
  await begun(page).click()
  const card = app.card('execute_router_swap')
  await expect(card).toHaveAttribute('data-state', 'ready')
  await app.accept(card)
  await expect(app.countersign(card)).toBeEnabled()

  // The next date comes and takes its place. The page is kept from learning of it before the click.
  const silent = (route: Route) => route.abort('connectionrefused')
  await page.route('**/api/proposals', silent)
  await turnClock(2.6 * day)
  await lookForDue()
  await app.countersign(card).click()
  await expect(card).toHaveAttribute('data-state', 'superseded')
  await expect(page.getByText('I have taken it back').first()).toBeVisible()

  // The replacement is withdrawn in turn, and its card closes as soon as the page learns of it.
  await page.unroute('**/api/proposals', silent)
  const look = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await look()
  await begun(page).click()
  await expect(card).toHaveAttribute('data-state', 'ready')
  await turnClock(3.6 * day)
  await lookForDue()
  await look()
  await expect(card).toHaveAttribute('data-state', 'superseded')
  expect(wallet.requests.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(0)

  const canceled = await page.request.post('/api/plans/1', { headers: { origin }, data: { do: 'cancel' } })
  expect(canceled.status()).toBe(200)
})

test('two browsers of one person: while one signs a purchase, the other’s wallet is not asked', async ({
  app,
  page,
  wallet,
  browser,
}) => {
  const asked = ({ requests }: typeof wallet) => requests.filter(({ method }) => method === 'eth_sendTransaction')
  const device = await browser.newContext({ baseURL: origin })
  const otherWallet = await installBrowserWallet(device, wallet.privateKey)
  const other = new App(await device.newPage())
  await readableFrom(other.page, origin)
  await makeDailyPlan(app)
  await other.signInWithBrowserWallet()
  await turnClock(1.6 * day)
  await lookForDue()
  await page.reload()
  await begun(page).click()
  await expect(page).toHaveURL(/\/chat\//)
  // A conversation opened in one browser is no longer new in the other.
  await other.page.goto(page.url())
  for (const each of [app, other]) {
    await expect(each.card('execute_router_swap')).toHaveAttribute('data-state', 'ready')
    await each.accept(each.card('execute_router_swap'))
  }
  const [card, same] = [app.card('execute_router_swap'), other.card('execute_router_swap')]

  let release = () => {}
  wallet.next.push({ waitFor: new Promise((resolve) => (release = resolve)) })
  await app.countersign(card).click()
  await expect(card).toHaveAttribute('data-state', 'signing')
  await other.countersign(same).click()
  const danger = same.locator('[data-rule="elsewhere"][data-level="DANGER"]')
  await expect(danger).toContainText('A signature has been pending in another browser since')
  await expect(other.countersign(same)).toHaveCount(0)
  expect(asked(otherWallet)).toHaveLength(0)

  release()
  await expect(card).toHaveAttribute('data-state', 'confirmed')
  await expect(card).toHaveAttribute('data-reported', 'true')
  await danger.getByRole('button', { name: 'Check again' }).click()
  await expect(same).toHaveAttribute('data-state', 'confirmed')
  await expect(same, 'which has seen nothing of it itself').toContainText('Done, according to the service')
  expect(asked(otherWallet)).toHaveLength(0)

  await device.close()
  const canceled = await page.request.post('/api/plans/1', { headers: { origin }, data: { do: 'cancel' } })
  expect(canceled.status()).toBe(200)
})
