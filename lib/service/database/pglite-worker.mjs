// Runs PGlite in a thread of its own: its queries settle on microtasks and would starve the server's sockets and timers.
// As a program of its own it only makes a database, in the folder that it is given. Plain JavaScript, because it is loaded
// by Node itself: no bundler or TypeScript loader is there.
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { PGlite, parse, protocol } from '@electric-sql/pglite'

const { serialize } = protocol

// PGlite's own default of 128 MB of buffers would triple the memory of the server for nothing.
const memory = ['-c', 'shared_buffers=16MB']

// Nothing analyses the tables here, and all of them are in the memory of the machine: with the cost of a disk's seeks
// the planner would read whole tables rather than look rows up. Values do not change what is the best way to rows, so
// one plan for all of them will do.
const planner = ['-c', 'random_page_cost=1', '-c', 'plan_cache_mode=force_generic_plan']

/** To read and plan a statement costs this database more than to run it: each is prepared once. */
const preparable = /^\s*(select|insert|update|delete|with)\b/i

/** SQLSTATE of a full disk. Nothing that is written from then on would be kept. */
const diskFull = '53100'

/** Whether the database is gone after an error. Its files are good. */
const isFatal = (error) =>
  error.severity === 'FATAL' ||
  error.severity === 'PANIC' ||
  error.code === diskFull ||
  error instanceof WebAssembly.RuntimeError

/** Runs what was bound. */
const go = Buffer.concat([serialize.execute({}), serialize.sync()])

/**
 * Where messages are written, since the database copies each before the next. With one of its own for each statement many
 * MB of old values would lie here until this thread collects its garbage, which it seldom has to.
 */
const space = Buffer.allocUnsafeSlow(1 << 20)

/** Prepared statements by their text: a name, the types of the parameters, and what the rows look like. */
const prepared = new Map()

async function prepare(db, text) {
  const name = `s${prepared.size}`
  const described = await db.execProtocolStream(
    Buffer.concat([serialize.parse({ name, text }), serialize.describe({ type: 'S', name }), serialize.sync()]),
  )
  const statement = {
    name,
    types: parse.parseDescribeStatementResults(described),
    columns: described.filter((message) => message.name === 'rowDescription'),
  }
  prepared.set(text, statement)
  return statement
}

/**
 * The messages that give a prepared statement its values, as text (PostgreSQL, 54.7, Bind), and run it. PGlite's own function for it
 * counts and copies a long value several times over, which cost a tenth of writing events down.
 */
function bindAndGo(name, values) {
  const lengths = values.map((value) => (value === null ? -1 : Buffer.byteLength(value)))
  const size = lengths.reduce((sum, length) => sum + 4 + Math.max(0, length), 4 + 1 + name.length + 1 + 2 + 2 + 2)
  const length = 1 + size + go.length
  const message = length <= space.length ? space.subarray(0, length) : Buffer.allocUnsafe(length)
  let at = message.write('B')
  at = message.writeInt32BE(size, at)
  at = message.writeInt8(0, at) // the unnamed portal
  at += message.write(`${name}\0`, at)
  at = message.writeInt16BE(0, at) // all values are text
  at = message.writeInt16BE(values.length, at)
  for (const [index, value] of values.entries()) {
    at = message.writeInt32BE(lengths[index], at)
    if (value !== null) at += message.write(value, at)
  }
  at = message.writeInt16BE(0, at) // and so are the results
  go.copy(message, at)
  return message
}

/** Runs a statement and gives its rows. Nobody else may use the connection meanwhile. */
async function run(db, text, values) {
  const { name, types, columns } = prepared.get(text) ?? (await prepare(db, text))
  const written = values.map((value, index) =>
    value === null || value === undefined ? null : (db.serializers[types[index]]?.(value) ?? String(value)),
  )
  const messages = await db.execProtocolStream(bindAndGo(name, written))
  return parse.parseResults([...columns, ...messages], db.parsers)[0].rows
}

/**
 * Runs a statement that takes no values, such as `commit`. In one message: after an error that ends the database the next
 * one would never be answered.
 */
async function runPlain(db, text) {
  const messages = await db.execProtocolStream(serialize.query(text))
  return parse.parseResults(messages, db.parsers)[0]?.rows ?? []
}

const open = (dataDir) => PGlite.create({ dataDir, startParams: [...PGlite.defaultStartParams, ...memory, ...planner] })

async function serve(folder) {
  try {
    const db = await open(folder)
    parentPort.postMessage({ type: 'ready' })
    parentPort.on('message', async ({ id, text, values }) => {
      if (text === null) {
        await db.close()
        parentPort.postMessage({ type: 'rows', id, rows: [] })
        return
      }
      try {
        const rows = await db.runExclusive(() => (preparable.test(text) ? run(db, text, values) : runPlain(db, text)))
        parentPort.postMessage({ type: 'rows', id, rows })
      } catch (error) {
        if (isFatal(error)) {
          // It would answer nothing more, and turn in circles: whoever hears of it ends this thread.
          parentPort.postMessage({ type: 'gone', message: error.message, isFull: error.code === diskFull })
          return
        }
        parentPort.postMessage({ type: 'error', id, message: error.message, code: error.code ?? null })
      }
    })
  } catch (error) {
    parentPort.postMessage({ type: 'failed', message: error.message })
  }
}

if (isMainThread) await (await open(process.argv[2])).close()
else await serve(workerData.folder)
