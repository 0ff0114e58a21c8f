import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { InstanceOptions, InstanceOrder } from './instance'

/** The service in a process of its own, which can be killed. */
export type Instance = { child: ChildProcess; order: (order: InstanceOrder) => void; stop: () => Promise<void> }

/** Starts the service in a process of its own, on the Postgres in its settings. */
export async function startInstance(options: InstanceOptions): Promise<Instance> {
  const child = fork(join(import.meta.dirname, 'instance.ts'), [JSON.stringify(options)], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const ended = once(child, 'close')
  const died = ended.then(() => Promise.reject(new Error(`The instance ended before it was ready:\n${output}`)))
  died.catch(() => undefined)
  await Promise.race([once(child, 'message'), died])
  return {
    child,
    order: (order) => void child.send(order),
    stop: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
