import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { careful } from '../../lib/agents/doubt/careful'
import { packedNetwork, type StoredNetwork } from '../../lib/agents/doubt/weights'
import { loadReader } from '../../lib/language/reader/reader'
import { readerLines } from '../reader/examples'
import { decisionsOf, digestOfLines } from '../reader/keep'
import { doubtLines, loadDoubtExamples, messagesOf } from './messages'
import { trainNetwork } from './train-network'

/** Trains the network on the lines of the reader and its own. Writes its weights. */
function train(): void {
  const network = packedNetwork(trainNetwork(messagesOf(), undefined, console.log))
  const stored: StoredNetwork = { lines: digestOfLines([readerLines, doubtLines]), network }
  const text = `${JSON.stringify(stored)}\n`
  writeFileSync(path.join(import.meta.dirname, '../../lib/agents/doubt/weights.generated.json'), text)
  console.log(`${(text.length / 1000).toFixed(0)} kB. Now write its decisions: npm run doubt:decide`)
}

/** Writes what the careful reader makes of some of the network's own lines. */
async function decide(): Promise<void> {
  const decisions = decisionsOf(careful(await loadReader()), loadDoubtExamples())
  writeFileSync(path.join(import.meta.dirname, 'decisions.generated.json'), `${JSON.stringify(decisions, null, 1)}\n`)
}

if (process.argv[2] === 'train') train()
else await decide()
