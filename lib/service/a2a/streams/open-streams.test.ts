import { expect, it } from 'vitest'
import { atOnce, OpenStreams } from './open-streams'

const count = 1_000

/** Opens streams of `sessions` sessions. Returns the most that end in a row without yielding to the event loop. */
async function mostAtOnce(sessions: number, end: (open: OpenStreams) => Promise<void>): Promise<number> {
  const open = new OpenStreams()
  let [ended, inTurn, most] = [0, 0, 0]
  for (let each = 0; each < count; each++) {
    const controller = new AbortController()
    controller.signal.addEventListener('abort', () => {
      ended++
      most = Math.max(most, ++inTurn)
    })
    open.add(`session ${each % sessions}`, controller)
  }
  let isOver = false
  const turns = (async () => {
    while (!isOver) {
      await new Promise((resolve) => setImmediate(resolve))
      inTurn = 0
    }
  })()
  await end(open)
  isOver = true
  await turns
  expect(ended).toBe(count)
  return most
}

it.each([
  ['of one session', 1],
  ['of ten sessions', 10],
  ['each of its own session', count],
])('streams %s end in batches, yielding to others between them', async (_, sessions) => {
  expect(await mostAtOnce(sessions, (open) => open.endAll())).toBeLessThanOrEqual(atOnce)
  expect(await mostAtOnce(sessions, (open) => open.endRevoked(async () => new Set()))).toBeLessThanOrEqual(atOnce)
})

it('streams of valid sessions stay open', async () => {
  const open = new OpenStreams()
  const [good, bad] = [new AbortController(), new AbortController()]
  open.add('good', good)
  open.add('bad', bad)
  await open.endRevoked(async () => new Set(['good']))
  expect([good.signal.aborted, bad.signal.aborted]).toEqual([false, true])
})
