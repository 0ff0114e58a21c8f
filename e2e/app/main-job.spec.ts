import { formatUnits, getAddress, parseEther, parseUnits } from 'viem'
import { friend } from '@/devnet/accounts'
import { expect, test } from '../fixtures/app'
import { allowance, chain, nativeBalance, succeeded, tokenBalance } from '../fixtures/chain'
import { shifts } from '../fixtures/shifts'

const name = 'friend.countersign.eth'
const recipient = getAddress('0x00000000000000000000000000000000c0ffee00')

test.describe('with the Demo wallet', () => {
  test('from a first visit to a confirmed swap that the agent knows about', async ({ app, page }) => {
    const account = await app.signInWithDemoWallet()
    const before = { eth: await nativeBalance(account), usdc: await tokenBalance('USDC', account) }

    const card = await app.askForCard('swap 0.5 ETH for USDC', 'execute_router_swap')
    await expect(card).toContainText(/Swap\s+0\.5\s+ETH\s+for at least/)
    await expect(card.getByRole('group', { name: 'What this does to your account' })).toContainText('Leaves')
    await app.countersign(card).click()
    await app.demoWallet('Send')
    await expect(card).toHaveAttribute('data-state', 'confirmed')
    await expect(card).toHaveAttribute('data-reported', 'true')

    const hash = await app.hashOf(card, 'swap')
    expect(await succeeded(hash)).toBe(true)
    expect(await nativeBalance(account)).toBeLessThan(before.eth - parseEther('0.5') + 1n)
    expect(await tokenBalance('USDC', account)).toBeGreaterThan(before.usdc + parseUnits('1600', 6))
    expect(await app.resultAtService(card)).toEqual({ status: 'success', txHash: hash, chainId: 31337 })
    await expect(page.locator('article[data-role="agent"]').last()).toContainText(hash.slice(0, 6))
  })

  test('rejecting in the wallet sends nothing and leads back to the card, and the agent learns of the decline', async ({
    app,
  }) => {
    const account = await app.signInWithDemoWallet()
    const before = await nativeBalance(account)
    const card = await app.askForCard(`send 0.1 ETH to ${recipient}`, 'send_native_gas_token')
    await app.countersign(card).click()
    await app.demoWallet('Reject')
    await app.declineRejected(card)
    await expect(card).toHaveAttribute('data-reported', 'true')
    expect(await nativeBalance(account)).toBe(before)
    expect(await app.resultAtService(card)).toEqual({ status: 'rejected', error: 'User rejected the action' })
  })

  test('nothing on the page violates its own Content-Security-Policy', async ({ app, page }) => {
    const refused: string[] = []
    await page.exposeFunction('onRefusal', (what: string) => refused.push(what))
    await page.addInitScript(() => {
      const { onRefusal } = window as typeof window & { onRefusal: (what: string) => void }
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        onRefusal(`${violatedDirective} ${blockedURI}`),
      )
    })
    await app.signInWithDemoWallet()
    await app.askForCard('swap 0.5 ETH for USDC', 'execute_router_swap')
    await page.goto('/settings')
    await expect(page.getByRole('heading', { name: 'Spending limits' })).toBeVisible()
    expect(refused).toEqual([])
  })

  test('is restored after a reload, with the session', async ({ app, page }) => {
    const account = await app.signInWithDemoWallet()
    await page.reload()
    await expect(app.composer()).toBeEditable()
    expect(await app.address()).toBe(account)
  })
})

test.describe('with a browser wallet (EIP-6963)', () => {
  test('balances are read from the chain', async ({ signedIn: app, wallet }) => {
    await app.ask('what do I hold?')
    const card = app.card('show_token_balance_ui')
    await expect(card).toHaveAttribute('data-state', 'confirmed')
    await expect(card).toHaveAttribute('data-reported', 'true')
    const usdc = formatUnits(await tokenBalance('USDC', wallet.address), 6)
    const row = card.getByRole('row', { name: /USDC.*Ethereum \(local\)/ })
    await expect(row).toContainText(Number(usdc).toLocaleString('en-US'))
    await expect(card.locator('[data-verdict="differs"]')).toHaveCount(0)
    expect(await app.resultAtService(card)).toEqual({ status: 'success', displayed: true })
  })

  test('sends the native coin', async ({ signedIn: app, wallet }) => {
    const before = await nativeBalance(recipient)
    const card = await app.askForCard(`send 0.25 ETH to ${recipient}`, 'send_native_gas_token')
    await expect(card.locator(`[data-address="${recipient}"]`)).toBeVisible()
    await app.countersign(card).click()
    await expect(card).toHaveAttribute('data-state', 'confirmed')
    await expect(card).toHaveAttribute('data-reported', 'true')
    const hash = await app.hashOf(card, 'send')
    expect((await nativeBalance(recipient)) - before).toBe(parseEther('0.25'))
    expect(await app.resultAtService(card)).toEqual({ status: 'success', txHash: hash, chainId: 31337 })
    const transaction = await chain().getTransaction({ hash })
    expect(transaction).toMatchObject({ to: recipient.toLowerCase(), value: parseEther('0.25'), input: '0x' })
    expect(transaction.from.toLowerCase()).toBe(wallet.address.toLowerCase())
  })

  test('sends to a name, which the card resolves by itself', async ({ signedIn: app, wallet }) => {
    const message = `send 0.25 ETH to ${name}`
    const honest = await app.askForCard(message, 'send_native_gas_token')
    await expect(honest.getByText(name, { exact: true })).toBeVisible()
    await expect(honest.locator(`[data-address="${friend}"]`)).toBeVisible()

    const parameters = { to: recipient, value: parseEther('0.25').toString(), chainId: 31337 }
    await app.script(message, [{ name: 'send_native_gas_token', parameters }], `It is ${recipient}.`)
    const lie = await app.askForCard(message, 'send_native_gas_token')
    await expect(lie.locator('[data-rule="G10"]')).toContainText(`${name}, ${friend}`)
    await expect(lie.getByRole('button', { name: /^Hold to accept/ })).toBeVisible()
    expect(wallet.requests.filter(({ method }) => method === 'eth_sendTransaction')).toEqual([])
  })

  test('swaps a token for a token: an exact approval, then the swap', async ({ signedIn: app, wallet }) => {
    const before = { usdc: await tokenBalance('USDC', wallet.address), dai: await tokenBalance('DAI', wallet.address) }
    const card = await app.askForCard('swap 100 USDC to DAI', 'execute_router_swap')
    await app.countersign(card).click()
    await expect(card).toHaveAttribute('data-state', 'confirmed')
    await expect(card).toHaveAttribute('data-reported', 'true')
    const [approve, swap] = [await app.hashOf(card, 'approve'), await app.hashOf(card, 'swap')]
    expect(await tokenBalance('USDC', wallet.address)).toBe(before.usdc - parseUnits('100', 6))
    expect(await tokenBalance('DAI', wallet.address)).toBeGreaterThan(before.dai + parseUnits('98', 18))
    expect(await allowance('USDC', wallet.address), 'nothing stays allowed').toBe(0n)
    expect(await app.resultAtService(card)).toEqual({
      status: 'success',
      txHash: swap,
      chainId: 31337,
      txHashes: [approve, swap],
    })
  })

  test('bridges, and follows the transfer to the other chain', async ({ signedIn: app, wallet }) => {
    const before = await tokenBalance('USDC', wallet.address, 31338)
    const card = await app.askForCard('bridge 50 USDC from ethereum to base', 'execute_router_swap')
    await expect(card).toContainText(/from Ethereum \(local\) to Base \(local\)/)
    await app.countersign(card).click()
    await expect(card).toHaveAttribute('data-state', 'confirmed')
    await expect(card).toHaveAttribute('data-reported', 'true')
    const arrived = (await tokenBalance('USDC', wallet.address, 31338)) - before
    expect(arrived).toBeGreaterThan(parseUnits('49', 6))
    const result = await app.resultAtService(card)
    expect(result).toMatchObject({ status: 'success', chainId: 31337 })
    const { destinationTxHash } = result as { destinationTxHash: `0x${string}` }
    expect(await succeeded(destinationTxHash, 31338)).toBe(true)
  })

  for (const [what, message, tool] of [
    ['a swap', 'swap 1 ETH to USDC', 'execute_router_swap'],
    ['a transfer', `send 0.1 ETH to ${recipient}`, 'send_native_gas_token'],
  ] as const)
    test(`declines ${what}`, async ({ signedIn: app, wallet }) => {
      const card = await app.askForCard(message, tool)
      await app.decline(card).click()
      await expect(card).toHaveAttribute('data-state', 'rejected')
      await expect(card).toHaveAttribute('data-reported', 'true')
      expect(await app.resultAtService(card)).toEqual({ status: 'rejected', error: 'User rejected the action' })
      expect(wallet.requests.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(0)
    })

  test('an approval that succeeded and a swap rejected in the wallet', async ({ signedIn: app, wallet }) => {
    const before = await tokenBalance('USDC', wallet.address)
    const card = await app.askForCard('swap 20 USDC to DAI', 'execute_router_swap')
    wallet.next.push('approve', 'reject')
    await app.countersign(card).click()
    await app.declineRejected(card)
    await expect(card).toHaveAttribute('data-reported', 'true')
    await expect(card).toContainText('remains in force until it is used or revoked')
    expect(await tokenBalance('USDC', wallet.address)).toBe(before)
    expect(await app.resultAtService(card)).toMatchObject({ status: 'rejected', error: 'User rejected the action' })
  })

  test('the person sets the slippage, and the plan follows', async ({ signedIn: app }) => {
    const card = await app.askForCard('swap 1 ETH to USDC', 'execute_router_swap')
    const minimum = card.getByText(/for at least/)
    const first = await minimum.textContent()
    await card.locator('summary', { hasText: 'Slippage' }).click()
    await card.getByRole('radio', { name: '1%', exact: true }).click({ force: true })
    await expect(card).toHaveAttribute('data-state', 'ready')
    await expect(minimum).not.toHaveText(first ?? '')
  })
})

test.describe('the first page does not shift while it finds out who is here', () => {
  for (const [what, viewport] of [
    ['wide', { width: 1280, height: 860 }],
    ['narrow', { width: 390, height: 844 }],
  ] as const)
    test.describe(what, () => {
      test.use({ viewport })

      test('for a newcomer', async ({ page }) => {
        await page.goto('/')
        await expect(page.getByRole('button', { name: 'Try it with a Demo wallet' })).toBeVisible()
        expect(await shifts(page)).toBeLessThan(0.01)
      })

      test('for a returning person', async ({ signedIn: app, page }) => {
        await page.goto('/')
        await expect(app.composer()).toBeEditable()
        expect(await shifts(page)).toBeLessThan(0.001)
      })
    })
})
