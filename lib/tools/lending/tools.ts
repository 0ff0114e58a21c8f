import { maxUint256 } from 'viem'
import { chainName } from '@/lib/chain/tokens/tokens'
import type { ToolName } from '@/lib/wire/tool-names'
import { baseAmountText, tokenWord } from '../shared/token-words'
import type { Tool } from '../tool'
import type { LendingDetails } from './details'
import { keptLending } from './kept'
import { type LendingAction, type LendingParameters, lendingSchema, wayOf } from './parameters'
import { prepareLending } from './prepare'

const lendingTool = (
  name: ToolName,
  action: LendingAction,
  verb: string,
  side: string,
): Tool<LendingParameters, LendingDetails> => ({
  name,
  kind: 'transaction',
  schema: lendingSchema,
  kept: keptLending,
  headline: ({ amount, chainId, tokenAddress, tokenSymbol }) => {
    const token = { chainId, address: tokenAddress, symbol: tokenSymbol }
    const figure = amount === maxUint256 ? `all ${tokenWord(token)}` : baseAmountText(amount, token, wayOf(action))
    const what = figure.endsWith('base units') ? `${figure} of ${tokenWord(token)}` : figure
    return `${verb} ${what} ${side} a lending market on ${chainName(chainId)}`
  },
  prepare: (asked, context, adjustments) => prepareLending(action, asked, context, adjustments),
})

export const lendingSupply = lendingTool('lending_supply', 'supply', 'Supply', 'to')
export const lendingBorrow = lendingTool('lending_borrow', 'borrow', 'Borrow', 'from')
export const lendingRepay = lendingTool('lending_repay', 'repay', 'Repay', 'to')
export const lendingWithdraw = lendingTool('lending_withdraw', 'withdraw', 'Withdraw', 'from')
