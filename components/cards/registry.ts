import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { canonicalToolName, type ToolName } from '@/lib/wire/tool-names'
import type { BodyProps } from './frame/body-props'

export type Card = {
  /** The part of the card that is the tool's own, loaded when a call of that tool first comes. */
  Body: LazyExoticComponent<ComponentType<BodyProps<unknown>>>
  /** Begins to load it: it is then there when the call has been prepared. */
  fetch: () => void
  /** About as high as the card is once it has been reviewed, on a narrow screen and on a wide one. */
  room: string
}

// The registry of tools pairs each name with its details; a body is given the details of its own tool only. That
// pairing is by name, which the type system cannot follow: the one place where it is asserted.
const card = <Details>(room: string, load: () => Promise<ComponentType<BodyProps<Details>>>): Card => ({
  room,
  Body: lazy(async () => ({ default: (await load()) as ComponentType<BodyProps<unknown>> })),
  // Where it fails, the card says so once it is to be drawn.
  fetch: () => void load().catch(() => {}),
})

const staking = async () => (await import('./staking/staking-body')).StakingBody
const lending = async () => (await import('./lending/lending-body')).LendingBody

/** What the card of each tool has of its own. */
const cards: Readonly<Record<ToolName, Card>> = {
  send_native_gas_token: card(
    'min-h-[41.75rem] sm:min-h-[31.5rem]',
    async () => (await import('./send/send-body')).SendBody,
  ),
  execute_router_swap: card('min-h-[33rem] sm:min-h-[27rem]', async () => (await import('./swap/swap-body')).SwapBody),
  show_token_balance_ui: card(
    'min-h-[35rem] sm:min-h-[25.5rem]',
    async () => (await import('./balances/balances-body')).BalancesBody,
  ),
  transfer_nft: card('min-h-[55rem] sm:min-h-[42rem]', async () => (await import('./nft/nft-body')).NftBody),
  call_smart_contract_function: card(
    'min-h-[41rem] sm:min-h-[32rem]',
    async () => (await import('./contract-call/contract-call-body')).ContractCallBody,
  ),
  enter_staking_yield: card('min-h-[46rem] sm:min-h-[37.25rem]', staking),
  exit_staking_yield: card('min-h-[43rem] sm:min-h-[32rem]', staking),
  lending_supply: card('min-h-[45rem] sm:min-h-[36.5rem]', lending),
  lending_borrow: card('min-h-[48rem] sm:min-h-[40rem]', lending),
  lending_repay: card('min-h-[47rem] sm:min-h-[39rem]', lending),
  lending_withdraw: card('min-h-[44rem] sm:min-h-[34.5rem]', lending),
  request_auto_rebalance_permission: card(
    'min-h-[47rem] sm:min-h-[37.5rem]',
    async () => (await import('./permission/permission-body')).PermissionBody,
  ),
}

/** The card of a call; null for a tool that nobody here knows. */
export function cardOf(toolName: string): Card | null {
  const tool = canonicalToolName(toolName)
  return tool && cards[tool]
}

/** The room that a card keeps while it is looked at for the first time, so that it does not grow under the reader. */
export const cardMinHeight = (toolName: string): string => cardOf(toolName)?.room ?? 'min-h-44'
