import events from 'node:events'
import { cpus } from 'node:os'
import type { Address } from 'viem'
import { z } from 'zod'
import { openChain } from '@/devnet/chain'
import { startDevnet } from '@/devnet/start'
import { createTestUser, testOrigin } from '@/devnet/testing'
import { localChainIds } from '@/lib/chain/chains/chain-facts'
import { buildChains } from '@/lib/chain/chains/chains'
import { createRouting } from '@/lib/chain/routing/lifi'
import { createYields } from '@/lib/chain/yields/all-yields'
import { reviewPlan } from '@/lib/review/review-plan'
import { reviewTerms } from '@/lib/review/review-terms'
import { tools } from '@/lib/tools/registry'
import type { PrepareContext, Prepared } from '@/lib/tools/tool'
import { type BenchCall, calls } from './calls'
import { busyTime, type Passage, type SlowProxy, sequentialTrips, startSlowProxy } from './slow-proxy'

/** Extra milliseconds per request to a node, as from a browser to a public RPC provider. */
const delayMs = 100
/** Number of runs of each call, each with fresh clients. The median by time is shown. */
const repeats = 5
const firstPort = Number(process.argv.find((each) => /^--port=\d+$/.test(each))?.slice(7) ?? 22_060)

type Measured = {
  trips: number
  /** Milliseconds from the call to the verdict, without the time of quotes and yield services. */
  time: number
  /** Milliseconds from the last answer that the verdict waited for to the verdict. */
  after: number
  verdict: string
  /** Findings that keep the verdict from being a plain yes. */
  worst: readonly string[]
  passages: readonly Passage[]
}

type World = {
  rpc: readonly SlowProxy[]
  api: SlowProxy
  routing: string
  yields: string
  account: Address
  past: NonNullable<PrepareContext['past']>
}

function coldContext({ rpc, routing, yields, account, past }: World): PrepareContext {
  const chains = buildChains(localChainIds.map((id, index) => ({ id, rpcUrl: rpc[index]?.url ?? '' })))
  return {
    account,
    chains,
    routing: createRouting({ apiUrl: routing, integrator: 'countersign' }),
    yields: createYields({ apiUrl: yields, chains, now: Date.now }),
    past,
    now: Date.now,
    signal: new AbortController().signal,
    call: { taskId: 'bench', callId: 'bench', agentId: 1 },
  }
}

/** Takes a card from the call to the verdict, like `lib/execution`. */
async function decide(prepared: Prepared<unknown>, { chains, account, now, signal }: PrepareContext) {
  const { plan, findings, probes = [], trials = [], checks = [], pinned = [] } = prepared
  if (!plan) {
    const isBlocked = findings.some(({ level }) => level === 'BLOCK')
    const { consent } = prepared
    if (consent) return reviewTerms({ consent, preparedFindings: findings, chains, reader: null, now })
    return { verdict: isBlocked ? 'blocked' : 'shown', findings }
  }
  const wallet = { account, chainId: plan.steps[0].chainId }
  const request = { plan, probes, trials, checks, pinned, chains, wallet, now, signal }
  return reviewPlan({ ...request, preparedFindings: findings, knownAddresses: [], reader: null })
}

async function measure(call: BenchCall, world: World, parameters: unknown) {
  for (const proxy of [...world.rpc, world.api]) proxy.passages.length = 0
  const tool = tools[call.tool]
  const context = coldContext(world)
  const began = performance.now()
  const prepared = await tool.prepare(tool.schema.parse(parameters), context)
  const { verdict, findings } = await decide(prepared, context)
  const ended = performance.now()
  const passages = world.rpc.flatMap((proxy) => proxy.passages)
  const last = Math.max(began, ...[...passages, ...world.api.passages].map(({ to }) => to))
  const measured: Measured = {
    trips: sequentialTrips(passages),
    time: ended - began - busyTime(world.api.passages),
    after: ended - last,
    verdict,
    worst: findings
      .filter(({ level }) => level === 'BLOCK' || level === 'DANGER' || level === 'UNVERIFIED')
      .map(({ rule, level, title }) => `${rule} ${level} ${title}`),
    passages,
  }
  return { prepared, measured }
}

const middle = (measured: readonly Measured[]): Measured | undefined =>
  measured.toSorted((a, b) => a.time - b.time)[Math.floor(measured.length / 2)]

const faucetAnswer = z.object({ given: z.array(z.looseObject({ kind: z.string(), tokenId: z.string().optional() })) })

async function main(): Promise<void> {
  // viem adds a listener to one signal for each request of a batch, which Node takes for a leak.
  events.defaultMaxListeners = 100
  const devnet = await startDevnet({ port: firstPort, allowOrigin: testOrigin, log: () => undefined })
  const upstream = [...devnet.urls.chains, devnet.urls.api]
  const proxies = await Promise.all(
    upstream.map((url, index) =>
      startSlowProxy(url, index < localChainIds.length ? delayMs : 0, firstPort + 10 + index),
    ),
  )
  try {
    const api = proxies[localChainIds.length]
    if (!api) throw new Error('there is no proxy before the APIs')
    const chains = localChainIds.map((id, index) => openChain({ id, rpcUrl: devnet.urls.chains[index] ?? '' }))
    const [first] = chains
    if (!first) throw new Error('there is no chain')
    const person = await createTestUser({ chains })
    const post = async (path: string, body: unknown): Promise<unknown> => {
      const headers = { 'content-type': 'application/json' }
      return (await fetch(devnet.urls.api + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
    }
    const { given } = faucetAnswer.parse(await post('/faucet', { address: person.address }))
    const postcard = given.find(({ kind }) => kind === 'erc721')?.tokenId ?? '0'
    const past: PastCalls = []
    const world: World = {
      rpc: proxies.slice(0, localChainIds.length),
      api,
      routing: api.url + new URL(devnet.urls.routing).pathname,
      yields: api.url + new URL(devnet.urls.yield).pathname,
      account: person.address,
      past: () => past,
    }
    const rows: string[] = []
    for (const call of calls) {
      const parameters = call.parameters(person.address, { postcard })
      const runs: Measured[] = []
      let prepared: Prepared<unknown> | null = null
      for (let turn = 0; turn < repeats; turn += 1) {
        const run = await measure(call, world, parameters)
        runs.push(run.measured)
        prepared = run.prepared
      }
      const shown = middle(runs)
      if (!shown) continue
      rows.push(
        `| ${call.tool} | ${shown.trips} | ${shown.time.toFixed(0)} | ${shown.after.toFixed(0)} | ${shown.verdict} |`,
      )
      if (process.argv.includes('--verbose')) tellTrips(call, shown)
      if (!call.carryOut || !prepared?.plan) continue
      for (const { to, data, value } of prepared.plan.steps) await person.send(first, { to, data, value })
      past.unshift({ tool: call.tool, parameters, steps: prepared.plan.steps, at: Date.now() })
    }
    const { model = 'unknown processor' } = cpus()[0] ?? {}
    console.log(
      `${cpus().length} cores (${model}), Node ${process.versions.node}, ${delayMs} ms added to each request.\n`,
    )
    console.log('| tool | round trips | to the verdict, ms | after the last answer, ms | verdict |')
    console.log('|---|---|---|---|---|')
    console.log(rows.join('\n'))
  } finally {
    await Promise.all(proxies.map((proxy) => proxy.stop()))
    await devnet.stop()
  }
}

type PastCalls = ReturnType<NonNullable<PrepareContext['past']>>[number][]

function tellTrips({ tool }: BenchCall, { passages, verdict, worst }: Measured): void {
  const start = Math.min(...passages.map(({ from }) => from))
  console.log(`\n${tool}${verdict === 'ready' || verdict === 'shown' ? '' : `: ${worst.join('; ')}`}`)
  for (const { from, to, what } of passages.toSorted((a, b) => a.from - b.from))
    console.log(`  ${(from - start).toFixed(0)}-${(to - start).toFixed(0)} ms: ${what.join(' ')}`)
}

await main()
