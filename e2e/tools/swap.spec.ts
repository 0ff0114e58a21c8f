import type { Locator } from '@playwright/test'
import {
  type Address,
  createTestClient,
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  http,
  maxUint256,
  parseAbi,
  parseEther,
  parseUnits,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { nativeAddress } from '@/lib/chain/chains/chain'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { compileContracts } from '@/lib/review/fixtures/compile'
import { type App, expect, test } from '../fixtures/app'
import type { BrowserWallet } from '../fixtures/browser-wallet'
import { allowance, chain, nativeBalance, sent, succeeded, tokenBalance } from '../fixtures/chain'
import { environment } from '../fixtures/environment'

const { tokens, router, diamond } = devnetAddresses
const recipient = getAddress('0x00000000000000000000000000000000c0ffee31')
const asked = (wallet: BrowserWallet) => wallet.requests.filter(({ method }) => method === 'eth_sendTransaction').length

/** Creates a token that only its maker can sell, with a market of 10 ETH. */
async function trap(): Promise<Address> {
  const maker = generatePrivateKey()
  const { address } = privateKeyToAccount(maker)
  const node = createTestClient({ mode: 'anvil', transport: http(environment.rpcUrl[31337]) })
  await node.setBalance({ address, value: parseEther('100') })
  const contract = compileContracts(
    new URL('../../lib/tools/execute-router-swap/testing/traps.sol', import.meta.url),
  ).get('MarketToken')
  if (!contract) throw new Error('there is no MarketToken')
  const token = await sent(maker, { data: encodeDeployData({ ...contract, args: [true] }) })
  if (!token) throw new Error('the token was not created')
  const amount = parseEther('10000')
  await sent(maker, {
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, amount] }),
  })
  const abi = parseAbi([
    'function addLiquidityETH(address token, uint256 amount, uint256 least, uint256 leastEth, address to, uint256 deadline) payable',
  ])
  const data = encodeFunctionData({ abi, args: [token, amount, 0n, 0n, address, maxUint256] })
  await sent(maker, { to: router, data, value: parseEther('10') })
  return getAddress(token)
}

const details = async (card: Locator) => {
  await card.getByText('Details', { exact: true }).click()
  return card
}

const propose = (app: App, more: Record<string, unknown> = {}) =>
  app.propose('execute_router_swap', {
    fromChainId: 31337,
    toChainId: 31337,
    fromTokenAddress: tokens.USDC,
    toTokenAddress: tokens.DAI,
    fromAmount: '100000000',
    slippage: 0.005,
    ...more,
  })

test('another route: compared on demand, chosen, and executed as shown', async ({ signedIn: app, page, wallet }) => {
  const routes: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/advanced/')) routes.push(new URL(request.url()).pathname)
  })
  const card = await propose(app)
  expect(routes, 'nothing is fetched unasked').toEqual([])
  await card.locator('summary', { hasText: 'Slippage' }).click()
  await card.getByRole('button', { name: 'Compare routes' }).click()
  const choices = card.getByRole('group', { name: 'Routes' }).getByRole('radio')
  await expect(choices).toHaveCount(2)
  await expect(choices.first()).toBeChecked()
  await expect(card.getByText('costs').first()).toBeVisible()
  const before = await tokenBalance('DAI', wallet.address)
  await choices.nth(1).click()
  await expect(card).toHaveAttribute('aria-busy', 'false')
  await expect(choices.nth(1)).toBeChecked()
  await expect(card).toHaveAttribute('data-state', 'ready')
  await expect(await details(card)).toContainText('Uniswap V2 → Uniswap V2')
  await app.countersign(card).click()
  await expect(card).toHaveAttribute('data-state', 'confirmed')
  const hash = await app.hashOf(card, 'swap')
  const { input } = await chain().getTransaction({ hash })
  expect(input.toLowerCase(), 'the route over WETH').toContain(tokens.WETH.slice(2).toLowerCase())
  expect(await tokenBalance('DAI', wallet.address)).toBeGreaterThan(before + parseUnits('97', 18))
})

test('a token that can be bought and not sold is reported as a danger', async ({ signedIn: app, wallet }) => {
  const card = await propose(app, {
    fromTokenAddress: nativeAddress,
    toTokenAddress: await trap(),
    fromAmount: parseEther('0.1').toString(),
  })
  const finding = card.locator('[data-rule="swap.way-back"][data-level="DANGER"]')
  await expect(finding).toContainText('This token could not be sold again.')
  await expect(app.countersign(card), 'not by a mere click').toHaveCount(0)
  await app.decline(card).click()
  await expect(card).toHaveAttribute('data-state', 'rejected')
  expect(asked(wallet)).toBe(0)
})

test('a swap that reverts on chain is reported as such, to the agent too', async ({ signedIn: app, wallet }) => {
  const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [diamond, parseUnits('100', 6)] })
  await sent(wallet.privateKey, { to: tokens.USDC, data: approve })
  const card = await propose(app)
  let signed: Hex | undefined
  wallet.next.push({
    withhold: (transaction) => {
      signed = transaction
    },
  })
  await app.countersign(card).click()
  await expect(card).toHaveAttribute('data-state', /broadcast|confirming/)
  if (!signed) throw new Error('the wallet was not asked')
  // Removes what the swap would take before it is mined: to the token, the router itself does it.
  const node = createTestClient({ mode: 'anvil', transport: http(environment.rpcUrl[31337]) })
  const held = await tokenBalance('USDC', wallet.address)
  const args = [wallet.address, recipient, 1n] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args })
  await node.sendUnsignedTransaction({ from: diamond, to: tokens.USDC, data })
  await expect.poll(() => tokenBalance('USDC', wallet.address)).toBe(held - 1n)
  const hash = await chain().sendRawTransaction({ serializedTransaction: signed })
  await expect(card).toHaveAttribute('data-state', 'reverted')
  await expect(card).toHaveAttribute('data-reported', 'true')
  expect(await succeeded(hash)).toBe(false)
  expect(await app.resultAtService(card)).toMatchObject({ status: 'error', txHash: hash })
})

test('an excessive approval is reduced before the swap', async ({ signedIn: app, wallet }) => {
  const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [diamond, parseUnits('500', 6)] })
  await sent(wallet.privateKey, { to: tokens.USDC, data: approve })
  const card = await propose(app)
  await card.getByRole('button', { name: 'Approve only what is swapped' }).click()
  await expect(card.locator('[data-rule="swap.allowance-left"]')).toHaveCount(0)
  await expect(card).toHaveAttribute('data-state', 'ready')
  await app.countersign(card).click()
  await expect(card).toHaveAttribute('data-state', 'confirmed')
  expect(await allowance('USDC', wallet.address)).toBe(0n)
})

test('an excessive slippage is lowered on the card', async ({ signedIn: app }) => {
  const card = await propose(app, { slippage: 0.1 })
  const finding = card.locator('[data-rule="swap.slippage"]')
  await expect(finding).toHaveAttribute('data-level', 'DANGER')
  await finding.getByRole('button', { name: 'Set slippage to 0.5%' }).click()
  await expect(finding).toHaveCount(0)
  await expect(app.countersign(card)).toBeEnabled()
})

test('all of the native coin: the fee is kept back, and the rest is sent', async ({ signedIn: app, wallet }) => {
  const all = await nativeBalance(wallet.address)
  const before = await nativeBalance(recipient)
  const card = await app.propose(
    'send_native_gas_token',
    { to: recipient, chainId: 31337, value: all.toString() },
    'blocked',
  )
  await expect(app.countersign(card)).toHaveCount(0)
  await card
    .locator('[data-rule="send.balance"]')
    .getByRole('button', { name: /^Send .* instead$/ })
    .click()
  await expect(card).toHaveAttribute('data-state', 'ready')
  await expect(card.locator('[data-rule="send.adjusted"]')).toBeAttached()
  await app.countersign(card).click()
  await expect(card).toHaveAttribute('data-state', 'confirmed')
  const received = (await nativeBalance(recipient)) - before
  expect(received).toBeGreaterThan((all * 99n) / 100n)
  expect(received).toBeLessThan(all)
})
