import type { Locator } from '@playwright/test'
import { parseUnits } from 'viem'
import { z } from 'zod'
import type { Knobs } from '@/devnet/services/control'
import { type App, expect, test } from '../fixtures/app'
import type { BrowserWallet } from '../fixtures/browser-wallet'
import { allowance, chain, succeeded, tokenBalance } from '../fixtures/chain'
import { turn } from '../fixtures/devnet'

const asked = (wallet: BrowserWallet) => wallet.requests.filter(({ method }) => method === 'eth_sendTransaction').length
const resultSchema = z.looseObject({ txHash: z.string(), destinationTxHash: z.templateLiteral(['0x', z.string()]) })

test.afterEach(() => turn({ reset: true }))

async function askForSwap(app: App, text = 'swap 100 USDC to DAI'): Promise<Locator> {
  await app.ask(text)
  const card = app.card('execute_router_swap')
  await expect(card).toBeVisible()
  await expect(card).toHaveAttribute('aria-busy', 'false')
  return card
}

/** Expects that nothing on the card leads to the wallet, even after a reload. */
async function expectBlocked(app: App, card: Locator, wallet: BrowserWallet): Promise<void> {
  await expect(card).toHaveAttribute('data-state', 'blocked')
  await expect(app.countersign(card)).toHaveCount(0)
  await expect(card.getByRole('button', { name: /^Hold/ })).toHaveCount(0)
  await app.page.reload()
  await expect(app.card()).toHaveAttribute('data-state', 'blocked')
  await expect(app.countersign(app.card())).toHaveCount(0)
  expect(asked(wallet)).toBe(0)
}

test.describe('a route whose bytes contradict its description', () => {
  for (const [tamper, rule] of [
    ['target', 'swap.target'],
    ['receiver', 'swap.receiver'],
    ['amount', 'swap.amount'],
    ['value', 'swap.value'],
    ['approval', 'swap.spender'],
  ] as const satisfies readonly [Knobs['tamper'], string][])
    test(`another ${tamper}: blocked, and the agent is told why`, async ({ signedIn: app, wallet }) => {
      await turn({ tamper })
      const card = await askForSwap(app)
      const reason = `[data-rule="${rule}"][data-level="BLOCK"]`
      await expect(card.locator(reason)).toBeVisible()
      await expectBlocked(app, card, wallet)
      // The page was reloaded: the agent is told of the finding once more.
      await expect(app.card().locator(reason)).toBeVisible()
      await app.decline(app.card()).click()
      await expect(app.card()).toHaveAttribute('data-state', 'rejected')
      await expect(app.card()).toHaveAttribute('data-reported', 'true')
      expect(await app.resultAtService(app.card())).toEqual({
        status: 'rejected',
        error: expect.any(String),
        code: rule,
      })
      expect(await allowance('USDC', wallet.address)).toBe(0n)
    })

  test('a minimum of next to nothing: blocked, and a new quote fixes it', async ({ signedIn: app, wallet }) => {
    await turn({ tamper: 'min' })
    const card = await askForSwap(app)
    await expect(card.locator('[data-rule="swap.minimum"][data-level="BLOCK"]')).toBeVisible()
    await expect(app.countersign(card)).toHaveCount(0)
    expect(asked(wallet)).toBe(0)
    await turn({ reset: true })
    await card.getByRole('button', { name: 'Ask for a new quote' }).click()
    await expect(app.countersign(card)).toBeEnabled()
  })

  test('tampered between the review and the click: the wallet is asked for what was reviewed', async ({
    signedIn: app,
    wallet,
  }) => {
    const card = await app.askForCard('swap 100 USDC to DAI', 'execute_router_swap')
    const before = await tokenBalance('DAI', wallet.address)
    await turn({ tamper: 'receiver' })
    await app.countersign(card).click()
    await expect(card).toHaveAttribute('data-state', 'confirmed')
    expect(await tokenBalance('DAI', wallet.address)).toBeGreaterThan(before + parseUnits('98', 18))
  })
})

test.describe('a rate that differs from the market’s', () => {
  test('worse by a third: blocked, with the loss in figures', async ({ signedIn: app, wallet }) => {
    await turn({ rateShiftBps: -3300 })
    const card = await askForSwap(app)
    await expect(card.locator('[data-rule="swap.price"][data-level="BLOCK"]')).toContainText(/You lose 3\d/)
    await expectBlocked(app, card, wallet)
  })

  test('better than the pool can pay: blocked, because it would revert', async ({ signedIn: app, wallet }) => {
    await turn({ rateShiftBps: 3300 })
    const card = await askForSwap(app)
    await expect(card.locator('[data-level="BLOCK"]', { hasText: 'This would fail.' })).toBeVisible()
    await expectBlocked(app, card, wallet)
  })
})

test('no quotes available: the card waits, says why, and continues by itself', async ({ signedIn: app, wallet }) => {
  await turn({ failNext: { path: '/routing/v1/quote', status: 503, times: 1000 } })
  const card = await askForSwap(app)
  await expect(card).toHaveAttribute('data-waiting', 'true')
  await expect(card).toContainText('The routing service failed (503). Nothing was signed.')
  await expect(app.countersign(card)).toHaveCount(0)
  await turn({ reset: true })
  await expect(card).toHaveAttribute('data-state', 'ready')
  await app.countersign(card).click()
  await expect(card).toHaveAttribute('data-state', 'confirmed')
  expect(asked(wallet)).toBe(2)
})

test.describe('a bridge', () => {
  for (const ending of ['refunded', 'partial', 'failed'] as const)
    test(`${ending}: not a success, and the agent gets the hash`, async ({ signedIn: app, page, wallet }) => {
      await turn({ statusMode: ending })
      const card = await askForSwap(app, 'bridge 50 USDC from ethereum to base')
      await expect(card).toHaveAttribute('data-state', 'ready')
      await app.countersign(card).click()
      await expect(card).toHaveAttribute('data-state', 'failed')
      await expect(card).toHaveAttribute('data-reported', 'true')
      await expect(card, 'the approval was used').not.toContainText('remains in force until it is used or revoked')
      const hash = await app.hashOf(card, 'bridge')
      expect(await succeeded(hash)).toBe(true)
      expect(await app.resultAtService(card)).toEqual({
        status: 'error',
        error: expect.any(String),
        code: `transfer-${ending}`,
        txHash: hash,
      })
      const count = asked(wallet)
      await turn({ reset: true })
      await page.reload()
      await expect(app.card()).toHaveAttribute('data-state', 'failed')
      await expect(app.countersign(app.card())).toHaveCount(0)
      expect(asked(wallet)).toBe(count)
    })

  test('that takes its time: followed over a reload to the other chain', async ({ signedIn: app, page, wallet }) => {
    const before = await tokenBalance('USDC', wallet.address, 31338)
    await turn({ bridgeDelayMs: 86_400_000 })
    const card = await askForSwap(app, 'bridge 50 USDC from ethereum to base')
    await app.countersign(card).click()
    await expect(card).toContainText('Waiting for the transaction on the destination chain')
    await expect(card).toHaveAttribute('data-state', 'confirming')
    const hash = await app.hashOf(card, 'bridge')
    await page.reload()
    await expect(app.card()).toHaveAttribute('data-state', 'confirming')
    await expect(app.countersign(app.card())).toHaveCount(0)
    expect(await tokenBalance('USDC', wallet.address, 31338)).toBe(before)
    await turn({ bridgeDelayMs: 0 })
    await expect(app.card()).toHaveAttribute('data-state', 'confirmed')
    await expect(app.card()).toHaveAttribute('data-reported', 'true')
    const { txHash, destinationTxHash } = resultSchema.parse(await app.resultAtService(app.card()))
    expect(txHash).toBe(hash)
    expect(await succeeded(destinationTxHash, 31338)).toBe(true)
    expect((await tokenBalance('USDC', wallet.address, 31338)) - before).toBeGreaterThan(parseUnits('49', 6))
    expect(await chain().getTransactionCount({ address: wallet.address })).toBe(asked(wallet))
  })
})
