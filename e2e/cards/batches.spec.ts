import { parseUnits } from 'viem'
import { z } from 'zod'
import { expect, test } from '../fixtures/app'
import type { BrowserWallet } from '../fixtures/browser-wallet'
import { allowance, chain, tokenBalance } from '../fixtures/chain'

const asked = (wallet: BrowserWallet, method: string) => wallet.requests.filter((each) => each.method === method)
const sentCalls = z.tuple([
  z.object({ id: z.string(), calls: z.array(z.object({ to: z.string(), data: z.string() })) }),
])

test.describe('a wallet that executes several calls as one', () => {
  test.beforeEach(({ wallet }) => {
    wallet.atomic = 'supported'
  })

  test('approval and swap are one signature, announced in advance, and one transaction', async ({
    signedIn: app,
    page,
    wallet,
  }) => {
    const before = await tokenBalance('USDC', wallet.address)
    const card = await app.askForCard('swap 100 USDC to DAI', 'execute_router_swap')
    await expect(card).toContainText('One signature for both steps.')
    await app.countersign(card).click()
    await expect(card).toHaveAttribute('data-state', 'confirmed')
    await expect(card).toHaveAttribute('data-reported', 'true')
    expect(asked(wallet, 'eth_sendTransaction')).toHaveLength(0)
    const [request] = asked(wallet, 'wallet_sendCalls')
    expect(asked(wallet, 'wallet_sendCalls')).toHaveLength(1)
    expect(sentCalls.parse(request?.params)[0].calls).toHaveLength(2)
    const hash = await app.hashOf(card, 'swap')
    // One transaction, whose hash appears once: it confirms both steps.
    await expect(card.locator('[data-step] [data-hash]')).toHaveCount(1)
    await expect(card.locator('[data-step="approve"]')).toContainText('Confirmed as one')
    expect((await chain().getTransactionReceipt({ hash })).status).toBe('success')
    expect(before - (await tokenBalance('USDC', wallet.address))).toBe(parseUnits('100', 6))
    expect(await allowance('USDC', wallet.address)).toBe(0n)
    expect(await app.resultAtService(card)).toEqual({ status: 'success', txHash: hash, chainId: 31337 })
    await expect(
      card.locator('[data-receipt="reads"]').getByRole('row', { name: /Leaves −100 USDC −100 USDC/ }),
    ).toBeVisible()
    await expect(card).not.toContainText('Your wallet sent something other')
    await page.reload()
    await expect(app.card()).toHaveAttribute('data-state', 'confirmed')
    expect(asked(wallet, 'wallet_sendCalls')).toHaveLength(1)
  })

  test('one that refuses after all: explained, and another click signs step by step', async ({
    signedIn: app,
    wallet,
  }) => {
    const card = await app.askForCard('swap 100 USDC to DAI', 'execute_router_swap')
    wallet.next.push({ error: { code: 5760, message: 'Atomicity not supported' } })
    await app.countersign(card).click()
    await expect(card).toContainText('Countersign again to sign them one after the other.')
    await expect(card).toContainText('Nothing was sent: the chain has no transaction for it')
    await expect(card).not.toContainText('One signature')
    expect(asked(wallet, 'eth_sendTransaction')).toHaveLength(0)
    await expect(card).toHaveAttribute('data-state', 'ready')
    await expect(card).toContainText('Your wallet asks twice: Approve 100 USDC, then Swap 100 USDC for DAI.')
    await app.countersign(card).click()
    await expect(card).toHaveAttribute('data-state', 'confirmed')
    expect(asked(wallet, 'eth_sendTransaction')).toHaveLength(2)
  })

  test('a reload while the wallet is open: found by the recorded id, not sent again', async ({
    signedIn: app,
    page,
    wallet,
  }) => {
    const before = await tokenBalance('USDC', wallet.address)
    const card = await app.askForCard('swap 100 USDC to DAI', 'execute_router_swap')
    let release = () => {}
    wallet.next.push({ waitFor: new Promise((resolve) => (release = resolve)) })
    await app.countersign(card).click()
    await expect.poll(() => asked(wallet, 'wallet_sendCalls').length).toBe(1)
    await page.reload()
    await expect(app.card()).toContainText('What happened in your wallet?')
    release()
    await expect(app.card()).toHaveAttribute('data-state', 'confirmed')
    expect(asked(wallet, 'wallet_sendCalls')).toHaveLength(1)
    expect(before - (await tokenBalance('USDC', wallet.address))).toBe(parseUnits('100', 6))
  })

  test('rejected there: nothing was sent', async ({ signedIn: app, wallet }) => {
    const card = await app.askForCard('swap 100 USDC to DAI', 'execute_router_swap')
    wallet.next.push('reject')
    await app.countersign(card).click()
    await app.declineRejected(card)
    expect(await allowance('USDC', wallet.address)).toBe(0n)
  })

  test('a plan of one step is requested in the ordinary way', async ({ signedIn: app, wallet }) => {
    const card = await app.askForCard('swap 0.5 ETH to USDC', 'execute_router_swap')
    await expect(card).not.toContainText(/One signature|Your wallet asks/)
    await app.countersign(card).click()
    await expect(card).toHaveAttribute('data-state', 'confirmed')
    expect(asked(wallet, 'wallet_sendCalls')).toHaveLength(0)
  })
})

test('a wallet that would upgrade the account first: the card warns of it', async ({ signedIn: app, wallet }) => {
  wallet.atomic = 'ready'
  const card = await app.askForCard('swap 100 USDC to DAI', 'execute_router_swap')
  await expect(card).toContainText('upgrade your account')
})
