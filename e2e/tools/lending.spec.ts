import type { Locator } from '@playwright/test'
import { type Hex, maxUint256, parseEther, parseUnits } from 'viem'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { type App, expect, test } from '../fixtures/app'
import { violations } from '../fixtures/axe'
import type { BrowserWallet } from '../fixtures/browser-wallet'
import { chain, succeeded, tokenBalance } from '../fixtures/chain'
import {
  addReserve,
  allowedToMarket,
  closeReserve,
  enter,
  newToken,
  position,
  reserves,
  strangeMarket,
} from '../fixtures/lending'

const { lending, tokens, vaults } = devnetAddresses
const usdc = (amount: string) => parseUnits(amount, 6)
const stranger = '0x1111111111111111111111111111111111111111'

const call = (wallet: BrowserWallet, amount: bigint, change: Record<string, unknown> = {}) => ({
  marketAddress: lending,
  tokenAddress: tokens.USDC,
  tokenSymbol: 'USDC',
  amount: amount.toString(),
  walletAddress: wallet.address,
  chainId: 31337,
  ...change,
})
const weth = { tokenAddress: tokens.WETH, tokenSymbol: 'WETH' }
const asked = (wallet: BrowserWallet) => wallet.requests.filter(({ method }) => method === 'eth_sendTransaction').length

async function countersign(app: App, card: Locator): Promise<void> {
  await app.countersign(card).click()
  await expect(card).toHaveAttribute('data-state', 'confirmed')
  await expect(card).toHaveAttribute('data-reported', 'true')
}

/** Holds the button that accepts a danger. */
async function accept(app: App, card: Locator): Promise<void> {
  await expect(app.countersign(card)).toHaveCount(0)
  const hold = card.getByRole('button', { name: 'Hold to accept the danger' })
  await hold.focus()
  await app.page.keyboard.down('Enter')
  await expect(app.countersign(card)).toBeVisible()
  await app.page.keyboard.up('Enter')
}

async function expectBlocked(app: App, card: Locator, rule: string, wallet: BrowserWallet): Promise<void> {
  await expect(card.locator(`[data-rule="${rule}"][data-level="BLOCK"]`)).toBeVisible()
  await expect(app.countersign(card)).toHaveCount(0)
  await expect(card.getByRole('button', { name: /^Hold/ })).toHaveCount(0)
  await app.decline(card).click()
  await expect(card).toHaveAttribute('data-reported', 'true')
  expect(await app.resultAtService(card)).toMatchObject({ status: 'rejected', code: rule })
  expect(asked(wallet)).toBe(0)
}

test.describe('executed', () => {
  test('supplied as collateral, then borrowed against', async ({ signedIn: app, wallet }) => {
    const before = await tokenBalance('USDC', wallet.address)
    const supply = await app.propose('aave_supply', call(wallet, usdc('1000')))
    await expect(supply).toContainText(/Supply 1,000\s+USDC to Local lending on Ethereum \(local\), as collateral/)
    await supply.getByText('Details', { exact: true }).click()
    await expect(supply.locator(`[data-address="${lending}"]`).first()).toBeVisible()
    await countersign(app, supply)
    expect(before - (await tokenBalance('USDC', wallet.address))).toBe(usdc('1000'))
    const { supplied, isCollateral } = await position(wallet.address, reserves.usdc)
    expect(isCollateral).toBe(true)
    // Markets round shares down, by at most one unit.
    expect(usdc('1000') - supplied).toBeLessThanOrEqual(1n)
    expect(await allowedToMarket(tokens.USDC, wallet.address)).toBe(0n)
    const hash = await app.hashOf(supply, 'supply')
    expect(await app.resultAtService(supply)).toMatchObject({ status: 'success', txHash: hash, chainId: 31337 })

    const owned = await tokenBalance('WETH', wallet.address)
    const borrow = await app.propose('lending_borrow', call(wallet, parseEther('0.1'), weth))
    await expect(borrow).toContainText(/Borrow 0\.1\s+WETH from Local lending/)
    await expect(borrow.locator('[data-figure="health-factor"]')).toContainText(/no debt.*2\.[12]/)
    await expect(borrow.locator('[data-figure="liquidation"]')).toContainText('%')
    await countersign(app, borrow)
    expect((await tokenBalance('WETH', wallet.address)) - owned).toBe(parseEther('0.1'))
    expect((await position(wallet.address, reserves.weth)).debt).toBeGreaterThanOrEqual(parseEther('0.1'))
  })

  test('supplied without being collateral, as the person chooses on the card', async ({ signedIn: app, wallet }) => {
    const card = await app.propose('lending_supply', call(wallet, usdc('50')))
    await card.getByRole('radio', { name: 'No', exact: true }).click({ force: true })
    await expect(card.locator('[data-rule="lending.collateral"][data-level="INFO"]')).toBeVisible()
    await expect(card).toHaveAttribute('data-state', 'ready')
    await countersign(app, card)
    const { supplied, isCollateral } = await position(wallet.address, reserves.usdc)
    expect(supplied).toBeGreaterThan(0n)
    expect(isCollateral).toBe(false)
  })

  test('a whole debt repaid, to the last unit', async ({ signedIn: app, wallet }) => {
    await enter(
      wallet,
      tokens.USDC,
      { id: reserves.usdc, amount: usdc('5000') },
      { id: reserves.usdc, amount: usdc('900') },
    )
    const before = await tokenBalance('USDC', wallet.address)
    const card = await app.propose('aave_repay', call(wallet, maxUint256))
    await expect(card).toContainText('Repay all you owe')
    await countersign(app, card)
    expect((await position(wallet.address, reserves.usdc)).debt).toBe(0n)
    const paid = before - (await tokenBalance('USDC', wallet.address))
    expect(paid).toBeGreaterThanOrEqual(usdc('900'))
    expect(paid).toBeLessThan(usdc('900.01'))
    expect(await allowedToMarket(tokens.USDC, wallet.address)).toBeLessThan(usdc('0.5'))
  })

  test('everything withdrawn, to the last unit', async ({ signedIn: app, wallet }) => {
    await enter(wallet, tokens.USDC, { id: reserves.usdc, amount: usdc('700') })
    const { supplied } = await position(wallet.address, reserves.usdc)
    const before = await tokenBalance('USDC', wallet.address)
    const card = await app.propose('lending_withdraw', call(wallet, usdc('700')))
    await expect(card).toContainText('Withdraw ALL you have supplied')
    await countersign(app, card)
    expect((await position(wallet.address, reserves.usdc)).supplied).toBe(0n)
    expect((await tokenBalance('USDC', wallet.address)) - before).toBeGreaterThanOrEqual(supplied)
  })

  test('in the one of two reserves that the person chooses', async ({ signedIn: app, page, wallet }) => {
    const token = await newToken('TWICE', wallet.address)
    await addReserve(token, 300n)
    const second = await addReserve(token, 700n)
    const twice = { tokenAddress: token, tokenSymbol: 'TWICE' }
    const card = await app.propose('lending_supply', call(wallet, usdc('10'), twice), 'blocked')
    await expect(card.locator('[data-rule="lending.reserve"][data-level="BLOCK"]')).toContainText('2 reserves')
    await expect(app.countersign(card)).toHaveCount(0)
    expect(await violations(page, { within: 'article[data-tool="lending_supply"]' })).toEqual([])
    await card.getByRole('radio', { name: new RegExp(`Reserve ${second}\\b`) }).check()
    await expect(card).toHaveAttribute('data-state', 'ready')
    await countersign(app, card)
    expect((await position(wallet.address, second)).supplied).toBe(usdc('10'))
  })
})

test.describe('not executed', () => {
  // Paying tokens in requires an approval first.
  const cases = [
    ['lending_supply', ['approve']],
    ['lending_borrow', []],
    ['lending_repay', ['approve']],
    ['lending_withdraw', []],
  ] as const

  for (const [name, approvals] of cases)
    test(`${name}: declined, rejected in the wallet, and reverted by a market that closed meanwhile`, async ({
      signedIn: app,
      wallet,
    }) => {
      const token = await newToken('CLOSES', wallet.address)
      const id = await addReserve(token, 400n)
      await enter(wallet, tokens.USDC, { id: reserves.usdc, amount: usdc('1000') })
      await enter(wallet, token, { id, amount: usdc('100') }, { id, amount: usdc('20') })
      const before = await position(wallet.address, id)
      const asked = call(wallet, usdc('5'), { tokenAddress: token, tokenSymbol: 'CLOSES' })

      const declined = await app.propose(name, asked)
      await app.decline(declined).click()
      await expect(declined).toHaveAttribute('data-reported', 'true')
      expect(await app.resultAtService(declined)).toEqual({ status: 'rejected', error: 'User rejected the action' })

      const refused = await app.propose(name, asked)
      wallet.next.push('reject')
      await app.countersign(refused).click()
      await app.declineRejected(refused)
      await expect(refused).toHaveAttribute('data-state', 'rejected')
      await expect(refused).toHaveAttribute('data-reported', 'true')
      expect(await position(wallet.address, id)).toMatchObject({ isCollateral: before.isCollateral })

      const card = await app.propose(name, asked)
      // The wallet was asked for the same before, and its refusal proves nothing.
      await expect(card.locator('[data-rule="repeated"]')).toBeVisible()
      await app.accept(card)
      wallet.next.push(...approvals)
      const signed = new Promise<Hex>((withhold) => wallet.next.push({ withhold }))
      await app.countersign(card).click()
      const serializedTransaction = await signed
      await closeReserve(id, true)
      const hash = await chain().sendRawTransaction({ serializedTransaction })
      await expect(card).toHaveAttribute('data-state', 'reverted')
      await expect(card).toHaveAttribute('data-reported', 'true')
      expect(await app.resultAtService(card)).toMatchObject({ status: 'error', code: 'reverted', txHash: hash })
      expect(await succeeded(hash)).toBe(false)
    })
})

test.describe('lies and mistakes', () => {
  test('another person’s wallet', async ({ signedIn: app, wallet }) => {
    const lie = call(wallet, usdc('5'), { walletAddress: stranger })
    await expectBlocked(app, await app.propose('lending_supply', lie, 'blocked'), 'G2', wallet)
  })

  test('an address that is no market', async ({ signedIn: app, wallet }) => {
    const lie = call(wallet, usdc('5'), { marketAddress: vaults.flexibleUsdc })
    const card = await app.propose('lending_supply', lie, 'blocked')
    await expect(card).toContainText('This is a vault, not a lending market.')
    await expectBlocked(app, card, 'lending.market', wallet)
  })

  test('a token that the market does not have', async ({ signedIn: app, wallet }) => {
    const token = await newToken('ABSENT', wallet.address)
    const lie = call(wallet, usdc('5'), { tokenAddress: token, tokenSymbol: 'ABSENT' })
    await expectBlocked(app, await app.propose('lending_supply', lie, 'blocked'), 'lending.reserve', wallet)
  })

  test('an amount with the decimals of another token', async ({ signedIn: app, wallet }) => {
    const card = await app.propose('lending_supply', call(wallet, usdc('5') * 10n ** 12n), 'blocked')
    await expect(card).toContainText('wrong decimals')
    await expectBlocked(app, card, 'lending.balance', wallet)
  })

  test('far more repaid than owed: a danger, although the market would take only the debt', async ({
    signedIn: app,
    wallet,
  }) => {
    await enter(
      wallet,
      tokens.USDC,
      { id: reserves.usdc, amount: usdc('500') },
      { id: reserves.usdc, amount: usdc('9') },
    )
    const card = await app.propose('lending_repay', call(wallet, usdc('9') * 10n ** 12n))
    await expect(card.locator('[data-rule="lending.debt"][data-level="DANGER"]')).toContainText(
      'This repays your whole debt',
    )
    await expect(app.countersign(card)).toHaveCount(0)
  })

  test('a loan that its collateral would not cover', async ({ signedIn: app, wallet }) => {
    await enter(wallet, tokens.USDC, { id: reserves.usdc, amount: usdc('1000') })
    const card = await app.propose('lending_borrow', call(wallet, parseEther('0.23'), weth), 'blocked')
    await expect(card.locator('[data-rule="lending.health"]')).toContainText('0.95')
    await expectBlocked(app, card, 'lending.health', wallet)
  })

  test('a loan on the edge: accepted as a danger, then lent', async ({ signedIn: app, wallet }) => {
    await enter(wallet, tokens.USDC, { id: reserves.usdc, amount: usdc('1000') })
    const card = await app.propose('lending_borrow', call(wallet, parseEther('0.212'), weth))
    await expect(card.locator('[data-rule="lending.health"][data-level="DANGER"]')).toContainText('edge of liquidation')
    await expect(card.locator('[data-figure="health-factor"]')).toHaveAttribute('data-level', 'DANGER')
    await accept(app, card)
    await countersign(app, card)
    expect(await tokenBalance('WETH', wallet.address)).toBeGreaterThanOrEqual(parseEther('0.212'))
  })

  test('another token than the agent names', async ({ signedIn: app, wallet }) => {
    const card = await app.propose('lending_supply', call(wallet, usdc('5'), { tokenSymbol: 'DAI' }))
    await expect(card.locator('[data-rule="G9"][data-level="DANGER"]')).toContainText('not the token the agent names')
    await expect(app.countersign(card)).toHaveCount(0)
    await expect(card.getByRole('button', { name: /^Hold/ })).toBeVisible()
  })

  for (const name of ['lending_borrow', 'lending_repay', 'lending_withdraw'] as const)
    test(`${name}: for somebody else, and of a token other than named`, async ({ signedIn: app, wallet }) => {
      const id = reserves.usdc
      await enter(wallet, tokens.USDC, { id, amount: usdc('500') }, { id, amount: usdc('9') })
      const foreign = call(wallet, usdc('5'), { walletAddress: stranger })
      await expectBlocked(app, await app.propose(name, foreign, 'blocked'), 'G2', wallet)
      const renamed = await app.propose(name, call(wallet, usdc('5'), { tokenSymbol: 'DAI' }))
      await expect(renamed.locator('[data-rule="G9"][data-level="DANGER"]')).toContainText(
        'not the token the agent names',
      )
      await expect(app.countersign(renamed)).toHaveCount(0)
      expect(asked(wallet)).toBe(0)
    })

  test('a market that only the agent knows', async ({ signedIn: app, wallet }) => {
    const market = await strangeMarket()
    await addReserve(tokens.USDC, 900n, market)
    const card = await app.propose('lending_supply', call(wallet, usdc('5'), { marketAddress: market }))
    await expect(card).toContainText('an unknown lending market')
    await expect(card.locator('[data-rule="lending.market"][data-level="DANGER"]')).toBeVisible()
    await expect(card.locator('[data-rule="G10"][data-level="DANGER"]')).toBeVisible()
    await expect(app.countersign(card)).toHaveCount(0)
    expect(asked(wallet)).toBe(0)
  })
})
