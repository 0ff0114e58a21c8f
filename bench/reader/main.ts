import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { readerOf } from '../../lib/language/reader/reader-of'
import { loadExamples } from './examples'
import { decisionsOf, languageRoom, roundedModel, weightsOf, writeVersion } from './keep'
import { measure } from './measure'
import { trainingExampleOf, trainReader } from './train'

/** Trains the reader on all lines. Writes the weights, and their decisions on some of the lines. */
async function trainAll() {
  const examples = loadExamples()
  const weights = weightsOf(roundedModel(trainReader(examples.map(trainingExampleOf))))
  const text = `${JSON.stringify(weights)}\n`
  writeFileSync(path.join(languageRoom, 'reader/weights.generated.json'), text)
  writeVersion()
  const decisions = decisionsOf(await readerOf(weights, null), examples)
  writeFileSync(path.join(import.meta.dirname, 'decisions.generated.json'), `${JSON.stringify(decisions, null, 1)}\n`)
  const [plain, packed] = [text.length, brotliCompressSync(text).length].map((size) => `${(size / 1024).toFixed(0)} kB`)
  console.log(`Reader ${weights.version}: ${plain}, ${packed} compressed.`)
}

if (process.argv[2] === 'train') await trainAll()
else measure(process.argv.slice(2))
