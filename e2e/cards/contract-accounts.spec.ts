import { createTestClient, createWalletClient, type Hex, http, parseEther, parseUnits } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { readArtifact } from '@/devnet/contracts/artifact'
import { minedReceipt } from '@/devnet/receipt'
import { test as base, expect } from '../fixtures/app'
import type { BrowserWallet } from '../fixtures/browser-wallet'
import { allowance, chain, nativeBalance, tokenBalance } from '../fixtures/chain'
import { environment } from '../fixtures/environment'

const anvil = createTestClient({ mode: 'anvil', transport: http(environment.rpcUrl[31337]) })
const ownerOf = ({ privateKey }: BrowserWallet) =>
  createWalletClient({ account: privateKeyToAccount(privateKey), transport: http(environment.rpcUrl[31337]) })

async function deploy(wallet: BrowserWallet, name: string, args: unknown[]): Promise<Hex> {
  const { abi, bytecode } = readArtifact(name)
  const hash = await ownerOf(wallet).deployContract({ abi, bytecode, args, chain: null })
  const { contractAddress } = await minedReceipt(chain(), hash)
  if (!contractAddress) throw new Error(`${name} was not created`)
  return contractAddress
}

const friend = '0xf12e7d0000000000000000000000000000f12e7d'

const test = base.extend<{ contract: Hex }>({
  contract: async ({ wallet }, use) => {
    const contract = await deploy(wallet, 'OwnedWallet', [wallet.address])
    wallet.contract = contract
    // It cannot receive NFTs, of which the faucet gives two.
    await anvil.setBalance({ address: contract, value: parseEther('10') })
    await use(contract)
  },
})

test.describe('a contract wallet (ERC-1271)', () => {
  test('signs in, and sends by its owner’s transaction', async ({ contract, app, wallet }) => {
    await app.signInWithBrowserWallet()
    const before = await nativeBalance(friend)
    const card = await app.askForCard(`send 0.25 ETH to ${friend}`, 'send_native_gas_token')
    await app.accept(card)
    await app.countersign(card).click()
    await expect(card).toHaveAttribute('data-state', 'confirmed')
    await expect(card).toHaveAttribute('data-reported', 'true')
    expect((await nativeBalance(friend)) - before).toBe(parseEther('0.25'))
    const hash = await app.hashOf(card, 'send')
    const { from, to } = await chain().getTransaction({ hash })
    expect([from, to]).toEqual([ownerOf(wallet).account.address.toLowerCase(), contract.toLowerCase()])
    expect(await app.resultAtService(card)).toMatchObject({ status: 'success', txHash: hash, chainId: 31337 })
  })

  test('whose operation fails inside a successful transaction is reported as failed', async ({
    contract,
    app,
    wallet,
    page,
  }) => {
    await app.signInWithBrowserWallet()
    const card = await app.askForCard(`send 0.25 ETH to ${friend}`, 'send_native_gas_token')
    await app.accept(card)
    let goOn = () => {}
    wallet.next.push({ waitFor: new Promise<void>((resolve) => (goOn = resolve)) })
    await app.countersign(card).click()
    await expect(card).toHaveAttribute('data-state', 'signing')
    await anvil.setBalance({ address: contract, value: 0n })
    goOn()
    await expect(card).toHaveAttribute('data-state', 'reverted')
    await expect(card).toHaveAttribute('data-reported', 'true')
    expect(await app.resultAtService(card)).toMatchObject({ status: 'error', code: 'reverted' })
    await page.reload()
    await expect(app.card()).toHaveAttribute('data-state', 'reverted')
  })
})

test('an account with its own code (EIP-7702) approves and swaps like any other', async ({ signedIn: app, wallet }) => {
  const lent = await deploy(wallet, 'BatchAccount', [])
  await anvil.setCode({ address: wallet.address, bytecode: `0xef0100${lent.slice(2)}` })
  const before = await tokenBalance('USDC', wallet.address)
  const card = await app.askForCard('swap 100 USDC to DAI', 'execute_router_swap')
  await app.accept(card)
  await app.countersign(card).click()
  await expect(card).toHaveAttribute('data-state', 'confirmed')
  await expect(card).toHaveAttribute('data-reported', 'true')
  expect(before - (await tokenBalance('USDC', wallet.address))).toBe(parseUnits('100', 6))
  expect(await allowance('USDC', wallet.address)).toBe(0n)
})
