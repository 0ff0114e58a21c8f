import type { Locator, Page } from '@playwright/test'
import { encodeFunctionData, erc20Abi, getAddress, maxUint256, parseAbi } from 'viem'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { expect, test } from './fixtures/app'
import { addReserve, newToken } from './fixtures/lending'
import { cutRpc, falsifyCalls, holdReceipts } from './fixtures/network'

const recipient = getAddress('0x00000000000000000000000000000000c0ffee03')
const stranger = '0x1111111111111111111111111111111111111111'

/** Screenshots for inspection: each state in both themes, wide and narrow. */
const views = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 860 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 860 } },
  { name: 'narrow', colorScheme: 'light', viewport: { width: 390, height: 844 } },
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

    // The README's pictures, together with `welcome`: docs/images has them in the light theme, and `confirmed` in the
    // dark one.
    test('readme', async ({ signedIn: app, page }) => {
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

    test('cards', async ({ signedIn: app, page, wallet }) => {
      await app.ask('what do I hold?')
      await expect(app.card('show_token_balance_ui')).toHaveAttribute('data-reported', 'true')
      await shoot(page, 'balances')
      const swap = await app.askForCard('swap 100 USDC to DAI', 'execute_router_swap')
      await shoot(page, 'swap-ready')
      await swap.getByText('Details').click()
      await swap.scrollIntoViewIfNeeded()
      await shoot(page, 'swap-details')
      const release = await holdReceipts(page)
      await app.countersign(swap).click()
      await expect(swap).toHaveAttribute('data-state', 'confirming')
      await shoot(page, 'swap-confirming')
      release()
      await expect(swap).toHaveAttribute('data-state', 'confirmed')
      await expect(swap).toHaveAttribute('data-reported', 'true')
      await shoot(page, 'swap-confirmed')
      const send = await app.askForCard(`send 9.9 ETH to ${recipient}`, 'send_native_gas_token')
      await shoot(page, 'send-ready')
      wallet.next.push('reject')
      await app.countersign(send).click()
      await app.declineRejected(send)
      await expect(send).toHaveAttribute('data-reported', 'true')
      await shoot(page, 'send-rejected')
    })

    test('trouble', async ({ signedIn: app, page, wallet }) => {
      await wallet.switchChain(31338)
      await app.ask(`send 0.1 ETH to ${recipient} on ethereum`)
      await expect(app.card()).toHaveAttribute('data-state', 'blocked')
      await shoot(page, 'wrong-chain')
      await wallet.switchChain(31337)
      await falsifyCalls(page, ({ parameters }) => ({ parameters: { ...parameters, to: stranger } }))
      await app.ask(`send 0.1 ETH to ${recipient}`)
      await expect(app.card().locator('[data-rule="G10"]')).toBeVisible()
      await shoot(page, 'stranger')
      await page.unrouteAll()
      await falsifyCalls(page, ({ parameters }) => ({ parameters: { ...parameters, fromTokenDecimals: 18 } }))
      await app.ask('swap 100 USDC to DAI')
      await expect(app.card('execute_router_swap')).toHaveAttribute('data-state', 'blocked')
      await shoot(page, 'blocked')
      await page.unrouteAll()
      await falsifyCalls(page, () => ({ name: 'drain_wallet', parameters: { everything: true } }))
      await app.ask('swap 100 USDC to DAI')
      await expect(app.card('drain_wallet')).toHaveAttribute('data-state', 'blocked')
      await shoot(page, 'unknown-tool')
    })

    test('staking', async ({ signedIn: app, page }) => {
      const { tokens } = devnetAddresses
      const flexible = {
        yieldId: 'local-usdc-flexible-vault',
        amount: '100',
        tokenSymbol: 'USDC',
        tokenAddress: tokens.USDC,
        chainId: 31337,
        network: 'local',
        protocol: 'Countersign vaults',
        poolName: 'Flexible USDC',
        apy: 4.8,
        lockupPeriod: 'No lock-up',
        rewardTokenSymbols: ['USDC'],
      }
      const enter = await app.propose('enter_staking_yield', flexible)
      await enter.scrollIntoViewIfNeeded()
      await shoot(page, 'staking-enter')
      await app.countersign(enter).click()
      await expect(enter).toHaveAttribute('data-reported', 'true', { timeout: 30_000 })
      await shoot(page, 'staking-entered')
      const lie = { yieldId: 'local-usdc-locked-vault', poolName: 'Savings', apy: 40, lockupPeriod: 'flexible' }
      await app.propose('enter_staking_yield', { ...flexible, ...lie })
      await shoot(page, 'staking-lies')
      await app.propose('enter_staking_yield', { ...flexible, amount: '20000' }, 'blocked')
      await shoot(page, 'staking-unit')
      const exit = await app.propose('exit_staking_yield', { yieldId: flexible.yieldId, amount: '99.99' })
      await exit.scrollIntoViewIfNeeded()
      await shoot(page, 'staking-exit')
      const permission = await app.propose('request_auto_rebalance_permission', {
        chainId: 31337,
        tokenAddress: tokens.USDC,
        currentPosition: { protocol: 'Flexible USDC', amount: '100' },
        minYieldIncrease: 1,
        maxLockupDays: 7,
      })
      await expect(app.countersign(permission)).toBeEnabled()
      await permission.scrollIntoViewIfNeeded()
      await shoot(page, 'permission-ready')
      await app.accept(permission)
      await app.countersign(permission).click()
      await expect(permission).toHaveAttribute('data-reported', 'true')
      await shoot(page, 'permission-granted')
      await page.goto('/permissions')
      await expect(page.getByRole('button', { name: 'Revoke' })).toBeVisible()
      await shoot(page, 'page-permissions')
    })

    test('pages', async ({ signedIn: app, page }) => {
      await app.ask('buy ETH with 50 USDC on Ethereum every Friday for 10 weeks')
      const plan = page.locator('[data-plan-offer]')
      await expect(plan).toHaveAttribute('data-state', 'open')
      await shoot(page, 'plan-offered')
      await plan.getByRole('button', { name: 'Confirm plan' }).click()
      await expect(plan).toHaveAttribute('data-state', 'set')
      await shoot(page, 'plan-made')
      await page.goto('/plans')
      await expect(page.locator('[data-plan="1"]')).toHaveAttribute('data-state', 'active')
      await shoot(page, 'page-plans')
      await page.goto('/settings')
      await expect(page.getByRole('textbox').first()).toBeVisible()
      await shoot(page, 'page-settings')
    })

    test('collectibles and routes', async ({ signedIn: app, page }) => {
      const { nfts, tokens } = devnetAddresses
      const badges = { contractAddress: nfts.badges, tokenId: '1', toAddress: recipient, chainId: 31337 }
      await app.propose('transfer_nft', { ...badges, amount: '2' })
      await shoot(page, 'nft-several')
      await app.propose('transfer_nft', { ...badges, contractAddress: nfts.postcards, amount: '1' }, 'blocked')
      await shoot(page, 'nft-not-yours')
      const swap = await app.propose('execute_router_swap', {
        fromChainId: 31337,
        toChainId: 31337,
        fromTokenAddress: tokens.USDC,
        toTokenAddress: tokens.DAI,
        fromAmount: '100000000',
      })
      await swap.locator('summary', { hasText: 'Slippage' }).click()
      await swap.getByRole('button', { name: 'Compare routes' }).click()
      await expect(swap.getByRole('group', { name: 'Routes' })).toBeVisible()
      await shoot(page, 'swap-routes')
      const all = { to: recipient, chainId: 31337, value: '10000000000000000000' }
      await app.propose('send_native_gas_token', all, 'blocked')
      await shoot(page, 'send-all')
    })

    test('lending', async ({ signedIn: app, page, wallet }) => {
      const { lending, tokens } = devnetAddresses
      const call = (amount: bigint, change: Record<string, unknown> = {}) => ({
        marketAddress: lending,
        tokenAddress: tokens.USDC,
        tokenSymbol: 'USDC',
        amount: amount.toString(),
        chainId: 31337,
        ...change,
      })
      const weth = { tokenAddress: tokens.WETH, tokenSymbol: 'WETH' }
      const supply = await app.propose('lending_supply', call(1_000_000_000n))
      await shoot(page, 'lending-supply')
      await supply.getByText('Details').click()
      await supply.scrollIntoViewIfNeeded()
      await shoot(page, 'lending-details')
      await app.countersign(supply).click()
      await expect(supply).toHaveAttribute('data-reported', 'true')
      await app.propose('lending_borrow', call(200_000_000_000_000_000n, weth))
      await shoot(page, 'lending-borrow-danger')
      await app.propose('lending_borrow', call(230_000_000_000_000_000n, weth), 'blocked')
      await shoot(page, 'lending-borrow-blocked')
      await app.propose('lending_withdraw', call(1_000_000_000n))
      await shoot(page, 'lending-withdraw-all')
      const token = await newToken('TWICE', wallet.address)
      await addReserve(token, 300n)
      await addReserve(token, 700n)
      await app.propose('lending_supply', call(10_000_000n, { tokenAddress: token, tokenSymbol: 'TWICE' }), 'blocked')
      await shoot(page, 'lending-choice')
    })

    test('waiting', async ({ signedIn: app, page, wallet }) => {
      const bridge = await app.askForCard('bridge 50 USDC from ethereum to base', 'execute_router_swap')
      await shoot(page, 'bridge-ready')
      await app.countersign(bridge).click()
      await expect(bridge.getByText(/Confirmed/).last()).toBeVisible()
      await shoot(page, 'bridge-under-way')
      await expect(bridge).toHaveAttribute('data-reported', 'true')
      const restore = await cutRpc(page)
      await app.ask(`send 0.1 ETH to ${recipient}`)
      await expect(app.card('send_native_gas_token')).toHaveAttribute('data-state', 'blocked', { timeout: 40_000 })
      await shoot(page, 'no-rpc')
      await restore()
      const send = await app.askForCard(`send 0.2 ETH to ${recipient}`, 'send_native_gas_token')
      wallet.next.push({ waitFor: new Promise(() => {}) })
      await app.countersign(send).click()
      await expect(send).toHaveAttribute('data-state', 'signing')
      await shoot(page, 'signing')
      await page.reload()
      await expect(app.card('send_native_gas_token')).toContainText('What happened in your wallet?')
      await shoot(page, 'interrupted')
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
      await page.getByText('Totals of 1 done').click()
      await shoot(page, 'activity')
      await page.getByRole('list', { name: 'Proposals' }).screenshot({
        path: `test-results/screens/activity-rows-${name}.png`,
      })
    })

    test('contract calls', async ({ signedIn: app, page }) => {
      const call = (more: Record<string, unknown>) =>
        app.propose('call_smart_contract_function', { chainId: 31337, value: '0', ...more }, stateOf(more))
      const stateOf = ({ functionName }: Record<string, unknown>) =>
        functionName === 'claimReward' ? 'blocked' : 'ready'
      const shootCard = async (card: Locator, what: string) => {
        await card.scrollIntoViewIfNeeded()
        await card.screenshot({ path: `test-results/screens/${what}-${name}.png` })
      }
      const { tokens, vaults, nfts, multicall } = devnetAddresses
      const approval = { to: tokens.USDC, functionName: 'approve', args: [vaults.flexibleUsdc, maxUint256.toString()] }
      await shootCard(await call(approval), 'call-approval')
      const unknown = await call({
        to: tokens.USDC,
        functionName: 'claimReward',
        args: [stranger, '5'],
        abi: ['function claimReward(address pool, uint256 amount)'],
      })
      await shootCard(unknown, 'call-unknown')
      const permission = encodeFunctionData({
        abi: parseAbi(['function setApprovalForAll(address operator, bool approved)']),
        args: [stranger, true],
      })
      const send = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [recipient, 0n] })
      const batch = await call({
        to: multicall,
        functionName: 'aggregate3',
        args: [
          JSON.stringify([
            [tokens.USDC, true, send],
            [nfts.postcards, false, permission],
          ]),
        ],
      })
      await batch.getByText('Details').click()
      await shootCard(batch, 'call-batch')
      const deposit = { to: tokens.WETH, functionName: 'deposit()', value: '200000000000000000' }
      await shootCard(await call(deposit), 'call-deposit')
      const sent = { to: tokens.USDC, functionName: 'transfer', args: [recipient, '25000000'] }
      const transfer = await call(sent)
      await shootCard(transfer, 'call-transfer')
      await app.countersign(transfer).click()
      await expect(transfer).toHaveAttribute('data-reported', 'true')
      await shootCard(transfer, 'call-confirmed')
      await shoot(page, 'call-page')
    })
  })
