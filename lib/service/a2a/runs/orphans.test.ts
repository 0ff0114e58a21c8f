import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { RpcError } from '@/lib/wire/transport/jsonrpc'
import { deleteAccount } from '../../account/delete-account'
import type { Database, Query } from '../../database/database'
import { propose } from '../../proposals/propose'
import { newAccount, words } from '../../testing/client'
import { newUser, type RunServer, runServer, take } from '../../testing/run-server'
import { openStore, stores } from '../../testing/stores'
import { sweepDatabase } from '../../upkeep/sweep'
import { cancelTask } from '../task-store'
import { leaseMs } from './runs'

const start = 1_800_000_000_000
const day = 24 * 60 * 60_000
const { address } = newAccount()

/** Yields to others before each statement, as often as the numbers say. */
function jostled(database: Database, numbers: readonly number[]): Database {
  let next = 0
  const slowed =
    (query: Query): Query =>
    async (text, values) => {
      for (let turns = numbers[next++ % numbers.length] ?? 0; turns > 0; turns--) await setImmediate()
      return query(text, values)
    }
  return {
    ...database,
    query: slowed(database.query),
    transaction: (work) => database.transaction((query) => work(slowed(query))),
  }
}

const action = fc.record({
  does: fc.constantFrom(
    ...(['begin', 'begin', 'begin', 'go-on', 'go-on', 'propose', 'cancel', 'end-leases', 'sweep', 'forget'] as const),
  ),
  at: fc.nat(1),
  who: fc.nat(2),
  what: fc.constantFrom('say a|b|c', 'count 4', 'propose 2', 'fail'),
  /** Number of other actions begun before this one. */
  after: fc.nat(3),
})
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never

let count = 0

/** Performs all actions, many at the same time, and waits for the turns they began. */
async function act(databases: readonly Database[], actions: readonly Action[]): Promise<void> {
  const users = [0, 1, 2].map(() => `user ${++count}`)
  const servers = databases.map((database) => runServer(database, () => start))
  for (const user of users) for (const { database } of servers) await newUser(database, user)
  const tasks: string[] = []
  await Promise.all(
    actions.map(async ({ after, ...one }) => {
      for (let turns = after * 4; turns > 0; turns--) await setImmediate()
      const [server, user] = [servers[one.at], users[one.who]]
      if (!server || !user) throw new Error('There is no such server or user.')
      await doOne(server, user, one, tasks).catch((error: unknown) => {
        // Another action was faster.
        if (!(error instanceof RpcError)) throw error
      })
    }),
  )
  await Promise.all(servers.flatMap(({ runs }) => tasks.map((id) => runs.endOf(id))))
}

async function doOne(server: RunServer, user: string, { does, what }: Pick<Action, 'does' | 'what'>, tasks: string[]) {
  const { database, runs } = server
  const some = tasks.at(-1 - (tasks.length % 3))
  if (does === 'begin') {
    const accepted = await take(server, words(what), user)
    if (accepted.kind === 'begun') tasks.push(accepted.task.id)
  } else if (does === 'go-on' && some) await take(server, words(what, { taskId: some }), user)
  else if (does === 'cancel' && some) await cancelTask(database, { id: some, turnOnly: false }, user, start)
  else if (does === 'end-leases') await runServer(database, () => start + leaseMs + 1).runs.keepLeases()
  else if (does === 'sweep') await sweepDatabase(database, start + 2 * day, 1)
  else if (does === 'forget')
    await deleteAccount(database, { id: 's', userId: user, address, chainId: 31337, expiresAt: start })
  else if (does === 'propose') {
    const owner = { userId: user, address, chainId: 31337 }
    const calls = [{ name: 'send_native_gas_token', parameters: {} }]
    const proposal = {
      owner,
      agentId: 1,
      kind: 'plan' as const,
      key: `${++count}`,
      title: 'A title',
      text: 'Words',
      calls,
    }
    const made = await propose(database.query, proposal, start)
    if (made) tasks.push(made.taskId)
  }
  await runs.keepLeases()
}

const orphans = (query: Query) =>
  query(
    `select 'event' as what, task_id as id from events where task_id not in (select id from tasks)
     union select 'message', task_id from messages where task_id not in (select id from tasks)
     union select 'call', task_id from calls where task_id not in (select id from tasks)
     union select 'proposal', task_id from proposals where task_id not in (select id from tasks)
     union select 'task', id from tasks where owner not in (select id from auth_user)`,
  )

describe.each(stores)('on %s, whatever is written and deleted concurrently,', (store) => {
  let databases: Database[]
  let close: () => Promise<unknown>
  beforeAll(async () => {
    ;({ databases, close } = await openStore(store, () => start))
  })
  afterAll(() => close())

  it('nothing remains of what was deleted', async () => {
    // The failing agent and runs that lose their task are logged.
    const said = console.error
    console.error = () => undefined
    onTestFinished(() => {
      console.error = said
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { minLength: 10, maxLength: 40 }),
        fc.array(fc.nat(6), { minLength: 5, maxLength: 30 }),
        async (actions, numbers) => {
          await act(
            databases.map((database) => jostled(database, numbers)),
            actions,
          )
          for (const { query } of databases) expect(await orphans(query)).toEqual([])
        },
      ),
      { numRuns: 40, endOnFailure: true },
    )
  })
})
