import { canonicalToolName, type ToolName } from '@/lib/wire/tool-names'
import { callSmartContractFunction } from './call-smart-contract-function/tool'
import { enterStakingYield } from './enter-staking-yield/tool'
import { executeRouterSwap } from './execute-router-swap/tool'
import { exitStakingYield } from './exit-staking-yield/tool'
import { lendingBorrow, lendingRepay, lendingSupply, lendingWithdraw } from './lending/tools'
import { requestAutoRebalancePermission } from './request-auto-rebalance-permission/tool'
import { sendNativeGasToken } from './send-native-gas-token/tool'
import { showTokenBalanceUi } from './show-token-balance-ui/tool'
import type { Tool } from './tool'
import { transferNft } from './transfer-nft/tool'

/** The single list of tools. Cards, review, agents and tests follow it. */
export const tools: { readonly [Name in ToolName]: Tool } = {
  send_native_gas_token: sendNativeGasToken,
  execute_router_swap: executeRouterSwap,
  show_token_balance_ui: showTokenBalanceUi,
  transfer_nft: transferNft,
  call_smart_contract_function: callSmartContractFunction,
  enter_staking_yield: enterStakingYield,
  exit_staking_yield: exitStakingYield,
  lending_supply: lendingSupply,
  lending_borrow: lendingBorrow,
  lending_repay: lendingRepay,
  lending_withdraw: lendingWithdraw,
  request_auto_rebalance_permission: requestAutoRebalancePermission,
}

/** Finds a tool by the interface's name or one that live services use; null if unknown. */
export function findTool(name: string): Tool | null {
  const canonical = canonicalToolName(name)
  return canonical && tools[canonical]
}
