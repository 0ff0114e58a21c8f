import { createServer } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { busyTime, type SlowProxy, sequentialTrips, startSlowProxy } from './slow-proxy'

const passage = (from: number, to: number) => ({ from, to, what: [] })

test.each([
  ['nothing', [], 0],
  ['requests at once count once', [passage(0, 100), passage(1, 120), passage(2, 90)], 1],
  ['one that waits for another', [passage(0, 100), passage(101, 200)], 2],
  ['one that begins before any other has ended', [passage(0, 100), passage(50, 300), passage(99, 150)], 1],
  [
    'the longest chain, in whatever order they end',
    [passage(110, 200), passage(0, 100), passage(5, 400), passage(210, 220)],
    3,
  ],
])('sequential trips: %s', (_, passages, expected) => {
  expect(sequentialTrips(passages)).toBe(expected)
})

test.each([
  ['nothing', [], 0],
  ['overlapping requests once', [passage(0, 100), passage(50, 120)], 120],
  ['gaps not at all', [passage(0, 10), passage(20, 30)], 20],
  ['one within another', [passage(0, 100), passage(10, 20), passage(90, 110)], 110],
])('busy time: %s', (_, passages, expected) => {
  expect(busyTime(passages)).toBe(expected)
})

let proxy: SlowProxy | undefined
afterEach(() => proxy?.stop())

test('the proxy passes requests on and records the methods', async () => {
  const server = createServer((incoming, outgoing) => {
    incoming.resume()
    outgoing.writeHead(201, { 'content-type': 'application/json' }).end('"answered"')
  })
  await new Promise<void>((resolve) => server.listen(22_071, '127.0.0.1', resolve))
  try {
    proxy = await startSlowProxy('http://127.0.0.1:22071', 0, 22_072)
    const body = JSON.stringify([{ method: 'eth_call' }, { method: 'eth_chainId' }])
    const answer = await fetch(proxy.url, { method: 'POST', body })
    expect([answer.status, await answer.json()]).toEqual([201, 'answered'])
    await fetch(`${proxy.url}/path`)
    expect(proxy.passages.map(({ what }) => what)).toEqual([['eth_call', 'eth_chainId'], ['/path']])
  } finally {
    server.close()
    server.closeAllConnections()
  }
})
