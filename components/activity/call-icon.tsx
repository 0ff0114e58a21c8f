import { ChainIcon } from '@/components/ui/pictures/chain-icon'
import { iconOf, TokenIcon } from '@/components/ui/pictures/token-icon'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import { movesOf } from './moves'

/** Icon of the token that a call gives, or of its chain if the token is unknown. */
export function CallIcon({ entry }: { entry: LedgerEntry }) {
  const { moves } = movesOf(entry)
  const move = moves.find(({ way }) => way === 'out') ?? moves[0]
  if (move) return <TokenIcon {...iconOf(move.asset)} symbol={move.symbol} size={24} className="mt-0.5" />
  const chainId = entry.steps[0]?.chainId
  return chainId === undefined ? null : <ChainIcon chainId={chainId} size={24} className="mt-0.5" />
}
