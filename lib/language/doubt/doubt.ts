import type { Kind } from '../labels'
import type { Setting } from '../reader/features'
import { clauseLabels } from '../reader/read'
import type { Clause } from '../reader/reader'
import type { Unit } from '../reader/units'
import { isWithin } from '../spans'
import { type Network, type Views, viewsOf } from './network'

/** The labels of clauses that only tell. */
const telling = labelsOf(['report', 'hypothetical'])
/**
 * Those that speak against a request. Not those of a refusal: “don't forget to send …” looks like one to a network, and
 * the tables know a negation.
 */
const against = [...telling, ...labelsOf(['question'])]

function labelsOf(kinds: readonly Kind[]): number[] {
  return kinds.flatMap((kind) => [clauseLabels.indexOf(kind), clauseLabels.indexOf(`+${kind}`)])
}

/** Least shares of such labels in a request, for the network to doubt it, and to take it for told. */
const [doubts, decides] = [0.65, 0.7]

/** Returns a request as it is, as a less certain one, or as told, by the network's views of its units. */
function doubted(clause: Clause, views: Views): Clause {
  if (clause.kind !== 'request' || views.length === 0) return clause
  const shareOf = (labels: readonly number[]) =>
    views.reduce((sum, view) => labels.reduce((all, label) => all + Math.exp(view[label] ?? 0), sum), 0) / views.length
  if (shareOf(telling) >= decides) return { ...clause, kind: 'report' }
  const share = shareOf(against)
  if (share < doubts) return clause
  return { ...clause, p: clause.p * (1 - share), sure: { ...clause.sure, kind: Math.min(clause.sure.kind, 1 - share) } }
}

/** Doubts the clauses of a message that consists of these units. */
export type Doubt = (clauses: readonly Clause[], units: readonly Unit[], setting: Setting) => readonly Clause[]

/**
 * Returns what doubts requests that are only told of: “remind me to send …”, “… conned my mum out of 5 usdc”. The
 * network reads the message as a whole. It never makes a request, an amount or a receiver; it can only lower the
 * certainty of a request or rule it out.
 */
export const doubtBy =
  (network: Network): Doubt =>
  (clauses, units, setting) => {
    if (!clauses.some(({ kind }) => kind === 'request')) return clauses
    const views = viewsOf(network, units, setting)
    const viewsIn = (clause: Clause) => views.filter((_, at) => units[at] && isWithin(units[at], clause))
    return clauses.map((clause) => doubted(clause, viewsIn(clause)))
  }
