import { inflateRawSync } from 'node:zlib'
import type { Entity, Span } from '@/lib/language/entity'
import { wholeFeatures } from '@/lib/language/reader/features'
import { type Packed, unpack } from '@/lib/language/reader/packing'
import { settingOf } from '@/lib/language/reader/read'
import { best, shares, sums, type Table } from '@/lib/language/reader/table'
import { unitsOf } from '@/lib/language/reader/units'
import { isWithin } from '@/lib/language/spans'
import stored from './topic-weights.generated.json'
import { type Topic, topics } from './topics'

/** Words that may be about a topic: a text, or a part of it. */
export type Words = { text: string; entities: readonly Entity[]; part?: Span }

/** Rows of the table of topics, as a power of two. */
export const topicBits = 16

const alone = settingOf(undefined)

/** Returns the features of words for their topic: those of a whole clause, without marks. */
export function topicFeatures({ text, entities, part }: Words): Uint32Array {
  const units = unitsOf(text, entities).filter((unit) => unit.is !== 'mark' && (!part || isWithin(unit, part)))
  return wholeFeatures({ units, start: 0, end: units.length }, alone, { index: 0, count: 1 }, topicBits)
}

/** Returns the table of topics as it was stored. */
export function topicTable({ scale, nexts, values }: Packed): Table {
  const inflate = (data: string) => inflateRawSync(Buffer.from(data, 'base64'))
  return {
    ...{ labels: topics, bits: topicBits, scale },
    ...unpack(inflate(nexts), inflate(values), topics.length, 1 << topicBits),
  }
}

let kept: Table | undefined

function keptTable(): Table {
  kept ??= topicTable(stored.table)
  return kept
}

/** Returns the most likely topic of words, with its share of the likelihood, from 0 to 1. */
export function likeliestTopic(words: Words, table: Table = keptTable()): { topic: Topic; share: number } {
  const all = shares(sums(table, topicFeatures(words)), table.scale)
  const first = best(all)
  return { topic: topics[first] ?? 'none', share: all[first] ?? 0 }
}

/**
 * Least shares with which a topic counts: of a question, of words that may be about something else, and of words that
 * hardly can.
 */
const least = { question: 0.25, other: 0.5, sure: 0.9 } as const
export type Least = keyof typeof least

/** Returns the topic of words; `none` if that is not sure enough. */
export function topicOf(words: Words, of: Least, table?: Table): Topic {
  const { topic, share } = likeliestTopic(words, table)
  return share >= least[of] ? topic : 'none'
}
