import { erc20Abi } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestDevnet, type TestDevnet } from '@/devnet/testing'
import type { Agent, AgentTurn } from '@/lib/agents/agent'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { reviewProposal } from '@/lib/review/testing/review-proposal'
import { toolNames } from '@/lib/wire/tool-names'
import { type Collection, collections, readCollection } from './collections'
import { type Heard, judge, type ProposedCall, type Verdict } from './judge'
import type { Phrasing } from './phrasing'
import { changesTheChain, hearAll, openRoom, type Room } from './talk'
import { fillWallets, owners } from './wallets'

/** Required level: the one reached (docs/performance.md), less a point for what differs between runs. It must only go up. */
const reached = {
  dev: { right: 0.89, wrong: 3 },
  frozen: { right: 0.856, wrong: 8 },
  later: { right: 0.732, wrong: 36 },
}

/** Runs each collection only once: most phrasings are judged twice, by their words and by the proposals' cards. */
const answers = new Map<Collection, Promise<{ each: Phrasing; answer: Heard; verdict: Verdict }[]>>()
function judgedOf(collection: Collection) {
  const judgeAll = async () => {
    const phrasings = readCollection(collection)
    const heard = await hearAll(phrasings, room)
    return phrasings.map((each, index) => {
      const answer = heard[index] ?? { text: '', calls: [] }
      return { each, answer, verdict: judge(each, answer, owners[each.world]) }
    })
  }
  const judged = answers.get(collection) ?? judgeAll()
  answers.set(collection, judged)
  return judged
}

/** Tools whose card is about one transaction plan. */
const wallet: ReadonlySet<string> = new Set(
  toolNames.filter((name) => !['show_token_balance_ui', 'request_auto_rebalance_permission'].includes(name)),
)

let devnet: TestDevnet
let room: Room

beforeAll(async () => {
  devnet = await startTestDevnet()
  await fillWallets(devnet)
  room = openRoom(devnet)
})

afterAll(() => devnet.stop())

const { tokens, lending } = devnetAddresses
const swap: ProposedCall = {
  name: 'execute_router_swap',
  parameters: {
    fromChainId: 31337,
    toChainId: 31337,
    fromTokenAddress: '0x0000000000000000000000000000000000000000',
    toTokenAddress: tokens.USDC,
    fromAmount: '1000000000000000000',
  },
}
const supply: ProposedCall = {
  name: 'lending_supply',
  parameters: { marketAddress: lending, tokenAddress: tokens.USDC, amount: '3000000000', chainId: 31337 },
}

/** An agent that gives the same answers whatever it hears, one per turn, and records the turns. */
function scripted(answers: readonly (readonly ProposedCall[])[]): { agent: Agent; turns: AgentTurn[] } {
  const turns: AgentTurn[] = []
  const agent: Agent = {
    id: 1,
    name: 'Scripted',
    description: '',
    tags: [],
    examples: [],
    answer: async function* (turn) {
      turns.push(turn)
      const calls = answers[turns.length - 1] ?? []
      yield { type: 'text', delta: `answer ${turns.length}` }
      for (const call of calls) yield { type: 'call', ...call }
    },
  }
  return { agent, turns }
}

const phrasing = (turns: Phrasing['turns'], carryOut?: true): Phrasing => ({
  ability: 'several-steps',
  world: 'fresh',
  turns,
  expect: [{ says: [] }],
  ...(carryOut ? { carryOut } : {}),
})

const usdc = () =>
  devnet.first.client.readContract({
    address: tokens.USDC,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [owners.fresh],
  })

it('carries out proposals, hears the later answers, and restores the chains', async () => {
  const { agent, turns } = scripted([[swap], [supply], []])
  const before = await usdc()
  const heard = await hearAll([phrasing(['swap and supply'], true)], { ...room, agent })
  expect(heard).toEqual([{ text: 'answer 3', calls: [swap, supply].map((call) => expect.objectContaining(call)) }])
  const results = turns[2]?.history.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'functionReturn' ? [part.result] : [])),
  )
  expect(results).toMatchObject([
    { status: 'success', chainId: 31337, txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) },
    { status: 'success' },
  ])
  expect(await usdc()).toBe(before)
})

it('leaves open calls open when more is said, like the service, and declines them if told to', async () => {
  const { agent, turns } = scripted([[swap], [swap], []])
  const [heard] = await hearAll([phrasing(['one', 'two', { returned: 'declined' }])], { ...room, agent })
  expect(heard).toMatchObject({ text: 'answer 3', calls: [] })
  const told = turns[2]?.history.map(({ role, parts }) => [
    role,
    ...parts.map((part) => (part.type === 'functionReturn' ? part.result.error : part.type)),
  ])
  expect(told).toEqual([
    ['user', 'text'],
    ['agent', 'text', 'functionCall'],
    ['user', 'text'],
    ['agent', 'text', 'functionCall'],
    ['user', 'User rejected the action', 'User rejected the action'],
  ])
})

/** Proposals whose money only arrives by an earlier one, or whose route the local APIs do not have. */
const cannotBePrepared = 6

/** At most this share of the proposals that answer a request may end in a DANGER or a BLOCK (aim: 1 %). */
const mostAlarms = 0.02

it.each(['dev', 'later'] as const)(
  'hardly a card of a requested call in %s warns of DANGER or cannot be signed',
  async (collection) => {
    const judged = await judgedOf(collection)
    const proposals = judged.flatMap(({ each, answer, verdict }) => {
      const [call] = verdict === 'right' && !changesTheChain(each) ? answer.calls : []
      const userMessages = each.turns.filter((turn) => typeof turn === 'string')
      return call && wallet.has(call.name) ? [{ ...call, account: owners[each.world], userMessages }] : []
    })
    expect(proposals.length).toBeGreaterThan(100)
    const alarms: string[] = []
    let unprepared = 0
    for (const proposal of proposals) {
      const findings = await reviewProposal(proposal, room.context).catch(() => null)
      if (!findings) unprepared++
      for (const { level, rule, title } of findings ?? [])
        if (level === 'DANGER' || level === 'BLOCK')
          alarms.push(`${level} ${rule} ${title} ${proposal.userMessages.join(' / ')}`)
    }
    expect(alarms.length / proposals.length, alarms.join('\n')).toBeLessThanOrEqual(mostAlarms)
    expect(unprepared).toBeLessThanOrEqual(cannotBePrepared)
  },
  600_000,
)

it.each(collections)(
  'the built-in agent understands %s as well as before',
  { timeout: 300_000 },
  async (collection) => {
    const judged = await judgedOf(collection)
    const wrong = judged.filter(({ verdict }) => verdict === 'wrong')
    // Not even a failing test reveals the words of the frozen half.
    const told = wrong.map(({ each }) => (collection === 'frozen' ? each.ability : each.turns.join(' / ')))
    expect(told.length, told.join('\n')).toBeLessThanOrEqual(reached[collection].wrong)
    const right = judged.filter(({ verdict }) => verdict === 'right').length / judged.length
    expect(right).toBeGreaterThanOrEqual(reached[collection].right)
  },
)
