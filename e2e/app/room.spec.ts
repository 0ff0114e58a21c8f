import type { Page } from '@playwright/test'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { type App, expect, test } from '../fixtures/app'
import type { BrowserWallet } from '../fixtures/browser-wallet'
import { outOfSight } from '../fixtures/sight'
import { stakingEntry } from '../fixtures/staking'

/** Doubles the page's font size, as people do who need that. */
const twice = (page: Page) =>
  page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.documentElement) document.documentElement.style.fontSize = '200%'
    }).observe(document, { childList: true })
  })

async function walk(app: App, page: Page, wallet: BrowserWallet): Promise<void> {
  const fits = async (what: string) => expect(await outOfSight(page), what).toEqual([])
  expect(wallet.requests).toHaveLength(0)
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Try it with a Demo wallet' })).toBeVisible()
  await fits('welcome')
  await app.connectBrowserWallet()
  await fits('sign in')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(app.composer()).toBeEditable()
  await fits('a new conversation')
  await page.getByRole('button', { name: /^Account 0x/ }).click()
  // The last line can be reached, however many there are.
  await page.getByRole('menuitem', { name: 'Disconnect' }).hover()
  await fits('account')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' })).toBeInViewport()
  await fits('menu')
  await page.keyboard.press('Escape')
  await app.ask('what do I hold?')
  const balances = app.card('show_token_balance_ui')
  await expect(balances).toHaveAttribute('data-reported', 'true')
  await fits('balances')
  const swap = await app.askForCard('swap 100 USDC to DAI', 'execute_router_swap')
  await swap.getByText('Details').click()
  await fits('swap')
  await app.approve(swap)
  await expect(swap).toHaveAttribute('data-reported', 'true')
  await fits('receipt')
  const { tokens, lending, vaults } = devnetAddresses
  const claim = { yieldId: 'local-usdc-locked-vault', poolName: 'Savings', apy: 40, lockupPeriod: 'flexible' }
  await app.propose('enter_staking_yield', stakingEntry(wallet, claim))
  await fits('staking')
  const loan = { marketAddress: lending, tokenAddress: tokens.USDC, amount: '1000000000', chainId: 31337 }
  await app.propose('lending_supply', loan)
  await fits('lending')
  const approval = { chainId: 31337, value: '0', to: tokens.USDC, functionName: 'approve' }
  await app.propose('call_smart_contract_function', { ...approval, args: [vaults.flexibleUsdc, '5'] })
  await fits('contract call')
  for (const [path, words] of [
    ['/plans', 'You have no plans'],
    ['/permissions', 'When an agent asks'],
    ['/settings', 'Delete my data'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(words)).toBeVisible()
    await fits(path)
  }
}

test('text at twice the size fits on a phone', async ({ app, page, wallet }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await twice(page)
  await walk(app, page, wallet)
})

test('the narrowest screen shows everything, and no figure touches another', async ({ app, page, wallet }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await walk(app, page, wallet)
  await page.goto('/')
  await app.ask('what do I hold?')
  const balances = app.card('show_token_balance_ui')
  await expect(balances).toHaveAttribute('data-reported', 'true')
  const rooms = await balances.locator('tbody tr').evaluateAll((rows) =>
    rows.map((row) => {
      const boxes = [...row.querySelectorAll('.figures')].map((figure) => figure.getBoundingClientRect())
      return boxes.slice(1).map((box, index) => {
        const before = boxes[index]
        return before === undefined || box.top >= before.bottom || box.left - before.right >= 8
      })
    }),
  )
  expect(rooms.length).toBeGreaterThan(3)
  expect(rooms.flat()).not.toContain(false)
})

for (const [zoom, width, height] of [
  ['200%', 640, 400],
  ['400%', 320, 256],
] as const)
  test(`tables, suggestions, commands, help and pages fit at ${zoom} of a window of 1280 pixels`, async ({
    signedIn: app,
    page,
  }) => {
    await page.setViewportSize({ width, height })
    const fits = async (what: string) => expect(await outOfSight(page), what).toEqual([])
    await expect(page.getByRole('list', { name: 'Suggestions' })).toBeVisible()
    await fits('suggestions')
    for (const [words, display] of [
      ['best yield for USDC', 'yields'],
      ['what is ETH at? how has it moved?', 'price'],
    ] as const) {
      await app.ask(words)
      await expect(page.locator(`[data-display="${display}"]`)).toBeVisible()
      await fits(display)
    }
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible()
    await fits('commands')
    await page.keyboard.press('Escape')
    await app.composer().blur()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible()
    await fits('help')
    for (const [path, words] of [
      ['/settings', 'Theme, figures and times'],
      ['/portfolio', 'In your wallet'],
      ['/activity', 'No activity'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('region', { name: words })).toBeVisible()
      await fits(path)
    }
  })

test('with system colours, what a colour conveys remains visible', async ({ signedIn: app, page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const background = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor)
  expect(await background('button[aria-label^="Account"] [data-session]')).not.toBe(await background('html'))
  const card = await app.askForCard('swap 100 USDC to DAI', 'execute_router_swap')
  await expect(app.countersign(card)).toBeEnabled()
  const fill = (name: string) =>
    card.getByRole('button', { name }).evaluate((element) => getComputedStyle(element).backgroundColor)
  expect(await fill('Countersign')).not.toBe(await fill('Decline'))

  await page.keyboard.press('Control+k')
  const chosen = page.getByRole('option', { selected: true })
  await expect(chosen).toBeVisible()
  expect(await chosen.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Countersign: new conversation' }).click()
  const outlineOf = (name: string) =>
    page
      .getByRole('radio', { name })
      .evaluate((radio) => getComputedStyle(radio.closest('label') ?? radio).outlineStyle)
  expect(await outlineOf('Countersign')).toBe('solid')
  expect(await outlineOf('Trader')).toBe('none')
})

test('a keyboard that covers the page leaves the composer and the end of the thread in sight', async ({
  signedIn: app,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await app.script('Hello', [], 'One line.\n\n'.repeat(30))
  await app.ask('Hello')
  const answer = page.locator('article[data-role="agent"]').last()
  await expect(answer).toHaveAttribute('data-status', 'complete')
  await app.composer().focus()
  const bottom = async () => {
    const box = await page.getByRole('form', { name: 'Message' }).boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  const before = await bottom()
  /** What Safari does: the page keeps its size, and less of it is in sight. */
  const cover = (height: number, offsetTop: number) =>
    page.evaluate(
      (seen) => {
        const { visualViewport } = window
        if (!visualViewport) throw new Error('There is no visual viewport')
        for (const [name, value] of Object.entries(seen))
          Object.defineProperty(visualViewport, name, { configurable: true, value })
        visualViewport.dispatchEvent(new Event('resize'))
      },
      { height, offsetTop },
    )
  await cover(480, 60)
  await expect.poll(bottom).toBeLessThanOrEqual(540)
  expect((await page.getByRole('banner').boundingBox())?.y).toBe(60)
  await expect(answer.getByText('One line.').last()).toBeInViewport({ ratio: 1 })
  const end = await answer.getByText('One line.').last().boundingBox()
  expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThan(await bottom())
  await cover(844, 0)
  await expect.poll(bottom).toBe(before)
})
