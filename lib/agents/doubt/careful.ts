import { type Kind, kinds } from '@/lib/language/labels'
import { clauseLabels, settingOf } from '@/lib/language/reader/read'
import type { Clause, Reader, Reading } from '@/lib/language/reader/reader'
import { unitsOf } from '@/lib/language/reader/units'
import { isWithin } from '@/lib/language/spans'
import { type Network, type Views, viewsOf } from './network'
import { networkOf } from './weights'
import stored from './weights.generated.json'

const asking: ReadonlySet<Kind> = new Set(['request', 'condition', 'agreement'])
/** Kinds of clauses that ask for nothing to be done, with their labels. */
const told = kinds
  .filter((kind) => !asking.has(kind))
  .map((kind) => ({ kind, labels: [clauseLabels.indexOf(kind), clauseLabels.indexOf(`+${kind}`)] }))

/** Least certainty that a clause only tells, for the network to doubt the request, and for it to rule the request out. */
const [doubts, decides] = [0.7, 0.9]

/** Returns a request as it is, as a less certain one, or as none, by the network's views of its units. */
function doubted(clause: Clause, views: Views): Clause {
  if (clause.kind !== 'request' || views.length === 0) return clause
  const shareOf = (labels: readonly number[]) =>
    views.reduce((sum, view) => labels.reduce((all, label) => all + Math.exp(view[label] ?? 0), sum), 0) / views.length
  const shares = told.map(({ kind, labels }) => ({ kind, share: shareOf(labels) }))
  const share = shares.reduce((sum, each) => sum + each.share, 0)
  if (share < doubts) return clause
  const { kind } = shares.reduce((most, each) => (each.share > most.share ? each : most))
  // What is refused may call an open proposal off: the network alone does not.
  if (share >= decides) return { ...clause, kind: kind === 'refusal' ? 'report' : kind }
  return { ...clause, p: clause.p * (1 - share), sure: { ...clause.sure, kind: Math.min(clause.sure.kind, 1 - share) } }
}

let kept: Network | undefined

function keptNetwork(): Network {
  kept ??= networkOf(stored.network)
  return kept
}

const known = new WeakMap<Reading, Reading>()

/**
 * Returns a reader that doubts requests that are only told of: “remind me to send …”, “… conned my mum out of 5 usdc”.
 * Its network reads the message as a whole. It never makes a request, an amount or a receiver; it can only lower the
 * certainty of a request or rule it out. Only the service uses it: the page compares a proposal with the words by the
 * reader alone, as it does for any agent.
 */
export const careful = ({ version, read }: Reader): Reader => ({
  version,
  read: (text, names, context) => {
    const reading = read(text, names, context)
    const before = known.get(reading)
    if (before) return before
    const isRequested = reading.clauses.some(({ kind }) => kind === 'request')
    const units = isRequested ? unitsOf(text, reading.entities) : []
    const views = isRequested ? viewsOf(keptNetwork(), units, settingOf(context)) : []
    const viewsIn = (clause: Clause) => views.filter((_, at) => units[at] && isWithin(units[at], clause))
    const clauses = reading.clauses.map((clause) => doubted(clause, viewsIn(clause)))
    const own = { ...reading, clauses }
    known.set(reading, own)
    return own
  },
})
