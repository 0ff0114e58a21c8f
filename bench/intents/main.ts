import events from 'node:events'
import { parseArgs } from 'node:util'
import { startTestDevnet } from '@/devnet/testing'
import { type AgentModel, openModel } from '@/lib/agents/model/model'
import { collections, readCollection, readFile } from './collections'
import { type DraftVerdict, describeExpectation, type Heard, judgeWithDraft } from './judge'
import { abilities, type Phrasing } from './phrasing'
import { hearAll, openRoom } from './talk'
import { fillWallets, owners } from './wallets'

type Judged = { collection: string; phrasing: Phrasing; heard: Heard; verdict: DraftVerdict }

const columns = ['right', 'one click', 'question', 'wrong draft', 'wrong'] as const

const counts = (all: readonly Judged[]): string => {
  const of = (wanted: DraftVerdict) => all.filter(({ verdict }) => verdict === wanted).length
  const share = (count: number) => `${(all.length === 0 ? 0 : (100 * count) / all.length).toFixed(1)} %`
  const right = of('right')
  return `| ${all.length} | ${columns.map(of).join(' | ')} | ${share(right)} | ${share(right + of('one click'))} |`
}

function tell({ phrasing, heard, verdict }: Judged): void {
  console.log(`\n${verdict.toUpperCase()} (${phrasing.ability}, wallet ${phrasing.world})`)
  for (const turn of phrasing.turns) console.log(`  > ${typeof turn === 'string' ? turn : `(${turn.returned})`}`)
  console.log(`  said: ${heard.text.replaceAll('\n', ' ').slice(0, 300)}`)
  for (const { name, parameters } of heard.calls)
    console.log(`  proposed: ${name} ${JSON.stringify(parameters).slice(0, 400)}`)
  for (const { name, parameters } of heard.clicked?.calls ?? [])
    console.log(`  one click away: ${name} ${JSON.stringify(parameters).slice(0, 400)}`)
  for (const each of phrasing.expect) console.log(`  right: ${describeExpectation(each)}`)
}

const { values: options } = parseArgs({
  options: {
    /** Lists what was not right in a collection. */
    failures: { type: 'string' },
    /** The language model at AGENT_MODEL_URL in the place of the built-in agent. */
    model: { type: 'boolean' },
    /** Another file of phrasings in place of the collections. */
    file: { type: 'string' },
    /** One collection only. */
    only: { type: 'string' },
    /** Every so many of the phrasings only. */
    every: { type: 'string', default: '1' },
  },
})

/** Returns the conversations to judge, by the name of what they stand in. */
function asked(): { collection: string; phrasing: Phrasing }[] {
  const { file, only, every } = options
  const all = file
    ? [{ collection: file, phrasings: readFile(file) }]
    : collections
        .filter((collection) => only === undefined || collection === only)
        .map((collection) => ({ collection, phrasings: readCollection(collection) }))
  return all.flatMap(({ collection, phrasings }) =>
    phrasings.filter((_, at) => at % Number(every) === 0).map((phrasing) => ({ collection, phrasing })),
  )
}

/** Opens the model that the settings name, as the service does (docs/configuration.md). */
function modelFromSettings(): AgentModel {
  const { AGENT_MODEL_URL: url, AGENT_MODEL_NAME: name, AGENT_MODEL_KEY: key } = process.env
  if (!url || !name) throw new Error('Set AGENT_MODEL_URL and AGENT_MODEL_NAME.')
  return openModel({ url, name, key, timeoutSeconds: 90, maxTokens: 60_000 })
}

async function main(): Promise<void> {
  const listed = options.failures
  if (listed === 'frozen') throw new Error('The frozen half stays unread: list the failures of another collection.')
  // viem adds a listener to one signal for each request of a batch, which Node takes for a leak.
  events.defaultMaxListeners = 100
  const began = performance.now()
  const devnet = await startTestDevnet()
  try {
    await fillWallets(devnet)
    const all = asked()
    const answers = await hearAll(
      all.map(({ phrasing }) => phrasing),
      openRoom(devnet, options.model ? modelFromSettings() : null),
    )
    const judged = all.map(({ collection, phrasing }, index): Judged => {
      const heard = answers[index] ?? { text: '', calls: [] }
      return { collection, phrasing, heard, verdict: judgeWithDraft(phrasing, heard, owners[phrasing.world]) }
    })
    for (const each of judged) if (each.collection === listed && each.verdict !== 'right') tell(each)
    for (const collection of new Set(judged.map((each) => each.collection))) {
      const all = judged.filter((each) => each.collection === collection)
      console.log(`\n| ${collection} | phrasings | ${columns.join(' | ')} | right | right or one click away |`)
      console.log(`|---${'|---'.repeat(columns.length + 3)}|`)
      for (const ability of abilities)
        console.log(`| ${ability} ${counts(all.filter(({ phrasing }) => phrasing.ability === ability))}`)
      console.log(`| all ${counts(all)}`)
    }
    console.log(`\n| all of them ${counts(judged)}`)
    console.log(`${((performance.now() - began) / 1000).toFixed(0)} s`)
  } finally {
    await devnet.stop()
  }
}

await main()
