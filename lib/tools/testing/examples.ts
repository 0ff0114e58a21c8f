import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import type { ToolName } from '@/lib/wire/tool-names'

const { USDC, DAI } = devnetAddresses.tokens
export const someone = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
export const lending = {
  marketAddress: someone,
  tokenAddress: USDC,
  tokenSymbol: 'USDC',
  amount: '5000000',
  chainId: 31337,
}

/** For each tool parameters: what it needs at least, and all that the interface names. */
export const examples: Readonly<Record<ToolName, { least: Record<string, unknown>; full: Record<string, unknown> }>> = {
  send_native_gas_token: {
    least: { to: someone, chainId: 31337, value: '1' },
    full: { to: someone, chainId: '31337', value: '10000000000000000' },
  },
  execute_router_swap: {
    least: {
      fromChainId: 31337,
      toChainId: 31337,
      fromTokenAddress: USDC,
      toTokenAddress: DAI,
      fromAmount: '1000000',
    },
    full: {
      fromChainId: 31337,
      toChainId: 31338,
      fromTokenAddress: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
      toTokenAddress: DAI,
      fromAmount: '1000000',
      slippage: 0.005,
      fromTokenSymbol: 'ETH',
      toTokenSymbol: 'DAI',
      fromTokenDecimals: 18,
      toTokenDecimals: '18',
    },
  },
  show_token_balance_ui: {
    least: { address: someone },
    full: {
      address: someone,
      balances: [
        { symbol: 'ETH', amount: '1', price: 3500, value: '3500', logo: 'https://x.example/a.png' },
        'odd',
        null,
      ],
      totalValue: 3500,
    },
  },
  transfer_nft: {
    least: { contractAddress: devnetAddresses.nfts.postcards, tokenId: '0', toAddress: someone, chainId: 31337 },
    full: {
      contractAddress: devnetAddresses.nfts.badges,
      tokenId: '7',
      toAddress: someone,
      amount: '2',
      chainId: 31337,
    },
  },
  call_smart_contract_function: {
    least: { to: USDC, functionName: 'pause', chainId: 31337 },
    full: {
      to: USDC,
      functionName: 'transfer',
      args: [someone, '1'],
      chainId: 31337,
      value: '0',
      abi: ['function transfer(address,uint256)'],
    },
  },
  enter_staking_yield: {
    least: { yieldId: 'local-usdc', amount: '100' },
    full: {
      yieldId: 'local-usdc',
      amount: '100.5',
      walletAddress: someone,
      tokenSymbol: 'USDC',
      tokenAddress: USDC,
      chainId: 31337,
      network: 'ethereum',
      protocol: 'Local vaults',
      poolName: 'Flexible',
      apy: 4.8,
      lockupPeriod: 'none',
      rewardTokenSymbols: ['USDC'],
    },
  },
  exit_staking_yield: {
    least: { yieldId: 'local-usdc', amount: '100' },
    full: { yieldId: 'local-usdc', amount: '100', walletAddress: someone },
  },
  lending_supply: { least: lending, full: { ...lending, walletAddress: someone } },
  lending_borrow: { least: lending, full: { ...lending, walletAddress: someone } },
  lending_repay: { least: lending, full: { ...lending, walletAddress: someone } },
  lending_withdraw: { least: lending, full: { ...lending, walletAddress: someone } },
  request_auto_rebalance_permission: {
    least: { chainId: 31337, tokenAddress: USDC, minYieldIncrease: 0.5, maxLockupDays: 30 },
    full: {
      chainId: 31337,
      tokenAddress: USDC,
      currentPosition: { protocol: 'Local vaults', amount: '100', apy: 4.8 },
      minYieldIncrease: 0.5,
      maxLockupDays: 30,
    },
  },
}
