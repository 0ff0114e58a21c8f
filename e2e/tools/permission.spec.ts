import type { Page } from '@playwright/test'
import { encodeFunctionData, erc20Abi, erc4626Abi, parseUnits, recoverTypedDataAddress, verifyTypedData } from 'viem'
import { z } from 'zod'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { type GrantedResult, grantedResultSchema, rebalanceDigest, rebalanceTypedData } from '@/lib/wire/consent'
import { type App, expect, test } from '../fixtures/app'
import { violations } from '../fixtures/axe'
import { type BrowserWallet, permissionContext } from '../fixtures/browser-wallet'
import { sent } from '../fixtures/chain'
import { environment } from '../fixtures/environment'
import { allowNotifications, putInBackground, recordNotifications, shownIn } from '../fixtures/notifications'

const name = 'request_auto_rebalance_permission'
const { tokens, vaults } = devnetAddresses

const asked = (change: Record<string, unknown> = {}) => ({
  chainId: 31337,
  tokenAddress: tokens.USDC,
  currentPosition: { protocol: 'Flexible USDC', amount: '500' },
  minYieldIncrease: 1,
  maxLockupDays: 7,
  ...change,
})

/** Puts 500 USDC of the account into the flexible vault, bypassing the app. */
async function stake({ privateKey, address }: Pick<BrowserWallet, 'privateKey' | 'address'>): Promise<void> {
  const amount = parseUnits('500', 6)
  const vault = vaults.flexibleUsdc
  const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [vault, amount] })
  await sent(privateKey, { to: tokens.USDC, data: approve })
  const deposit = encodeFunctionData({ abi: erc4626Abi, functionName: 'deposit', args: [amount, address] })
  await sent(privateKey, { to: vault, data: deposit })
}

const listSchema = z.object({
  permissions: z.array(z.looseObject({ permission: z.looseObject({ validUntil: z.number() }) })),
})

const signatures = (wallet: BrowserWallet) =>
  wallet.requests.filter(({ method }) => method === 'eth_signTypedData_v4').length

/** Returns what the service holds for the card's call, as the agent sees it. */
async function granted(app: App, card: ReturnType<App['card']>): Promise<GrantedResult> {
  await expect(card).toHaveAttribute('data-state', 'confirmed')
  await expect(card).toHaveAttribute('data-reported', 'true')
  return grantedResultSchema.parse(await app.resultAtService(card))
}

async function openPermissions(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account 0x/ }).click()
  await page.getByRole('menuitem', { name: 'Permissions' }).click()
  await expect(page.getByRole('heading', { name: 'Permissions', level: 1 })).toBeVisible()
}

test('granted: signed as shown, verified, listed, and revoked', async ({ signedIn: app, wallet, page }) => {
  await stake(wallet)
  const card = await app.propose(name, asked())
  await expect(card).toContainText('It gives no power over your money')
  await expect(card).toContainText('at least 1 percentage point more')
  await expect(card).toContainText('The limit is for each move, not for all together')
  await expect(card.locator('[data-level="DANGER"], [data-level="BLOCK"], [data-level="UNVERIFIED"]')).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  await card.getByText('Details').click()
  const digest = await card.locator('[data-digest]').getAttribute('data-digest')
  await app.countersign(card).click()

  const result = await granted(app, card)
  const { permission, signature } = result
  expect(result).toMatchObject({ method: 'eip712', enforcement: 'advisory', digest, validUntil: permission.validUntil })
  expect(rebalanceDigest(permission)).toBe(digest)
  expect(await recoverTypedDataAddress({ ...rebalanceTypedData(permission), signature })).toBe(wallet.address)
  expect(permission).toMatchObject({ owner: wallet.address, chainId: 31337, token: tokens.USDC, agentId: 1 })
  expect(permission.protocol).toContain('Flexible USDC')
  expect(permission.validUntil - permission.validAfter).toBe(30 * 86_400)
  expect(Number(permission.maxAmountPerMove) / 1e6, 'the position, with its interest').toBeCloseTo(500, 2)
  expect(signatures(wallet)).toBe(1)
  expect(wallet.requests.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(0)
  await expect(card).toContainText('Permission signed')

  await openPermissions(page)
  const listed = page.locator('[data-permission]')
  await expect(listed).toHaveCount(1)
  await expect(listed).toHaveAttribute('data-state', 'active')
  await expect(listed).toContainText('every move comes as a card to approve')
  await expect(listed.getByRole('heading')).toContainText(/may propose moves of up to .* each/)
  expect(await violations(page)).toEqual([])
  await listed.getByRole('button', { name: 'Revoke' }).click()
  const dialog = page.getByRole('dialog', { name: 'Revoke this permission?' })
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(listed).toHaveAttribute('data-state', 'active')
  await listed.getByRole('button', { name: 'Revoke' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).press('Enter')
  await expect(listed).toHaveAttribute('data-state', 'revoked')
  await expect(page.getByRole('region', { name: 'Your permissions' })).toBeFocused()
  await expect(listed.getByRole('heading')).toContainText('could propose moves')
  await page.reload()
  await expect(listed).toHaveAttribute('data-state', 'revoked')
  await expect(listed.getByRole('button', { name: 'Revoke' })).toHaveCount(0)
  // It says in which conversation it was signed, and leads to its card there.
  await listed.getByRole('link').click()
  await expect(card).toBeFocused()
})

test('the end of a permission is told a day before, once, and leads to the list', async ({
  context,
  signedIn: app,
  wallet,
  page,
}) => {
  await stake(wallet)
  const card = await app.propose(name, asked())
  await app.countersign(card).click()
  await granted(app, card)
  // As the service would list it five hours before its end.
  await page.route('**/api/permissions', async (route) => {
    const response = await route.fetch()
    const { permissions } = listSchema.parse(await response.json())
    const validUntil = Math.floor(Date.now() / 1000) + 5 * 3600
    await route.fulfill({
      response,
      json: { permissions: permissions.map((each) => ({ ...each, permission: { ...each.permission, validUntil } })) },
    })
  })
  await recordNotifications(context)
  await allowNotifications(page)
  await putInBackground(page)
  await expect.poll(() => shownIn(page)).toEqual([{ title: 'A permission ends soon', body: '' }])
  await page
    .getByRole('region', { name: 'New notifications' })
    .getByRole('button', { name: /^A permission ends soon/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Permissions', level: 1 })).toBeVisible()
})

test('declining is prominent, comes first, and is reported to the agent', async ({ signedIn: app, wallet }) => {
  await stake(wallet)
  const card = await app.propose(name, asked())
  const buttons = card.getByRole('button', { name: /^(Countersign|Decline)$/ })
  await expect(buttons.first()).toHaveText('Decline')
  const look = (of: typeof card) => of.evaluate((element) => getComputedStyle(element).backgroundColor)
  expect(await look(app.countersign(card)), 'only Decline is filled').toBe('rgba(0, 0, 0, 0)')
  expect(await look(app.decline(card))).not.toBe('rgba(0, 0, 0, 0)')
  await app.decline(card).click()
  await expect(card).toHaveAttribute('data-reported', 'true')
  expect(await app.resultAtService(card)).toEqual({
    status: 'rejected',
    error: 'User rejected the action',
    granted: false,
  })
  expect(signatures(wallet)).toBe(0)
})

test('rejected in the wallet', async ({ signedIn: app, wallet, page }) => {
  await stake(wallet)
  const card = await app.propose(name, asked())
  wallet.next.push('reject')
  await app.countersign(card).click()
  await expect(card).toHaveAttribute('data-state', 'rejected')
  await expect(card).toHaveAttribute('data-reported', 'true')
  expect(await app.resultAtService(card)).toMatchObject({ status: 'rejected', granted: false })
  await openPermissions(page)
  await expect(page.getByText('You have given no permissions.')).toBeVisible()
})

test('the person sets the limit and the end', async ({ signedIn: app, wallet }) => {
  await stake(wallet)
  const card = await app.propose(name, asked({ maxLockupDays: 90 }))
  await card.getByRole('radio', { name: '7 days' }).click({ force: true })
  await expect(card.getByRole('radio', { name: '7 days' })).toBeChecked()
  const limit = card.getByRole('textbox', { name: /Maximum per move/ })
  await limit.fill('nothing')
  await limit.press('Enter')
  await expect(card).toHaveAttribute('data-state', 'blocked')
  await expect(card.locator('[data-rule="permission.cap"][data-level="BLOCK"]')).toBeVisible()
  await limit.fill('120.5')
  await limit.press('Enter')
  await expect(card).toHaveAttribute('data-state', 'ready')
  await card.getByRole('button', { name: 'Allow 30 days at most' }).click()
  await expect(card.locator('[data-rule="permission.lockup"][data-level="WARN"]')).toHaveCount(0)
  await expect(app.countersign(card)).toBeEnabled()
  await app.countersign(card).click()
  const { permission } = await granted(app, card)
  expect(permission).toMatchObject({ maxAmountPerMove: '120500000', maxLockupDays: 30 })
  expect(permission.validUntil - permission.validAfter).toBe(7 * 86_400)
})

test('the wallet’s own permission, if it enforces one', async ({ signedIn: app, wallet, page }) => {
  await stake(wallet)
  wallet.permissions = { 'erc20-token-allowance': { chainIds: ['0x7a69'], ruleTypes: ['expiry'] } }
  const card = await app.propose(name, asked())
  await expect(card.locator('[data-rule="G19"][data-level="DANGER"]')).toContainText('could spend up to')
  await app.accept(card)
  await app.countersign(card).click()
  const result = await granted(app, card)
  const sessionAddress = environment.variables.REBALANCE_SESSION_ADDRESS
  expect(result).toMatchObject({
    method: 'erc7715',
    enforcement: 'onchain',
    context: permissionContext,
    sessionAddress,
  })
  const requests = wallet.requests.filter(({ method }) => method === 'wallet_requestExecutionPermissions')
  expect(requests).toHaveLength(1)
  expect(requests[0]?.params).toMatchObject([
    [
      {
        chainId: '0x7a69',
        from: wallet.address,
        to: sessionAddress,
        permission: {
          type: 'erc20-token-allowance',
          isAdjustmentAllowed: false,
          data: {
            tokenAddress: tokens.USDC,
            allowanceAmount: `0x${BigInt(result.permission.maxAmountPerMove).toString(16)}`,
          },
        },
        rules: [{ type: 'expiry', data: { timestamp: result.permission.validUntil } }],
      },
    ],
  ])
  await openPermissions(page)
  await expect(page.locator('[data-permission]')).toContainText('revoke it in your wallet too')

  await page.getByRole('link', { name: 'Back to the conversations' }).click()
  await expect(app.composer()).toBeEditable()
  const plain = await app.propose(name, asked())
  await plain.getByRole('button', { name: 'Leave it out' }).click()
  await expect(plain.locator('[data-rule="G19"]')).toHaveCount(0)
  await app.countersign(plain).click()
  expect(await granted(app, plain)).toMatchObject({ method: 'eip712', enforcement: 'advisory' })
  expect(wallet.requests.filter(({ method }) => method === 'wallet_requestExecutionPermissions')).toHaveLength(1)
})

test('a reload while the wallet is open grants nothing, and the card can be signed again', async ({
  signedIn: app,
  wallet,
  page,
}) => {
  await stake(wallet)
  const card = await app.propose(name, asked())
  wallet.next.push({ waitFor: new Promise(() => {}) })
  await app.countersign(card).click()
  await expect(card).toHaveAttribute('data-state', 'signing')
  await page.reload()
  await expect(card).toHaveAttribute('data-state', 'ready')
  await expect(card).toContainText('Nothing was granted and nothing moved')
  await app.countersign(card).click()
  await granted(app, card)
})

test.describe('lies', () => {
  const blocked: [string, Record<string, unknown>, string][] = [
    ['a move for no gain', { minYieldIncrease: 0 }, 'permission.min-increase'],
    ['a move for a loss', { minYieldIncrease: -1 }, 'permission.min-increase'],
    ['a lock-up of more than a year', { maxLockupDays: 366 }, 'permission.lockup'],
    ['a token that does not exist', { tokenAddress: '0x00000000000000000000000000000000c0ffee03' }, 'G9'],
    ['the native coin', { tokenAddress: '0x0000000000000000000000000000000000000000' }, 'permission.token'],
  ]
  for (const [what, change, rule] of blocked)
    test(`${what} is blocked`, async ({ signedIn: app, wallet }) => {
      await stake(wallet)
      const card = await app.propose(name, asked(change), 'blocked')
      await expect(card.locator(`[data-rule="${rule}"][data-level="BLOCK"]`)).toBeVisible()
      await expect(app.countersign(card)).toHaveCount(0)
      await app.decline(card).click()
      await expect(card).toHaveAttribute('data-reported', 'true')
      expect(await app.resultAtService(card)).toMatchObject({ status: 'rejected', granted: false, code: rule })
      expect(signatures(wallet)).toBe(0)
    })

  const contradicted: [string, Record<string, unknown>, string, string][] = [
    ['a position of another size', { amount: '50000' }, 'permission.amount', 'DANGER'],
    ['a yield of another size', { apy: 60 }, 'permission.apy', 'DANGER'],
    ['an empty place', { protocol: 'Local lending' }, 'permission.protocol', 'WARN'],
  ]
  for (const [what, change, rule, level] of contradicted)
    test(`${what} is contradicted by the chain`, async ({ signedIn: app, wallet }) => {
      await stake(wallet)
      const currentPosition = { ...asked().currentPosition, ...change }
      const card = await app.propose(name, asked({ currentPosition }))
      const finding = card.locator(`[data-rule="${rule}"][data-level="${level}"]`)
      await expect(finding.locator('s')).toHaveCount(1)
      await app.accept(card)
      await app.countersign(card).click()
      const { permission, signature } = await granted(app, card)
      expect(permission.protocol).toContain('Flexible USDC')
      expect(Number(permission.maxAmountPerMove) / 1e6).toBeCloseTo(500, 2)
      expect(await verifyTypedData({ ...rebalanceTypedData(permission), address: wallet.address, signature })).toBe(
        true,
      )
    })
})

test('a permission that nobody asked for, or beyond what was asked, says so with both sides', async ({
  signedIn: app,
  wallet,
  page,
}) => {
  await stake(wallet)
  const unasked = await app.propose(name, asked(), 'ready', 'hello')
  const danger = unasked.locator('[data-rule="G35"][data-level="DANGER"]')
  await expect(danger).toContainText('You did not ask for this.')
  await expect(danger).toContainText('hello')
  await expect(app.countersign(unasked)).toHaveCount(0)
  await app.decline(unasked).click()
  await expect(unasked).toHaveAttribute('data-reported', 'true')

  const words = 'rebalance my USDC, at least 1 point more, 7 days at most'
  const card = await app.propose(name, asked({ minYieldIncrease: 0.25, maxLockupDays: 30 }), 'ready', words)
  const beyond = card.locator('[data-rule="G35"][data-level="DANGER"]')
  await expect(beyond).toHaveCount(2)
  await expect(card).toContainText('a gain of at least 0.25 percentage points')
  await expect(card).toContainText('a lock-up of up to 30 days')
  await expect(card.locator('[data-request]')).toContainText(words)
  await expect(card.locator('[data-is="different"]')).toHaveCount(2)
  expect(await violations(page)).toEqual([])
  // Each is set to what was asked with one click.
  await card.getByRole('button', { name: 'Ask for at least 1 percentage point' }).click()
  await expect(beyond).toHaveCount(1)
  await card.getByRole('button', { name: 'Allow a lock-up of up to 7 days' }).click()
  await expect(beyond).toHaveCount(0)
  await expect(card.locator('[data-request]')).toHaveAttribute('data-request', 'met')
  await app.countersign(card).click()
  const { permission } = await granted(app, card)
  expect(permission).toMatchObject({ minYieldIncreaseBps: 100, maxLockupDays: 7 })
  expect(signatures(wallet)).toBe(1)
})

test('nobody sees permissions without signing in', async ({ app, page }) => {
  await page.goto('/permissions')
  await expect(page.getByRole('heading', { name: 'Permissions' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try it with a Demo wallet' })).toBeVisible()
  await expect(page.locator('[data-permission]')).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Try it with a Demo wallet' }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await app.demoWallet('Sign')
  await expect(page.getByText('You have given no permissions.')).toBeVisible()
})

test('the Demo wallet explains what it is asked to sign', async ({ app, page }) => {
  await app.signInWithDemoWallet()
  const card = await app.propose(name, asked({ currentPosition: null }), 'blocked')
  const limit = card.getByRole('textbox', { name: /Maximum per move/ })
  await limit.fill('10')
  await limit.press('Enter')
  await expect(card).toHaveAttribute('data-state', 'ready')
  await app.accept(card)
  await app.countersign(card).click()
  const sheet = page.getByRole('dialog', { name: 'Demo wallet' })
  await expect(sheet).toContainText('10 USDC (10000000)')
  await expect(sheet).toContainText('Auto-rebalance permission')
  await app.demoWallet('Sign')
  await granted(app, card)
})
