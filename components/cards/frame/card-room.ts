import { canonicalToolName, type ToolName } from '@/lib/wire/tool-names'

// About as high as the card is once it has been reviewed, on a narrow screen and on a wide one.
const rooms: Record<ToolName, string> = {
  send_native_gas_token: 'min-h-[38.25rem] sm:min-h-[32.25rem]',
  execute_router_swap: 'min-h-[42.5rem] sm:min-h-[38.25rem]',
  show_token_balance_ui: 'min-h-[35rem] sm:min-h-[25.5rem]',
  transfer_nft: 'min-h-[56rem] sm:min-h-[44rem]',
  call_smart_contract_function: 'min-h-[40rem] sm:min-h-[32.25rem]',
  enter_staking_yield: 'min-h-[59.25rem] sm:min-h-[51.25rem]',
  exit_staking_yield: 'min-h-[43.5rem] sm:min-h-[36rem]',
  lending_supply: 'min-h-[44.75rem] sm:min-h-[40.25rem]',
  lending_borrow: 'min-h-[48.25rem] sm:min-h-[44rem]',
  lending_repay: 'min-h-[47.25rem] sm:min-h-[42.75rem]',
  lending_withdraw: 'min-h-[44.25rem] sm:min-h-[38rem]',
  request_auto_rebalance_permission: 'min-h-[49rem] sm:min-h-[39rem]',
}

/** The room that a card keeps while it is looked at for the first time, so that it does not grow under the reader. */
export function cardRoom(toolName: string): string {
  const tool = canonicalToolName(toolName)
  return tool ? rooms[tool] : 'min-h-44'
}
