import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { signedInBrowser } from '@/lib/service/testing/client'
import { startPostgres, type TestPostgres } from '@/lib/service/testing/postgres'
import { postgresSettings } from '@/lib/service/testing/test-service'
import { compile } from '@/scripts/build-server.mjs'
import { serverCommand } from '@/scripts/server-command.mjs'
import { measureCuts } from './cut'
import { type Load, type LoadResult, loadResultSchema } from './load'
import { familyCpu, usageSchema, watchMemory } from './usage'

// `npm run bench:service -- <words>` runs only the scenarios with these words in their name.

/** Accounts that share the load: limits and sessions are per account. */
const accounts = 50
const programs = ['sdk-server.ts', 'countersign-server.ts', 'load.ts']
const ports = { sdk: 22_050, postgres: 22_051, pglite: 22_052 }

type Server = { name: string; port: number; child: ChildProcess; cookies: string[]; postgres?: TestPostgres }

type Scenario = Omit<Load, 'port' | 'cookies'> & { name: string }

const streams = (connections: number, paceMs: number): Scenario => ({
  name: `${connections} streams, ${paceMs === 0 ? 'full speed' : `a piece each ${paceMs} ms`}`,
  method: 'message/stream',
  connections,
  // A few streams are over in no time, or cost next to nothing.
  rounds: Math.max(2, (paceMs === 0 ? 1_500 : 500) / connections),
  work: { pieces: 50, paceMs },
})
const sends = (connections: number): Scenario => ({
  name: `message/send, ${connections} at a time`,
  method: 'message/send',
  connections,
  rounds: 8_000 / connections,
  work: { pieces: 1, paceMs: 0 },
})
/** Each group has servers of its own. */
const groups = [
  [50, 500].map(sends),
  [100, 500, 1_000].map((connections) => streams(connections, 0)),
  [100, 500, 1_000].map((connections) => streams(connections, 50)),
]

type Measured = LoadResult & { cpu: number; peakMb: number | null; databaseCpu: number | null }

/** Compiled, as in production: otherwise the TypeScript loader's cost would count as theirs. */
const compiled = (file: string) => join('dist', 'bench', file.replace('.ts', '.mjs'))

async function startProcess(
  file: string,
  argument?: string,
  flags: readonly string[] = [],
  environment: Record<string, string> = {},
): Promise<ChildProcess> {
  const child = fork(compiled(file), argument ? [argument] : [], {
    execArgv: [...flags],
    env: { ...process.env, NODE_ENV: 'production', ...environment },
  })
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${file} ended before it was ready.`)))
  ended.catch(() => undefined)
  await Promise.race([once(child, 'message'), ended])
  return child
}

async function stopProcess(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill()
  await ended
}

async function answerOf(child: ChildProcess, message: object): Promise<unknown> {
  const answer = once(child, 'message')
  child.send(message)
  return (await answer)[0]
}

async function startCountersign(name: string, port: number, postgres?: TestPostgres): Promise<Server> {
  const database = postgres ? postgresSettings(await postgres.newDatabase()) : {}
  const settings = { RATE_LIMIT_PER_MINUTE: '1000000', ...database }
  const flags = serverCommand().slice(0, -1)
  const child = await startProcess('countersign-server.ts', JSON.stringify({ port, settings }), flags, {
    NODE_ENV: 'production',
  })
  const cookies: string[] = []
  for (let i = 0; i < accounts; i++) {
    const browser = await signedInBrowser(`http://localhost:${port}`)
    cookies.push([...browser.cookies].map((pair) => pair.join('=')).join('; '))
  }
  return { name, port, child, cookies, ...(postgres && { postgres }) }
}

/** Starts fresh servers, so that memory left by one kind of work does not count in another's. */
async function startServers(postgres: TestPostgres): Promise<Server[]> {
  return Promise.all([
    startProcess('sdk-server.ts', String(ports.sdk)).then((child) => ({
      name: 'reference SDK',
      port: ports.sdk,
      child,
      cookies: [],
    })),
    startCountersign('Countersign, Postgres', ports.postgres, postgres),
    startCountersign('Countersign, PGlite', ports.pglite),
  ])
}

async function measure(generator: ChildProcess, server: Server, scenario: Scenario): Promise<Measured> {
  const { name: _, ...asked } = scenario
  const { port, cookies, child, postgres } = server
  const load: Load = { ...asked, port, cookies }
  const before = postgres ? familyCpu(postgres.pid) : null
  await answerOf(child, {})
  const memory = watchMemory(child.pid ?? 0)
  const result = loadResultSchema.parse(await answerOf(generator, load))
  const peakMb = memory()
  const usage = usageSchema.parse(await answerOf(child, {}))
  const after = postgres ? familyCpu(postgres.pid) : null
  if (result.failures.length > 0) throw new Error(`${server.name}, ${scenario.name}: ${result.failures[0]}`)
  return { ...result, ...usage, peakMb, databaseCpu: before === null || after === null ? null : after - before }
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

const whole = (value: number) => Math.round(value).toLocaleString('en-US')

/** Returns the figure to compare: requests per CPU second of the server, or pieces for streams. */
const yieldOf = ({ method }: Scenario, { requests, pieces, cpu }: Measured) =>
  (method === 'message/send' ? requests : pieces) / cpu

function row(scenario: Scenario, server: Server, measured: Measured, reference: Measured): string {
  const { method } = scenario
  const { requests, frames, pieces, seconds, cpu, databaseCpu, first } = measured
  const isStream = method === 'message/stream'
  const cells = [
    server.name,
    isStream ? whole(pieces / seconds) : whole(requests / seconds),
    isStream ? (frames / requests).toFixed(0) : '',
    isStream ? `${whole(quantile(first, 0.5))} / ${whole(quantile(first, 0.99))}` : '',
    `${whole(quantile(measured.whole, 0.5))} / ${whole(quantile(measured.whole, 0.99))}`,
    `${cpu.toFixed(1)}${databaseCpu === null ? '' : ` + ${databaseCpu.toFixed(1)}`}`,
    whole(yieldOf(scenario, measured)),
    `${(yieldOf(scenario, measured) / yieldOf(scenario, reference)).toFixed(2)}x`,
    measured.peakMb === null ? '' : whole(measured.peakMb),
  ]
  return `| ${cells.join(' | ')} |`
}

/** Number of passes over everything, the servers in turn: a shared machine is slower for seconds at a time. */
const passes = 3

/** Returns the median pass by the compared figure, with the highest memory of all. */
function middleOf(scenario: Scenario, all: readonly Measured[]): Measured {
  const middle = all.toSorted((a, b) => yieldOf(scenario, a) - yieldOf(scenario, b))[(all.length - 1) / 2]
  if (!middle) throw new Error('An odd number of passes is needed.')
  const peaks = all.flatMap(({ peakMb }) => peakMb ?? [])
  return { ...middle, peakMb: peaks.length > 0 ? Math.max(...peaks) : null }
}

async function compare(generator: ChildProcess, servers: readonly Server[], scenario: Scenario): Promise<void> {
  const measured = servers.map((server) => ({ server, all: [] as Measured[] }))
  for (let pass = 0; pass < passes; pass++)
    for (const { server, all } of measured) all.push(await measure(generator, server, scenario))
  const unit = scenario.method === 'message/send' ? 'requests' : 'pieces'
  console.log(`\n${scenario.name}\n`)
  console.log(
    `| server | ${unit}/s | frames per stream | first event, ms, p50 / p99 | whole answer, ms, p50 / p99 | CPU-seconds, server + Postgres | ${unit} per CPU-second | to the SDK | peak memory, MB |`,
  )
  console.log('|---|---|---|---|---|---|---|---|---|')
  let reference: Measured | null = null
  for (const { server, all } of measured) {
    const middle = middleOf(scenario, all)
    reference ??= middle
    console.log(row(scenario, server, middle, reference))
  }
}

async function compareGroup(generator: ChildProcess, postgres: TestPostgres, group: readonly Scenario[]) {
  const servers = await startServers(postgres)
  try {
    // One unmeasured pass first: frequently used code has to be compiled, including the embedded database's.
    for (const scenario of group) for (const server of servers) await measure(generator, server, scenario)
    for (const scenario of group) await compare(generator, servers, scenario)
  } finally {
    await Promise.all(servers.map(({ child }) => stopProcess(child)))
  }
}

const cut = 5_000

/** Measures how long nobody else is served while thousands of streams end at once. */
async function compareCuts(postgres: TestPostgres): Promise<void> {
  console.log(
    `\n${cut} streams cut at once\n\n| server | ended by readers, ms | ended by the server, ms |\n|---|---|---|`,
  )
  for (const [name, port, database] of [
    ['Countersign, Postgres', ports.postgres, postgres],
    ['Countersign, PGlite', ports.pglite, undefined],
  ] as const) {
    const { child, cookies } = await startCountersign(name, port, database)
    const blockedMs = async () => usageSchema.parse(await answerOf(child, {})).blockedMs
    const { byReaders, byServer } = await measureCuts(port, cookies, cut, blockedMs)
    console.log(`| ${name} | ${whole(byReaders)} | ${whole(byServer)} |`)
    await stopProcess(child)
  }
}

async function main(): Promise<void> {
  const words = process.argv.slice(2).join(' ')
  const { model = 'unknown processor' } = cpus()[0] ?? {}
  console.log(`${cpus().length} cores (${model}), Node ${process.versions.node}.`)
  for (const file of programs) await compile(join('bench', 'service', file), compiled(file))
  const postgres = await startPostgres({ durable: true })
  const generator = await startProcess('load.ts')
  try {
    for (const group of groups) {
      const chosen = group.filter(({ name }) => name.includes(words))
      if (chosen.length > 0) await compareGroup(generator, postgres, chosen)
    }
    if (`${cut} streams cut at once`.includes(words)) await compareCuts(postgres)
  } finally {
    await stopProcess(generator)
    await postgres.stop()
  }
}

await main()
