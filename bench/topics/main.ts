import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { topicTable } from '../../lib/agents/replies/topic-of'
import { topicLines } from './lines'
import { measureTopics } from './measure'
import { topicDecisionsOf, topicWeightsOf, trainTopics } from './train'

/** Trains the choice of a topic on all lines. Writes the weights, and their decisions on some of the lines. */
function trainAll(): void {
  const lines = topicLines()
  const weights = topicWeightsOf(trainTopics(lines))
  const text = `${JSON.stringify(weights)}\n`
  writeFileSync(path.join(import.meta.dirname, '../../lib/agents/replies/topic-weights.generated.json'), text)
  const decisions = topicDecisionsOf(lines, topicTable(weights.table))
  writeFileSync(path.join(import.meta.dirname, 'decisions.generated.json'), `${JSON.stringify(decisions, null, 1)}\n`)
  console.log(`${lines.length} lines, ${(text.length / 1000).toFixed(0)} kB.`)
}

if (process.argv[2] === 'train') trainAll()
else measureTopics(topicLines())
