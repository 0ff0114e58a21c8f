import { type Abi, type Address, erc20Abi, getAddress, maxUint256, parseEther, parseUnits } from 'viem'
import { mintAbi, postcardsAbi, vaultAbi, wrappedAbi } from '@/devnet/abi'
import { deployer } from '@/devnet/accounts'
import type { DevnetChain } from '@/devnet/chain'
import { minedReceipt } from '@/devnet/receipt'
import type { TestDevnet } from '@/devnet/testing'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { spokeAbi } from '@/lib/chain/lending/abi'
import type { WalletName } from './phrasing'

const { tokens, vaults, lending, nfts } = devnetAddresses

/** The wallets that ask. No key of them is known here: the local chains impersonate them. */
export const owners: Readonly<Record<WalletName, Address>> = {
  /**
   * The faucet's gift: 10 ETH on both chains; 10,000 USDC, 5,000 DAI, 0.1 WBTC, postcard 1 and 5 badges on the first.
   */
  fresh: getAddress('0x14dc79964da2c08b23698b3d3cc7ca32193d9955'),
  /**
   * On the first chain 8 ETH, 5,000 USDC, 5,500 DAI, 0.1 WBTC, 1 WETH, postcards 2 and 3; 1,000 USDC and 0.5 WETH in the
   * flexible vaults; in the lending market 4,000 USDC as collateral, 0.5 WETH supplied, 500 DAI owed.
   */
  invested: getAddress('0x23618e81e3f5cdf7f54c3d65f7fbc0abf5b21e8f'),
  /** The faucet's gift, and 2,000 USDC and 1,000 DAI on the second chain. */
  spread: getAddress('0xa0ee7a142d267c1f36714e4a8f75612f20a79720'),
  /** The faucet's gift, of which 1,000 USDC and 0.5 WETH (of 1 that was wrapped) are in the flexible vaults. */
  saver: getAddress('0x71be63f3384f5fb98995898a86b02fb2426c5788'),
  empty: getAddress('0xbcd4042de499d14e55001ccbb24a551f3b954096'),
}

/** In the order in which the market got its reserves. */
const reserves = { WETH: 0n, USDC: 1n, DAI: 2n } as const

type Action = { address: Address; abi: Abi; functionName: string; args?: readonly unknown[]; value?: bigint }

async function act({ client }: DevnetChain, account: Address, action: Action): Promise<void> {
  // A fixed limit: interest that starts to accrue in between needs more gas than estimated.
  const hash = await client.writeContract({ ...action, account, chain: null, gas: 2_000_000n })
  const { status } = await minedReceipt(client, hash)
  if (status !== 'success') throw new Error(`${action.functionName} reverted`)
}

const approve = (token: Address, spender: Address): Action => ({
  address: token,
  abi: erc20Abi,
  functionName: 'approve',
  args: [spender, maxUint256],
})

/** Wraps coins, and deposits 1,000 USDC and 0.5 WETH in the flexible vaults. */
function saving(account: Address, wrapped: bigint): readonly Action[] {
  const deposit = (vault: Address, amount: bigint): Action => ({
    address: vault,
    abi: vaultAbi,
    functionName: 'deposit',
    args: [amount, account],
  })
  return [
    { address: tokens.WETH, abi: wrappedAbi, functionName: 'deposit', value: wrapped },
    approve(tokens.USDC, vaults.flexibleUsdc),
    deposit(vaults.flexibleUsdc, parseUnits('1000', 6)),
    approve(tokens.WETH, vaults.flexibleWeth),
    deposit(vaults.flexibleWeth, parseEther('0.5')),
  ]
}

/** Supplies 4,000 USDC as collateral and 0.5 WETH, and borrows 500 DAI. */
function borrowing(account: Address): readonly Action[] {
  const lend = (functionName: 'supply' | 'borrow', reserve: bigint, amount: bigint): Action => ({
    address: lending,
    abi: spokeAbi,
    functionName,
    args: [reserve, amount, account],
  })
  return [
    approve(tokens.USDC, lending),
    lend('supply', reserves.USDC, parseUnits('4000', 6)),
    { address: lending, abi: spokeAbi, functionName: 'setUsingAsCollateral', args: [reserves.USDC, true, account] },
    approve(tokens.WETH, lending),
    lend('supply', reserves.WETH, parseEther('0.5')),
    lend('borrow', reserves.DAI, parseEther('500')),
  ]
}

/** Fills the wallets. The order decides who gets which postcard. */
export async function fillWallets({ chains, first, second, ask }: TestDevnet): Promise<void> {
  const faucet = async (address: Address) => {
    const { status } = await ask('POST', '/faucet', { address })
    if (status !== 200) throw new Error(`The faucet answers ${status}.`)
  }
  for (const { client } of chains)
    for (const address of Object.values(owners)) await client.impersonateAccount({ address })
  await faucet(owners.fresh)
  await faucet(owners.invested)
  await act(first, deployer, {
    address: nfts.postcards,
    abi: postcardsAbi,
    functionName: 'mint',
    args: [owners.invested],
  })
  const invested = [...saving(owners.invested, parseEther('2')), ...borrowing(owners.invested)]
  for (const action of invested) await act(first, owners.invested, action)
  await first.client.setBalance({ address: owners.invested, value: parseEther('8') })
  await faucet(owners.saver)
  for (const action of saving(owners.saver, parseEther('1'))) await act(first, owners.saver, action)
  await faucet(owners.spread)
  const mint = (address: Address, amount: bigint): Action => ({
    address,
    abi: mintAbi,
    functionName: 'mint',
    args: [owners.spread, amount],
  })
  await act(second, deployer, mint(tokens.USDC, parseUnits('2000', 6)))
  await act(second, deployer, mint(tokens.DAI, parseEther('1000')))
}
