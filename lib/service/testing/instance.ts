import { z } from 'zod'
import { openGate } from './scripted-agent'
import { startTestService } from './test-service'

// One instance of the service as a process of its own, for tests with several on one database. Its parent starts it
// with its options, may move its clock and open gates of the scripted agent. It ends with its parent.

const optionsSchema = z.object({ port: z.int(), settings: z.record(z.string(), z.string()) })
const orderSchema = z.union([z.object({ clockAheadMs: z.int() }), z.object({ openGate: z.string() })])
export type InstanceOptions = z.infer<typeof optionsSchema>
export type InstanceOrder = z.infer<typeof orderSchema>

let ahead = 0
process.on('message', (message) => {
  const order = orderSchema.parse(message)
  if ('openGate' in order) openGate(order.openGate)
  else ahead = order.clockAheadMs
})
process.once('disconnect', () => process.exit())

const { port, settings } = optionsSchema.parse(JSON.parse(process.argv[2] ?? ''))
await startTestService({ port, settings, pingMs: 200, now: () => Date.now() + ahead })
process.send?.('ready')
