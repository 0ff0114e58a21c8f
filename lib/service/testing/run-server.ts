import { noYields } from '@/lib/chain/yields/testing/no-yields'
import { loadReader } from '@/lib/language/reader/reader'
import { acceptMessage } from '../a2a/accept-message'
import { parseSendParams } from '../a2a/params'
import { Beginnings } from '../a2a/runs/beginning'
import { Runs } from '../a2a/runs/runs'
import type { LogEvent } from '../a2a/streams/events'
import { LiveLog } from '../a2a/streams/live-log'
import { followTask, type Reading } from '../a2a/streams/task-stream'
import type { Database } from '../database/database'
import { newAccount, words } from './client'
import { scriptedAgent } from './scripted-agent'

/** The parts of a server that work on tasks. Several may share a database. */
export type RunServer = { live: LiveLog; runs: Runs; beginnings: Beginnings; database: Database; now: () => number }

const address = newAccount().address
const sessionOf = (userId: string) => ({
  ...{ id: 's', userId, address, chainId: 31337 },
  expiresAt: Number.MAX_SAFE_INTEGER,
})

const noRoute = async (): Promise<never> => {
  throw new Error('no routing here')
}
const routing = { quote: noRoute, routes: noRoute, status: noRoute }

/** `machine` is the machine's own time. */
export function runServer(database: Database, now: () => number, machine = Date.now): RunServer {
  const live = new LiveLog()
  const context = { chains: new Map(), routing, yields: noYields, now, reader: loadReader }
  const runs = new Runs({ database, live, agents: [scriptedAgent], context, flushMs: 1, now, machine })
  return { live, runs, beginnings: new Beginnings(database.query), database, now }
}

/** Creates an account unless it exists. */
export const newUser = (database: Database, id: string) =>
  database.query(
    `insert into auth_user (id, name, email, "emailVerified", "createdAt", "updatedAt")
     values ($1::text, '', $1::text, false, now(), now()) on conflict do nothing`,
    [id],
  )

/** Accepts a user's message, like `acceptMessage`. */
export function take(server: RunServer, params: unknown, userId: string, isWhole = false) {
  const { runs, live, beginnings, database, now } = server
  return acceptMessage(parseSendParams(params), sessionOf(userId), {
    database,
    live,
    agentIds: new Set([1]),
    runs,
    beginnings,
    now,
    isWhole,
    grants: { chains: new Map(), signatureTimeoutMs: 1, now, sessionAddress: undefined },
  })
}

/** Begins a task of user `u` with this text for the scripted agent. */
export async function beginRun(server: RunServer, text: string) {
  await newUser(server.database, 'u')
  const accepted = await take(server, words(text), 'u')
  if (accepted.kind !== 'begun') throw new Error('it did not run')
  return accepted.task
}

export const readingAt = ({ live, runs, database }: RunServer, peers: Reading['peers'] = null): Reading => ({
  query: database.query,
  live,
  isLocal: (id) => runs.has(id),
  peers,
})

/** Returns all events of a task's first turn after the task itself, as a reader at this server gets them. */
export async function followRun(server: RunServer, taskId: string, peers: Reading['peers'] = null) {
  const all: LogEvent[] = []
  const place = { taskId, after: 1, turnSeq: 1, idleMs: 10_000 }
  await followTask(readingAt(server, peers), place, new AbortController().signal, (page) => void all.push(...page))
  return all
}
