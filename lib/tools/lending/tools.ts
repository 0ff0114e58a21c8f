import { maxUint256 } from 'viem'
import { formatAmount } from '@/lib/chain/tokens/amount'
import { chainName, knownToken } from '@/lib/chain/tokens/tokens'
import type { Action } from '@/lib/language/labels'
import type { ToolName } from '@/lib/wire/tool-names'
import { loadPart } from '../part'
import { exampleTokens, someone } from '../shared/examples'
import { tenfold } from '../shared/lies'
import { baseAmountText, tokenWord } from '../shared/token-words'
import type { Tool } from '../tool'
import type { LendingDetails } from './details'
import { keptLending } from './kept'
import { type LendingAction, type LendingParameters, lendingSchema, wayOf } from './parameters'

type Words = {
  name: ToolName
  actions: readonly Action[]
  verb: string
  past: string
  side: 'to' | 'from'
  purpose: string
}

const words: Readonly<Record<LendingAction, Words>> = {
  supply: {
    name: 'lending_supply',
    actions: ['supply', 'stake'],
    verb: 'Supply',
    past: 'Supplied',
    side: 'to',
    purpose: 'supply to',
  },
  borrow: {
    name: 'lending_borrow',
    actions: ['borrow'],
    verb: 'Borrow',
    past: 'Borrowed',
    side: 'from',
    purpose: 'borrow from',
  },
  repay: { name: 'lending_repay', actions: ['repay'], verb: 'Repay', past: 'Repaid', side: 'to', purpose: 'repay' },
  withdraw: {
    name: 'lending_withdraw',
    actions: ['withdraw', 'unstake'],
    verb: 'Withdraw',
    past: 'Withdrew',
    side: 'from',
    purpose: 'withdraw from',
  },
}

const lendingActions: ReadonlyMap<ToolName, LendingAction> = new Map([
  [words.supply.name, 'supply'],
  [words.borrow.name, 'borrow'],
  [words.repay.name, 'repay'],
  [words.withdraw.name, 'withdraw'],
])

/** Returns a tool's action at a lending market; null for every other tool. */
export const lendingActionOf = (name: ToolName): LendingAction | null => lendingActions.get(name) ?? null

const example = {
  marketAddress: someone,
  tokenAddress: exampleTokens.USDC,
  tokenSymbol: 'USDC',
  amount: '5000000',
  chainId: 31337,
}

function lendingTool(action: LendingAction): Tool<LendingParameters, LendingDetails> {
  const { name, actions, verb, past, side, purpose } = words[action]
  return {
    name,
    kind: 'transaction',
    schema: lendingSchema,
    kept: keptLending,
    label: verb,
    actions: () => actions,
    headline: ({ amount, chainId, tokenAddress, tokenSymbol }) => {
      const token = { chainId, address: tokenAddress, symbol: tokenSymbol }
      const figure = amount === maxUint256 ? `all ${tokenWord(token)}` : baseAmountText(amount, token, wayOf(action))
      const what = figure.endsWith('base units') ? `${figure} of ${tokenWord(token)}` : figure
      return `${verb} ${what} ${side} a lending market on ${chainName(chainId)}`
    },
    done: ({ amount, chainId, tokenAddress }) => {
      const token = knownToken(chainId, tokenAddress)
      if (!token) return null
      const sum = amount === maxUint256 ? 'all' : formatAmount(amount, token.decimals, wayOf(action))
      return `${past} ${sum} ${token.symbol} on ${chainName(chainId)}`
    },
    moves: ({ amount, chainId, tokenAddress, marketAddress }) => ({
      field: 'amount',
      chainId,
      token: tokenAddress,
      amount,
      towards: `${name} ${marketAddress}`,
    }),
    purpose: `Propose to ${purpose} a lending market. \`amount\` in the token’s smallest unit.`,
    lie:
      action === 'supply' || action === 'borrow' ? (honest) => ({ ...honest, amount: tenfold(honest.amount) }) : null,
    examples: { least: example, full: { ...example, walletAddress: someone } },
    prepare: async (...asked) => (await loadPart(() => import('./prepare'))).prepareLending(action, ...asked),
  }
}

export const lendingSupply = lendingTool('supply')
export const lendingBorrow = lendingTool('borrow')
export const lendingRepay = lendingTool('repay')
export const lendingWithdraw = lendingTool('withdraw')
