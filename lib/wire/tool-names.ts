/** Names of the client-side tools in the interface. */
export const toolNames = [
  'send_native_gas_token',
  'execute_router_swap',
  'show_token_balance_ui',
  'transfer_nft',
  'call_smart_contract_function',
  'enter_staking_yield',
  'exit_staking_yield',
  'lending_supply',
  'lending_borrow',
  'lending_repay',
  'lending_withdraw',
  'request_auto_rebalance_permission',
] as const
export type ToolName = (typeof toolNames)[number]

/** Names that live services use for the same tools. A functionReturn repeats the name that the call used. */
const aliases: Readonly<Record<string, ToolName>> = {
  execute_lifi_swap: 'execute_router_swap',
  aave_supply: 'lending_supply',
  aave_borrow: 'lending_borrow',
  aave_repay: 'lending_repay',
  aave_withdraw: 'lending_withdraw',
}

const known: ReadonlySet<string> = new Set(toolNames)

/** Returns the tool that a call's name stands for, or null if it is unknown. */
export function canonicalToolName(name: string): ToolName | null {
  if (known.has(name)) return name as ToolName
  return Object.hasOwn(aliases, name) ? (aliases[name] ?? null) : null
}
