import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Topic, topics } from '../../lib/agents/replies/topics'

/** What one writer asks, and what it is about. */
export type TopicLine = { writer: string; topic: Topic; text: string }

const folder = path.join(import.meta.dirname, '../../lib/agents/replies/lines')

const files = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .sort()

/** Returns the labelled lines, file by file. A line `# topic` stands before those that are about it. */
export function topicLines(): TopicLine[] {
  return files().flatMap((name) => {
    let topic: Topic | undefined
    return readFileSync(path.join(folder, name), 'utf8')
      .split('\n')
      .filter(Boolean)
      .flatMap((text): TopicLine[] => {
        if (text.startsWith('# ')) {
          topic = topics.find((each) => each === text.slice(2))
          if (!topic) throw new Error(`${name}: there is no topic “${text.slice(2)}”.`)
          return []
        }
        if (!topic) throw new Error(`${name} begins without a topic.`)
        return [{ writer: name.replace('.txt', ''), topic, text }]
      })
  })
}

/** Hashes all that the choice of a topic is trained on. */
export function digestOfTopicLines(): string {
  const hash = createHash('sha256')
  for (const name of files()) hash.update(readFileSync(path.join(folder, name)))
  return hash.digest('hex')
}
