import type { Browser, Locator, Page } from '@playwright/test'
import { App, expect, test } from '../fixtures/app'
import { focusGuards, violations } from '../fixtures/axe'
import { type BrowserWallet, installBrowserWallet } from '../fixtures/browser-wallet'

/**
 * Waits for what was done in another browser. A page asks the service for that every few seconds, and at once when
 * somebody comes back to it, which each attempt does.
 */
async function comes(page: Page, check: (patience: { timeout: number }) => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await check({ timeout: 500 })
  }).toPass()
}

const listOf = (page: Page) => page.getByRole('navigation', { name: 'Conversations' })
const entries = (page: Page) => listOf(page).locator('[data-entry]')
const entry = (page: Page, title: string) => entries(page).filter({ hasText: title })
const titles = (page: Page) => listOf(page).locator('.conversation-title').allTextContents()
const axe = (page: Page) => violations(page, { without: focusGuards })

/** Opens another browser of the same wallet, signed in. */
async function otherBrowser(browser: Browser, wallet: BrowserWallet): Promise<App> {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  await installBrowserWallet(context, wallet.privateKey)
  const app = new App(await context.newPage())
  await app.signInWithBrowserWallet()
  return app
}

async function choose(page: Page, of: Locator, item: 'Rename' | 'Pin' | 'Unpin' | 'Delete'): Promise<void> {
  await of.hover()
  await of
    .locator('xpath=..')
    .getByRole('button', { name: /^Options for/ })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Begins a conversation that the agent answers with text. */
async function begin(app: App, message: string, say: string): Promise<void> {
  await app.script(message, [], say)
  await app.page.getByRole('button', { name: 'New conversation', exact: true }).click()
  await app.ask(message)
  await expect(app.page.locator('article[data-role="agent"][data-status="complete"]').last()).toContainText(say)
}

test('the same conversations in two browsers of one wallet', async ({ signedIn: app, wallet, page, browser }) => {
  test.slow()
  const other = await otherBrowser(browser, wallet)
  await begin(app, 'Tell me about the first thing', 'Here is the first.')
  // The page asks by itself, although nobody comes back to it.
  await expect(entry(other.page, 'Tell me about the first thing')).toBeVisible()

  await entry(other.page, 'Tell me about the first thing').click()
  await expect(other.page.locator('article[data-role="agent"]').last()).toContainText('Here is the first.')
  await other.script('And then the second?', [], 'Here is the second.')
  await other.ask('And then the second?')
  await comes(page, (patience) =>
    expect(page.locator('article[data-role="agent"]').last()).toContainText('Here is the second.', patience),
  )

  // Every turn has its time, whichever browser it was said in.
  const turns = page.locator('article[data-role]')
  await expect(turns).toHaveCount(4)
  await expect(turns.locator('time')).toHaveCount(4)
  await expect(other.page.locator('article[data-role] time')).toHaveCount(4)

  // Each browser marks messages edited in the other, and counts those read there as read.
  await begin(app, 'Something else', 'Well.')
  await other.script('And then the third?', [], 'Here is the third.')
  const own = other.page.locator('article[data-role="user"]').last()
  await own.hover()
  await own.getByRole('button', { name: 'Edit and send again' }).click()
  await other.ask('And then the third?')
  await expect(other.page.locator('article[data-role="agent"]').last()).toContainText('Here is the third.')
  const unread = (of: Page, title: string) => listOf(of).locator('li[data-unread]').filter({ hasText: title })
  await comes(page, (patience) => expect(unread(page, 'Tell me about')).toBeVisible(patience))
  await comes(other.page, (patience) => expect(entry(other.page, 'Something else')).toBeVisible(patience))
  await comes(other.page, (patience) => expect(unread(other.page, 'Something else')).toHaveCount(0, patience))
  await entry(page, 'Tell me about').click()
  await expect(page.locator('article[data-resent="edited"]')).toContainText('And then the second?')
  await begin(other, 'Of no account', 'Nothing.')
  await comes(page, (patience) => expect(entry(page, 'Of no account')).toBeVisible(patience))
  await comes(page, (patience) => expect(unread(page, 'Of no account')).toHaveCount(0, patience))

  await choose(page, entry(page, 'Tell me about'), 'Rename')
  await page.getByRole('textbox', { name: 'Title of the conversation' }).fill('My own name')
  await page.keyboard.press('Enter')
  await comes(other.page, (patience) => expect(entry(other.page, 'My own name')).toBeVisible(patience))

  await choose(other.page, entry(other.page, 'My own name'), 'Pin')
  await comes(page, (patience) => expect(listOf(page).getByRole('heading', { name: 'Pinned' })).toBeVisible(patience))
  await choose(page, entry(page, 'My own name'), 'Unpin')
  await comes(other.page, (patience) =>
    expect(listOf(other.page).getByRole('heading', { name: 'Pinned' })).toBeHidden(patience),
  )

  await choose(page, entry(page, 'My own name'), 'Delete')
  await expect(entry(page, 'My own name')).toHaveCount(0)
  await comes(other.page, (patience) => expect(entry(other.page, 'My own name')).toHaveCount(0, patience))
  await listOf(page).getByRole('button', { name: 'Undo' }).click()
  await expect(entry(page, 'My own name')).toBeVisible()
  await comes(other.page, (patience) => expect(entry(other.page, 'My own name')).toBeVisible(patience))
  await other.page.context().close()
})

test('the list: searched, used by keyboard, and not reordered by opening', async ({ signedIn: app, page }) => {
  test.slow()
  await begin(app, 'Where is my money kept best?', 'A flexible vault pays the most.')
  await begin(app, 'How are you today?', 'Well, thank you.')
  expect(await titles(page)).toEqual(['How are you today?', 'Where is my money kept best?'])
  await entry(page, 'Where is my money').click()
  await expect(page.getByText('A flexible vault pays the most.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('A flexible vault pays the most.')).toBeVisible()
  await expect(app.composer()).toBeEditable()
  expect(await titles(page)).toEqual(['How are you today?', 'Where is my money kept best?'])
  expect(await axe(page)).toEqual([])

  await page.getByRole('searchbox', { name: 'Search conversations' }).fill('flexible vault')
  await expect(entries(page)).toHaveCount(1)
  await expect(entries(page)).toContainText('A flexible vault pays')
  await page.getByRole('searchbox', { name: 'Search conversations' }).press('ArrowDown')
  await expect(entries(page)).toBeFocused()
  await page.getByRole('searchbox', { name: 'Search conversations' }).press('Escape')
  await expect(entries(page)).toHaveCount(2)

  const [newest, older] = [entry(page, 'How are you'), entry(page, 'Where is my money')]
  await newest.focus()
  await page.keyboard.press('ArrowDown')
  await expect(older).toBeFocused()
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'Title of the conversation' }).fill('Vaults')
  await page.keyboard.press('Enter')
  await expect(entry(page, 'Vaults')).toBeFocused()
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Escape')
  await entry(page, 'Vaults').focus()
  await page.keyboard.press('Delete')
  await expect(newest).toBeFocused()
  await listOf(page).getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(entry(page, 'Vaults')).toBeFocused()
})

test('turns: queued, withdrawn, edited and resent, retried, copied, quoted', async ({
  signedIn: app,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await app.script('Say something slowly', [], 'Slowly said.')
  await app.script('What else?', [], 'Nothing else.')
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/a2a', async (route) => {
    if (route.request().postData()?.includes('Say something slowly')) await released
    return route.continue()
  })
  await app.ask('Say something slowly')
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  for (const text of ['What else?', 'Never mind']) {
    await app.composer().fill(text)
    await app.composer().press('Enter')
  }
  const waiting = page.getByRole('region', { name: 'Waiting to be sent' })
  await expect(waiting.getByRole('listitem')).toHaveText(['What else?', 'Never mind'])
  await waiting
    .getByRole('listitem')
    .filter({ hasText: 'Never mind' })
    .getByRole('button', { name: 'Take back' })
    .click()
  await expect(waiting.getByRole('listitem')).toHaveText(['What else?'])
  expect(await axe(page)).toEqual([])
  release()
  const answer = page.locator('article[data-role="agent"]').last()
  await expect(answer).toContainText('Nothing else.')
  await expect(waiting).toBeHidden()

  await app.script('What else is there?', [], 'Really nothing.')
  const own = page.locator('article[data-role="user"]').last()
  await own.hover()
  await own.getByRole('button', { name: 'Edit and send again' }).click()
  await expect(app.composer()).toHaveValue('What else?')
  await expect(app.composer()).toBeFocused()
  await app.ask('What else is there?')
  await expect(answer).toContainText('Really nothing.')
  await expect(page.locator('article[data-resent="edited"]')).toContainText('You changed this and sent it again below')

  await answer.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('article[data-resent="again"]')).toHaveCount(1)
  await expect(page.locator('article[data-role="agent"]')).toHaveCount(4)
  await expect(answer).toContainText('Really nothing.')

  await answer.getByRole('button', { name: 'Copy' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Really nothing.')
  await answer.getByRole('button', { name: 'Quote' }).click()
  await expect(app.composer()).toHaveValue('> Really nothing.\n\n')
  await expect(app.composer()).toBeFocused()
})

test('an answer with a signed card cannot be retried, and editing its question leaves an open card open', async ({
  signedIn: app,
  page,
}) => {
  const card = await app.askForCard('swap 0.1 ETH to USDC', 'execute_router_swap')
  const answer = page.locator('article[data-role="agent"]').first()
  await expect(answer.getByRole('button', { name: 'Try again' })).toHaveCount(1)
  await page.keyboard.press('ArrowUp')
  await expect(app.composer()).toHaveValue('swap 0.1 ETH to USDC')
  await app.ask('what is ETH worth?')
  await expect(page.locator('article[data-resent="edited"]')).toHaveCount(1)
  await expect(card).toHaveAttribute('data-state', 'ready')
  await expect(listOf(page).getByText('1 open')).toBeVisible()
  await app.countersign(card).click()
  await expect(card).toHaveAttribute('data-state', 'confirmed')
  await expect(answer.getByRole('button', { name: 'Try again' })).toHaveCount(0)
})

test('on a narrow touch screen', async ({ browser, wallet }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  })
  await installBrowserWallet(context, wallet.privateKey)
  const app = new App(await context.newPage())
  const { page } = app
  await app.signInWithBrowserWallet()
  await app.script('Tell me something', [], 'Something.')
  await app.ask('Tell me something')
  const answer = page.locator('article[data-role="agent"]').last()
  await expect(answer.getByRole('button', { name: 'Quote' })).toBeVisible()
  await page.getByRole('button', { name: 'Menu' }).tap()
  await listOf(page).getByRole('button', { name: 'Options for “Tell me something”' }).tap()
  await page.getByRole('menuitem', { name: 'Delete' }).tap()
  await expect(entry(page, 'Tell me something')).toHaveCount(0)
  expect(await axe(page)).toEqual([])
  await listOf(page).getByRole('button', { name: 'Undo' }).tap()
  await expect(entry(page, 'Tell me something')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await context.close()
})
