import type { Meaning } from '@/lib/language/entity'
import type { ApprovalsQuery } from '../meaning/queries'
import type { Understanding } from '../meaning/understanding'

/** Returns what a question about approvals, or a request to take one back, comes to. */
export function approvalsIn(action: 'allowances' | 'revoke', entities: readonly Meaning[]): Understanding {
  const query = named(entities)
  const isRevoke = action === 'revoke' && (query?.spender !== undefined || query?.symbol !== undefined)
  // Words that name two things are answered with the whole list: nothing is revoked by a guess.
  return { kind: 'approvals', query: { do: isRevoke ? 'revoke' : 'list', ...query } }
}

/** Returns what the words name; null if they name two things of a kind. */
function named(entities: readonly Meaning[]): Omit<ApprovalsQuery, 'do'> | null {
  const kinds = ['token', 'collection', 'address', 'chain'] as const
  if (kinds.some((kind) => all(entities, kind).length > 1)) return null
  const [token, collection] = [all(entities, 'token')[0], all(entities, 'collection')[0]]
  const [spender, chain] = [all(entities, 'address')[0], all(entities, 'chain')[0]]
  return {
    ...(token && { symbol: token.symbol }),
    ...(collection && { collection: collection.id }),
    ...(spender && { spender: spender.address }),
    ...(chain?.chainId && { chainId: chain.chainId }),
  }
}

const all = <K extends Meaning['is']>(entities: readonly Meaning[], kind: K) =>
  entities.filter((entity): entity is Extract<Meaning, { is: K }> => entity.is === kind)
