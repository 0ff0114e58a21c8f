import { lexicon } from '@/lib/agents/fixtures/lexicon'
import { newDialogue } from '@/lib/agents/frames/step'
import { understand } from '@/lib/agents/frames/understand'
import { shapes } from './shapes'

/** Returns the milliseconds of CPU that reading a message takes: the minimum of several runs, as on an idle machine. */
function timed(message: string): number {
  const taken = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage()
    understand(message, lexicon, newDialogue)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...taken)
}

console.log('| 1,000 characters of | ms | comes to |\n|---|---|---|')
for (const [name, message] of shapes()) {
  const { kind } = understand(message, lexicon, newDialogue)
  console.log(`| ${name.trim()} | ${timed(message).toFixed(1)} | ${kind} |`)
}
