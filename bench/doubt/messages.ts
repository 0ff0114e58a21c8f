import path from 'node:path'
import { type Example, loadExamples } from '../reader/examples'
import { type Bounds, joined } from '../reader/joined'
import { callsRead, trainingExampleOf } from '../reader/train'
import { usualNetwork } from './train-network'

/**
 * The folder of lines that only the network learns. Most tell of payments that nobody asks for, in words that occur
 * once: the reader's tables take such words for the reason, and then misread others (docs/performance.md).
 */
export const doubtLines = path.join(import.meta.dirname, '../../lib/language/doubt/lines')

export const loadDoubtExamples = (): Example[] => loadExamples(doubtLines)

/** Number of messages made of several. */
const mostJoined = 4_000

/** Returns what the network learns: the reader's lines and its own, the calls of the bench, and joined messages. */
export function messagesOf(): Bounds[] {
  const ofReader = loadExamples()
  const isEnglish = ({ line }: Example) => line?.english !== false
  const byAuthor = (one: Example, other: Example) =>
    one.author < other.author ? -1 : one.author > other.author ? 1 : 0
  const own = [...ofReader, ...loadDoubtExamples()].filter(isEnglish).sort(byAuthor)
  return [...own, ...callsRead(ofReader.map(trainingExampleOf)), ...joined(own, mostJoined, usualNetwork.seed)]
}
