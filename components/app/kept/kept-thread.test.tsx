// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { richText } from '@/components/chat/thread/text/rich-text-part'
import type { ChatMessage } from '@/lib/chat/store/chat'
import { createChatStorage } from '@/lib/chat/store/storage'
import { askSessionEarly, sessionFetch } from '../first-session'
import { KeptThread, readKept } from './kept-thread'

const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

const conversation = {
  ...{ id: 'a', taskId: 'T', contextId: 'C', agentId: 2, title: 'Send it' },
  ...{ createdAt: 1, updatedAt: 2, ended: false },
}
const message = (id: string, role: 'user' | 'agent', parts: ChatMessage['parts']): ChatMessage => ({
  ...{ id, role, parts, at: 5, status: role === 'user' ? 'sent' : 'complete' },
})
const call = { type: 'call', callId: 'c', name: 'send_native_gas_token', parameters: { value: '1' } } as const
const messages = [
  message('m1', 'user', [{ type: 'text', text: 'Send 1 ETH to Ben' }]),
  message('m2', 'agent', [{ type: 'text', text: 'Here is the **card**.' }, call]),
]

/** Answers who is signed in, and counts how often it was asked. */
function answerSession(address: string | null) {
  const asked = vi.fn(async () => Response.json(address && { user: { walletAddress: address, chainId: 1 } }))
  vi.stubGlobal('fetch', asked)
  askSessionEarly()
  return asked
}

beforeEach(async () => {
  const storage = createChatStorage()
  await storage.save(owner, { conversation, messageIds: ['m1', 'm2'], lastEventId: null }, messages)
  storage.close()
})
beforeAll(richText.load)
afterEach(async () => {
  cleanup()
  delete window.firstSession
  // Takes up the answer if the test did not, so that the next one asks anew.
  answerSession(null)
  await sessionFetch('/api/auth/session').catch(() => {})
  vi.unstubAllGlobals()
})

describe('the conversation that this browser keeps', () => {
  it('is read for the account that the service says is signed in', async () => {
    answerSession(owner.toLowerCase())
    expect(await readKept(owner, 'a')).toEqual({ conversation, messages })
  })

  it.each([
    ['nobody is signed in', null],
    ['another account is signed in', other],
  ])('is not read if %s', async (_, address) => {
    answerSession(address)
    expect(await readKept(owner, 'a')).toBeNull()
  })

  it('is not read if the service does not answer', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch')
    })
    askSessionEarly()
    expect(await readKept(owner, 'a')).toBeNull()
    await expect(sessionFetch('/api/auth/session')).rejects.toThrow('Failed to fetch')
  })

  it('needs no question of its own if the head of the page has asked', async () => {
    const asked = vi.fn()
    vi.stubGlobal('fetch', asked)
    window.firstSession = Promise.resolve(Response.json({ user: { walletAddress: owner, chainId: 1 } }))
    askSessionEarly()
    expect(await readKept(owner, 'a')).toEqual({ conversation, messages })
    expect(asked).not.toHaveBeenCalled()
  })

  it('leaves the early answer to the session, which asks by itself from then on', async () => {
    const asked = answerSession(owner)
    await readKept(owner, 'a')
    expect(asked).toHaveBeenCalledTimes(1)
    expect(await (await sessionFetch('/api/auth/session')).json()).toMatchObject({ user: { walletAddress: owner } })
    expect(asked).toHaveBeenCalledTimes(1)
    await sessionFetch('/api/auth/session')
    expect(asked).toHaveBeenCalledTimes(2)
  })

  it('shows its words, and of a card nothing that could be pressed', () => {
    const agents = [{ id: 2, name: 'Treasurer', description: '', examples: [], tags: [] }]
    render(<KeptThread kept={{ conversation, messages }} agents={agents} />)
    expect(screen.getByText('Send 1 ETH to Ben')).toBeTruthy()
    expect(screen.getByText('card').tagName).toBe('STRONG')
    expect(screen.getByText('Treasurer')).toBeTruthy()
    expect(document.querySelector('article[data-tool]')).toBeNull()
    expect(document.querySelectorAll('button, a, input')).toHaveLength(0)
    expect(screen.getByText('Send 1 ETH to Ben').closest('[inert]')).toBeTruthy()
  })

  it('begins at the top of a card that waits, and at the end once it is answered', () => {
    const { rerender } = render(<KeptThread kept={{ conversation, messages }} agents={[]} />)
    expect(document.querySelectorAll('[data-hold]')).toHaveLength(1)
    const result = { type: 'return', callId: 'c', name: call.name, result: null } as const
    const answered = [...messages, message('m3', 'user', [result])]
    rerender(<KeptThread kept={{ conversation, messages: answered }} agents={[]} />)
    expect(document.querySelectorAll('[data-hold]')).toHaveLength(0)
    expect(screen.getAllByRole('article', { hidden: true })).toHaveLength(2)
  })
})
