import type { Page } from '@playwright/test'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { expect, test } from '../fixtures/app'
import { focusGuards, violations } from '../fixtures/axe'

const friend = '0x00000000000000000000000000000000c0ffee05'

const check = async (page: Page) => expect(await violations(page, { without: focusGuards })).toEqual([])

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`${colorScheme} theme`, () => {
    test.use({ colorScheme })

    test('the welcome page', async ({ app, page }) => {
      await page.goto('/')
      await expect(page.getByRole('button', { name: 'Try it with a Demo wallet' })).toBeVisible()
      await check(app.page)
    })

    test('a conversation with cards', async ({ signedIn: app, page }) => {
      await app.ask('what do I hold?')
      await expect(app.card('show_token_balance_ui')).toHaveAttribute('data-reported', 'true')
      await app.askForCard('swap 100 USDC to DAI', 'execute_router_swap')
      await check(page)
    })
  })
}

test('suggestions follow what the account holds and what was just done, by keyboard', async ({
  signedIn: app,
  page,
}) => {
  const suggestions = page.getByRole('list', { name: 'Suggestions' }).getByRole('button')
  await suggestions.filter({ hasText: 'Best yield for my USDC' }).press('Enter')
  await expect(app.composer()).toHaveValue('Best yield for my USDC')
  await expect(app.composer()).toBeFocused()
  await check(page)
  await app.composer().fill('')
  const swap = await app.askForCard('swap 100 USDC to DAI', 'execute_router_swap')
  await expect(suggestions).toHaveCount(0)
  await app.countersign(swap).click()
  await expect(swap).toHaveAttribute('data-state', 'confirmed')
  await suggestions.filter({ hasText: 'Best yield for my DAI' }).press('Enter')
  await expect(app.composer()).toHaveValue('Best yield for my DAI')
  await check(page)
})

for (const [words, reducedMotion] of [
  ['comes in', 'no-preference'],
  ['stands still with reduced motion', 'reduce'],
] as const)
  test(`the list of wallets ${words}`, async ({ app, page, wallet }) => {
    await page.emulateMedia({ reducedMotion })
    await page.goto('/')
    const moves = await page.evaluateHandle(() => {
      const seen: string[] = []
      const note = ({ type, target }: Event) => {
        if (target instanceof Element && target.closest('[data-rk]')) seen.push(type)
      }
      for (const type of ['animationstart', 'transitionrun']) document.addEventListener(type, note)
      return seen
    })
    await page.getByRole('button', { name: 'Connect my own wallet' }).click()
    await page.getByTestId('rk-wallet-option-test.wallet').hover()
    await page.getByTestId('rk-wallet-option-test.wallet').click()
    await expect.poll(() => app.address()).toBe(wallet.address)
    const seen = await moves.jsonValue()
    if (reducedMotion === 'reduce') expect(seen).toEqual([])
    else expect(seen).toContain('animationstart')
  })

test('every page and dialog, on a narrow screen', async ({ app, page, wallet }) => {
  test.slow()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Connect my own wallet' }).click()
  await expect(page.getByTestId('rk-wallet-option-test.wallet')).toBeVisible()
  await check(page)
  await page.getByTestId('rk-wallet-option-test.wallet').click()
  await expect(page.getByRole('heading', { name: 'Sign in with your wallet' })).toBeVisible()
  await check(page)
  wallet.next.push('reject')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('You declined the signature')).toBeVisible()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(app.composer()).toBeEditable()
  await check(page)
  await page.getByRole('button', { name: /^Account 0x/ }).click()
  await check(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Account 0x/ })).toBeFocused()
  await page.getByRole('button', { name: 'Menu' }).click()
  await check(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Activity' }).click()
  await expect(page.getByRole('dialog', { name: 'Conversations' })).toBeHidden()
  await expect(page.getByText('is listed here, with its outcome')).toBeVisible()
  await check(page)
  for (const path of ['/plans', '/permissions', '/settings', '/portfolio', '/chat/nothing', '/nothing']) {
    await page.goto(path)
    await expect(
      page
        .getByText(
          /You have no plans|You have given no permissions|Delete my data|In your wallet|is not here|Page not found/,
        )
        .first(),
    ).toBeVisible()
    await check(page)
  }
})

test('the focus never rests on what a menu hides, and goes back where it came from', async ({
  signedIn: app,
  page,
}) => {
  await expect(app.composer()).toBeEditable()
  const account = page.getByRole('button', { name: /^Account 0x/ })
  const items = page.getByRole('menuitem')
  await account.press('Enter')
  await expect(items.first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(items.nth(1)).toBeFocused()
  await page.keyboard.press('End')
  await expect(items.last()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(account).toBeFocused()
  for (const key of ['Tab', 'Shift+Tab']) {
    await account.press('Enter')
    await expect(items.first()).toBeFocused()
    await page.keyboard.press(key)
    await expect(page.getByRole('menu')).toBeHidden()
    await expect(page.locator('[aria-hidden="true"]:focus')).toHaveCount(0)
    await expect(page.locator(':focus')).toHaveCount(1)
  }
})

test('many cards of one kind, in every end state, on a narrow screen', async ({ signedIn: app, page, wallet }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const send = () => app.propose('send_native_gas_token', { to: friend, chainId: 31337, value: '100000000000000000' })
  const done = await send()
  await app.accept(done)
  await app.countersign(done).click()
  await expect(done).toHaveAttribute('data-reported', 'true')
  const declined = await send()
  await app.decline(declined).click()
  await expect(declined).toHaveAttribute('data-reported', 'true')
  const left = await send()
  await wallet.switchChain(31338)
  await expect(left).toHaveAttribute('data-state', 'blocked')
  await check(page)

  // A figure of any length can be read in full.
  const { tokens, lending } = devnetAddresses
  const supply = { marketAddress: lending, tokenAddress: tokens.USDC, amount: '1'.repeat(41), chainId: 31337 }
  const long = await app.propose('lending_supply', supply, 'blocked')
  await expect(long).toContainText('111,111')
  expect(await long.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('a card is approved by keyboard alone, and never by accident', async ({ signedIn: app, page, wallet }) => {
  const card = await app.askForCard('swap 0.1 ETH to USDC', 'execute_router_swap')
  // Focus stays in the composer, where Enter sends messages and nothing else.
  await expect(app.composer()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(card).toHaveAttribute('data-state', 'ready')
  expect(wallet.requests.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(0)
  await app.countersign(card).focus()
  // Pressed right after the figures have changed, it does nothing.
  await expect(app.countersign(card)).not.toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Enter')
  await expect(card).toHaveAttribute('data-state', 'confirmed')
})

test('a dialog returns the focus, and the panel after a connection takes it', async ({ app, page, wallet }) => {
  expect(wallet.requests).toHaveLength(0)
  await page.goto('/')
  await app.connectBrowserWallet()
  await expect(page.getByRole('region', { name: 'Sign in' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(app.composer()).toBeFocused()
  await page.goto('/settings')
  const asking = page.getByRole('button', { name: 'Delete my data' })
  await asking.focus()
  await page.keyboard.press('Enter')
  // A screen reader announces what has opened, not the button that closes it.
  const dialog = page.getByRole('dialog', { name: 'Delete your data at the service?' })
  await expect(dialog).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(dialog).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.keyboard.press('Escape')
  await expect(asking).toBeFocused()
})

test('the Demo wallet announces what it asks, and no key meant for the page answers it', async ({ app, page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Try it with a Demo wallet' }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Demo wallet' })
  await expect(sheet).toBeFocused()
  await expect(sheet).toHaveAccessibleDescription(/^Sign this message\? localhost:\d+ wants you to sign in/)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  await expect(sheet).toBeVisible()
  await app.demoWallet('Sign')
  const card = await app.askForCard(`send 0.1 ETH to ${friend} on ethereum`, 'send_native_gas_token')
  await app.countersign(card).click()
  await expect(sheet).toHaveAccessibleDescription('Send this transaction? 0.1 ETH to 0x0000…EE05, on Ethereum (local).')
  await check(page)
  await app.demoWallet('Reject')
  await app.declineRejected(card)

  // Nothing that is signed overflows the window, not even on a narrow screen.
  await page.setViewportSize({ width: 390, height: 844 })
  const stake = await app.askForCard('stake 100 USDC in the flexible vault', 'enter_staking_yield')
  await app.countersign(stake).click()
  for (const step of ['approve', 'deposit']) {
    await app.demoWallet('Send')
    await expect(stake.locator(`[data-step="${step}"]`)).toContainText('Confirmed')
  }
  await expect(stake).toHaveAttribute('data-reported', 'true')
  const consent = await app.propose('request_auto_rebalance_permission', {
    chainId: 31337,
    tokenAddress: devnetAddresses.tokens.USDC,
    currentPosition: { protocol: 'Flexible USDC', amount: '100' },
    minYieldIncrease: 1,
    maxLockupDays: 7,
  })
  await app.accept(consent)
  await app.countersign(consent).click()
  await expect(sheet).toContainText('maxAmountPerMove')
  expect(
    await sheet.evaluate((window) =>
      [...window.querySelectorAll('*')]
        .filter((part) => part.getBoundingClientRect().right > window.getBoundingClientRect().right)
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([])
})
