import type { HeldNft, Holding } from '@/lib/chain/portfolio/holding'
import { chainName } from '@/lib/chain/tokens/tokens'

/** An action on a holding, and the sentence that asks the agent for it. One that ends in a space is unfinished. */
export type Action = { words: 'Swap' | 'Send' | 'Deposit' | 'Withdraw' | 'Repay'; sentence: string }

/** Returns the actions on a holding. None for an unlisted token: its symbol does not identify it. */
export function actionsOf({ kind, symbol, listed, chainId, place, canLeave, couldEarnIn }: Holding): readonly Action[] {
  if (!listed) return []
  const on = `on ${chainName(chainId)}`
  if (kind === 'wallet')
    return [
      { words: 'Swap', sentence: `Swap ${symbol} ${on} for ` },
      { words: 'Send', sentence: `Send ${symbol} ${on} to ` },
      ...(couldEarnIn.length > 0 ? [{ words: 'Deposit', sentence: `Best yield for ${symbol} ${on}` } as const] : []),
    ]
  if (!canLeave) return []
  if (kind === 'owed') return [{ words: 'Repay', sentence: `Repay all my ${symbol} to ${place} ${on}` }]
  return [{ words: 'Withdraw', sentence: `Withdraw all my ${symbol} from ${place} ${on}` }]
}

export const sendNft = ({ called, tokenId, chainId }: HeldNft): Action => ({
  words: 'Send',
  sentence: `Send my ${called} #${tokenId} on ${chainName(chainId)} to `,
})
