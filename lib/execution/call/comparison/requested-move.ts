import { type Address, isAddressEqual } from 'viem'
import { isNative, nativeAddress } from '@/lib/chain/chains/chain'
import { kindOf, knownToken } from '@/lib/chain/tokens/tokens'
import { findTool } from '@/lib/tools/registry'
import { readParameters } from '@/lib/tools/shared/read-parameters'
import type { Move } from '@/lib/tools/tool'
import type { LedgerEntry } from '../../ledger/entry'

/** The move that a call asks for, with the recipient or the purchase as comparable text. */
export type RequestedMove = Omit<Move, 'towards'> & { towards: string }

/** Returns null if the parameters do not tell. */
export function requestedMove({
  toolName,
  parameters,
}: Pick<LedgerEntry, 'toolName' | 'parameters'>): RequestedMove | null {
  const tool = findTool(toolName)
  const read = tool && readParameters(tool.schema, parameters)
  const move = read && 'parameters' in read ? tool.moves(read.parameters) : null
  if (!move) return null
  const { towards, ...rest } = move
  if (typeof towards === 'string') return { ...rest, towards }
  const bought = kindAt(towards.chainId, towards.token)
  return { ...rest, towards: towards.chainId === move.chainId ? bought : `${bought} on ${towards.chainId}` }
}

/** True if two proposals ask for nearly the same; works for calls that have not been prepared. */
export function isNearlyRequested(one: LedgerEntry, other: LedgerEntry): boolean {
  const [a, b] = [requestedMove(one), requestedMove(other)]
  if (!a || !b || a.towards.toLowerCase() !== b.towards.toLowerCase()) return false
  const isSameToken =
    (a.chainId === b.chainId && isAddressEqual(a.token, b.token)) ||
    kindAt(a.chainId, a.token) === kindAt(b.chainId, b.token)
  return isSameToken && (isWithinTenth(a.amount, b.amount) || isWithinTenth(b.amount, a.amount))
}

/** True if the amounts differ by at most a tenth of the earlier one. */
export const isWithinTenth = (before: bigint, now: bigint): boolean =>
  (now > before ? now - before : before - now) * 10n <= before

/** Returns the kind of a token from our own list; an unlisted token is a kind of its own. */
function kindAt(chain: number, token: Address): string {
  const known = knownToken(chain, isNative(token) ? nativeAddress : token)
  return known ? kindOf(known.symbol) : `${chain}:${token.toLowerCase()}`
}
