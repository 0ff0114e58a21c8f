import { type Abi, type Address, erc20Abi, getAddress, maxUint256, parseAbi, parseEther, parseUnits } from 'viem'
import { mintAbi, postcardsAbi, vaultAbi, wrappedAbi } from '@/devnet/abi'
import { deployer } from '@/devnet/accounts'
import type { DevnetChain } from '@/devnet/chain'
import type { TestDevnet } from '@/devnet/testing'
import { devnetAddresses } from '@/lib/chain/devnet-addresses'
import { spokeAbi } from '@/lib/chain/lending/abi'
import type { WalletName } from './phrasing'

const { tokens, vaults, lending, nfts } = devnetAddresses

/** The wallets that ask. Nobody here holds a key of them: the local chains act for them by impersonation. */
export const owners: Readonly<Record<WalletName, Address>> = {
  /** What the faucet gives: 10 ETH on both chains; 10,000 USDC, 5,000 DAI, 0.1 WBTC, postcard 1 and 5 badges on the first. */
  fresh: getAddress('0x14dc79964da2c08b23698b3d3cc7ca32193d9955'),
  /**
   * On the first chain 8 ETH, 5,000 USDC, 5,500 DAI, 0.1 WBTC, 1 WETH, postcards 2 and 3; 1,000 USDC and 0.5 WETH in the
   * flexible vaults; in the lending market 4,000 USDC as collateral, 0.5 WETH supplied, 500 DAI owed.
   */
  invested: getAddress('0x23618e81e3f5cdf7f54c3d65f7fbc0abf5b21e8f'),
  /** What the faucet gives, and 2,000 USDC and 1,000 DAI on the second chain. */
  spread: getAddress('0xa0ee7a142d267c1f36714e4a8f75612f20a79720'),
  empty: getAddress('0xbcd4042de499d14e55001ccbb24a551f3b954096'),
}

const collateralAbi = parseAbi(['function setUsingAsCollateral(uint256 reserveId, bool use, address user)'])
/** In the order in which the market was given its reserves. */
const reserves = { WETH: 0n, USDC: 1n, DAI: 2n } as const

type Action = { address: Address; abi: Abi; functionName: string; args?: readonly unknown[]; value?: bigint }

async function act({ client }: DevnetChain, account: Address, action: Action): Promise<void> {
  const hash = await client.writeContract({ ...action, account, chain: null })
  const { status } = await client.waitForTransactionReceipt({ hash })
  if (status !== 'success') throw new Error(`${action.functionName} reverted`)
}

async function invest(chain: DevnetChain): Promise<void> {
  const account = owners.invested
  const approve = (token: Address, spender: Address): Action => ({
    address: token,
    abi: erc20Abi,
    functionName: 'approve',
    args: [spender, maxUint256],
  })
  const deposit = (vault: Address, amount: bigint): Action => ({
    address: vault,
    abi: vaultAbi,
    functionName: 'deposit',
    args: [amount, account],
  })
  const lend = (functionName: 'supply' | 'borrow', reserve: bigint, amount: bigint): Action => ({
    address: lending,
    abi: spokeAbi,
    functionName,
    args: [reserve, amount, account],
  })
  const actions: readonly Action[] = [
    { address: tokens.WETH, abi: wrappedAbi, functionName: 'deposit', value: parseEther('2') },
    approve(tokens.USDC, vaults.flexibleUsdc),
    deposit(vaults.flexibleUsdc, parseUnits('1000', 6)),
    approve(tokens.WETH, vaults.flexibleWeth),
    deposit(vaults.flexibleWeth, parseEther('0.5')),
    approve(tokens.USDC, lending),
    lend('supply', reserves.USDC, parseUnits('4000', 6)),
    {
      address: lending,
      abi: collateralAbi,
      functionName: 'setUsingAsCollateral',
      args: [reserves.USDC, true, account],
    },
    approve(tokens.WETH, lending),
    lend('supply', reserves.WETH, parseEther('0.5')),
    lend('borrow', reserves.DAI, parseEther('500')),
  ]
  for (const action of actions) await act(chain, account, action)
  await chain.client.setBalance({ address: account, value: parseEther('8') })
}

/** Gives the wallets what they hold. The order decides who gets which postcard. */
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
  await invest(first)
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
