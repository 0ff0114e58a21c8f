import type { ToolName } from '@/lib/wire/tool-names'
import type { Example } from '../call'
import { balances } from './balances'
import { call } from './contract-call'
import { lending } from './lending'
import { nft } from './nft'
import { rebalance } from './permission'
import { send } from './send'
import { enter, exit } from './staking'
import { swap } from './swap'

/** One example of each tool. */
export const examples: Readonly<Record<ToolName, Example>> = {
  send_native_gas_token: send,
  execute_router_swap: swap,
  show_token_balance_ui: balances,
  transfer_nft: nft,
  call_smart_contract_function: call,
  enter_staking_yield: enter,
  exit_staking_yield: exit,
  lending_supply: lending('supply'),
  lending_borrow: lending('borrow'),
  lending_repay: lending('repay'),
  lending_withdraw: lending('withdraw'),
  request_auto_rebalance_permission: rebalance,
}
