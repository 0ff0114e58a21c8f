import { afterEach, expect, it } from 'vitest'
import { HttpError } from './http-error'
import { serveApi } from './server'

const allowOrigin = 'http://localhost:3000'
const lines: string[] = []
let stop: (() => Promise<void>) | undefined

async function serve() {
  const routes = {
    'GET /things/:id/parts/:part': ({ params }: { params: object }) => params,
    'POST /things': ({ body }: { body: unknown }) => ({ body }),
    'GET /teapot': () => {
      throw new HttpError(418, 'short and stout', 7)
    },
    'GET /broken': () => {
      throw new Error('a wire came off')
    },
  }
  const server = await serveApi({ port: 0, allowOrigin, routes, fault: () => null, log: (line) => lines.push(line) })
  stop = server.stop
  const { port } = server
  return { port, ask: (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init) }
}
afterEach(async () => {
  await stop?.()
  stop = undefined
  lines.length = 0
})
const json = { 'content-type': 'application/json' }

it('finds a route and reads its parameters', async () => {
  const { ask } = await serve()
  const response = await ask('/things/a/parts/b')
  expect(response.headers.get('access-control-allow-origin')).toBe(allowOrigin)
  expect(await response.json()).toEqual({ id: 'a', part: 'b' })
  expect((await ask('/things/a')).status).toBe(404)
  expect((await ask('/things/a/parts/b', { method: 'PUT', headers: json, body: '{}' })).status).toBe(404)
})

it('answers errors in words, with the status that was thrown', async () => {
  const { ask } = await serve()
  const teapot = await ask('/teapot')
  expect([teapot.status, await teapot.json()]).toEqual([418, { message: 'short and stout', code: 7 }])
  const broken = await ask('/broken')
  expect([broken.status, await broken.json()]).toEqual([500, { message: 'a wire came off' }])
  expect(lines).toEqual(['GET /broken failed: a wire came off'])
})

it.each([
  ['not JSON', json, '{', 400],
  ['text, which pages may send without a preflight', { 'content-type': 'text/plain' }, '{}', 415],
  ['too large', json, JSON.stringify('x'.repeat(300_000)), 413],
])('refuses a body that is %s', async (_, headers, body, status) => {
  const { ask } = await serve()
  expect((await ask('/things', { method: 'POST', headers, body })).status).toBe(status)
})

it('answers only pages of the app', async () => {
  const { ask } = await serve()
  const from = (origin: string, method = 'GET') => ask('/things/a/parts/b', { method, headers: { origin } })
  expect((await from(allowOrigin)).status).toBe(200)
  expect((await from(allowOrigin, 'OPTIONS')).status).toBe(204)
  expect((await from('https://evil.example')).status).toBe(403)
  expect((await from('null')).status).toBe(403)
})

it('names a port that is taken', async () => {
  const { port } = await serve()
  const again = serveApi({ port, allowOrigin, routes: {}, fault: () => null, log: () => undefined })
  await expect(again).rejects.toMatchObject({ code: 'port-taken', message: expect.stringContaining(`Port ${port}`) })
})
