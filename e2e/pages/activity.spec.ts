import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { getAddress } from 'viem'
import { expect, test } from '../fixtures/app'
import { violations } from '../fixtures/axe'

const friend = getAddress('0x00000000000000000000000000000000c0ffee17')

const row = (page: Page, what: RegExp): Locator => page.locator('[data-activity]').filter({ hasText: what })

async function openActivity(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account 0x/ }).click()
  await page.getByRole('menuitem', { name: 'Activity' }).click()
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible()
}

/** Returns the text of a settled card, without what changes with time. */
const wordsOf = async (card: Locator) =>
  // biome-ignore lint/performance/useDomNodeTextContent: its lines are compared as laid out
  (await card.innerText())
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('Telling the agent') && line !== 'The agent has been told.')

test('a receipt reads the same after a reload: request, figures, findings, recipient', async ({
  signedIn: app,
  page,
}) => {
  const swap = await app.askForCard('swap 100 USDC to DAI', 'execute_router_swap')
  await app.countersign(swap).click()
  await expect(swap).toHaveAttribute('data-reported', 'true')
  await expect(swap.locator('[data-record]')).toContainText('when you countersigned it')
  await expect(swap.locator('[data-record]')).toContainText('swap 100 USDC to DAI')
  await expect(swap.getByRole('row', { name: /Leaves −100 USDC −100 USDC/ })).toBeVisible()
  const send = await app.askForCard(`send 0.25 ETH to ${friend}`, 'send_native_gas_token')
  await app.accept(send)
  await app.countersign(send).click()
  await expect(send).toHaveAttribute('data-reported', 'true')
  await expect(send.getByRole('row', { name: /Leaves −0.25 ETH −0.25 ETH/ })).toBeVisible()
  const before = [await wordsOf(swap), await wordsOf(send)]
  expect(before[0]?.join(' ')).toMatch(/Swap 100 USDC for at least/)
  expect(before[0]?.join(' ')).toMatch(/Slippage up to 0.5%/)
  expect(before[1]?.join('')).toContain(friend)

  await page.reload()
  await expect(app.card('send_native_gas_token').locator('[data-record]')).toBeVisible()
  await expect(app.card('execute_router_swap').locator('[data-record]')).toBeVisible()
  await expect(async () => {
    expect(await wordsOf(app.card('execute_router_swap'))).toEqual(before[0])
    expect(await wordsOf(app.card('send_native_gas_token'))).toEqual(before[1])
  }).toPass()
  expect(await violations(page)).toEqual([])
})

test('a blocked lie keeps its reason, and activity shows all of it: found, filtered, saved', async ({
  signedIn: app,
  page,
}) => {
  const swap = await app.askForCard('swap 100 USDC to DAI', 'execute_router_swap')
  await app.countersign(swap).click()
  await expect(swap).toHaveAttribute('data-reported', 'true')
  await page.getByRole('button', { name: 'New conversation', exact: true }).click()
  await page.getByRole('radio', { name: 'Liar' }).check()
  const lie = await app.askForCard('Send 0.1 ETH to friend.countersign.eth', 'send_native_gas_token', 'blocked')
  // Without the button that checks an open card again.
  const reason = (await lie.locator('[data-rule="G11"]').textContent())?.replace('Check again', '') ?? ''
  await app.decline(lie).click()
  await expect(lie).toHaveAttribute('data-reported', 'true')
  await page.reload()
  await expect(app.card('send_native_gas_token')).toHaveAttribute('data-state', 'rejected')
  await expect(app.card('send_native_gas_token').locator('[data-rule="G11"]')).toHaveText(reason)

  await openActivity(page)
  await expect(page.locator('[data-activity]')).toHaveCount(2)
  const [newest, oldest] = [page.locator('[data-activity]').first(), page.locator('[data-activity]').last()]
  await expect(newest).toContainText('Send 0.1 ETH')
  await expect(newest).toContainText('Blocked:')
  await expect(oldest).toContainText('Swap 100 USDC for DAI')
  await expect(oldest).toContainText('−100 USDC')
  await expect(oldest.locator('[data-hash]').last()).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.getByText('Filters').click()
  await page.getByRole('combobox', { name: 'State' }).click()
  await page.getByRole('option', { name: 'Done' }).click()
  await expect(page.locator('[data-activity]')).toHaveCount(1)
  await expect(row(page, /Swap 100 USDC/)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '1 of 2 proposals.' })).toBeVisible()
  await page.getByRole('button', { name: 'Show everything' }).click()
  await page.getByRole('combobox', { name: 'Token' }).click()
  await page.getByRole('option', { name: 'DAI' }).click()
  await expect(page.locator('[data-activity]')).toHaveCount(1)
  await page.getByRole('button', { name: 'Show everything' }).click()
  await page.getByLabel('Search', { exact: true }).fill('friend')
  await expect(page.locator('[data-activity]')).toHaveCount(1)
  await page.getByLabel('Search', { exact: true }).fill('nothing of the kind')
  await expect(page.getByText('No proposals match.')).toBeVisible()
  await page.getByRole('region', { name: 'Nothing found' }).getByRole('button').click()

  await page.getByText('Totals of 1 completed proposal').click()
  await expect(page.getByRole('row', { name: /USDC.*−100 USDC/ })).toBeVisible()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('activity.csv')
  const csv = await readFile(await saved.path(), 'utf8')
  expect(csv.split('\r\n')).toHaveLength(4)
  expect(csv).toContain('"Swap 100 USDC for DAI on Ethereum (local)","Confirmed","this browser","100 USDC"')

  const savingAll = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save transactions as CSV' }).click()
  const transactions = await readFile(await (await savingAll).path(), 'utf8')
  expect(transactions).toMatch(
    /^"\d{4}-\d\d-\d\dT[\d:.]+Z","Swap","100 USDC","[\d.]+ DAI","0\.\d+","ETH","Ethereum \(local\)","0x[0-9a-f]{64}","0x[0-9a-fA-F]{40}","","success","chain"/m,
  )

  await oldest.getByRole('button', { name: /^Open the card/ }).click()
  await expect(page.locator('article[data-tool="execute_router_swap"]')).toBeFocused()
})

test('activity without entries, and without an account', async ({ signedIn: app, page }) => {
  await page.goto('/activity')
  await expect(page.getByText('Nothing yet.').last()).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: /^Account 0x/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(app.page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
})

test('a receipt is printed alone, and copied as text', async ({ signedIn: app, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const card = await app.askForCard('swap 10 USDC to DAI', 'execute_router_swap')
  await app.countersign(card).click()
  await expect(card).toHaveAttribute('data-reported', 'true')
  await expect(card.getByRole('row', { name: /Leaves −10 USDC −10 USDC/ })).toBeVisible()
  await card.getByRole('button', { name: 'Copy as text' }).click()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  expect(text).toContain('Swap: Swap 10 USDC for DAI on Ethereum (local)')
  expect(text).toContain('You wrote: “swap 10 USDC to DAI”')
  expect(text).toContain('Left: 10 USDC')
  expect(text).toMatch(/0x[0-9a-f]{64}/)
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-asked-to-print', '')
  })
  await card.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body[data-asked-to-print]')).toHaveCount(1)
  await page.emulateMedia({ media: 'print' })
  await expect(card).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Conversations' })).toBeHidden()
  await expect(page.locator('article[data-role="user"]')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(app.composer()).toBeVisible()
})
