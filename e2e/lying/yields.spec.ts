import type { Locator } from '@playwright/test'
import { encodeFunctionData, erc20Abi, parseUnits } from 'viem'
import type { Knobs } from '@/devnet/services/control'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { type App, expect, test } from '../fixtures/app'
import type { BrowserWallet } from '../fixtures/browser-wallet'
import { chain } from '../fixtures/chain'
import { turn } from '../fixtures/devnet'
import { environment } from '../fixtures/environment'

const { tokens, vaults } = devnetAddresses
const flexible = 'local-usdc-flexible-vault'
const locked = 'local-usdc-locked-vault'
const entry = { yieldId: flexible, amount: '100', tokenSymbol: 'USDC', tokenAddress: tokens.USDC, chainId: 31337 }

const asked = (wallet: BrowserWallet) => wallet.requests.filter(({ method }) => method === 'eth_sendTransaction')

test.afterEach(() => turn({ reset: true }))

async function countersign(app: App, card: Locator): Promise<void> {
  await app.countersign(card).click()
  await expect(card).toHaveAttribute('data-state', 'confirmed')
  await expect(card).toHaveAttribute('data-reported', 'true')
}

test.describe('transactions of the yield service that contradict their description', () => {
  for (const [tamper, rule] of [
    ['target', 'staking.target'],
    ['receiver', 'staking.receiver'],
    ['amount', 'staking.amount'],
    ['value', 'staking.value'],
    ['approval', 'staking.spender'],
  ] as const satisfies readonly [Knobs['tamper'], string][])
    test(`another ${tamper}: blocked, and the agent is told why`, async ({ signedIn: app, wallet }) => {
      await turn({ tamper })
      const card = await app.propose('enter_staking_yield', entry, 'blocked')
      // One finding for each wrong step.
      await expect(card.locator(`[data-rule="${rule}"][data-level="BLOCK"]`).first()).toBeVisible()
      await expect(app.countersign(card)).toHaveCount(0)
      await app.decline(card).click()
      await expect(card).toHaveAttribute('data-reported', 'true')
      expect(await app.resultAtService(card)).toEqual({ status: 'rejected', error: expect.any(String), code: rule })
      expect(asked(wallet)).toHaveLength(0)
    })

  test('an unlimited approval: reduced to the exact amount, with a note', async ({ signedIn: app, wallet }) => {
    await turn({ tamper: 'unlimited' })
    const card = await app.propose('enter_staking_yield', entry)
    await expect(card.locator('[data-rule="staking.approval"][data-level="WARN"]')).toContainText('without limit')
    await countersign(app, card)
    const args = [vaults.flexibleUsdc, parseUnits('100', 6)] as const
    expect(asked(wallet)[0]?.params).toMatchObject([
      { data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args }) },
    ])
    const left = { address: tokens.USDC, abi: erc20Abi, functionName: 'allowance' } as const
    expect(await chain().readContract({ ...left, args: [wallet.address, vaults.flexibleUsdc] })).toBe(0n)
  })

  test('a withdrawal to somebody else', async ({ signedIn: app, wallet }) => {
    await countersign(app, await app.propose('enter_staking_yield', entry))
    await turn({ tamper: 'receiver' })
    const card = await app.propose('exit_staking_yield', { yieldId: flexible, amount: '40' }, 'blocked')
    await expect(card.locator('[data-rule="staking.receiver"][data-level="BLOCK"]')).toBeVisible()
    expect(asked(wallet)).toHaveLength(2)
  })
})

test('the service is away: our own list of vaults needs nobody', async ({ signedIn: app }) => {
  await turn({ failNext: { path: '/yield', status: 503, times: 1000 } })
  await countersign(app, await app.propose('enter_staking_yield', entry))
  await countersign(app, await app.propose('exit_staking_yield', { yieldId: flexible, amount: 'all' }))
})

test('the service fails midway: the card waits, says why, and continues by itself', async ({ signedIn: app }) => {
  await turn({ failNext: { path: '/yield/v1/actions', status: 503, times: 1000 } })
  const card = await app.propose('enter_staking_yield', entry, 'reviewing')
  await expect(card).toHaveAttribute('data-waiting', 'true')
  await expect(card).toContainText('The yield service failed (503). Nothing was signed.')
  await turn({ reset: true })
  await expect(card).toHaveAttribute('data-state', 'ready')
})

// Runs last, because the clock of the local chains does not go back.
test('a locked deposit can be withdrawn with interest once its time is over', async ({ signedIn: app, page }) => {
  const card = await app.propose('enter_staking_yield', { ...entry, yieldId: locked, lockupPeriod: '7 days' })
  await countersign(app, card)
  const out = await app.propose('exit_staking_yield', { yieldId: locked, amount: 'all' }, 'blocked')
  const advanced = await fetch(`${environment.devnetApi}/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceSeconds: 7 * 86_400 }),
  })
  expect(advanced.ok).toBe(true)
  await page.reload()
  await expect(app.card('exit_staking_yield')).toHaveAttribute('data-state', 'ready')
  await expect(out).toContainText(/100\.2\d+ USDC/)
  await countersign(app, app.card('exit_staking_yield'))
})
