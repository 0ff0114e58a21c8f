import { Badge } from '@/components/ui/badge'
import { readCall } from '@/lib/execution/call/readable-call'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import { findTool } from '@/lib/tools/registry'
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

/** What kind of action a call is, in a word or two. */
export function kindOfCall(entry: LedgerEntry): string {
  const call = readCall(entry, findTool)
  const caption = call.readable ? call.tool.caption?.(call.parameters) : null
  const tool = canonicalToolName(entry.toolName)
  return caption ?? (tool ? kinds[tool] : 'Unknown request')
}

/** What kind of action this is and where it stands. */
export function CardHeading({
  entry,
  displaysOnly,
  waits = false,
}: {
  entry: LedgerEntry
  /** There is nothing to countersign on it. */
  displaysOnly: boolean
  /** It cannot be looked at yet: somebody does not answer. */
  waits?: boolean
}) {
  const { word, tone } = waits ? ({ word: 'Waiting', tone: 'neutral' } as const) : stampOf(entry)
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <h3 className="form-label">{kindOfCall(entry)}</h3>
      {!displaysOnly && <Badge tone={tone}>{word}</Badge>}
    </header>
  )
}
