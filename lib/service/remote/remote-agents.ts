import { z } from 'zod'
import { revealInvisible } from '@/lib/wire/text'
import { agentCardPaths } from '../a2a/agent-card'
import { readText } from './ask-service'

/** An agent of the remote service, as its card lists it. Its texts are data: shown, never trusted. */
export type RemoteAgent = {
  id: number
  name: string
  description: string
  tags: readonly string[]
  examples: readonly string[]
}

const words = (longest: number) => z.string().max(longest).transform(revealInvisible)
/** A click sends an example as the person's own words, and an address in it would count as known to them. */
const isHarmless = (example: string): boolean => !/0x[0-9a-f]{40}/i.test(example)

const skill = z.object({
  id: z.union([
    z.int().positive(),
    z
      .string()
      .regex(/^[1-9]\d{0,14}$/)
      .transform(Number),
  ]),
  name: words(200).refine((name) => name !== ''),
  description: words(2_000).catch(''),
  tags: z.array(words(60)).max(20).catch([]),
  examples: z
    .array(words(500))
    .max(20)
    .catch([])
    .transform((examples) => examples.filter(isHarmless)),
})
const card = z.object({ skills: z.array(z.unknown()).max(200) })

const timeoutMs = 5_000
/** Characters. More than 200 skills with all that is read of them. */
const longestCard = 4 * 1024 * 1024
const keptMs = 5 * 60_000
/** Milliseconds after a failure. No page waits for a silent service more often than this. */
const retryMs = 30_000

/** Used without a card, so that a person can still ask: agents are numbered, and there is a first. */
const unnamed: RemoteAgent = { id: 1, name: 'Agent', description: '', tags: [], examples: [] }

let kept: { baseUrl: string; until: number; agents: readonly RemoteAgent[] } | null = null

/**
 * Returns the agents on the service's card: skills whose id is a number. Refreshed after five minutes, or after half a
 * minute if the service did not answer; until then returns the last ones, or one without a name. `now` is in
 * milliseconds since the epoch.
 */
export async function remoteAgents(baseUrl: string, now: number): Promise<readonly RemoteAgent[]> {
  if (kept?.baseUrl === baseUrl && now < kept.until) return kept.agents
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const answer = await fetch(baseUrl + agentCardPaths[0], { redirect: 'error', signal })
    const text = await readText(answer, signal, longestCard)
    if (text === null) throw new Error(`The card is longer than ${longestCard} characters.`)
    const { skills } = card.parse(JSON.parse(text))
    const agents = skills.flatMap((each) => skill.safeParse(each).data ?? [])
    kept = { baseUrl, until: now + keptMs, agents: agents.length > 0 ? agents : [unnamed] }
    return kept.agents
  } catch (error) {
    console.error('The agent card of the agent service could not be read.', error)
    kept = { baseUrl, until: now + retryMs, agents: kept?.baseUrl === baseUrl ? kept.agents : [unnamed] }
    return kept.agents
  }
}
