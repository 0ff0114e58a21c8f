import { readFileSync } from 'node:fs'
import { openDB } from 'idb'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { chatBench, owner } from '../fixtures/chat-bench'
import { agent, setUpChat } from '../fixtures/chat-setup'
import { eventually } from '../fixtures/eventually'

setUpChat(21_591)

const rows = z.array(z.object({ key: z.array(z.string()), value: z.record(z.string(), z.unknown()) }))
/** The database of the app before conversations were kept by the wallet, written by that version and exported. */
const former = z
  .object({ version: z.int(), threads: rows, messages: rows })
  .parse(JSON.parse(readFileSync(new URL('../fixtures/former-chat.json', import.meta.url), 'utf8')))

it('reads conversations of the former version unchanged, and continues them', async () => {
  const name = `former-${crypto.randomUUID()}`
  const db = await openDB(name, former.version, {
    upgrade: (made) => {
      for (const store of ['threads', 'messages']) made.createObjectStore(store)
    },
  })
  for (const store of ['threads', 'messages'] as const)
    for (const { key, value } of former[store]) await db.put(store, value, key)
  db.close()
  const now = chatBench({ url: agent.url, name }).tab()
  await eventually(() => expect(now.chat.getSnapshot().loaded).toBe(true))
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
