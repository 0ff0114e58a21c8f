import { randomUUID } from 'node:crypto'
import { cpus } from 'node:os'
import { Client } from 'pg'
import { searchable, vectorOf } from '@/lib/service/a2a/search-words'
import { type Browser, call, page, result, signedInBrowser, words } from '@/lib/service/testing/client'
import { startPostgres } from '@/lib/service/testing/postgres'
import { postgresSettings, startTestService } from '@/lib/service/testing/test-service'
import { textPart } from '@/lib/wire/parts'
import { familyCpu } from '../service/usage'

/** Conversations of a person who has talked to agents daily for years, and of others on the same Postgres. */
const conversations = 10_000
const others = 10_000
/** Messages per conversation, alternately the person's and the agent's. */
const messages = 6
const somebody = '0x00000000000000000000000000000000000000ad'
/** Number of requests for each list. */
const looks = 200

const vocabulary =
  'swap send bridge supply repay ether dollars wallet price route receipt limit weekly plan rent invoice friday balance yield vault approve decline network arrives confirmed'.split(
    ' ',
  )

/** Returns the same sentences in each run: some frequent words, and one number that occurs nowhere else. */
function sentence(conversation: number, message: number): string {
  const picked = Array.from(
    { length: 24 },
    (_, index) => vocabulary[(conversation * 7 + message * 5 + index * index) % vocabulary.length],
  )
  return `Proposal ${conversation}: ${picked.join(' ')} for 0x${conversation.toString(16).padStart(40, 'a')}`
}

/** Inserts conversations as the service writes them, a thousand at a time. The last one is the most recent. */
async function fill(client: Client, owner: string, count: number): Promise<void> {
  for (let first = 0; first < count; first += 1_000) {
    const tasks = Array.from({ length: 1_000 }, (_, index) => ({ id: randomUUID(), number: first + index }))
    await client.query(
      `insert into tasks (id, owner, address, chain_id, context_id, agent_id, state, status_at, turn_seq, last_seq, created_at)
       select id, $2, '${somebody}', 31337, id, 1, 'input-required', at, 1, 4, at from json_to_recordset($1) as t (id text, at bigint)`,
      [JSON.stringify(tasks.map(({ id, number }) => ({ id, at: 1_700_000_000_000 + number * 60_000 }))), owner],
    )
    const said = tasks.flatMap(({ id, number }) =>
      Array.from({ length: messages }, (_, ord) => messageOf(id, ord, sentence(number, ord))),
    )
    await insert(client, owner, said)
  }
}

const messageOf = (task: string, ord: number, text: string) => {
  const parts = [textPart(text)]
  return { task, ord, id: randomUUID(), role: ord % 2 === 0 ? 'user' : 'agent', parts, words: searchable(parts) }
}

async function insert(client: Client, owner: string, said: readonly ReturnType<typeof messageOf>[], hasWords = true) {
  const columns = hasWords ? ', words' : ''
  await client.query(
    `insert into messages (task_id, ord, owner, message_id, role, parts${columns})
     select task, ord, $2, id, role, parts${hasWords ? `, ${vectorOf('words')}` : ''}
     from json_to_recordset($1) as m (task text, ord int, id text, role text, parts json, words text)`,
    [JSON.stringify(said), owner],
  )
}

/** Returns the milliseconds of each of many sequential requests, from sending it to having read the whole answer. */
async function timesOf(look: () => Promise<unknown>): Promise<number[]> {
  for (let count = 0; count < 20; count += 1) await look()
  const times: number[] = []
  for (let count = 0; count < looks; count += 1) {
    const asked = performance.now()
    await look()
    times.push(performance.now() - asked)
  }
  return times.toSorted((a, b) => a - b)
}

const at = (sorted: readonly number[], part: number) => (sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(1)

async function measureLists(ada: Browser): Promise<void> {
  let middle = ''
  for (let count = 0; count < conversations / 2 / 100; count += 1)
    middle = (await page(ada, 'tasks/list', { pageSize: 100, pageToken: middle })).nextPageToken
  const lists: [string, Record<string, unknown>][] = [
    ['the first page', {}],
    ['a page from the middle', { pageToken: middle }],
    ['changes of the last minute', { changedAfter: Date.now() - 60_000 }],
    ['a word that all of them have', { query: 'proposal' }],
    ['two words, the beginning of one', { query: 'weekly inv' }],
    ['one letter', { query: 'p' }],
    ['words that one of them has', { query: '0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1234' }],
    ['words that none has', { query: 'zanzibar' }],
  ]
  console.log(
    `| 50 of ${conversations.toLocaleString('en-US')} conversations | found | ms, p50 | p99 | most |\n|---|---|---|---|---|`,
  )
  for (const [name, params] of lists) {
    const asked = { pageSize: 50, ...params }
    const { tasks } = await page(ada, 'tasks/list', asked)
    const times = await timesOf(async () => (await call(ada, 'tasks/list', asked)).text())
    console.log(`| ${name} | ${tasks.length} | ${at(times, 0.5)} | ${at(times, 0.99)} | ${at(times, 1)} |`)
  }
}

/**
 * Measures the cost of a message to the database as it is, without the index, and without its search words: CPU and
 * disk space.
 */
async function measureWriting(client: Client, owner: string, pid: number): Promise<void> {
  const [count, batch, rounds] = [20_000, 100, 3]
  const size = async () => {
    const { rows } = await client.query(`select pg_total_relation_size('messages') as bytes`)
    return Number(rows[0].bytes)
  }
  const write = async (hasWords: boolean) => {
    const task = randomUUID()
    await client.query(
      `insert into tasks (id, owner, address, chain_id, context_id, agent_id, state, status_at, turn_seq, last_seq, created_at)
       values ($1, $2, '${somebody}', 31337, $1, 1, 'input-required', 1, 1, 4, 1)`,
      [task, owner],
    )
    const batches = Array.from({ length: count / batch }, (_, first) =>
      Array.from({ length: batch }, (_, index) => messageOf(task, first * batch + index, sentence(first, index))),
    )
    const before = { bytes: await size(), cpu: familyCpu(pid) ?? 0 }
    for (const said of batches) await insert(client, owner, said, hasWords)
    // Entries that are not yet in the index are pending work.
    await client.query('vacuum messages')
    return {
      micros: (((familyCpu(pid) ?? 0) - before.cpu) * 1e6) / count,
      bytes: ((await size()) - before.bytes) / count,
    }
  }
  const index = 'create index messages_words on messages using gin (words)'
  const all: Awaited<ReturnType<typeof write>>[][] = [[], [], []]
  await write(true)
  for (let round = 0; round < rounds; round += 1) {
    all[0]?.push(await write(true))
    await client.query('drop index messages_words')
    all[1]?.push(await write(true))
    all[2]?.push(await write(false))
    await client.query(index)
  }
  console.log('\n| a message of 28 words | µs of CPU of Postgres | bytes |\n|---|---|---|')
  const names = ['with its search words and the index', 'with its search words, without the index', 'without either']
  for (const [which, name] of names.entries()) {
    const middle = all[which]?.toSorted((a, b) => a.micros - b.micros)[(rounds - 1) / 2]
    console.log(`| ${name} | ${middle?.micros.toFixed(0)} | ${middle?.bytes.toFixed(0)} |`)
  }
}

async function main(): Promise<void> {
  console.log(`${cpus().length} cores (${cpus()[0]?.model}), Node ${process.versions.node}.\n`)
  const postgres = await startPostgres({ durable: true })
  const url = await postgres.newDatabase()
  const service = await startTestService({ settings: postgresSettings(url) })
  const client = new Client(url)
  try {
    await client.connect()
    const ada = await signedInBrowser(service.origin)
    const { id } = await result(call(ada, 'message/send', words('say hello')))
    const { rows } = await client.query('select owner from tasks where id = $1', [id])
    const owner = String(rows[0].owner)
    await fill(client, owner, conversations - 1)
    await fill(client, randomUUID(), others)
    await client.query('vacuum analyze')
    await measureLists(ada)
    await measureWriting(client, randomUUID(), postgres.pid)
  } finally {
    await client.end()
    await service.stop()
    await postgres.stop()
  }
}

await main()
