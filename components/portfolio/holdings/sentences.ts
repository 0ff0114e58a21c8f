import type { HeldNft, Holding } from '@/lib/chain/portfolio/holding'
import { chainName } from '@/lib/chain/tokens/tokens'

/** An action on a holding, and the sentence that asks the agent for it. One that ends in a space is unfinished. */
export type Action = { words: 'Swap' | 'Send' | 'Deposit' | 'Withdraw' | 'Repay'; sentence: string }

/** Returns the actions on a holding. None for an unlisted token: its symbol does not identify it. */
export function actionsOf(holding: Holding): readonly Action[] {
  const { kind, symbol, listed, chainId, place, canLeave, couldEarnIn } = holding
  if (kind === 'wallet') return actionsInWallet(holding, couldEarnIn.length > 0)
  if (!listed) return []
  const on = `on ${chainName(chainId)}`
  if (!canLeave) return []
  if (kind === 'owed') return [{ words: 'Repay', sentence: `Repay all my ${symbol} to ${place} ${on}` }]
  return [{ words: 'Withdraw', sentence: `Withdraw all my ${symbol} from ${place} ${on}` }]
}

/** Returns the actions on a token in the wallet. */
export function actionsInWallet(
  { symbol, listed, chainId }: Pick<Holding, 'symbol' | 'listed' | 'chainId'>,
  couldEarn: boolean,
): readonly Action[] {
  if (!listed) return []
  const on = `on ${chainName(chainId)}`
  return [
    { words: 'Swap', sentence: `Swap ${symbol} ${on} for ` },
    { words: 'Send', sentence: `Send ${symbol} ${on} to ` },
    ...(couldEarn ? [{ words: 'Deposit', sentence: `Best yield for ${symbol} ${on}` } as const] : []),
  ]
}

export const sendNft = ({ called, tokenId, chainId }: HeldNft): Action => ({
  words: 'Send',
  sentence: `Send my ${called} #${tokenId} on ${chainName(chainId)} to `,
})
