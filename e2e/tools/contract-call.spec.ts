import type { Locator } from '@playwright/test'
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  maxUint256,
  parseAbi,
  parseEther,
  parseUnits,
  toFunctionSelector,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { type App, expect, test } from '../fixtures/app'
import type { BrowserWallet } from '../fixtures/browser-wallet'
import { chain, fund, sent, succeeded, tokenBalance } from '../fixtures/chain'

const { tokens, vaults, lending, nfts, registry, multicall } = devnetAddresses
const tool = 'call_smart_contract_function'
const recipient = getAddress('0x00000000000000000000000000000000c0ffee31')
const thief = getAddress('0x7417f000000000000000000000000000000741ef')
const usdc = (amount: string) => parseUnits(amount, 6)

const asked = (wallet: BrowserWallet) => wallet.requests.filter(({ method }) => method === 'eth_sendTransaction').length

const transfer = (amount: bigint, more: Record<string, unknown> = {}) => ({
  to: tokens.USDC,
  functionName: 'transfer',
  args: [recipient, amount.toString()],
  chainId: 31337,
  value: '0',
  abi: ['function transfer(address to, uint256 amount) returns (bool)'],
  ...more,
})

const approve = (spender: Address, amount: bigint) => ({
  to: tokens.USDC,
  functionName: 'approve',
  args: [spender, amount.toString()],
  chainId: 31337,
  abi: ['function approve(address,uint256)'],
})

const allowed = (owner: Address, spender: Address) =>
  chain().readContract({ address: tokens.USDC, abi: erc20Abi, functionName: 'allowance', args: [owner, spender] })

async function confirm(app: App, card: Locator): Promise<Hex> {
  await app.countersign(card).click()
  await expect(card).toHaveAttribute('data-state', 'confirmed')
  await expect(card).toHaveAttribute('data-reported', 'true')
  const hash = await app.hashOf(card, 'call')
  expect(await succeeded(hash)).toBe(true)
  expect(await app.resultAtService(card)).toEqual({ status: 'success', txHash: hash, chainId: 31337 })
  return hash
}

const finding = (card: Locator, rule: string, level: string) =>
  card.locator(`[data-rule="${rule}"][data-level="${level}"]`)

async function expectBlocked(app: App, card: Locator, rule: string, wallet: BrowserWallet): Promise<void> {
  await expect(finding(card, rule, 'BLOCK').first()).toBeVisible()
  await expect(app.countersign(card)).toHaveCount(0)
  await expect(card.getByRole('button', { name: /^Hold/ })).toHaveCount(0)
  await app.decline(card).click()
  await expect(card).toHaveAttribute('data-reported', 'true')
  expect(await app.resultAtService(card)).toMatchObject({ status: 'rejected', code: expect.any(String) })
  expect(asked(wallet)).toBe(0)
}

test.describe('approved', () => {
  test('a token transfer: shown as what it is, and it does just that', async ({ signedIn: app, wallet }) => {
    const before = await tokenBalance('USDC', wallet.address)
    const had = await tokenBalance('USDC', recipient)
    const card = await app.propose(tool, transfer(usdc('25')))
    await expect(card).toContainText(/Send 25 USDC on Ethereum \(local\)/)
    await expect(card.locator(`[data-address="${recipient}"]`)).toBeVisible()
    await card.getByText('Details', { exact: true }).click()
    await expect(card.locator('[data-function="transfer"]')).toContainText('ERC-20')
    await expect(card.locator(`[data-address="${tokens.USDC}"]`)).toBeVisible()
    const hash = await confirm(app, card)
    expect(await tokenBalance('USDC', wallet.address)).toBe(before - usdc('25'))
    expect((await tokenBalance('USDC', recipient)) - had).toBeGreaterThanOrEqual(usdc('25'))
    expect((await chain().getTransaction({ hash })).input).toBe(
      encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [recipient, usdc('25')] }),
    )
  })

  test('a WETH deposit: coins leave, and as many wrapped ones arrive', async ({ signedIn: app, wallet }) => {
    const before = await tokenBalance('WETH', wallet.address)
    const card = await app.propose(tool, {
      to: tokens.WETH,
      functionName: 'deposit',
      args: [],
      chainId: 31337,
      value: parseEther('0.2').toString(),
      abi: ['function deposit() payable'],
    })
    await expect(card).toContainText('Wrap 0.2 ETH')
    await expect(card).toContainText(/Sent along\s*0\.2 ETH/)
    await confirm(app, card)
    expect((await tokenBalance('WETH', wallet.address)) - before).toBe(parseEther('0.2'))
  })

  test('an agent is registered by an overloaded function, identified by its arguments', async ({ signedIn: app }) => {
    const card = await app.propose(tool, {
      to: registry,
      functionName: 'register',
      args: ['https://agent.example/card.json'],
      chainId: 31337,
      abi: [
        JSON.stringify([
          { type: 'function', name: 'register', inputs: [], stateMutability: 'nonpayable' },
          { type: 'function', name: 'register', inputs: [{ name: 'agentURI', type: 'string' }] },
        ]),
      ],
    })
    await expect(card.locator('[data-function="register"]')).toContainText('ERC-8004')
    await expect(card.locator('[data-argument="Agent uri"]')).toContainText('https://agent.example/card.json')
    await confirm(app, card)
  })
})

test.describe('not approved', () => {
  test('declined', async ({ signedIn: app, wallet }) => {
    const card = await app.propose(tool, transfer(usdc('1')))
    await app.decline(card).click()
    await expect(card).toHaveAttribute('data-state', 'rejected')
    await expect(card).toHaveAttribute('data-reported', 'true')
    expect(await app.resultAtService(card)).toEqual({ status: 'rejected', error: 'User rejected the action' })
    expect(asked(wallet)).toBe(0)
  })

  test('rejected in the wallet', async ({ signedIn: app, wallet }) => {
    const before = await tokenBalance('USDC', wallet.address)
    const card = await app.propose(tool, transfer(usdc('1')))
    wallet.next.push('reject')
    await app.countersign(card).click()
    await app.declineRejected(card)
    await expect(card).toHaveAttribute('data-state', 'rejected')
    await expect(card).toHaveAttribute('data-reported', 'true')
    expect(await tokenBalance('USDC', wallet.address)).toBe(before)
  })

  test('reverted: the spender’s allowance was withdrawn in the meantime', async ({ signedIn: app, wallet }) => {
    const friend = generatePrivateKey()
    const { address } = privateKeyToAccount(friend)
    await fund(address)
    const allow = (amount: bigint) =>
      sent(friend, {
        to: tokens.USDC,
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [wallet.address, amount] }),
      })
    await allow(usdc('7'))
    const card = await app.propose(tool, {
      ...transfer(0n),
      functionName: 'transferFrom',
      args: [address, wallet.address, usdc('7').toString()],
      abi: ['function transferFrom(address,address,uint256)'],
    })
    let signed: Hex | undefined
    wallet.next.push({ withhold: (transaction) => (signed = transaction) })
    await app.countersign(card).click()
    await expect(card).toHaveAttribute('data-state', /broadcast|confirming/)
    await allow(0n)
    if (!signed) throw new Error('the wallet was not asked')
    const hash = await chain().sendRawTransaction({ serializedTransaction: signed })
    await expect(card).toHaveAttribute('data-state', 'reverted')
    await expect(card).toHaveAttribute('data-reported', 'true')
    expect(await app.resultAtService(card)).toMatchObject({ status: 'error', code: 'reverted', txHash: hash })
  })
})

test.describe('lies', () => {
  test('an unlimited approval: the fix makes it exact, and that is what is signed', async ({
    signedIn: app,
    wallet,
  }) => {
    const held = await tokenBalance('USDC', wallet.address)
    const card = await app.propose(tool, approve(vaults.flexibleUsdc, maxUint256))
    await expect(finding(card, 'G18', 'DANGER')).toContainText('no limit')
    await expect(card.getByRole('group', { name: 'Permissions' })).toContainText('Any amount')
    await expect(app.countersign(card)).toHaveCount(0)
    await card.getByRole('button', { name: /^Allow exactly .* USDC$/ }).click()
    await expect(finding(card, 'G18', 'DANGER')).toHaveCount(0)
    await expect(card).toHaveAttribute('data-state', 'ready')
    await expect(card.getByRole('group', { name: 'Permissions' })).not.toContainText('Any amount')
    await confirm(app, card)
    expect(await allowed(wallet.address, vaults.flexibleUsdc)).toBe(held)
  })

  test('a harmless name chosen for the selector of approve', async ({ signedIn: app, wallet }) => {
    const name = 'watch_tg_invmru_2f69f1b'
    expect(toFunctionSelector(`function ${name}(address,address)`)).toBe('0x095ea7b3')
    const card = await app.propose(
      tool,
      {
        ...approve(thief, 0n),
        functionName: name,
        args: [thief, thief],
        abi: [`function ${name}(address account, address pool)`],
      },
      'blocked',
    )
    await expect(finding(card, 'G20', 'BLOCK')).toContainText('approve(address,uint256)')
    await card.getByText('Details', { exact: true }).click()
    await expect(card.locator('[data-function="approve"]')).toBeVisible()
    await expectBlocked(app, card, 'G20', wallet)
  })

  test('a name missing from every table stays the agent’s claim', async ({ signedIn: app, wallet }) => {
    const card = await app.propose(
      tool,
      { ...approve(thief, usdc('5')), functionName: 'claimReward', abi: ['function claimReward(address,uint256)'] },
      'blocked',
    )
    await expect(card.locator('[data-function=""]')).toContainText('Unknown function')
    await expect(card.locator('[data-function=""]')).toContainText('the agent calls it “claimReward(address,uint256)”')
    await expectBlocked(app, card, 'G5', wallet)
  })

  test('setApprovalForAll hidden in a multicall is shown as a permission', async ({ signedIn: app }) => {
    const hidden = encodeFunctionData({
      abi: parseAbi(['function setApprovalForAll(address operator, bool approved)']),
      args: [thief, true],
    })
    const card = await app.propose(tool, {
      to: multicall,
      functionName: 'aggregate3',
      args: [JSON.stringify([[nfts.postcards, false, hidden]])],
      chainId: 31337,
      abi: ['function aggregate3((address target, bool allowFailure, bytes callData)[] calls) payable'],
    })
    await expect(finding(card, 'G19', 'DANGER')).toContainText(thief)
    await expect(card.locator('[data-inner-call] [data-function="setApprovalForAll"]')).toBeVisible()
    await expect(card.getByRole('group', { name: 'Permissions' })).toContainText('may take every NFT')
    await expect(card).not.toContainText('nothing leaves and nothing arrives')
    await expect(app.countersign(card)).toHaveCount(0)
  })

  test('a manager of the person’s lending position, inside the market’s own multicall', async ({ signedIn: app }) => {
    const hidden = encodeFunctionData({
      abi: parseAbi(['function setUserPositionManager(address positionManager, bool approve)']),
      args: [thief, true],
    })
    const card = await app.propose(tool, {
      to: lending,
      functionName: 'multicall',
      args: [JSON.stringify([hidden])],
      chainId: 31337,
      abi: ['function multicall(bytes[] data)'],
    })
    await expect(finding(card, 'G19', 'DANGER')).toContainText('lending position')
    await expect(card.getByRole('group', { name: 'Permissions' })).toContainText('may act on your position')
    await expect(app.countersign(card)).toHaveCount(0)
  })

  test('ownership, coins for a nonpayable function, and arguments that do not match', async ({
    signedIn: app,
    wallet,
  }) => {
    const owner = await app.propose(
      tool,
      {
        to: tokens.USDC,
        functionName: 'transferOwnership',
        args: [thief],
        chainId: 31337,
        abi: ['function transferOwnership(address)'],
      },
      'blocked',
    )
    await expect(finding(owner, 'G19', 'BLOCK')).toBeVisible()
    const paid = await app.propose(tool, transfer(usdc('1'), { value: '1' }), 'blocked')
    await expect(finding(paid, 'call.value', 'BLOCK')).toBeVisible()
    const fraction = await app.propose(tool, transfer(0n, { args: [recipient, '1.5'] }), 'blocked')
    await expect(finding(fraction, 'call.arguments', 'BLOCK')).toContainText('plain whole number')
    await expectBlocked(app, fraction, 'call.arguments', wallet)
  })
})
