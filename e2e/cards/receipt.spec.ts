import type { Locator } from '@playwright/test'
import { type Address, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { readArtifact } from '@/devnet/contracts/artifact'
import { minedReceipt } from '@/devnet/receipt'
import { expect, test } from '../fixtures/app'
import { chain, fund, nativeBalance, sender } from '../fixtures/chain'
import { makeWbtcDearer } from '../fixtures/market'

const recipient = privateKeyToAddress(generatePrivateKey())
const receipt = (card: Locator) => card.locator('[data-receipt="reads"]')
const differing = (card: Locator) => card.getByText('It did something other than predicted')

/** Deploys a contract that keeps part of what it receives, but only if gas has a price: not in a simulation. */
async function deployTwoFaced(): Promise<Address> {
  const key = generatePrivateKey()
  await fund(privateKeyToAddress(key))
  const { abi, bytecode } = readArtifact('TwoFaced')
  const hash = await sender(key).deployContract({ abi, bytecode, args: [parseEther('0.4')], value: 1n, chain: null })
  const { contractAddress } = await minedReceipt(chain(), hash)
  if (!contractAddress) throw new Error('TwoFaced was not deployed')
  return contractAddress
}

test('a swap’s receipt: predicted and actual side by side, the fee, and all of it after a reload', async ({
  signedIn: app,
  page,
}) => {
  const card = await app.askForCard('swap 100 USDC to DAI', 'execute_router_swap')
  await app.countersign(card).click()
  await expect(card).toHaveAttribute('data-state', 'confirmed')
  await expect(receipt(card).getByRole('row', { name: /Leaves −100 USDC −100 USDC/ })).toBeVisible()
  const arrived = receipt(card).getByRole('row', { name: /Arrives/ })
  await expect(arrived).toHaveAttribute('data-comparison', /same|close/)
  await expect(receipt(card)).toContainText('Network fee paid')
  await expect(differing(card)).toHaveCount(0)
  const figures = await receipt(card).locator('tbody').textContent()

  await page.reload()
  await expect(app.card()).toHaveAttribute('data-state', 'confirmed')
  await expect(app.card()).toContainText('Swap 100 USDC')
  expect(await receipt(app.card()).locator('tbody').textContent()).toBe(figures)
  await expect(app.card().locator('[data-step="swap"] [data-hash]')).toBeVisible()
})

test('a send’s receipt keeps the network fee out of the amount', async ({ signedIn: app }) => {
  const card = await app.askForCard(`send 0.25 ETH to ${recipient}`, 'send_native_gas_token')
  await app.countersign(card).click()
  await expect(receipt(card).getByRole('row', { name: 'Leaves −0.25 ETH −0.25 ETH' })).toBeVisible()
  await expect(receipt(card).locator('tbody tr')).toHaveCount(1)
})

test('a reverted swap: the prediction did not happen, and only the fee was paid', async ({
  signedIn: app,
  page,
  wallet,
}) => {
  const card = await app.askForCard('swap 1 ETH to WBTC', 'execute_router_swap')
  let release = () => {}
  wallet.next.push({ waitFor: new Promise((resolve) => (release = resolve)) })
  await app.countersign(card).click()
  await expect(card).toHaveAttribute('data-state', 'signing')
  const makeCheaper = await makeWbtcDearer()
  try {
    release()
    await expect(card).toHaveAttribute('data-state', 'reverted')
  } finally {
    await makeCheaper()
  }
  await expect(receipt(card).getByRole('row', { name: /Leaves −1 ETH nothing/ })).toBeVisible()
  await expect(differing(card)).toHaveCount(0)
  await page.reload()
  await expect(receipt(app.card()).getByRole('row', { name: /Leaves −1 ETH nothing/ })).toBeVisible()
})

test('a contract that behaves differently than in the simulation is called out in words', async ({
  signedIn: app,
  page,
  wallet,
}) => {
  const trap = await deployTwoFaced()
  const before = await nativeBalance(wallet.address)
  await app.script('try the trap', [
    {
      name: 'call_smart_contract_function',
      parameters: {
        to: trap,
        functionName: 'deposit',
        args: [],
        abi: ['function deposit() payable'],
        chainId: 31337,
        value: parseEther('1').toString(),
      },
    },
  ])
  await app.ask('try the trap')
  const card = app.card('call_smart_contract_function')
  await expect(card).toHaveAttribute('aria-busy', 'false')
  await app.accept(card)
  await app.countersign(card).click()
  await expect(card).toHaveAttribute('data-state', 'confirmed')
  await expect(differing(card)).toBeVisible()
  await expect(receipt(card).getByRole('row', { name: /−0\.4 ETH/ })).toContainText(/not predicted|differs/)
  await page.reload()
  await expect(differing(app.card())).toBeVisible()
  expect(before - (await nativeBalance(wallet.address))).toBeGreaterThan(parseEther('0.4'))
})
