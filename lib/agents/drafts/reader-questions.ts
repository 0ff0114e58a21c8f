import type { Meaning } from '@/lib/language/entity'
import type { Action } from '@/lib/language/labels'
import type { Clause, Reading } from '@/lib/language/reader/reader'
import { namesOf } from '@/lib/language/wallet-names'
import type { Scene } from '../abilities/reading'
import type { ApprovalsQuery } from '../frames/reads'
import type { Understanding } from '../frames/understanding'
import { contextOf, type Said } from './draft-reply'

/** Minimum certainty of a reading that replaces what the rules read. */
const sureEnough = 0.6

/**
 * Returns what the rules understood, or what the reader alone understands: a question about approvals, a request to
 * take one back, or a question about how a price has moved. The rules know no words for these.
 */
export async function beyondRules(understood: Understanding, { text, history }: Said, scene: Scene) {
  if (!mayBeAnother(understood)) return understood
  const loaded = await scene.reader?.()
  const reading = loaded?.read(text, namesOf(scene.chains), contextOf(history))
  const [clause, ...more] = reading?.clauses ?? []
  if (!reading || !clause || more.length > 0 || clause.sure.kind < sureEnough) return understood
  return meantBy(understood, clause, reading) ?? understood
}

/** True if the rules have not understood, or may take a question about approvals for another. */
const mayBeAnother = (understood: Understanding): boolean =>
  understood.kind === 'balances' ||
  understood.kind === 'bare' ||
  (understood.kind === 'abstain' && ['contract', 'past'].includes(understood.topic)) ||
  (understood.kind === 'talk' && ['unclear', 'unknown', 'beyond'].includes(understood.topic))

function meantBy(
  understood: Understanding,
  { kind, action, sure }: Clause,
  { entities }: Reading,
): Understanding | null {
  if (kind !== 'question' && kind !== 'request') return null
  const isSure = sure.action >= sureEnough
  // The rules know that approvals are spoken of, and the reader that something of the account is asked for.
  const isOfContracts = understood.kind === 'abstain' && understood.topic === 'contract'
  const looks: readonly (Action | null)[] = isOfContracts ? ['allowances', 'balances'] : ['allowances']
  const isList = looks.includes(action) && (isOfContracts || isSure)
  const query = named(entities)
  // “I take back the permission” may be about one of another kind.
  const isOne = isOfContracts || query?.spender !== undefined || query?.symbol !== undefined
  const isRevoke = action === 'revoke' && isSure && kind === 'request' && isOne
  if (isList || isRevoke) return approvalsMeant(isList, query)
  const tokens = all(entities, 'token').map(({ symbol }) => ({ text: symbol, symbol }))
  const isPast = understood.kind === 'abstain' && understood.topic === 'past'
  return isPast && action === 'price' && kind === 'question' && tokens.length > 0
    ? { kind: 'price', query: { tokens, isOfAnotherTime: true } }
    : null
}

/** What names two things is answered with a list of all: nothing is taken back by a guess. */
const approvalsMeant = (isList: boolean, query: Omit<ApprovalsQuery, 'do'> | null): Understanding => ({
  kind: 'approvals',
  query: { do: isList || !query ? 'list' : 'revoke', ...query },
})

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
