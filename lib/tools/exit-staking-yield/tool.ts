import { z } from 'zod'
import { addressRow, askedTool, textRow } from '../asked'
import { address, decimal, identifier, optional } from '../fields'

const schema = z.strictObject({ yieldId: identifier, amount: decimal, walletAddress: optional(address) })

export const exitStakingYield = askedTool<z.infer<typeof schema> & { chainId?: undefined }>({
  name: 'exit_staking_yield',
  kind: 'transaction',
  schema,
  headline: ({ amount }) => `Withdraw ${amount} from a staking position`,
  rows: ({ yieldId, amount, walletAddress }) => [
    { label: 'Amount, as given', value: amount, kind: 'amount' },
    ...textRow('Yield id', yieldId),
    ...addressRow('Wallet', walletAddress),
  ],
})
