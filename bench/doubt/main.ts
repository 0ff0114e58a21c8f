import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { loadReader } from '../../lib/language/reader/reader'
import { readerLines } from '../reader/examples'
import { decisionsOf, digestOfLines, languageRoom, writeVersion } from '../reader/keep'
import { networkWeightsOf } from './keep'
import { doubtLines, loadDoubtExamples, messagesOf } from './messages'
import { trainNetwork } from './train-network'

/** Trains the network on the lines of the reader and its own. Writes its weights. */
function train(): void {
  const network = trainNetwork(messagesOf(), undefined, console.log)
  const weights = networkWeightsOf(network, digestOfLines([readerLines, doubtLines]))
  const text = `${JSON.stringify(weights)}\n`
  writeFileSync(path.join(languageRoom, 'doubt/weights.generated.json'), text)
  writeVersion()
  console.log(`${(text.length / 1000).toFixed(0)} kB. Now write its decisions: npm run doubt:decide`)
}

/** Writes what the reader makes of some of the network's own lines. */
async function decide(): Promise<void> {
  const decisions = decisionsOf(await loadReader(), loadDoubtExamples())
  writeFileSync(path.join(import.meta.dirname, 'decisions.generated.json'), `${JSON.stringify(decisions, null, 1)}\n`)
}

if (process.argv[2] === 'train') train()
else await decide()
