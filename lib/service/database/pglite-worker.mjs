// Runs PGlite in a thread of its own: its queries settle on microtasks and would starve the server's sockets and timers.
// Plain JavaScript, because a worker is loaded by Node itself: no bundler or TypeScript loader is there.
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

// PGlite's own default of 128 MB of buffers would triple the memory of the server for nothing.
const memory = ['-c', 'shared_buffers=16MB']

// Nothing analyses the tables here, and all of them are in the memory of the machine: with the cost of a disk's seeks
// the planner would read whole tables rather than look rows up.
const costs = ['-c', 'random_page_cost=1']

try {
  const db = await PGlite.create({
    dataDir: workerData.folder,
    startParams: [...PGlite.defaultStartParams, ...memory, ...costs],
  })
  parentPort.postMessage({ type: 'ready' })
  parentPort.on('message', async ({ id, text, values }) => {
    if (text === null) {
      await db.close()
      parentPort.postMessage({ type: 'rows', id, rows: [] })
      return
    }
    try {
      const { rows } = await db.query(text, values)
      parentPort.postMessage({ type: 'rows', id, rows })
    } catch (error) {
      parentPort.postMessage({ type: 'error', id, message: error.message, code: error.code ?? null })
    }
  })
} catch (error) {
  parentPort.postMessage({ type: 'failed', message: error.message })
}
