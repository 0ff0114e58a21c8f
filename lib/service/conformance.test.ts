import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GET as agentJson } from '@/app/.well-known/agent.json/route'
import { GET as agentCardJson } from '@/app/.well-known/agent-card.json/route'
import { GET as chatCardJson } from '@/app/agent/chat/.well-known/agent-card.json/route'
import * as a2a from '@/app/api/a2a/route'
import * as auth from '@/app/api/auth/[...path]/route'
import type { Service } from './service'
import { Browser, signedInBrowser } from './testing/client'
import { describeCalls } from './testing/conformance/calls'
import { describeCancel } from './testing/conformance/cancel'
import { describeDrafts } from './testing/conformance/drafts'
import { describeErrors } from './testing/conformance/errors'
import { describeLists } from './testing/conformance/lists'
import { describeOtherClients } from './testing/conformance/other-clients'
import { describeOwners } from './testing/conformance/owners'
import { describePlans } from './testing/conformance/plans'
import { describeReferenceClient } from './testing/conformance/reference-client'
import { describeResume } from './testing/conformance/resume'
import { describeSend } from './testing/conformance/send'
import { describeStream } from './testing/conformance/stream'
import type { Subject } from './testing/conformance/subject'
import { startTestServiceOn } from './testing/stores'
import type { TestService } from './testing/test-service'

const cardRoutes = new Map([
  ['/agent/chat/.well-known/agent-card.json', chatCardJson],
  ['/.well-known/agent-card.json', agentCardJson],
  ['/.well-known/agent.json', agentJson],
])

/** Answers as Next does: through the exported route handlers, with Fetch requests and streams. */
async function throughRoutes(service: Service, req: IncomingMessage, res: ServerResponse): Promise<void> {
  globalThis.countersignService = Promise.resolve(service)
  const url = new URL(`http://inside.invalid${req.url}`)
  const isPost = req.method === 'POST'
  const route = url.pathname === '/api/a2a' ? a2a : auth
  const handler = cardRoutes.get(url.pathname) ?? (isPost ? route.POST : route.GET)
  const gone = new AbortController()
  res.once('close', () => gone.abort())
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers)) if (value) headers.set(name, String(value))
  const body = isPost ? { body: Readable.toWeb(req), duplex: 'half' as const } : {}
  const init = { method: req.method ?? 'GET', headers, signal: gone.signal, ...body }
  const response = await handler(new Request(url, init as RequestInit))
  const cookies = response.headers.getSetCookie()
  response.headers.delete('set-cookie')
  // The unread rest of a body would be taken for the next request.
  if (!req.complete) res.setHeader('connection', 'close')
  res.writeHead(response.status, { ...Object.fromEntries(response.headers), 'set-cookie': cookies })
  res.flushHeaders()
  for await (const chunk of response.body ?? []) {
    if (gone.signal.aborted) break
    res.write(chunk)
  }
  res.end()
}

describe.each([
  { name: 'the Node handler', port: 21100, answer: undefined, store: 'PGlite' as const },
  { name: 'the route handlers', port: 21101, answer: throughRoutes, store: 'PGlite' as const },
  { name: 'the Node handler on Postgres', port: 21102, answer: undefined, store: 'Postgres' as const },
])('the service behind $name', ({ port, answer, store }) => {
  const subject: Subject = { port, origin: '', ada: new Browser('') }
  let running: TestService

  beforeAll(async () => {
    running = await startTestServiceOn(store, { port, pingMs: 40, ...(answer && { answer }) })
    subject.origin = running.origin
    subject.ada = await signedInBrowser(running.origin)
  })
  afterAll(async () => {
    // Other test files run in the same process.
    globalThis.countersignService = undefined
    await running.stop()
  })

  it('serves the same card at three addresses', async () => {
    const cards = await Promise.all(
      [...cardRoutes.keys()].map(async (path) => (await fetch(`${subject.origin}${path}`)).json()),
    )
    expect(cards[0]).toMatchObject({
      protocolVersion: '0.3.0',
      preferredTransport: 'JSONRPC',
      capabilities: { streaming: true },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'countersign.session_token' } },
      skills: [
        { id: '1', name: 'Scripted', description: 'An agent for tests', tags: ['test'], examples: ['say hello'] },
      ],
    })
    expect(cards[1]).toEqual(cards[0])
    expect(cards[2]).toEqual(cards[0])
  })

  describeReferenceClient(subject)
  describeSend(subject)
  describeCalls(subject)
  describeStream(subject)
  describeResume(subject)
  describeCancel(subject)
  describeLists(subject)
  describeOwners(subject)
  describePlans(subject)
  describeDrafts(subject)
  describeErrors(subject)
  describeOtherClients(subject)
})
