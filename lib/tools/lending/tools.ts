import { z } from 'zod'
import { chainName } from '@/lib/chain/tokens'
import type { ToolName } from '@/lib/wire/tool-names'
import { addressRow, askedTool, baseAmountRow, baseAmountText, chainRow, tokenRows, tokenWord } from '../asked'
import { address, chainId, optional, uint, words } from '../fields'

/** All four actions have the same parameters. */
const schema = z.strictObject({
  marketAddress: address,
  tokenAddress: address,
  tokenSymbol: optional(words),
  amount: uint,
  walletAddress: optional(address),
  chainId,
})

const lendingTool = (name: ToolName, verb: string, side: string) =>
  askedTool({
    name,
    kind: 'transaction',
    schema,
    headline: ({ amount, chainId, tokenAddress, tokenSymbol }) => {
      const token = { chainId, address: tokenAddress, symbol: tokenSymbol }
      const figure = baseAmountText(amount, token)
      const what = figure.endsWith('base units') ? `${figure} of ${tokenWord(token)}` : figure
      return `${verb} ${what} ${side} a lending market on ${chainName(chainId)}`
    },
    rows: ({ marketAddress, tokenAddress, tokenSymbol, amount, walletAddress, chainId }) => {
      const token = { chainId, address: tokenAddress, symbol: tokenSymbol }
      return [
        ...baseAmountRow('Amount', amount, token),
        ...tokenRows(token),
        ...addressRow('Market', marketAddress),
        ...addressRow('Wallet', walletAddress),
        ...chainRow(chainId),
      ]
    },
  })

export const lendingSupply = lendingTool('lending_supply', 'Supply', 'to')
export const lendingBorrow = lendingTool('lending_borrow', 'Borrow', 'from')
export const lendingRepay = lendingTool('lending_repay', 'Repay', 'to')
export const lendingWithdraw = lendingTool('lending_withdraw', 'Withdraw', 'from')
