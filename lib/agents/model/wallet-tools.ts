import { jsonSchema, type Tool, tool } from 'ai'
import { z } from 'zod'
import { tools } from '@/lib/tools/registry'
import type { ToolName } from '@/lib/wire/tool-names'

/**
 * What each tool is for, as a model is told (docs/protocol.md, "Tools"). Amounts are in base units unless the text says
 * otherwise.
 */
const purposes: Readonly<Record<ToolName, string>> = {
  send_native_gas_token: 'Propose to send the chain’s native coin. `value` in wei.',
  execute_router_swap:
    'Propose a swap or a bridge. `fromAmount` in the smallest unit of the source token; `slippage` is a fraction (0.005 is 0.5%); the native coin is the zero address.',
  show_token_balance_ui: 'Show balances that you have read with a tool just before. No transaction.',
  transfer_nft: 'Propose to transfer an NFT. `amount` is 1 for an ERC-721.',
  call_smart_contract_function:
    'Propose a contract call, such as an ERC-20 transfer. `args` as strings, `value` in wei, `abi` the fragments needed.',
  enter_staking_yield: 'Propose to stake in a yield that you have found with a tool. `amount` in whole tokens.',
  exit_staking_yield: 'Propose to unstake. `amount` in whole tokens.',
  lending_supply: 'Propose to supply to a lending market. `amount` in the token’s smallest unit.',
  lending_borrow: 'Propose to borrow from a lending market. `amount` in the token’s smallest unit.',
  lending_repay: 'Propose to repay a lending market. `amount` in the token’s smallest unit.',
  lending_withdraw: 'Propose to withdraw from a lending market. `amount` in the token’s smallest unit.',
  request_auto_rebalance_permission:
    'Ask for permission to propose moves between yields when a better one appears. Percentages in percent points.',
}

/** Why a call that can be read must not be proposed as it is, in words; null where nothing speaks against it. */
type Refuse = (name: ToolName, parameters: unknown) => Promise<string | null>

/**
 * The wallet's tools as a model sees them. None of them does anything here: a call becomes a card that a person
 * countersigns. What a tool's own schema refuses, or `refuse` does, goes back to the model as an error.
 */
export function walletTools(names: readonly ToolName[], refuse: Refuse): Record<string, Tool> {
  return Object.fromEntries(
    names.map((name) => [name, tool({ description: purposes[name], inputSchema: schemaOf(name, refuse) })]),
  )
}

const parametersSchema = z.record(z.string(), z.unknown())

function schemaOf(name: ToolName, refuse: Refuse) {
  const { schema } = tools[name]
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  // The call goes on as the model wrote it: the person's own client reads it once more.
  return jsonSchema<Record<string, unknown>>(shape, {
    validate: async (value) => {
      const read = schema.safeParse(value)
      if (!read.success) return { success: false, error: new Error(z.prettifyError(read.error)) }
      const refusal = await refuse(name, value)
      if (refusal !== null) return { success: false, error: new Error(refusal) }
      return { success: true, value: parametersSchema.parse(value) }
    },
  })
}
