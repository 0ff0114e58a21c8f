import { type Move, movesOf } from '@/components/activity/moves'
import type { IconOf } from '@/components/ui/pictures/token-icon'
import { iconOf } from '@/components/ui/pictures/token-icon'
import { type Holding, worthOf } from '@/lib/chain/portfolio/holding'
import { knownToken } from '@/lib/chain/tokens/tokens'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import { gap } from './gap'

/** A sentence of the app's that asks the agent for something, and the token that it is about. */
export type Suggestion = { sentence: string; token?: IconOf & { symbol: string } }

const most = 3

const few = (found: readonly (Suggestion | false | undefined)[]): readonly Suggestion[] =>
  found.filter((each) => each !== false && each !== undefined).slice(0, most)

/** Abilities that a suggestion needs, by the tags that an agent's card lists. */
const earns = (tags: readonly string[]): boolean => tags.includes('staking') || tags.includes('yield')
const lends = (tags: readonly string[]): boolean => tags.includes('lending')
const swaps = (tags: readonly string[]): boolean => tags.includes('swap')

/** Suggests what fits the holdings, by their value. Only listed tokens are named, as no other symbol identifies one. */
export function forHoldings(holdings: readonly Holding[], tags: readonly string[]): readonly Suggestion[] {
  const known = holdings.filter(({ listed, amount }) => listed && amount > 0n).toSorted(byWorth)
  const wallet = known.filter(({ kind }) => kind === 'wallet')
  const idle = wallet.find(({ couldEarnIn }) => couldEarnIn.length > 0)
  const owed = known.find(({ kind }) => kind === 'owed')
  const isEarning = known.some(({ kind }) => kind === 'vault' || kind === 'supplied')
  const [first] = wallet
  const other = wallet.find(({ symbol }) => symbol !== first?.symbol)
  return few([
    owed && lends(tags) && { sentence: 'How safe is my loan?' },
    owed && lends(tags) && { sentence: `Repay all my ${owed.symbol}`, token: owed && pictured(owed) },
    idle && earns(tags) && { sentence: `Best yield for my ${idle.symbol}`, token: pictured(idle) },
    isEarning && earns(tags) && { sentence: 'What do I earn?' },
    first &&
      other &&
      swaps(tags) && { sentence: `Swap ${gap} ${first.symbol} for ${other.symbol}`, token: pictured(first) },
    first && { sentence: `What is ${first.symbol} worth?`, token: pictured(first) },
  ])
}

/** Suggests what may come next after a confirmed call, by what it moved. Nothing after one that moved nothing. */
export function afterCall(entry: LedgerEntry, tags: readonly string[]): readonly Suggestion[] {
  if (entry.state !== 'confirmed') return []
  const { moves } = movesOf(entry)
  if (moves.length === 0) return []
  const owed = moves.find(({ debt, way, named }) => debt && way === 'in' && named)
  const arrived = moves.filter(({ debt, way }) => !debt && way === 'in')
  const token = arrived.find(isTraded)
  const isShare = arrived.some((move) => !isTraded(move) && !('tokenId' in move.asset))
  const icon = token && { ...iconOf(token.asset), symbol: token.symbol }
  return few([
    owed && lends(tags) && { sentence: 'How safe is my loan?' },
    token && icon && !owed && earns(tags) && { sentence: `Best yield for my ${token.symbol}`, token: icon },
    isShare && earns(tags) && { sentence: 'What do I earn?' },
    token && icon && { sentence: `What is ${token.symbol} worth?`, token: icon },
    { sentence: 'What do I have?' },
  ])
}

/** True for a token of the app's lists. A vault's shares have our name too, but no price and no yield of their own. */
const isTraded = ({ named, asset }: Move): boolean =>
  named && (asset.kind === 'native' || (asset.kind === 'erc20' && knownToken(asset.chainId, asset.address) !== null))

const pictured = ({ chainId, token, symbol }: Holding) => ({ chainId, address: token, symbol })

function byWorth(a: Holding, b: Holding): number {
  const [one, two] = [worthOf(a) ?? 0n, worthOf(b) ?? 0n]
  return one === two ? 0 : one > two ? -1 : 1
}
