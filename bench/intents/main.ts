import events from 'node:events'
import { startTestDevnet } from '@/devnet/testing'
import { loadReader } from '@/lib/language/reader/reader'
import { type Collection, collections, readCollection } from './collections'
import { type DraftVerdict, describeExpectation, type Heard, judgeWithDraft } from './judge'
import { abilities, type Phrasing } from './phrasing'
import { hearAll, openRoom } from './talk'
import { fillWallets, owners } from './wallets'

type Judged = { collection: Collection; phrasing: Phrasing; heard: Heard; verdict: DraftVerdict }

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

async function main(): Promise<void> {
  const asksFailures = process.argv.includes('--failures')
  const listed = process.argv[process.argv.indexOf('--failures') + 1]
  if (asksFailures && !['dev', 'later'].includes(listed ?? ''))
    throw new Error('Failures are listed of dev and later only: --failures dev. The frozen half stays unread.')
  // viem adds a listener to one signal for each request of a batch, which Node takes for a leak.
  events.defaultMaxListeners = 100
  const began = performance.now()
  const devnet = await startTestDevnet()
  try {
    await fillWallets(devnet)
    const asked = collections.flatMap((collection) =>
      readCollection(collection).map((phrasing) => ({ collection, phrasing })),
    )
    const answers = await hearAll(
      asked.map(({ phrasing }) => phrasing),
      openRoom(devnet, loadReader),
    )
    const judged = asked.map(({ collection, phrasing }, index): Judged => {
      const heard = answers[index] ?? { text: '', calls: [] }
      return { collection, phrasing, heard, verdict: judgeWithDraft(phrasing, heard, owners[phrasing.world]) }
    })
    if (asksFailures) for (const each of judged) if (each.collection === listed && each.verdict !== 'right') tell(each)
    for (const collection of collections) {
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
