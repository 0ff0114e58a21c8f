// Runs PGlite in a thread of its own: its queries settle on microtasks and would starve the server's sockets and
// timers. Run as a program, it only creates a database in the given folder. Plain JavaScript, because Node loads it
// directly, without a bundler or TypeScript loader.
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { PGlite, parse, protocol } from '@electric-sql/pglite'

const { serialize } = protocol

// PGlite's default of 128 MB of buffers would triple the memory of the server for nothing.
const memory = ['-c', 'shared_buffers=16MB']

// Nothing analyzes the tables here, and all of them are in the machine's memory: with the cost of disk seeks, the
// planner would scan tables rather than look rows up. The best plan does not depend on the values, so a generic one
// will do.
const planner = ['-c', 'random_page_cost=1', '-c', 'plan_cache_mode=force_generic_plan']

/** Reading and planning a statement costs this database more than running it, so each is prepared once. */
const preparable = /^\s*(select|insert|update|delete|with)\b/i

/** SQLSTATE of a full disk. Nothing written from then on would be kept. */
const diskFull = '53100'

/** True if the database is gone after an error. Its files are intact. */
const isFatal = (error) =>
  error.severity === 'FATAL' ||
  error.severity === 'PANIC' ||
  error.code === diskFull ||
  error instanceof WebAssembly.RuntimeError

/** Messages that run what was bound. */
const go = Buffer.concat([serialize.execute({}), serialize.sync()])

/**
 * Shared buffer for messages, since the database copies each before the next. With one buffer per statement, many MB of
 * old values would stay until this thread collects its garbage, which it seldom has to.
 */
const space = Buffer.allocUnsafeSlow(1 << 20)

/** Prepared statements by text: name, parameter types and row columns. */
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
 * Builds the messages that bind text values to a prepared statement (PostgreSQL, 54.7, Bind) and run it. PGlite's own
 * function counts and copies a long value several times over, which took a tenth of the time of writing events.
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

/** Runs a statement and returns its rows. Nobody else may use the connection meanwhile. */
async function run(db, text, values) {
  const { name, types, columns } = prepared.get(text) ?? (await prepare(db, text))
  const written = values.map((value, index) =>
    value === null || value === undefined ? null : (db.serializers[types[index]]?.(value) ?? String(value)),
  )
  const messages = await db.execProtocolStream(bindAndGo(name, written))
  return parse.parseResults([...columns, ...messages], db.parsers)[0].rows
}

/**
 * Runs a statement without values, such as `commit`, in a single message: after an error that ends the database, the
 * next message would never be answered.
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
          // The database would answer nothing more and spin; the receiver ends this thread.
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
