import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { Chains } from '@/lib/chain/chains/chain'
import type { CallView } from '@/lib/execution/call/controller'
import type { ToolName } from '@/lib/wire/tool-names'

/** What a tool's own part of the card is given. `Details` is what its `prepare` returns. */
export type BodyProps<Details> = {
  details: Details
  view: CallView
  chains: Chains
  /** True while the person may still change something. */
  open: boolean
  adjust: (adjustments: Record<string, unknown>) => void
  /** Prepares and reviews anew. */
  refresh: () => void
  /** Says that the figures are on screen. */
  displayed: () => void
}

type AnyBody = LazyExoticComponent<ComponentType<BodyProps<unknown>>> & {
  /** Begins to load it: it is then there when the call has been prepared. */
  fetch: () => void
}

// The registry of tools pairs each name with its details; a body is given the details of its own tool only. That
// pairing is by name, which the type system cannot follow: the one place where it is asserted.
const body = <Details>(load: () => Promise<ComponentType<BodyProps<Details>>>): AnyBody =>
  Object.assign(
    lazy(async () => ({ default: (await load()) as ComponentType<BodyProps<unknown>> })),
    // Where it fails, the card says so once it is to be drawn.
    { fetch: () => void load().catch(() => {}) },
  )

const lending = body(async () => (await import('../lending/lending-body')).LendingBody)

const staking = body(async () => (await import('../staking/staking-body')).StakingBody)

/** The part of the card that is the tool's own, loaded when a call of that tool first comes. */
export const cardBodies: Readonly<Record<ToolName, AnyBody>> = {
  send_native_gas_token: body(async () => (await import('../send/send-body')).SendBody),
  execute_router_swap: body(async () => (await import('../swap/swap-body')).SwapBody),
  show_token_balance_ui: body(async () => (await import('../balances/balances-body')).BalancesBody),
  transfer_nft: body(async () => (await import('../nft/nft-body')).NftBody),
  call_smart_contract_function: body(
    async () => (await import('../contract-call/contract-call-body')).ContractCallBody,
  ),
  enter_staking_yield: staking,
  exit_staking_yield: staking,
  lending_supply: lending,
  lending_borrow: lending,
  lending_repay: lending,
  lending_withdraw: lending,
  request_auto_rebalance_permission: body(async () => (await import('../permission/permission-body')).PermissionBody),
}
