import { z } from 'zod'
import { nativeAddress } from '@/lib/chain/chains/chain'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { canonicalToolName, type ToolName } from '@/lib/wire/tool-names'

export type ProposedCall = { name: string; parameters: Record<string, unknown> }

/** The effects of a call, whichever tool proposes it: what it does, what leaves, arrives or is owed, and where to. */
type Effects = { does: string } & Record<string, unknown>

type Parameters = Record<string, unknown>

/** How a tool's parameters state effects. */
type Terms = {
  does: string
  /** The effect that each parameter states. */
  says: Readonly<Record<string, string>>
  /** Parameters that only repeat or describe the effect. */
  beside?: readonly string[]
}

const lending = (does: string, way: string, place: string): Terms => ({
  does,
  says: { tokenAddress: way, amount: 'amount', chainId: 'chain', marketAddress: place },
  beside: ['tokenSymbol', 'walletAddress'],
})

/** Terms of each tool, or a function where its effects depend on more than the names of its parameters. */
const terms: Readonly<Record<ToolName, Terms | ((parameters: Parameters) => Effects | null)>> = {
  execute_router_swap: {
    does: 'swap',
    says: {
      ...{ fromTokenAddress: 'leaves', fromAmount: 'amount', fromChainId: 'chain' },
      ...{ toTokenAddress: 'arrives', toChainId: 'toChain', slippage: 'slippage' },
    },
    beside: ['fromTokenSymbol', 'toTokenSymbol', 'fromTokenDecimals', 'toTokenDecimals'],
  },
  send_native_gas_token: { does: 'send', says: { value: 'amount', chainId: 'chain', to: 'to' } },
  transfer_nft: {
    does: 'sendNft',
    says: { contractAddress: 'collection', tokenId: 'leaves', amount: 'amount', chainId: 'chain', toAddress: 'to' },
  },
  enter_staking_yield: {
    does: 'deposit',
    says: { amount: 'amount', yieldId: 'into' },
    beside: [
      ...['walletAddress', 'tokenSymbol', 'tokenAddress', 'chainId', 'network', 'protocol', 'poolName', 'apy'],
      ...['lockupPeriod', 'rewardTokenSymbols'],
    ],
  },
  exit_staking_yield: { does: 'withdraw', says: { amount: 'amount', yieldId: 'from' }, beside: ['walletAddress'] },
  lending_supply: lending('supply', 'leaves', 'into'),
  lending_withdraw: lending('withdraw', 'arrives', 'from'),
  lending_borrow: lending('borrow', 'owed', 'from'),
  lending_repay: lending('repay', 'leaves', 'into'),
  call_smart_contract_function: effectsOfFunction,
  show_token_balance_ui: {
    does: 'showBalances',
    says: { address: 'of', balances: 'balances', totalValue: 'totalValue' },
  },
  request_auto_rebalance_permission: {
    does: 'permitRebalancing',
    says: { tokenAddress: 'of', chainId: 'chain', minYieldIncrease: 'atLeast', maxLockupDays: 'lockup' },
    beside: ['currentPosition'],
  },
}

/** Defaults for what neither a call nor a label states. */
export const usual: Readonly<Record<string, Record<string, string | number>>> = {
  swap: { slippage: 0.005 },
  send: { leaves: 'ETH' },
  sendNft: { amount: '1' },
}

const symbols = new Map<string, string>([
  [nativeAddress.toLowerCase(), 'ETH'],
  ...Object.entries(devnetAddresses.tokens).map(([symbol, address]): [string, string] => [
    address.toLowerCase(),
    symbol,
  ]),
])

const tokensOf = new Set(['leaves', 'arrives', 'owed', 'of'])

/** Replaces a token by its symbol, and leaves everything else unchanged. */
const named = (effect: string, value: unknown): unknown =>
  typeof value === 'string' && tokensOf.has(effect) ? (symbols.get(value.toLowerCase()) ?? value) : value

const functionSchema = z.looseObject({
  ...{ to: z.string(), chainId: z.number(), functionName: z.string() },
  ...{ value: z.string().optional(), args: z.array(z.unknown()).optional() },
})

/** Returns the effects of a call to a token's own function: a transfer, or wrapping or unwrapping the coin. */
function effectsOfFunction(parameters: Parameters): Effects | null {
  const read = functionSchema.safeParse(parameters)
  if (!read.success) return null
  const { to, chainId, functionName, value = '0', args = [] } = read.data
  const [name] = functionName.split('(')
  const wraps = { does: 'swap', chain: chainId, toChain: chainId, slippage: 0.005 }
  if (name === 'transfer' && value === '0' && args.length === 2)
    return { does: 'send', leaves: named('leaves', to), amount: args[1], chain: chainId, to: args[0] }
  if (named('of', to) !== 'WETH') return null
  if (name === 'deposit' && args.length === 0) return { ...wraps, leaves: 'ETH', arrives: 'WETH', amount: value }
  if (name === 'withdraw' && value === '0' && args.length === 1)
    return { ...wraps, leaves: 'WETH', arrives: 'ETH', amount: args[0] }
  return null
}

/** Returns the effects of a call; null if no label covers it, or if it has a parameter that its tool lacks. */
export function effectsOf({ name, parameters }: ProposedCall): Effects | null {
  const tool = canonicalToolName(name)
  if (!tool) return null
  const known = terms[tool]
  if (typeof known === 'function') return known(parameters)
  const effects: Effects = { does: known.does }
  for (const [key, value] of Object.entries(parameters)) {
    if (value === undefined || value === null) continue
    const said = known.says[key]
    if (said) effects[said] = named(said, value)
    else if (!known.beside?.includes(key.split('.')[0] ?? key)) return null
  }
  return { ...usual[known.does], ...effects }
}
