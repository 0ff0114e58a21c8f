import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { getAddress } from 'viem'
import { startTestDevnet } from '@/devnet/testing'
import { contextOf } from '@/lib/agents/fixtures/context'
import { loadReader } from '@/lib/language/reader/reader'
import { type Earlier, earlierOf } from '@/lib/review/request/earlier'
import { reviewOf } from '@/lib/review/testing/review-proposal'
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

/** Nobody's address, with a case that no text would keep. */
const standIn = (address: string): string => {
  const other = getAddress(`0x${(BigInt(address) ^ (2n ** 160n - 1n)).toString(16).padStart(40, '0')}`)
  return address === address.toLowerCase() ? other.toLowerCase() : other
}

const { values } = parseArgs({
  options: { failures: { type: 'boolean' }, file: { type: 'string' } },
})
const pairs = readFileSync(values.file ?? new URL('pairs.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  // An address that is one of the bench's own wallets would make a payment to oneself.
  .map((line) => line.replace(new RegExp([owners.fresh, owners.invested].join('|'), 'gi'), standIn))
  .map((line) => pairSchema.parse(JSON.parse(line)))
const devnet = await startTestDevnet()
try {
  await fillWallets(devnet)
  const reader = await loadReader()
  const counts = new Map<string, number>()
  for (const pair of pairs) {
    const { findings: found, parts } = await reviewedPair(pair)
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
      for (const part of parts) console.log(`   . ${part}`)
    }
  }
  for (const [key, count] of [...counts].sort(([a], [b]) => a.localeCompare(b))) console.log(`${key}: ${count}`)

  /** Returns the findings on the card of a pair's call; null if no plan can be made of it. */
  async function reviewedPair({ call, turns, wallet = 'fresh' }: Pair) {
    const account = owners[wallet]
    const { name, parameters } = toolCall(call, account)
    const userMessages = turns.flatMap((turn) => ('user' in turn ? [turn.user] : []))
    let said = ''
    const agentBefore: string[] = []
    const earlier: Earlier[] = []
    for (const turn of turns) {
      if ('agent' in turn) said = turn.agent
      else if ('user' in turn) agentBefore.push(said)
      else {
        const { plan, effects } = await reviewOf(
          { ...toolCall(turn.did, account), account, userMessages: [] },
          contextOf(devnet),
        )
        const did = plan && effects && earlierOf(agentBefore.length, account, plan.steps, effects)
        if (did) earlier.push(did)
      }
    }
    const asked = { name, parameters, account, userMessages, agentBefore, earlier, reader }
    const review = await reviewOf(asked, contextOf(devnet)).catch(() => null)
    const parts = (review?.request?.parts ?? []).map(
      ({ respect, asked, found, is }) => `${is} ${respect}: ${asked} / ${found}`,
    )
    // A call without an answer by a route or market makes no card to judge.
    const isMade = review && !review.findings.some(({ level, rule }) => level === 'BLOCK' && !rule.startsWith('G'))
    return { findings: isMade ? review.findings : null, parts }
  }
} finally {
  await devnet.stop()
}
