import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { canonicalToolName, type ToolName } from '@/lib/wire/tool-names'
import type { BodyProps } from './frame/body-props'

export type Card = {
  /** The tool's own part of the card, loaded with its first call. */
  Body: LazyExoticComponent<ComponentType<BodyProps<unknown>>>
  /** Starts loading it, to have it ready when the call has been prepared. */
  fetch: () => void
  /** Approximate height of the reviewed card, on narrow and on wide screens. */
  room: string
}

// The registry of tools pairs each name with its details, and a body only gets the details of its own tool. The type
// system cannot follow that pairing by name: this is the only place that asserts it.
const card = <Details>(room: string, load: () => Promise<ComponentType<BodyProps<Details>>>): Card => ({
  room,
  Body: lazy(async () => ({ default: (await load()) as ComponentType<BodyProps<unknown>> })),
  // If it fails, the card says so when it renders.
  fetch: () => void load().catch(() => {}),
})

const staking = async () => (await import('./staking/staking-body')).StakingBody
const lending = async () => (await import('./lending/lending-body')).LendingBody

/** Maps each tool to its own part of the card. */
const cards: Readonly<Record<ToolName, Card>> = {
  send_native_gas_token: card(
    'min-h-[29.75rem] sm:min-h-[25rem]',
    async () => (await import('./send/send-body')).SendBody,
  ),
  execute_router_swap: card(
    'min-h-[27.25rem] sm:min-h-[21.25rem]',
    async () => (await import('./swap/swap-body')).SwapBody,
  ),
  show_token_balance_ui: card(
    'min-h-[35rem] sm:min-h-[25.5rem]',
    async () => (await import('./balances/balances-body')).BalancesBody,
  ),
  transfer_nft: card('min-h-[37.5rem] sm:min-h-[33.5rem]', async () => (await import('./nft/nft-body')).NftBody),
  call_smart_contract_function: card(
    'min-h-[31.5rem] sm:min-h-[25.5rem]',
    async () => (await import('./contract-call/contract-call-body')).ContractCallBody,
  ),
  enter_staking_yield: card('min-h-[32rem] sm:min-h-[26.75rem]', staking),
  exit_staking_yield: card('min-h-[26rem] sm:min-h-[21.5rem]', staking),
  lending_supply: card('min-h-[31.25rem] sm:min-h-[27.25rem]', lending),
  lending_borrow: card('min-h-[35.75rem] sm:min-h-[29.25rem]', lending),
  lending_repay: card('min-h-[31.5rem] sm:min-h-[26.25rem]', lending),
  lending_withdraw: card('min-h-[35.75rem] sm:min-h-[29.25rem]', lending),
  request_auto_rebalance_permission: card(
    'min-h-[45rem] sm:min-h-[34.75rem]',
    async () => (await import('./permission/permission-body')).PermissionBody,
  ),
}

/** Returns the card of a tool. Null for an unknown one. */
export function cardOf(toolName: string): Card | null {
  const tool = canonicalToolName(toolName)
  return tool && cards[tool]
}

/** Returns the height that a card reserves during its first review, so that it does not grow while being read. */
export const cardMinHeight = (toolName: string): string => cardOf(toolName)?.room ?? 'min-h-44'
