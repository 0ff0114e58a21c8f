import type { ToolName } from '@/lib/wire/tool-names'

/** The abilities of agents. Each is useful to the built-in agent and to a model alike. */
export const abilityNames = [
  'balances',
  'prices',
  'portfolio',
  'approvals',
  'yields',
  'questions',
  'send',
  'swap',
  'nfts',
  'contract-calls',
  'staking',
  'lending',
  'plans',
  'rebalance',
] as const
export type AbilityName = (typeof abilityNames)[number]

/** Wallet tools that an ability may propose. Abilities that only read propose none. */
export const walletToolsOf: Readonly<Record<AbilityName, readonly ToolName[]>> = {
  balances: ['show_token_balance_ui'],
  prices: [],
  portfolio: ['show_token_balance_ui'],
  // An approval is taken back by a contract call.
  approvals: ['call_smart_contract_function'],
  yields: [],
  questions: [],
  // An ERC-20 is sent by a contract call.
  send: ['send_native_gas_token', 'call_smart_contract_function'],
  // The coin is wrapped and unwrapped by a contract call.
  swap: ['execute_router_swap', 'call_smart_contract_function'],
  nfts: ['transfer_nft'],
  'contract-calls': ['call_smart_contract_function'],
  staking: ['enter_staking_yield', 'exit_staking_yield'],
  lending: ['lending_supply', 'lending_borrow', 'lending_repay', 'lending_withdraw'],
  // A due purchase is a swap.
  plans: ['execute_router_swap'],
  rebalance: ['request_auto_rebalance_permission', 'enter_staking_yield', 'exit_staking_yield'],
}
