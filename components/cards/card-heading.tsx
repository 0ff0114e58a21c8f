import { Badge } from '@/components/ui/badge'
import type { LedgerState } from '@/lib/execution/entry'
import { canonicalToolName, type ToolName } from '@/lib/wire/tool-names'
import { stampOf } from './stamps'

const kinds: Record<ToolName, string> = {
  send_native_gas_token: 'Send',
  execute_router_swap: 'Swap or bridge',
  show_token_balance_ui: 'Balances',
  transfer_nft: 'Send NFT',
  call_smart_contract_function: 'Contract call',
  enter_staking_yield: 'Stake',
  exit_staking_yield: 'Unstake',
  lending_supply: 'Supply',
  lending_borrow: 'Borrow',
  lending_repay: 'Repay',
  lending_withdraw: 'Withdraw',
  request_auto_rebalance_permission: 'Permission',
}

/** What kind of action a tool is, in a word or two. */
export function kindOfTool(toolName: string): string {
  const tool = canonicalToolName(toolName)
  return tool ? kinds[tool] : 'Unknown request'
}

/** What kind of action this is and where it stands. */
export function CardHeading({
  toolName,
  state,
  displaysOnly,
}: {
  toolName: string
  state: LedgerState
  /** There is nothing to countersign on it. */
  displaysOnly: boolean
}) {
  const { word, tone } = stampOf({ toolName, state })
  return (
    <header className="flex items-center justify-between gap-3">
      <h3 className="form-label">{kindOfTool(toolName)}</h3>
      {!displaysOnly && <Badge tone={tone}>{word}</Badge>}
    </header>
  )
}
