import { randomUUID } from 'node:crypto'
import {
  ClientFactory,
  ClientFactoryOptions,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
} from '@a2a-js/sdk/client'
import { describe, expect, it } from 'vitest'
import { openGate } from '../scripted-agent'
import type { Subject } from './subject'

export function describeReferenceClient(subject: Subject): void {
  describe('the official A2A client', () => {
    it('reads the card, sends, streams, resubscribes, gets and cancels', async () => {
      const cookie = [...subject.ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const fetchImpl: typeof fetch = (url, init = {}) =>
        fetch(url, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), cookie } })
      const factory = new ClientFactory(
        ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
          transports: [new JsonRpcTransportFactory({ fetchImpl })],
          cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
        }),
      )
      const client = await factory.createFromUrl(subject.origin, '/agent/chat/.well-known/agent-card.json')
      const card = await client.getAgentCard()
      expect(card).toMatchObject({
        protocolVersion: '0.3.0',
        url: `${subject.origin}/api/a2a`,
        preferredTransport: 'JSONRPC',
      })
      expect(card.skills).toEqual([expect.objectContaining({ id: '1', name: 'Scripted' })])
      const message = (value: string, more = {}) => ({
        kind: 'message' as const,
        role: 'user' as const,
        messageId: randomUUID(),
        parts: [{ kind: 'text' as const, text: value }],
        ...more,
      })
      // The client's types lack this member of the dialect, but it is sent.
      const configuration: { agentId: number; historyLength?: number } = { agentId: 1 }
      const asked = await client.sendMessage({ message: message('propose 1'), configuration })
      if (asked.kind !== 'task') throw new Error('not a task')
      expect(asked.status.state).toBe('input-required')
      const part = asked.status.message?.parts.find(({ kind }) => kind === 'data')
      if (part?.kind !== 'data') throw new Error('no call')
      const answerPart = {
        kind: 'data' as const,
        data: {
          type: 'functionReturn',
          id: part.data.id,
          name: part.data.name,
          result: { status: 'success', txHash: '0xabc' },
        },
      }
      const kinds: string[] = []
      const stream = client.sendMessageStream({
        message: { ...message(''), taskId: asked.id, contextId: asked.contextId, parts: [answerPart] },
      })
      for await (const event of stream) kinds.push(event.kind)
      expect(kinds).toEqual(['task', 'status-update', 'artifact-update', 'status-update'])
      expect((await client.getTask({ id: asked.id })).history).toHaveLength(4)
      expect((await client.getTask({ id: asked.id, historyLength: 1 })).history).toHaveLength(1)
      expect((await client.getTask({ id: asked.id, historyLength: 0 })).history).toBeUndefined()

      let id = ''
      for await (const event of client.sendMessageStream({
        message: message(`gate sdk-${subject.port}`),
        configuration,
      })) {
        if (event.kind === 'task') id = event.id
        if (event.kind === 'artifact-update') break
      }
      expect((await client.getTask({ id })).status.state).toBe('working')
      const rest: string[] = []
      for await (const event of client.resubscribeTask({ id })) {
        if (event.kind === 'artifact-update') openGate(`sdk-${subject.port}`)
        if (event.kind === 'status-update') rest.push(`${event.status.state} ${event.final}`)
      }
      expect(rest).toEqual(['working false', 'input-required true'])
      expect((await client.cancelTask({ id })).status.state).toBe('canceled')
      await expect(client.cancelTask({ id })).rejects.toThrow(/cancel/i)
      await expect(client.getTask({ id: 'nope' })).rejects.toThrow(/not found/i)
      await expect(client.sendMessage({ message: message('x', { taskId: id }) })).rejects.toThrow(/not supported/)
    })
  })
}
