import { expect, it } from 'vitest'
import { LiveLog } from './live-log'
import { OpenStreams } from './open-streams'
import { followTask } from './task-stream'

const nobody = () => undefined

it.each([2, 10, 200])('one of %i readers of a task can be cut off without waking the others', async (count) => {
  let looks = 0
  const query = async () => {
    looks++
    return []
  }
  const reading = { query, live: new LiveLog(), isLocal: () => false, peers: null }
  const read = ({ signal }: AbortController) =>
    followTask(
      { ...reading, peers: { follow: () => ({ patience: () => 60_000, end: nobody }) } },
      { taskId: 't', after: 0, turnSeq: 0, idleMs: 60_000 },
      signal,
      nobody,
    )
  const readers = Array.from({ length: count }, () => new AbortController())
  const reads = readers.map(read)
  await expect.poll(() => looks).toBe(count)
  for (const [index, reader] of readers.entries()) {
    reader.abort()
    await reads[index]
  }
  expect(looks).toBe(count)
})

it('ends many streams while serving others in between', async () => {
  const streams = new OpenStreams()
  const controllers = Array.from({ length: 1_000 }, () => new AbortController())
  for (const [index, controller] of controllers.entries()) streams.add(`s${index % 3}`, controller)
  const ended = () => controllers.filter(({ signal }) => signal.aborted).length
  let most = 0
  let before = 0
  const look = () => {
    most = Math.max(most, ended() - before)
    before = ended()
    if (before < controllers.length) setImmediate(look)
  }
  setImmediate(look)
  await streams.endAll()
  look()
  expect(before).toBe(1_000)
  expect(most).toBeLessThan(250)
})
