import type { Unit } from '../../lib/language/reader/units'
import type { Example } from './examples'
import { seeded } from './train-table'

/** An example as far as the bounds of clauses go. */
export type Bounds = Pick<Example, 'units' | 'setting' | 'clauses'>

/** Words and marks between one request and the next, and their frequency in a hundred. */
const shares: readonly (readonly [string, number])[] = [
  [',', 30],
  ['and', 18],
  [', then', 10],
  [', and', 8],
  ['then', 8],
  ['.', 7],
  ['and then', 6],
  [';', 5],
  ['', 5],
  ['n', 1],
  ['&', 1],
  ['plus', 1],
]
const joints = shares.flatMap(([joint, share]) => new Array<string>(share).fill(joint))

const mark = (word: string): Unit => ({ start: 0, end: 0, word, name: word, is: /\w/.test(word) ? 'word' : 'mark' })

/** Most units of a message that is joined with others. */
const longest = 14

/**
 * Joins messages in which a writer asks for something into messages that ask for several things, one after the other. They train only the edges of clauses.
 */
export function joined(examples: readonly Example[], count: number, seed: number): Bounds[] {
  const random = seeded(seed)
  const anyOf = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)]
  const short = examples.filter(
    ({ units, setting, clauses }) =>
      units.length <= longest &&
      setting.agent.length + setting.event.length === 0 &&
      clauses.some(({ kind, action }) => action !== null && ['request', 'refusal', 'question'].includes(kind)),
  )
  const asking = short.filter(({ clauses }) => clauses.some(({ kind }) => kind === 'request'))
  const byAuthor = new Map<string, Example[]>()
  for (const each of asking) byAuthor.set(each.author, [...(byAuthor.get(each.author) ?? []), each])
  const joint = () => anyOf(joints) ?? ','
  return Array.from({ length: count }, () => {
    const first = anyOf(asking)
    const own = byAuthor.get(first?.author ?? '') ?? []
    const parts = [first, anyOf(random() < 0.75 ? own : short), ...(random() < 0.3 ? [anyOf(own)] : [])]
    return together(
      parts.flatMap((part) => part ?? []),
      joint,
    )
  })
}

function together(parts: readonly Example[], joint: () => string): Bounds {
  const units: Unit[] = []
  const clauses: Example['clauses'] = []
  for (const [index, part] of parts.entries()) {
    if (index > 0) units.push(...joint().split(' ').filter(Boolean).map(mark))
    const isStop = ({ word }: Unit) => /^[.?!]+$/.test(word)
    const end = index < parts.length - 1 ? part.units.findLastIndex((unit) => !isStop(unit)) + 1 : part.units.length
    const offset = units.length
    for (const clause of part.clauses)
      clauses.push({ ...clause, start: clause.start + offset, end: Math.min(clause.end, end) + offset })
    units.push(...part.units.slice(0, end))
  }
  return { units, clauses, setting: parts[0]?.setting ?? { agent: [], asks: false, before: [], event: [] } }
}
