import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import reader from '@/lib/language/reader/version.generated.json'
import { call, result, returned, words } from '../client'
import type { Subject } from './subject'

/** Reads the data of each frame like a client that knows neither our schemas nor the reference client. */
async function dataOf(response: Response): Promise<Record<string, unknown>[]> {
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: '))
  return lines.map((line) => JSON.parse(line.slice('data: '.length)).result)
}

export function describeOtherClients(subject: Subject): void {
  describe('clients that know events by `type`', () => {
    it.each([
      ['after text', () => words('say hi')],
      [
        'after a result',
        async () => {
          const task = await result(call(subject.ada, 'message/send', words('propose 1')))
          return returned(task.metadata.pendingCalls[0] ?? '', { status: 'success' })
        },
      ],
      ['of a failed turn', () => words('fail')],
    ])('find every state, and the last one with its message, %s', async (_, params) => {
      const events = await dataOf(await call(subject.ada, 'message/stream', await params()))
      const states = events.filter(({ type }) => type === 'task/status-update')
      expect(states.length).toBeGreaterThanOrEqual(1)
      expect(states.at(-1)).toMatchObject({ final: true, status: { state: 'input-required' } })
      expect(states).toEqual(events.filter(({ kind }) => kind === 'status-update'))
      for (const { type } of events.filter(({ kind }) => kind !== 'status-update')) expect(type).toBeUndefined()
    })
  })

  it('find `type` on states after resuming a stream too, and on a canceled task', async () => {
    const { id } = await result(call(subject.ada, 'message/send', words('say hi')))
    await result(call(subject.ada, 'tasks/cancel', { id }))
    const later = await result(call(subject.ada, 'message/send', words('say ho')))
    for (const [taskId, state] of [
      [id, 'canceled'],
      [later.id, 'input-required'],
    ]) {
      const again = { 'last-event-id': `${taskId}:1`, accept: 'text/event-stream' }
      const events = await dataOf(await call(subject.ada, 'tasks/resubscribe', { id: taskId }, again))
      const states = events.filter(({ kind }) => kind === 'status-update')
      expect(states.at(-1)).toMatchObject({ type: 'task/status-update', final: true, status: { state } })
      for (const { type } of states) expect(type).toBe('task/status-update')
    }
  })

  describe('the public documents', () => {
    const paths = ['/agent/chat/.well-known/agent-card.json', '/.well-known/agent-card.json', '/.well-known/agent.json']
    it.each(paths)('%s is readable from any origin, and cached for some minutes', async (path) => {
      const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
      const response = await fetch(subject.origin + path, { headers })
      expect(response.status).toBe(200)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('cache-control')).toBe('public, max-age=300')
      const etag = response.headers.get('etag') ?? ''
      expect(etag).toMatch(/^"[\w-]+"$/)
      for (const known of [etag, `W/${etag}`, `"another", ${etag}`]) {
        const again = await fetch(subject.origin + path, { headers: { ...headers, 'if-none-match': known } })
        expect(again.status).toBe(304)
        expect(await again.text()).toBe('')
        expect(again.headers.get('access-control-allow-origin')).toBe('*')
      }
      const changed = await fetch(subject.origin + path, { headers: { ...headers, 'if-none-match': '"another"' } })
      expect(changed.status).toBe(200)
    })

    it.each(paths)(
      '%s is readable after a preflight, with a header of its own, and by a HEAD request alone',
      async (path) => {
        const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
        const asks = {
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'if-none-match,a2a-version',
        }
        const asked = await fetch(subject.origin + path, { method: 'OPTIONS', headers: { ...headers, ...asks } })
        expect(asked.ok).toBe(true)
        expect(asked.headers.get('access-control-allow-origin')).toBe('*')
        expect(asked.headers.get('access-control-allow-headers')).toBe('*')
        expect(asked.headers.get('access-control-allow-credentials')).toBeNull()
        const head = await fetch(subject.origin + path, { method: 'HEAD', headers })
        expect(head.status).toBe(200)
        expect(head.headers.get('access-control-allow-origin')).toBe('*')
        expect(head.headers.get('etag')).toMatch(/^"[\w-]+"$/)
      },
    )

    it.each(['/api/a2a', '/api/auth/session', '/api/plans'])(
      '%s is not public, and no other origin may read it',
      async (path) => {
        const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
        for (const method of ['OPTIONS', 'GET'])
          expect(
            (await fetch(subject.origin + path, { method, headers })).headers.get('access-control-allow-origin'),
          ).toBeNull()
      },
    )

    it('declare the parameter that a new task needs, the lists, and the reader', async () => {
      const card = await (await fetch(subject.origin + paths[0])).json()
      expect(card.capabilities.extensions).toEqual([
        expect.objectContaining({
          required: true,
          description: expect.stringMatching(/configuration\.agentId.*data part/s),
          params: { agentIds: [1] },
        }),
        expect.objectContaining({ required: false, uri: `${subject.origin}/extensions/conversation-list` }),
        expect.objectContaining({ uri: `${subject.origin}/extensions/reader`, params: { version: reader.version } }),
      ])
      expect(card.supportedInterfaces).toEqual([
        { url: `${subject.origin}/api/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
      ])
    })
  })

  describe('bodies', () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'message/send', params: words('say hi') })
    const post = (sent: BodyInit, headers: Record<string, string>) =>
      subject.ada.fetch('/api/a2a', { method: 'POST', headers, body: sent })

    it.each([
      ['compressed', () => gzipSync(body), { 'content-type': 'application/json', 'content-encoding': 'gzip' }],
      ['with an unknown encoding', () => body, { 'content-type': 'application/json', 'content-encoding': 'br' }],
      ['in capitals', () => gzipSync(body), { 'content-type': 'application/json', 'content-encoding': 'GZIP' }],
      ['encoded twice', () => body, { 'content-type': 'application/json', 'content-encoding': 'identity, deflate' }],
      ['of a form with files', () => body, { 'content-type': 'multipart/form-data; boundary=x' }],
      ['that only begin like JSON', () => body, { 'content-type': 'application/jsonlines' }],
      ['of plain text', () => body, { 'content-type': 'text/plain' }],
      ['of a form', () => body, { 'content-type': 'application/x-www-form-urlencoded' }],
    ])('%s are refused as such', async (_, sent, headers) => {
      const response = await post(sent(), headers)
      expect(response.status).toBe(415)
      expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code: -32000 } })
    })

    it.each([
      ['that begin with a byte order mark', `\ufeff${body}`, 'application/json'],
      ['that state their character set', body, 'application/json; charset=utf-8'],
      ['that begin with a byte order mark and state no encoding', `\ufeff\n${body}`, 'APPLICATION/JSON'],
      ['of another JSON type', body, 'application/json-rpc+json'],
    ])('%s are read', async (_, sent, type) => {
      const task = await result(post(sent, { 'content-type': type }))
      expect(task.status.message?.parts[0]?.text).toBe('hi')
    })

    it('of sign-in follow the same rules', async () => {
      const response = await subject.ada.fetch('/api/auth/siwe/nonce', {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: '{}',
      })
      expect(response.status).toBe(415)
      expect(await response.json()).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' })
    })
  })
}
