import { understand } from '@/lib/agents/intake/intake'
import { newDialogue } from '@/lib/agents/meaning/step'
import { localChainIds } from '@/lib/chain/chains/chain-facts'
import { unreachableChains } from '@/lib/chain/testing/chains'
import { loadReader } from '@/lib/language/reader/reader'
import { shapes } from './shapes'

const world = {
  reader: await loadReader(),
  chains: unreachableChains(...localChainIds),
  here: localChainIds[0],
}
let runs = 0
/** Understands a message anew: what precedes it differs each time, so that no reading is kept. */
function read(text: string) {
  runs += 1
  return understand({ text, before: { before: `run ${runs}` } }, world, newDialogue)
}

/** Returns the milliseconds of CPU that reading a message takes: the minimum of several runs, as on an idle machine. */
function timed(message: string): number {
  const taken = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage()
    read(message)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...taken)
}

console.log('| 1,000 characters of | ms | read as |\n|---|---|---|')
for (const [name, message] of shapes()) {
  const { kind } = read(message)
  console.log(`| ${name.trim()} | ${timed(message).toFixed(1)} | ${kind} |`)
}
