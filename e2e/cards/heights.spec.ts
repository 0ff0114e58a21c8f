import type { Locator } from '@playwright/test'
import { getAddress, maxUint256, parseEther, parseUnits } from 'viem'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { type App, expect, test } from '../fixtures/app'
import { chain } from '../fixtures/chain'
import { stakingEntry } from '../fixtures/staking'

const { lending, nfts, tokens, vaults } = devnetAddresses
const friend = getAddress('0x00000000000000000000000000000000c0ffee63')

const widths = [1280, 390, 360] as const

/** Expects that a card which can be signed is at most this high at each width, before anything of it is opened. */
async function expectHeights(card: Locator, what: string, most: readonly [number, number, number]): Promise<void> {
  const page = card.page()
  const heights: number[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 })
    heights.push(Math.round((await card.boundingBox())?.height ?? 0))
    if (process.env.SCREENSHOTS)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await card.screenshot({ path: `test-results/screens/card-${what}-${width}-${colorScheme}.png` })
      }
  }
  await page.setViewportSize({ width: 1280, height: 844 })
  for (const [index, height] of heights.entries())
    expect.soft(height, `${what}, ${widths[index]} pixels wide`).toBeLessThanOrEqual(most[index] ?? 0)
}

async function confirm(app: App, card: Locator): Promise<void> {
  await app.accept(card)
  await app.countersign(card).click()
  await expect(card).toHaveAttribute('data-state', 'confirmed')
}

test('a supply, a loan, its repayment and a withdrawal are short', async ({ signedIn: app, wallet }) => {
  const market = (token: 'USDC' | 'WETH', amount: bigint) => ({
    marketAddress: lending,
    tokenAddress: tokens[token],
    tokenSymbol: token,
    amount: amount.toString(),
    walletAddress: wallet.address,
    chainId: 31337,
  })
  const supply = await app.propose('lending_supply', market('USDC', parseUnits('1000', 6)))
  await expectHeights(supply, 'supply', [420, 500, 510])
  await confirm(app, supply)
  const borrow = await app.propose('lending_borrow', market('WETH', parseEther('0.1')))
  await expectHeights(borrow, 'borrow', [420, 475, 490])
  await confirm(app, borrow)
  const repay = await app.propose('lending_repay', market('WETH', parseEther('0.05')))
  await expectHeights(repay, 'repay', [425, 490, 535])
  await app.decline(repay).click()
  const withdraw = await app.propose('lending_withdraw', market('USDC', parseUnits('100', 6)))
  await expectHeights(withdraw, 'withdraw', [425, 490, 515])
})

test('a deposit with a warning, and the way out of a vault, are short', async ({ signedIn: app, wallet }) => {
  const yieldId = 'local-usdc-flexible-vault'
  const deposit = await app.propose('enter_staking_yield', stakingEntry(wallet, { yieldId, apy: 12 }))
  await expectHeights(deposit, 'deposit-warned', [460, 560, 635])
  await confirm(app, deposit)
  await expectHeights(await app.propose('exit_staking_yield', { yieldId, amount: '40' }), 'exit', [380, 435, 495])
})

test('approvals are short, limited and unlimited', async ({ signedIn: app }) => {
  const approve = (amount: bigint) => ({
    to: tokens.USDC,
    functionName: 'approve',
    args: [vaults.flexibleUsdc, amount.toString()],
    chainId: 31337,
    abi: ['function approve(address,uint256)'],
  })
  const tool = 'call_smart_contract_function'
  await expectHeights(await app.propose(tool, approve(parseUnits('25', 6))), 'approval', [390, 480, 515])
  await expectHeights(await app.propose(tool, approve(maxUint256)), 'approval-unlimited', [450, 560, 601])
})

test('an NFT, a bridge, a swap and a send are short', async ({ signedIn: app, wallet, page }) => {
  await page.setViewportSize({ width: 1280, height: 844 })
  const logs = await chain().getLogs({
    address: nfts.postcards,
    event: {
      type: 'event',
      name: 'Transfer',
      inputs: [
        { type: 'address', name: 'from', indexed: true },
        { type: 'address', name: 'to', indexed: true },
        { type: 'uint256', name: 'tokenId', indexed: true },
      ],
    },
    args: { to: wallet.address },
    fromBlock: 0n,
    strict: true,
  })
  const nft = await app.propose('transfer_nft', {
    contractAddress: nfts.postcards,
    tokenId: String(logs[0]?.args.tokenId),
    toAddress: friend,
    amount: '1',
    chainId: 31337,
  })
  await expectHeights(nft, 'nft', [455, 540, 540])
  for (const [what, words, tool, most] of [
    ['bridge', 'bridge 100 USDC from ethereum to base', 'execute_router_swap', [390, 510, 535]],
    ['swap', 'swap 100 USDC to DAI', 'execute_router_swap', [345, 435, 475]],
    ['send', `send 0.1 ETH to ${friend}`, 'send_native_gas_token', [400, 475, 490]],
  ] as const)
    await expectHeights(await app.askForCard(words, tool), what, most)
})
