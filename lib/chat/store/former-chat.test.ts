import { readFileSync } from 'node:fs'
import { openDB } from 'idb'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { chatBench, owner } from '../fixtures/chat-bench'
import { agent, setUpChat } from '../fixtures/chat-setup'
import { eventually } from '../fixtures/eventually'
import { our } from '../fixtures/scripted-agent'

setUpChat(21_591)

const rows = z.array(z.object({ key: z.array(z.string()), value: z.record(z.string(), z.unknown()) }))
/** The database of the app before conversations were kept by the wallet, written by that version and exported. */
const former = z
  .object({ version: z.int(), threads: rows, messages: rows })
  .parse(JSON.parse(readFileSync(new URL('../fixtures/former-chat.json', import.meta.url), 'utf8')))

/** Opens a tab of this version in a browser that has the database; `change` alters the conversations in it. */
async function renewed(change: (conversation: object) => object = (conversation) => conversation) {
  const name = `former-${crypto.randomUUID()}`
  const db = await openDB(name, former.version, {
    upgrade: (made) => {
      for (const store of ['threads', 'messages']) made.createObjectStore(store)
    },
  })
  for (const { key, value } of former.threads)
    await db.put('threads', { ...value, conversation: change(Object(value.conversation)) }, key)
  for (const { key, value } of former.messages) await db.put('messages', value, key)
  db.close()
  const tab = chatBench({ url: agent.url(), name }).tab()
  await eventually(() => expect(tab.chat.getSnapshot().loaded).toBe(true))
  return tab
}

it('reads conversations of the former version unchanged, and continues them', async () => {
  const now = await renewed()
  expect(now.chat.getSnapshot().storageProblem).toBeNull()
  const kept = former.threads.map(({ value }) => value.conversation)
  expect(now.chat.getSnapshot().conversations).toEqual(expect.arrayContaining(kept))
  now.chat.open('conversation-1')
  await eventually(() => expect(now.messages('conversation-1')).toHaveLength(3))
  const values = former.messages.map(({ value }) => value)
  expect(now.messages('conversation-1')).toEqual(expect.arrayContaining(values))
  expect(now.lines('conversation-1')).toEqual([
    expect.stringContaining('user sent: send 1 wei'),
    'agent complete: Look at this.[call]',
    'user failed: and what is gas?',
  ])
  // New changes are stored with the rest.
  now.chat.pin('conversation-1', true)
  now.chat.rename('P', 'Fridays')
  await eventually(async () => {
    const threads = await now.storage.threads(owner)
    expect(threads.map(({ conversation }) => conversation)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: 'P', title: 'Fridays', byService: true, unread: true }),
        expect.objectContaining({ id: 'conversation-1', pinned: true }),
      ]),
    )
  })
  expect(agent.askedFor('message/stream')).toEqual([])
  now.close()
})

it('sends the service the changes that were stored as `untold`', async () => {
  const change = { title: 'Fridays', pinned: true }
  const now = await renewed((conversation) => ({ ...conversation, untold: change }))
  const changes = () => now.chat.getSnapshot().conversations.map((each) => [each.id, each.unsynced])
  expect(changes()).toEqual(expect.arrayContaining([['P', change]]))
  agent.on('tasks/list', ({ result }) => result({ tasks: [], nextPageToken: '' }))
  agent.on('tasks/update', ({ params, result }) => {
    const metadata = { agentId: 2, pendingCalls: [], updatedAt: 1, changedAt: 1, ...change }
    result({ ...our.task(String(params.id), 'input-required'), metadata })
  })
  await now.chat.takeList(() => false)
  await eventually(() => expect(changes()).toEqual(expect.arrayContaining([['P', undefined]])))
  expect(agent.askedFor('tasks/update').map(({ params }) => params)).toContainEqual({ id: 'P', metadata: change })
  now.close()
})
