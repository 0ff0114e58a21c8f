import { kinds } from '../../lib/language/labels'
import { bits, clauseFeatures, roleFeatures, wholeFeatures } from '../../lib/language/reader/features'
import { actionLabels, clauseLabels, hintsOf, type Model, roleLabels } from '../../lib/language/reader/read'
import type { Table } from '../../lib/language/reader/table'
import { examplesOfCalls } from './calls'
import type { Example } from './examples'
import { type Bounds, joined } from './joined'
import { type Chain, type Options, trainTable, usual } from './train-table'

export type TrainingExample = { example: Example; kinds: Chain[]; actions: Chain[]; roles: Chain[] }

/** Returns the training example of a labelled one, for the tables of whole clauses and of roles. */
export function trainingExampleOf(example: Example): TrainingExample {
  const { units, setting, clauses, line } = example
  const made: TrainingExample = { example, kinds: [], actions: [], roles: [] }
  if (line?.english === false) return made
  let prior = '^'
  for (const [index, { start, end, kind, action, labels }] of clauses.entries()) {
    const view = { units, start, end }
    const told = { index, count: clauses.length, prior }
    made.kinds.push({ units: [wholeFeatures(view, setting, told, bits.kinds)], labels: [kinds.indexOf(kind)] })
    const rows = wholeFeatures(view, setting, { ...told, kind }, bits.actions)
    made.actions.push({ units: [rows], labels: [actionLabels.indexOf(action ?? '-')] })
    made.roles.push({
      units: roleFeatures(view, setting, kind, action),
      labels: labels.map((label) => roleLabels.indexOf(label)),
    })
    prior = `${kind} ${action}`
  }
  return made
}

/** Returns an example as if dictated: without its marks. */
function withoutMarks(example: Example): Example {
  const { units, clauses } = example
  const stays = (at: number) => units[at]?.is !== 'mark'
  const before = (at: number) => units.slice(0, at).filter((_, index) => stays(index)).length
  return {
    ...example,
    units: units.filter((_, at) => stays(at)),
    clauses: clauses.map((clause) => ({
      ...clause,
      start: before(clause.start),
      end: before(clause.end),
      labels: clause.labels.filter((_, index) => stays(clause.start + index)),
    })),
  }
}

/** Number of weights of each table: as many as the page may have to load. */
const most = { clauses: 200_000, kinds: 50_000, actions: 110_000, roles: 180_000 }

/** Number of messages made of several, for the bounds of clauses. */
const mostJoined = 4_000

type Wholes = { kinds: Table; actions: Table }

function wholes(training: readonly TrainingExample[], options: Options): Wholes {
  return {
    kinds: trainTable(
      kinds,
      bits.kinds,
      training.flatMap((each) => each.kinds),
      most.kinds,
      options,
    ),
    actions: trainTable(
      actionLabels,
      bits.actions,
      training.flatMap((each) => each.actions),
      most.actions,
      options,
    ),
  }
}

function clauseChain({ units, setting, clauses }: Bounds, told: Wholes): Chain {
  const labels = units.map(() => 0)
  for (const { start, end, kind } of clauses)
    for (let at = start; at < end; at += 1) labels[at] = clauseLabels.indexOf(at === start ? `+${kind}` : kind)
  return { units: clauseFeatures(units, hintsOf(told, units), setting), labels }
}

/**
 * Trains the reader's tables. The hints of words, on which the bounds of clauses depend, come for each half of the
 * examples from the other half, just as the hints for a new text come from words seen elsewhere.
 */
function trainModel(training: readonly TrainingExample[], options: Options = usual): Model {
  const own = training.filter(({ example }) => example.line?.english !== false)
  const halves = [0, 1].map((half) => own.filter((_, index) => index % 2 === half))
  const hints = halves.map((half) => wholes(half, { ...options, epochs: 3 }))
  const chains = own.map(({ example }, index) => clauseChain(example, hints[1 - (index % 2)] as Wholes))
  for (const [half, own] of halves.entries()) {
    const examples = own.map(({ example }) => example)
    for (const bounds of joined(examples, mostJoined / 2, options.seed + half))
      chains.push({ ...clauseChain(bounds, hints[1 - half] as Wholes), weight: 0.5 })
  }
  return {
    ...wholes(own, options),
    clauses: trainTable(clauseLabels, bits.clauses, chains, most.clauses, { ...options, dropout: 0.3 }),
    roles: trainTable(
      roleLabels,
      bits.roles,
      own.flatMap((each) => each.roles),
      most.roles,
      options,
    ),
  }
}

/** Returns the examples from the calls of the bench, read by what a short training on the lines gives. */
export const callsRead = (lines: readonly TrainingExample[]): Example[] =>
  examplesOfCalls(trainModel(lines, { ...usual, epochs: 3 }))

/** Trains the reader on labelled lines, on every third of them without its marks, and on the calls of the bench. */
export function trainReader(lines: readonly TrainingExample[], without: readonly string[] = []): Model {
  const dictated = lines
    .filter((_, index) => index % 3 === 0)
    .map(({ example }) => trainingExampleOf(withoutMarks(example)))
  const calls = without.includes('calls') ? [] : callsRead(lines).map(trainingExampleOf)
  return trainModel([...lines, ...(without.includes('dictated') ? [] : dictated), ...calls])
}
