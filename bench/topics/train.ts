import { likeliestTopic, topicBits, topicFeatures, type Words } from '../../lib/agents/replies/topic-of'
import { topics } from '../../lib/agents/replies/topics'
import { findEntities } from '../../lib/language/find-entities'
import type { Packed } from '../../lib/language/reader/packing'
import type { Table } from '../../lib/language/reader/table'
import { packed, rounded } from '../reader/keep'
import { names } from '../reader/names'
import { type Chain, type Options, trainTable } from '../reader/train-table'
import { digestOfTopicLines, type TopicLine } from './lines'

/** The trained choice of a topic as it is stored. `lines`: SHA-256 of the lines that it was trained on. */
export type TopicWeights = { lines: string; table: Packed }

const options: Options = { epochs: 10, rate: 0.15, sparse: 0.03, dropout: 0.2, seed: 7 }
/** Most weights, and most characters that they may take as stored. */
const [mostWeights, mostStored] = [80_000, 146_000]

/** Returns a line in the form that the choice is made by. */
export const wordsOf = (text: string): Words => ({ text, entities: findEntities(text, names) })

export function trainTopics(lines: readonly TopicLine[]): Table {
  const chains = lines.map(
    ({ text, topic }): Chain => ({ units: [topicFeatures(wordsOf(text))], labels: [topics.indexOf(topic)] }),
  )
  return trainTable(topics, topicBits, chains, mostWeights, options)
}

/** Converts a table to its stored form. Drops its smallest weights, as many as necessary. */
export function topicWeightsOf(table: Table): TopicWeights {
  for (let least = 0.02; ; least += 0.01) {
    const stored = packed(rounded(table, least))
    if (stored.nexts.length + stored.values.length <= mostStored) return { lines: digestOfTopicLines(), table: stored }
  }
}

/** Returns what the choice makes of some of the lines. */
export const topicDecisionsOf = (lines: readonly TopicLine[], table?: Table): string[] =>
  lines
    .filter((_, index) => index % 5 === 0)
    .map(({ text }) => `${text} → ${likeliestTopic(wordsOf(text), table).topic}`)
