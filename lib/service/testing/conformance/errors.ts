import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { Browser, call, result, returned, rpcError, words } from '../client'
import type { Subject } from './subject'

/** Builds nested lists. */
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

export function describeErrors(subject: Subject): void {
  describe('errors', () => {
    const envelope = { jsonrpc: '2.0', id: 'seven', method: 'tasks/get', params: { id: 'x' } }
    it.each([
      ['broken JSON', '{"jsonrpc":', -32700, null],
      ['an empty body', '', -32700, null],
      ['a batch', [envelope], -32600, null],
      ['another version', { ...envelope, jsonrpc: '1.0' }, -32600, 'seven'],
      ['no method', { ...envelope, method: undefined }, -32600, 'seven'],
      ['a numeric method', { ...envelope, method: 5 }, -32600, 'seven'],
      ['an id that is an object', { ...envelope, id: {} }, -32600, null],
      ['an id as long as a book', { ...envelope, id: 'x'.repeat(257) }, -32600, null],
      ['params that are a string', { ...envelope, params: 'x' }, -32600, 'seven'],
      [
        'more nesting than a stack allows',
        JSON.stringify({
          ...envelope,
          method: 'message/send',
          params: words('x', { parts: [{ type: 'data', data: { a: 5 } }] }),
        }).replace('5', nested(100_000)),
        -32602,
        'seven',
      ],
      ['an unknown method', { ...envelope, method: 'tasks/dream' }, -32601, 'seven'],
      ['a method of Object', { ...envelope, method: 'constructor' }, -32601, 'seven'],
      ['params that are a list', { ...envelope, params: ['x'] }, -32602, 'seven'],
      ['a numeric task id', { ...envelope, params: { id: 5 } }, -32602, 'seven'],
      ['a negative historyLength', { ...envelope, params: { id: 'x', historyLength: -1 } }, -32602, 'seven'],
      ['a fractional historyLength', { ...envelope, params: { id: 'x', historyLength: 1.5 } }, -32602, 'seven'],
      ['an unknown task', envelope, -32001, 'seven'],
      ['no id', { ...envelope, id: undefined }, -32001, null],
      ['push notifications', { ...envelope, method: 'tasks/pushNotificationConfig/set' }, -32003, 'seven'],
      ['the extended card', { ...envelope, method: 'agent/getAuthenticatedExtendedCard' }, -32007, 'seven'],
    ])('report %s, on HTTP 200 and with the limits', async (_, body, code, id) => {
      const response = await subject.ada.post('/api/a2a', body)
      expect(response.status).toBe(200)
      expect(response.headers.get('x-ratelimit-limit')).toBe('100000')
      expect(await rpcError(response)).toMatchObject({ id, error: { code } })
    })

    it.each([
      ['no message', {}, -32602],
      ['an agent’s message', words('x', { role: 'agent' }), -32602],
      ['another kind', words('x', { kind: 'task' }), -32602],
      ['a kind without a messageId', words('x', { kind: 'message' }), -32602],
      ['an empty messageId', words('x', { messageId: '' }), -32602],
      ['no parts', words('x', { parts: [] }), -32602],
      ['parts that are not a list', words('x', { parts: 'hello' }), -32602],
      ['a part that is null', words('x', { parts: [null] }), -32602],
      ['a part without a type', words('x', { parts: [{ text: 'x' }] }), -32602],
      ['a numeric text', words('x', { parts: [{ type: 'text', text: 5 }] }), -32602],
      ['too much text', words('x'.repeat(64 * 1024)), -32602],
      [
        'data nested too deeply',
        words('x', { parts: [{ kind: 'data', data: { a: JSON.parse(nested(63)) } }] }),
        -32602,
      ],
      ['a result nested too deeply', returned('a', { a: JSON.parse(nested(63)) }), -32602],
      ['a file', words('x', { parts: [{ kind: 'file', file: { uri: 'x' } }] }), -32005],
      [
        'a call by the user',
        words('x', { parts: [{ type: 'functionCall', id: 'a', name: 'b', parameters: {} }] }),
        -32602,
      ],
      [
        'a call by the user inside of data',
        words('x', { parts: [{ kind: 'data', data: { type: 'functionCall', id: 'a', name: 'b', parameters: {} } }] }),
        -32602,
      ],
      ['a `type` that is not its `kind`', words('x', { parts: [{ type: 'file', kind: 'text', text: 'x' }] }), -32005],
      [
        'a result that is a string',
        words('x', { parts: [{ type: 'functionReturn', id: 'a', name: 'b', result: 'c' }] }),
        -32602,
      ],
      ['two taskIds', { ...words('x', { taskId: 'a' }), taskId: 'b' }, -32602],
      ['two contextIds', { ...words('x', { contextId: 'a' }), contextId: 'b' }, -32602],
      ['no agentId', { message: words('x').message }, -32602],
      ['an unknown agent', { ...words('x'), configuration: { agentId: 9 } }, -32602],
      ['an agentId that is a boolean', { ...words('x'), configuration: { agentId: true } }, -32602],
      ['a historyLength below zero', { ...words('x'), configuration: { agentId: 1, historyLength: -1 } }, -32602],
      ['a control character in an id', words('x', { messageId: 'a\u0000' }), -32602],
      ['a control character in the id of a call', returned('a\u0000', {}), -32602],
      ['an unknown task', words('x', { taskId: randomUUID() }), -32001],
      [
        'an unknown task before an unknown agent',
        { ...words('x', { taskId: 'a' }), configuration: { agentId: 9 } },
        -32001,
      ],
    ])('refuse a message with %s', async (_, params, code) => {
      expect((await rpcError(call(subject.ada, 'message/send', params))).error.code).toBe(code)
    })

    it('refuse a contextId that is not the task’s', async () => {
      const { id } = await result(call(subject.ada, 'message/send', words('say hi')))
      expect(
        (await rpcError(call(subject.ada, 'message/send', words('x', { taskId: id, contextId: 'other' })))).error.code,
      ).toBe(-32602)
    })

    it('tell a caller who is not signed in', async () => {
      const nobody = new Browser(subject.origin)
      const response = await nobody.post('/api/a2a', { ...envelope, id: 7 })
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toBe(
        'Cookie realm="a2a", cookie-name="countersign.session_token"',
      )
      expect(await rpcError(response)).toEqual({
        jsonrpc: '2.0',
        id: null,
        error: { code: -32000, message: 'Authentication required' },
      })
      expect((await nobody.post('/api/a2a', '{')).status).toBe(401)
    })

    it('refuse a body over 1 MiB, declared or not, and accept one just below', async () => {
      const long = (length: number) => {
        const whole = JSON.stringify({ ...envelope, padding: '' })
        return whole.replace('"padding":""', `"padding":"${'x'.repeat(length - whole.length)}"`)
      }
      const limit = 1024 * 1024
      expect((await subject.ada.post('/api/a2a', long(limit))).status).toBe(200)
      const response = await subject.ada.post('/api/a2a', long(limit + 1))
      expect(response.status).toBe(413)
      expect((await rpcError(response)).error.code).toBe(-32000)
      const unsaid = new Blob([long(limit * 2)]).stream()
      const chunked = await subject.ada
        .fetch('/api/a2a', { method: 'POST', body: unsaid, duplex: 'half' } as RequestInit)
        .then(({ status }) => status)
      expect(chunked).toBe(413)
    })

    it.each(['of nobody', 'with a cookie that is none'])('do not wait for a body %s', async (whose) => {
      const headers = whose === 'of nobody' ? {} : { cookie: 'countersign.session_token=invented.bm9uZQ%3D%3D' }
      // The body is endless, and the answer waits for neither its end nor its beginning.
      for (const begun of [1, 100, 16_385]) {
        const endless = new ReadableStream({ start: (body) => body.enqueue(new Uint8Array(begun).fill(120)) })
        const sent = { method: 'POST', headers, body: endless, duplex: 'half' } as RequestInit
        const response = await fetch(`${subject.origin}/api/a2a`, sent)
        expect(response.status).toBe(401)
        expect((await rpcError(response)).id).toBeNull()
      }
    })

    it('refuse pages of other sites, whatever the cookies', async () => {
      const foreign: Record<string, string>[] = [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
      ]
      for (const headers of foreign)
        expect((await call(subject.ada, 'message/send', words('say hi'), headers)).status).toBe(403)
      expect(
        (
          await call(subject.ada, 'message/send', words('say hi'), {
            origin: subject.origin,
            'sec-fetch-site': 'same-origin',
          })
        ).status,
      ).toBe(200)
    })
  })
}
