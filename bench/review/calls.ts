import { type Address, parseEther, parseUnits } from 'viem'
import { nativeAddress } from '@/lib/chain/chains/chain'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { tools } from '@/lib/tools/registry'
import { type ToolName, toolNames } from '@/lib/wire/tool-names'

const { tokens, lending, nfts, vaults } = devnetAddresses
const usdc = (amount: string): string => parseUnits(amount, 6).toString()
const friend: Address = '0x00000000000000000000000000000000C0FFEE03'
const chainId = 31337

/** A call as an agent would make it. `carryOut`: a later call depends on the outcome of this one. */
export type BenchCall = {
  tool: ToolName
  parameters: (account: Address, given: { postcard: string }) => Record<string, unknown>
  carryOut?: true
}

const ofMarket = (amount: string, token: Address = tokens.USDC, tokenSymbol = 'USDC') => ({
  marketAddress: lending,
  tokenAddress: token,
  tokenSymbol,
  amount,
  chainId,
})

const staged: readonly BenchCall[] = [
  { tool: 'send_native_gas_token', parameters: () => ({ to: friend, chainId, value: parseEther('0.1').toString() }) },
  {
    tool: 'execute_router_swap',
    parameters: () => ({
      fromChainId: chainId,
      toChainId: chainId,
      fromTokenAddress: tokens.USDC,
      toTokenAddress: nativeAddress,
      fromAmount: usdc('100'),
      slippage: 0.005,
    }),
  },
  { tool: 'show_token_balance_ui', parameters: (address) => ({ address }) },
  {
    tool: 'transfer_nft',
    parameters: (_, { postcard }) => ({
      contractAddress: nfts.postcards,
      tokenId: postcard,
      toAddress: friend,
      chainId,
    }),
  },
  {
    tool: 'call_smart_contract_function',
    parameters: () => ({
      to: tokens.USDC,
      functionName: 'approve',
      args: [vaults.flexibleUsdc, usdc('25')],
      chainId,
      abi: ['function approve(address spender, uint256 amount) returns (bool)'],
    }),
  },
  {
    tool: 'enter_staking_yield',
    parameters: (walletAddress) => ({
      yieldId: 'local-usdc-flexible-vault',
      amount: '100',
      walletAddress,
      tokenSymbol: 'USDC',
      tokenAddress: tokens.USDC,
      chainId,
      apy: 4.8,
      lockupPeriod: 'none',
    }),
    carryOut: true,
  },
  {
    tool: 'exit_staking_yield',
    parameters: (walletAddress) => ({ yieldId: 'local-usdc-flexible-vault', amount: '40', walletAddress }),
  },
  {
    tool: 'lending_supply',
    parameters: (walletAddress) => ({ ...ofMarket(usdc('500')), walletAddress }),
    carryOut: true,
  },
  {
    tool: 'lending_borrow',
    parameters: (walletAddress) => ({
      ...ofMarket(parseUnits('50', 18).toString(), tokens.DAI, 'DAI'),
      walletAddress,
    }),
    carryOut: true,
  },
  {
    tool: 'lending_repay',
    parameters: (walletAddress) => ({
      ...ofMarket(parseUnits('10', 18).toString(), tokens.DAI, 'DAI'),
      walletAddress,
    }),
  },
  { tool: 'lending_withdraw', parameters: (walletAddress) => ({ ...ofMarket(usdc('50')), walletAddress }) },
  {
    tool: 'request_auto_rebalance_permission',
    parameters: () => ({
      chainId,
      tokenAddress: tokens.USDC,
      currentPosition: { protocol: 'Countersign vaults', amount: '100', apy: 4.8 },
      minYieldIncrease: 0.5,
      maxLockupDays: 7,
    }),
  },
]

const others = toolNames.filter((name) => !staged.some(({ tool }) => tool === name))

/**
 * Every tool once, in an order in which each finds what it needs. The independent ones come last, with their own
 * examples.
 */
export const calls: readonly BenchCall[] = [
  ...staged,
  ...others.map((tool): BenchCall => ({ tool, parameters: () => ({ ...tools[tool].examples.full }) })),
]
