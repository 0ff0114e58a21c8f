import type { Page } from '@playwright/test'
import { encodeFunctionData, erc20Abi, getAddress, parseAbi } from 'viem'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { expect, test } from '../fixtures/app'
import { cutRpc, holdReceipts } from '../fixtures/network'

const recipient = getAddress('0x00000000000000000000000000000000c0ffee03')
const stranger = '0x1111111111111111111111111111111111111111'

/** Pictures of what only a running app shows, in both themes, wide and narrow. The gallery's show the rest. */
const views = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 860 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 860 } },
  { name: 'narrow', colorScheme: 'light', viewport: { width: 390, height: 844 } },
  { name: 'narrow-dark', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const

for (const { name, ...use } of views)
  test.describe(name, () => {
    test.use(use)
    const shoot = (page: Page, what: string) => page.screenshot({ path: `test-results/screens/${what}-${name}.png` })

    test('welcome', async ({ app, page }) => {
      await page.goto('/')
      await expect(page.getByRole('button', { name: 'Try it with a Demo wallet' })).toBeVisible()
      await shoot(app.page, 'welcome')
      await page.getByRole('button', { name: 'Try it with a Demo wallet' }).click()
      await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
      await shoot(page, 'sign-in')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page.getByRole('dialog', { name: 'Demo wallet' })).toBeVisible()
      await shoot(page, 'demo-wallet')
      await app.demoWallet('Sign')
      await expect(page.getByText('Your play money has arrived')).toBeVisible()
      await shoot(page, 'empty')
    })

    // The README's pictures: docs/images has them in the light theme, `confirmed` and `palette` in the dark one, and
    // `phone`, which is `readme-swap-narrow`.
    test('readme: portfolio', async ({ signedIn: app, page }) => {
      for (const words of ['supply 500 USDC', 'deposit 1000 USDC in Flexible USDC']) {
        await app.ask(words)
        await expect(app.card()).toHaveAttribute('data-state', 'ready')
        await app.countersign(app.card()).click()
        await expect(app.card()).toHaveAttribute('data-state', 'confirmed')
      }
      await page.goto('/portfolio')
      await expect(page.getByRole('heading', { name: 'Earning' })).toBeVisible()
      await shoot(page, 'readme-portfolio')
    })

    test('readme: palette', async ({ signedIn: app, page }) => {
      await app.askForCard('swap 0.5 ETH for USDC', 'execute_router_swap')
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible()
      await shoot(page, 'readme-palette')
    })

    test('readme: swap and receipt', async ({ signedIn: app, page }) => {
      const swap = await app.askForCard('swap 0.5 ETH for USDC', 'execute_router_swap')
      await expect(app.countersign(swap)).not.toHaveAttribute('aria-disabled', 'true')
      await shoot(page, 'readme-swap')
      await app.countersign(swap).click()
      await expect(swap).toHaveAttribute('data-reported', 'true')
      await expect(
        page
          .locator('article[data-role="agent"]')
          .last()
          .getByText(/^Swapped 0\.5 ETH/),
      ).toBeVisible()
      await shoot(page, 'readme-confirmed')
    })

    test('a replaced card', async ({ signedIn: app, page }) => {
      await app.askForCard(`send 0.1 ETH to ${recipient}`, 'send_native_gas_token')
      await app.askForCard('make it 0.2 ETH instead', 'send_native_gas_token')
      const replaced = page.locator('article[data-state="superseded"]')
      await replaced.getByRole('button', { name: 'Show the newer one' }).scrollIntoViewIfNeeded()
      await shoot(page, 'replaced')
    })

    test('open proposals', async ({ signedIn: app, page }) => {
      await app.askForCard(`send 0.1 ETH to ${recipient}`, 'send_native_gas_token')
      await page.getByRole('button', { name: 'Countersign: new conversation' }).click()
      await app.askForCard('swap 1 ETH to USDC', 'execute_router_swap')
      const swap = await app.askForCard('swap 20 USDC to DAI', 'execute_router_swap')
      await holdReceipts(page)
      await app.countersign(swap).click()
      await expect(swap).toHaveAttribute('data-state', /broadcast|confirming/)
      await page.getByRole('button', { name: /to countersign/ }).click()
      await shoot(page, 'tray')
      await page.keyboard.press('Escape')
      const restore = await cutRpc(page)
      await page.getByRole('button', { name: 'Countersign: new conversation' }).click()
      await app.ask(`send 0.3 ETH to ${recipient}`)
      await expect(app.card()).toHaveAttribute('data-waiting', 'true')
      await shoot(page, 'waiting')
      await app.decline(app.card()).click()
      await app.card().getByRole('button', { name: 'Propose again' }).scrollIntoViewIfNeeded()
      await shoot(page, 'propose-again')
      await restore()
    })

    test('readme: a lie', async ({ signedIn: app, page }) => {
      await page.getByRole('radio', { name: 'Liar' }).check()
      const send = await app.askForCard('Send 0.1 ETH to friend.countersign.eth', 'send_native_gas_token', 'blocked')
      await send.scrollIntoViewIfNeeded()
      await shoot(page, 'readme-lie')
    })

    test('conversations', async ({ signedIn: app, page, wallet }) => {
      expect(wallet.requests.length).toBeGreaterThan(0)
      const list = page.getByRole('navigation', { name: 'Conversations' })
      const isNarrow = (page.viewportSize()?.width ?? 0) < 1000
      const openList = async () => {
        if (isNarrow) await page.getByRole('button', { name: 'Menu' }).click()
      }
      const fresh = async (agent?: string) => {
        await page.getByRole('button', { name: 'Countersign: new conversation' }).click()
        if (agent) await page.getByRole('radio', { name: agent }).check()
      }
      await app.ask('What is ETH worth?')
      await expect(page.locator('article[data-role="agent"][data-status="complete"]')).toHaveCount(1)
      await fresh('Yield')
      await app.ask('Best yield for my idle USDC')
      await expect(page.locator('article[data-role="agent"][data-status="complete"]')).toHaveCount(1)
      await fresh('Lending')
      await app.ask('How safe is my loan, and what would happen to it if ETH fell by a third tomorrow?')
      await expect(page.locator('article[data-role="agent"][data-status="complete"]')).toHaveCount(1)
      await fresh('Trader')
      await app.askForCard('swap 0.5 ETH for USDC', 'execute_router_swap')
      await openList()
      await list.getByRole('button', { name: /^Options for “What is ETH worth/ }).click()
      await page.getByRole('menuitem', { name: 'Pin' }).click()
      await page.mouse.move(0, 0)
      await shoot(page, 'conversations')
      await list.getByRole('button', { name: /^Options for “Best yield/ }).click()
      await shoot(page, 'conversations-menu')
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.mouse.move(0, 0)
      await shoot(page, 'conversations-undo')
      await page.getByRole('searchbox', { name: 'Search conversations' }).fill('health')
      await expect(list.getByText(/found/)).toBeAttached()
      await shoot(page, 'conversations-search')
      await page.getByRole('searchbox', { name: 'Search conversations' }).fill('')
      await list.locator('[data-entry]').filter({ hasText: 'What is ETH' }).click()
      const answer = page.locator('article[data-role="agent"]').last()
      await answer.hover()
      await shoot(page, 'turns')
      await answer.getByRole('button', { name: 'Quote' }).click()
      await shoot(page, 'turns-quote')
      await app.composer().fill('')
      await app.composer().press('ArrowUp')
      await shoot(page, 'turns-edit')
    })

    test('settings, commands and help', async ({ signedIn: app, page }) => {
      await expect(app.composer()).toBeEditable()
      await page.goto('/settings')
      await expect(page.getByRole('textbox').first()).toBeVisible()
      await shoot(page, 'page-settings')
      for (const name of ['Networks', 'Quiet mode', 'Theme, figures and times', 'Address book']) {
        await page.getByRole('region', { name, exact: true }).evaluate((section) => section.scrollIntoView())
        await shoot(page, `page-settings-${name.toLowerCase().replaceAll(' ', '-')}`)
      }
      await page.getByRole('button', { name: 'Add contact' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await shoot(page, 'address-new')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^Account 0x/ }).click()
      await expect(page.getByRole('menu')).toBeVisible()
      await shoot(page, 'account')
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible()
      await shoot(page, 'commands')
      await page.keyboard.press('Escape')
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible()
      await shoot(page, 'help')
    })

    test('answers as tables, and suggestions', async ({ signedIn: app, page }) => {
      await expect(page.getByRole('list', { name: 'Suggestions' })).toBeVisible()
      await shoot(page, 'suggestions')
      for (const [words, display] of [
        ['best yield for USDC', 'yields'],
        ['what is ETH at? how has it moved?', 'price'],
        ['stake 100 USDC', 'choices'],
      ] as const) {
        await page.getByRole('button', { name: 'Countersign: new conversation' }).click()
        await app.ask(words)
        await page.locator(`[data-display="${display}"]`).scrollIntoViewIfNeeded()
        await shoot(page, `answer-${display}`)
      }
    })

    test('activity and receipts', async ({ signedIn: app, page }) => {
      const swap = await app.askForCard('swap 100 USDC to DAI', 'execute_router_swap')
      await app.countersign(swap).click()
      await expect(swap.getByRole('row', { name: /Leaves −100 USDC −100 USDC/ })).toBeVisible()
      await page.reload()
      await expect(app.card('execute_router_swap').locator('[data-record]')).toBeVisible()
      await app.card('execute_router_swap').screenshot({ path: `test-results/screens/receipt-${name}.png` })
      await page.getByRole('button', { name: 'Countersign: new conversation' }).click()
      await page.getByRole('radio', { name: 'Liar' }).check()
      const lie = await app.askForCard('Send 0.1 ETH to friend.countersign.eth', 'send_native_gas_token', 'blocked')
      await app.decline(lie).click()
      await page.reload()
      await expect(app.card('send_native_gas_token').locator('[data-record]')).toBeVisible()
      await app.card('send_native_gas_token').screenshot({ path: `test-results/screens/receipt-blocked-${name}.png` })
      await page.goto('/activity')
      await page.getByText('Totals of 1 completed proposal').click()
      await shoot(page, 'activity')
      await page.getByRole('list', { name: 'Proposals' }).screenshot({
        path: `test-results/screens/activity-rows-${name}.png`,
      })
    })

    test('a call with calls inside', async ({ signedIn: app, page }) => {
      const { tokens, nfts, multicall } = devnetAddresses
      const permission = encodeFunctionData({
        abi: parseAbi(['function setApprovalForAll(address operator, bool approved)']),
        args: [stranger, true],
      })
      const send = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [recipient, 0n] })
      const calls = [
        [tokens.USDC, true, send],
        [nfts.postcards, false, permission],
      ]
      const batch = await app.propose('call_smart_contract_function', {
        ...{ chainId: 31337, value: '0', to: multicall, functionName: 'aggregate3', args: [JSON.stringify(calls)] },
      })
      await batch.getByText('Details').click()
      // Whatever of it the thread would cut off comes out blank.
      const { height = 0 } = (await batch.boundingBox()) ?? {}
      await page.setViewportSize({ width: use.viewport.width, height: Math.ceil(height) + 400 })
      await batch.screenshot({ path: `test-results/screens/call-batch-${name}.png` })
    })
  })
