import type { Locator } from '@playwright/test'
import { createTestClient, encodeAbiParameters, erc4626Abi, type Hex, http, keccak256, pad, parseUnits } from 'viem'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { type App, expect, test } from '../fixtures/app'
import { violations } from '../fixtures/axe'
import type { BrowserWallet } from '../fixtures/browser-wallet'
import { chain, succeeded, tokenBalance } from '../fixtures/chain'
import { environment } from '../fixtures/environment'
import { stakingEntry } from '../fixtures/staking'

const { tokens, vaults } = devnetAddresses
const usdc = (amount: string) => parseUnits(amount, 6)
const flexible = 'local-usdc-flexible-vault'
const locked = 'local-usdc-locked-vault'

const lockedPool = { yieldId: locked, poolName: 'Locked USDC', apy: 11.5, lockupPeriod: '7 days' }

const asked = (wallet: BrowserWallet) => wallet.requests.filter(({ method }) => method === 'eth_sendTransaction').length
const read = { abi: erc4626Abi } as const
/** Returns the worth of an account's shares in a vault. */
async function worth(account: Hex, address: Hex = vaults.flexibleUsdc): Promise<bigint> {
  const shares = await chain().readContract({ ...read, address, functionName: 'balanceOf', args: [account] })
  return chain().readContract({ ...read, address, functionName: 'convertToAssets', args: [shares] })
}
const figure = (card: Locator, id: string) => card.locator(`[data-figure="${id}"]`)
const finding = (card: Locator, rule: string, level: string) =>
  card.locator(`[data-rule="${rule}"][data-level="${level}"]`)

async function countersign(app: App, card: Locator): Promise<void> {
  // As long as people press: nothing may move meanwhile.
  await app.countersign(card).click({ delay: 80 })
  await expect(card).toHaveAttribute('data-state', 'confirmed')
  await expect(card).toHaveAttribute('data-reported', 'true')
}

/** Expects that this finding blocks the card and that the wallet was not asked. */
async function expectBlocked(app: App, card: Locator, rule: string, wallet: BrowserWallet): Promise<void> {
  await expect(finding(card, rule, 'BLOCK')).toBeVisible()
  await expect(card).toHaveAttribute('data-state', 'blocked')
  await expect(app.countersign(card)).toHaveCount(0)
  expect(asked(wallet)).toBe(0)
}

/** Removes an account's balance of a token, bypassing the app: OpenZeppelin keeps balances in slot 0. */
async function takeAway(token: Hex, account: Hex): Promise<void> {
  const index = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [account, 0n]))
  const { setStorageAt } = createTestClient({ mode: 'anvil', transport: http(environment.rpcUrl[31337]) })
  await setStorageAt({ address: token, index, value: pad('0x0') })
}

test.describe('in and out again', () => {
  test('enters: the claims beside what was found, and then the position', async ({ signedIn: app, wallet }) => {
    const card = await app.propose('enter_staking_yield', stakingEntry(wallet))
    await expect(card).toContainText('Deposit 100 USDC in Flexible USDC on Ethereum (local)')
    await card.locator('summary', { hasText: 'lock-up' }).click()
    await expect(card.getByRole('row', { name: /Yearly rate/ })).toContainText(/4\.8%.*4\.\d\d% paid, over/)
    await expect(card.getByRole('row', { name: /Lock-up/ })).toContainText('No lock-up')
    await expect(figure(card, 'leave')).toContainText('Yes')
    await expect(figure(card, 'position')).toContainText(/0.*99\.99|100/)
    await card.getByText('Details', { exact: true }).click()
    await expect(card.locator(`[data-address="${vaults.flexibleUsdc}"]`).first()).toBeVisible()
    await countersign(app, card)
    expect(asked(wallet)).toBe(2)
    expect(await worth(wallet.address)).toBeGreaterThanOrEqual(usdc('99.999999'))
    const hash = await app.hashOf(card, 'deposit')
    expect(await succeeded(hash)).toBe(true)
    expect(await app.resultAtService(card)).toMatchObject({ status: 'success', txHash: hash, chainId: 31337 })
  })

  test('leaves with a part, then with everything', async ({ signedIn: app, wallet }) => {
    await countersign(app, await app.propose('enter_staking_yield', stakingEntry(wallet)))
    const before = await tokenBalance('USDC', wallet.address)
    const part = await app.propose('exit_staking_yield', { yieldId: flexible, amount: '40' })
    await expect(part).toContainText('Withdraw 40 USDC from Flexible USDC on Ethereum (local)')
    await expect(finding(part, 'staking.origin', 'OK')).toBeAttached()
    await countersign(app, part)
    expect((await tokenBalance('USDC', wallet.address)) - before).toBe(usdc('40'))
    const rest = await app.propose('exit_staking_yield', { yieldId: flexible, amount: 'all' })
    await expect(rest).toContainText('Withdraw everything')
    await countersign(app, rest)
    expect(await worth(wallet.address)).toBe(0n)
    // In, out and out again: a vault rounds each in its own favor by up to one unit.
    expect((await tokenBalance('USDC', wallet.address)) - before).toBeGreaterThanOrEqual(usdc('99.999997'))
  })

  test('a locked vault, described honestly: in, and not out before its date', async ({ signedIn: app, wallet }) => {
    const card = await app.propose('enter_staking_yield', stakingEntry(wallet, lockedPool))
    await expect(figure(card, 'leave')).toContainText('No')
    await card.locator('summary', { hasText: 'locked for 7 days' }).click()
    await expect(card.getByRole('row', { name: /Lock-up/ })).toContainText('7 days')
    await countersign(app, card)
    const out = await app.propose('exit_staking_yield', { yieldId: locked, amount: '40' }, 'blocked')
    await expect(finding(out, 'staking.locked', 'BLOCK')).toContainText(
      /locked until \w{3} \d{1,2}, \d{4}, \d{1,2}:\d\d\s[AP]M UTC/,
    )
    await expect(app.countersign(out)).toHaveCount(0)
    await app.decline(out).click()
    await expect(out).toHaveAttribute('data-reported', 'true')
    expect(await app.resultAtService(out)).toMatchObject({ status: 'rejected', code: 'staking.locked' })
  })

  test('an ambiguous amount without a unit: the person decides', async ({ signedIn: app, page, wallet }) => {
    const asked = stakingEntry(wallet, { amount: '20000' })
    const card = await app.propose('enter_staking_yield', asked, 'blocked', 'Deposit 0.02 USDC in the vault')
    await expect(finding(card, 'staking.unit', 'BLOCK')).toBeVisible()
    await expect(app.countersign(card)).toHaveCount(0)
    expect(await violations(page, { within: 'article[data-tool="enter_staking_yield"]' })).toEqual([])
    await card.getByRole('button', { name: /0\.02 USDC/ }).click()
    await expect(card).toHaveAttribute('data-state', 'ready')
    await expect(card).toContainText('Deposit 0.02 USDC')
    await countersign(app, card)
    expect(await worth(wallet.address)).toBeGreaterThanOrEqual(19_999n)
  })

  test('the whole is offered if next to nothing would stay', async ({ signedIn: app, wallet }) => {
    await countersign(app, await app.propose('enter_staking_yield', stakingEntry(wallet)))
    const card = await app.propose('exit_staking_yield', { yieldId: flexible, amount: '99.99' })
    await card.getByRole('button', { name: 'Take everything out' }).click()
    await expect(card).toContainText('Withdraw everything')
    await expect(card).toHaveAttribute('data-state', 'ready')
    await countersign(app, card)
    expect(await worth(wallet.address)).toBe(0n)
  })
})

test.describe('not executed', () => {
  test('declined', async ({ signedIn: app, wallet }) => {
    const card = await app.propose('enter_staking_yield', stakingEntry(wallet))
    await app.decline(card).click()
    await expect(card).toHaveAttribute('data-state', 'rejected')
    await expect(card).toHaveAttribute('data-reported', 'true')
    expect(await app.resultAtService(card)).toEqual({ status: 'rejected', error: 'User rejected the action' })
    expect(asked(wallet)).toBe(0)
  })

  test('rejected in the wallet, after the approval', async ({ signedIn: app, wallet }) => {
    const card = await app.propose('enter_staking_yield', stakingEntry(wallet))
    wallet.next.push('approve', 'reject')
    await app.countersign(card).click()
    await app.declineRejected(card)
    await expect(card).toHaveAttribute('data-state', 'rejected')
    await expect(card).toHaveAttribute('data-reported', 'true')
    expect(await app.resultAtService(card)).toMatchObject({ status: 'rejected' })
    expect(await worth(wallet.address)).toBe(0n)
  })

  test('declined, and rejected in the wallet, on the way out: everything stays', async ({ signedIn: app, wallet }) => {
    await countersign(app, await app.propose('enter_staking_yield', stakingEntry(wallet)))
    const [before, sent] = [await worth(wallet.address), asked(wallet)]
    const leave = { yieldId: flexible, amount: '40' }
    const expectRejected = async (card: Locator) => {
      await expect(card).toHaveAttribute('data-state', 'rejected')
      await expect(card).toHaveAttribute('data-reported', 'true')
      expect(await app.resultAtService(card)).toMatchObject({ status: 'rejected' })
    }
    const declined = await app.propose('exit_staking_yield', leave)
    await app.decline(declined).click()
    await expectRejected(declined)
    expect(asked(wallet)).toBe(sent)
    const rejected = await app.propose('exit_staking_yield', leave)
    wallet.next.push('reject')
    await app.countersign(rejected).click()
    await app.declineRejected(rejected)
    await expectRejected(rejected)
    expect(asked(wallet)).toBe(sent + 1)
    expect(await worth(wallet.address)).toBeGreaterThanOrEqual(before)
  })

  for (const way of ['in', 'out'] as const)
    test(`reverted on the way ${way}: the agent gets the hash`, async ({ signedIn: app, wallet }) => {
      if (way === 'out') await countersign(app, await app.propose('enter_staking_yield', stakingEntry(wallet)))
      else wallet.next.push('approve')
      const card =
        way === 'in'
          ? await app.propose('enter_staking_yield', stakingEntry(wallet))
          : await app.propose('exit_staking_yield', { yieldId: flexible, amount: '40' })
      const signed = new Promise<Hex>((withhold) => wallet.next.push({ withhold }))
      await app.countersign(card).click()
      const serializedTransaction = await signed
      await takeAway(way === 'in' ? tokens.USDC : vaults.flexibleUsdc, wallet.address)
      const hash = await chain().sendRawTransaction({ serializedTransaction })
      await expect(card).toHaveAttribute('data-state', 'reverted')
      await expect(card).toHaveAttribute('data-reported', 'true')
      expect(await app.resultAtService(card)).toMatchObject({ status: 'error', code: 'reverted', txHash: hash })
      expect(await succeeded(hash)).toBe(false)
    })
})

test.describe('lies and mistakes', () => {
  test('a rate that was never paid', async ({ signedIn: app, wallet }) => {
    const card = await app.propose('enter_staking_yield', stakingEntry(wallet, { apy: 24 }))
    await expect(finding(card, 'staking.apy', 'DANGER')).toContainText('24%')
    await expect(card.getByRole('button', { name: /^Hold/ })).toBeVisible()
    expect(asked(wallet)).toBe(0)
  })

  test('a locked vault described as flexible', async ({ signedIn: app, wallet }) => {
    const card = await app.propose(
      'enter_staking_yield',
      stakingEntry(wallet, { ...lockedPool, lockupPeriod: 'flexible' }),
    )
    await expect(finding(card, 'staking.leave', 'DANGER')).toContainText('you cannot')
    await expect(figure(card, 'leave')).toContainText('No')
    await expect(card.getByRole('button', { name: /^Hold/ })).toBeVisible()
    expect(asked(wallet)).toBe(0)
  })

  for (const [what, rule, change] of [
    ['another person’s wallet', 'G2', { walletAddress: vaults.lockedUsdc }],
    ['a token that the vault does not take', 'staking.asset', { tokenAddress: tokens.DAI, tokenSymbol: 'DAI' }],
    ['an address without a token', 'staking.asset', { tokenAddress: '0x00000000000000000000000000000000000a11ce' }],
    ['another network by name', 'staking.network', { network: 'polygon' }],
    ['another network by number', 'staking.network', { chainId: 31338, network: undefined }],
    ['an unknown yield', 'staking.yield', { yieldId: 'ethereum-usdc-free-money' }],
    ['more than is held', 'staking.balance', { amount: '10000000.5' }],
  ] as const)
    test(what, async ({ signedIn: app, wallet }) => {
      const card = await app.propose('enter_staking_yield', stakingEntry(wallet, change), 'blocked')
      await expectBlocked(app, card, rule, wallet)
    })

  test('a symbol that is not the token’s', async ({ signedIn: app, wallet }) => {
    const card = await app.propose('enter_staking_yield', stakingEntry(wallet, { tokenSymbol: 'WETH' }))
    await expect(finding(card, 'G9', 'DANGER')).toBeVisible()
  })

  test('leaving without a position, or with more than there is', async ({ signedIn: app, wallet }) => {
    const none = await app.propose('exit_staking_yield', { yieldId: flexible, amount: '40' }, 'blocked')
    await expectBlocked(app, none, 'staking.position', wallet)
    await countersign(app, await app.propose('enter_staking_yield', stakingEntry(wallet)))
    const much = await app.propose('exit_staking_yield', { yieldId: flexible, amount: '140.5' }, 'blocked')
    await expect(finding(much, 'staking.amount', 'BLOCK')).toBeVisible()
    await much.getByRole('button', { name: 'Take everything out' }).click()
    await expect(much).toHaveAttribute('data-state', 'ready')
  })

  test('leaving for somebody else', async ({ signedIn: app, wallet }) => {
    const lie = { yieldId: flexible, amount: '40', walletAddress: vaults.lockedUsdc }
    await expectBlocked(app, await app.propose('exit_staking_yield', lie, 'blocked'), 'G2', wallet)
  })
})

test('the card is accessible', async ({ signedIn: app, page, wallet }) => {
  await app.propose('enter_staking_yield', stakingEntry(wallet))
  expect(await violations(page, { within: 'article[data-tool="enter_staking_yield"]' })).toEqual([])
})
