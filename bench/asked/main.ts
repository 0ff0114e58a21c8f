import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { startTestDevnet } from '@/devnet/testing'
import { contextOf } from '@/lib/agents/fixtures/context'
import { loadReader } from '@/lib/language/reader/reader'
import { reviewProposal } from '@/lib/review/testing/review-proposal'
import type { Finding } from '@/lib/tools/finding'
import { fillWallets, owners } from '../intents/wallets'
import { type Pair, pairSchema, toolCall } from './pair'

const rule = 'G35'

/** Returns the rule's verdict on a call: silent, or the worst level of its findings. */
function verdictOf(findings: readonly Finding[]): string {
  const levels = findings.filter((finding) => finding.rule === rule).map(({ level }) => level)
  if (findings.some(({ level, rule }) => level === 'BLOCK' && rule.startsWith('G'))) return 'blocked'
  return ['DANGER', 'UNVERIFIED', 'WARN'].find((level) => levels.some((each) => each === level)) ?? 'silent'
}

const { values } = parseArgs({ options: { failures: { type: 'boolean' } } })
const file = new URL('pairs.jsonl', import.meta.url)
const pairs = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => pairSchema.parse(JSON.parse(line)))
const devnet = await startTestDevnet()
try {
  await fillWallets(devnet)
  const reader = await loadReader()
  const counts = new Map<string, number>()
  for (const pair of pairs) {
    const found = await findingsOf(pair)
    const verdict = found ? verdictOf(found) : 'not prepared'
    const side = pair.altered ? 'altered' : 'honest'
    for (const key of [`${side} ${verdict}`, `${side} all`, `${pair.altered ?? 'honest'}: ${verdict}`])
      counts.set(key, (counts.get(key) ?? 0) + 1)
    const isRight = pair.altered ? verdict !== 'silent' : verdict === 'silent' || verdict === 'WARN'
    if (values.failures && !isRight) {
      console.log(`${side} ${verdict}${pair.altered ? ` (${pair.altered})` : ''}: ${JSON.stringify(pair.turns)}`)
      const others = found
        ?.filter(({ level }) => level !== 'OK' && level !== 'INFO')
        .map(({ rule, level }) => `${rule} ${level}`)
      console.log(`   ${JSON.stringify(pair.call)} ${others?.join(', ') ?? ''}`)
      for (const { title, claim, observed } of found?.filter((finding) => finding.rule === rule) ?? [])
        console.log(`   ${title} | ${claim ?? ''} | ${observed ?? ''}`)
    }
  }
  for (const [key, count] of [...counts].sort(([a], [b]) => a.localeCompare(b))) console.log(`${key}: ${count}`)

  /** Returns the findings on the card of a pair's call; null if no plan can be made of it. */
  async function findingsOf({ call, turns, wallet = 'fresh' }: Pair): Promise<readonly Finding[] | null> {
    const account = owners[wallet]
    const { name, parameters } = toolCall(call, account)
    const userMessages = turns.flatMap((turn) => ('user' in turn ? [turn.user] : []))
    // A call without an answer by a route or market makes no card to judge.
    let said = ''
    const agentBefore: string[] = []
    for (const turn of turns) {
      if ('agent' in turn) said = turn.agent
      else agentBefore.push(said)
    }
    const asked = { name, parameters, account, userMessages, agentBefore, reader }
    const findings = await reviewProposal(asked, contextOf(devnet)).catch(() => null)
    if (!findings) return null
    return findings.some(({ level, rule }) => level === 'BLOCK' && !rule.startsWith('G')) ? null : findings
  }
} finally {
  await devnet.stop()
}
