import { expect, it } from 'vitest'
import {
  agent,
  answering,
  bench,
  holding,
  messageOf,
  nth,
  openTab,
  settled,
  setUpChat,
  showing,
  tab,
} from '../fixtures/chat-setup'
import { eventually } from '../fixtures/eventually'
import { our } from '../fixtures/scripted-agent'

setUpChat(21_595)

type Listed = {
  id: string
  readAt?: number | null
  title?: string
  pinned?: boolean
  updatedAt?: number
  changedAt?: number
  deleted?: boolean
  pendingCalls?: string[]
}

const listed = ({ id, ...metadata }: Listed) => ({
  kind: 'task',
  id,
  contextId: `context of ${id}`,
  status: { state: 'input-required', timestamp: '2026-11-21T11:54:49.310Z' },
  metadata: { agentId: 2, title: `Title of ${id}`, pendingCalls: [], updatedAt: 1, changedAt: 1, ...metadata },
})

/** Makes the service list these tasks. If asked for changes, it lists only tasks changed since then. */
function listing(...tasks: Listed[]) {
  agent.on('tasks/list', ({ params, result }) => {
    const since = Number(params.changedAfter ?? 0)
    const isChange = params.changedAfter !== undefined
    const own = tasks.filter(({ changedAt = 1, deleted }) => (isChange ? changedAt >= since : !deleted))
    result({ tasks: own.map(listed), nextPageToken: '' })
  })
}
const look = (of = tab) => of.chat.takeList(() => false)
const titles = (of = tab) => of.chat.getSnapshot().conversations.map(({ title }) => title)

const minute = 60_000

it('keeps a conversation unread that the service began while the list was being read', async () => {
  listing({ id: 'T1' })
  const proposal = { taskId: 'T1', contextId: 'c', agentId: 2, title: 'Plan 1', createdAt: Date.now() }
  bench.session.whenAsked = () => tab.chat.takeProposals([{ ...proposal, state: 'open' }])
  await look()
  delete bench.session.whenAsked
  expect(tab.conversation('T1')).toMatchObject({ unread: true, byService: true })
})

it('shows what the service keeps, latest message first, then reads only changes', async () => {
  listing(
    { id: 'T1', updatedAt: 10 * minute, changedAt: 30 * minute },
    { id: 'T2', updatedAt: 20 * minute, pinned: true },
  )
  expect(await look()).toBe('again')
  expect(titles()).toEqual(['Title of T2', 'Title of T1'])
  expect(tab.conversation('T2')).toMatchObject({ pinned: true, agentId: 2, taskId: 'T2' })
  expect(tab.chat.getSnapshot().conversations.some(({ unread }) => unread)).toBe(false)
  await look()
  expect(agent.askedFor('tasks/list').map(({ params }) => params)).toEqual([{}, { changedAfter: 29 * minute }])
  // Stored on disk, so it is there without a service.
  const later = openTab()
  await eventually(() => expect(titles(later)).toEqual(['Title of T2', 'Title of T1']))
})

it('merges with the conversation that was begun here, and keeps its messages and its place', async () => {
  answering('Hello.')
  const id = tab.chat.start('hi', 1)
  await settled(id)
  listing({ id: 'T', title: 'hi', updatedAt: 5 })
  await look()
  expect(tab.chat.getSnapshot().conversations).toHaveLength(1)
  expect(tab.lines(id)).toEqual(['user sent: hi', 'agent complete: Hello.'])
  expect(tab.conversation(id)).toMatchObject({ agentId: 1, taskId: 'T', updatedAt: 5 })
})

it('follows another browser: messages, names, pins, deletion and restoring', async () => {
  listing({ id: 'T1', changedAt: minute })
  await look()
  listing({ id: 'T1', title: 'Renamed', pinned: true, updatedAt: 2, changedAt: 2 * minute })
  await look()
  expect(tab.conversation('T1')).toMatchObject({ title: 'Renamed', pinned: true, unread: true })
  listing({ id: 'T1', title: 'Renamed', updatedAt: 2, changedAt: 3 * minute, deleted: true })
  await look()
  expect(titles()).toEqual([])
  listing({ id: 'T1', title: 'Renamed', updatedAt: 2, changedAt: 4 * minute })
  await look()
  expect(titles()).toEqual(['Renamed'])
})

it('rereads an open conversation that continued elsewhere, and marks it unread while nobody looks', async () => {
  agent.on('tasks/get', ({ result }) =>
    result(our.task('T1', 'input-required', { history: [our.message('m1', our.text('First.'))] })),
  )
  listing({ id: 'T1', changedAt: minute })
  await look()
  tab.chat.open('T1')
  const leave = tab.chat.look('T1')
  await showing('T1', ['agent complete: First.'])
  // It was said before anybody looked. Looking does not make it newer.
  expect(tab.conversation('T1')?.updatedAt).toBe(Date.parse('2026-11-21T11:54:49.310Z'))
  expect(tab.messages('T1')[0]?.at).toBe(Date.parse('2026-11-21T11:54:49.310Z'))
  leave()
  const history = [our.message('m1', our.text('First.')), our.message('m2', our.text('Second.'))]
  agent.on('tasks/get', ({ result }) => result(our.task('T1', 'input-required', { history })))
  listing({ id: 'T1', updatedAt: 2, changedAt: 2 * minute })
  await look()
  await showing('T1', ['agent complete: First.', 'agent complete: Second.'])
  expect(tab.conversation('T1')?.unread).toBe(true)
  tab.chat.look('T1')
  expect(tab.conversation('T1')?.unread).toBeUndefined()
})

it('does not reorder when a conversation is opened', async () => {
  agent.on('tasks/get', ({ params, result }) => result(our.task(String(params.id), 'input-required', { history: [] })))
  listing({ id: 'T1', updatedAt: 1 }, { id: 'T2', updatedAt: 2 })
  await look()
  tab.chat.open('T1')
  await eventually(() => expect(agent.askedFor('tasks/get')).toHaveLength(1))
  await settled('T1')
  expect(titles()).toEqual(['Title of T2', 'Title of T1'])
})

it('sends a new name and pin to the service at once or when it is reachable, and keeps them until then', async () => {
  listing({ id: 'T1', changedAt: minute })
  await look()
  bench.setOnline(false)
  tab.chat.rename('T1', 'Mine')
  tab.chat.pin('T1', true)
  expect(tab.conversation('T1')).toMatchObject({ title: 'Mine', pinned: true })
  bench.setOnline(true)
  agent.on('tasks/update', ({ result }) => result(listed({ id: 'T1' })))
  // The list still has the former name: the service has not been told yet.
  await look()
  await eventually(() =>
    expect(agent.askedFor('tasks/update').map(({ params }) => params)).toEqual([
      { id: 'T1', metadata: { title: 'Mine', pinned: true } },
    ]),
  )
  await eventually(() => expect(tab.conversation('T1')?.unsynced).toBeUndefined())
  expect(tab.conversation('T1')).toMatchObject({ title: 'Mine', pinned: true })
})

it('deletes and restores, here and at the service, and keeps what was said meanwhile', async () => {
  answering('Hello.')
  const id = tab.chat.start('hi', 1)
  await settled(id)
  agent.on('tasks/delete', ({ result }) => result(listed({ id: 'T', deleted: true })))
  agent.on('tasks/update', ({ result }) => result(listed({ id: 'T' })))
  expect(await tab.chat.remove(id)).toBe(null)
  expect(titles()).toEqual([])
  tab.chat.restore(id)
  expect(titles()).toEqual(['hi'])
  expect(tab.lines(id)).toEqual(['user sent: hi', 'agent complete: Hello.'])
  await eventually(() =>
    expect(agent.askedFor('tasks/update').map(({ params }) => params)).toEqual([
      { id: 'T', metadata: { deleted: false } },
    ]),
  )
})

it('restores a conversation that the service will not delete, and says why', async () => {
  listing({ id: 'T1' })
  await look()
  agent.on('tasks/delete', ({ error }) => error(-32004, 'a call of it is under way'))
  expect(await tab.chat.remove('T1')).toContain('a call of it is under way')
  expect(titles()).toEqual(['Title of T1'])
})

it('does not list a deleted conversation again, and drops its messages at a later visit', async () => {
  answering('Hello.')
  listing({ id: 'T', updatedAt: 5 })
  const id = tab.chat.start('hi', 1)
  await settled(id)
  await look()
  bench.setOnline(false)
  await tab.chat.remove(id)
  bench.clock.advance(2 * minute)
  bench.setOnline(true)
  agent.on('tasks/delete', ({ result }) => result(listed({ id: 'T', deleted: true })))
  const later = openTab()
  await eventually(() => expect(later.chat.getSnapshot().loaded).toBe(true))
  await look(later)
  await eventually(() => expect(agent.askedFor('tasks/delete')).toHaveLength(1))
  expect(titles(later)).toEqual([])
  expect(later.lines(id)).toEqual([])
})

it('leaves the browser’s own list as it is if the service keeps none', async () => {
  answering('Hello.')
  const id = tab.chat.start('hi', 1)
  await settled(id)
  expect(await look()).toBe('over')
  tab.chat.rename(id, 'Mine')
  tab.chat.pin(id, true)
  expect(tab.conversation(id)).toMatchObject({ title: 'Mine', pinned: true })
  await tab.chat.remove(id)
  expect(titles()).toEqual([])
  expect(agent.askedFor('tasks/update')).toEqual([])
  expect(agent.askedFor('tasks/delete')).toEqual([])
})

it('takes nothing from the list of another account', async () => {
  listing({ id: 'T1' })
  bench.session.isOurs = false
  await look()
  expect(titles()).toEqual([])
  bench.session.isOurs = true
  await look()
  expect(titles()).toEqual(['Title of T1'])
})

it('finds words in titles and in messages, here and at the service', async () => {
  answering('The vault pays four percent.')
  const id = tab.chat.start('Where is my money best kept?', 1)
  await settled(id)
  const { signal } = new AbortController()
  agent.on('tasks/list', ({ params, result }) =>
    result({ tasks: params.query === 'percent' ? [listed({ id: 'T9' })] : [] }),
  )
  expect(await tab.chat.search('  MONEY best ', signal)).toEqual([{ id, excerpt: null }])
  expect(await tab.chat.search('percent', signal)).toEqual([
    { id, excerpt: 'The vault pays four percent.' },
    { id: 'T9', excerpt: null },
  ])
  expect(await tab.chat.search('vàult PERCÉNT', signal)).toEqual([{ id, excerpt: 'The vault pays four percent.' }])
  expect(await tab.chat.search('nowhere', signal)).toEqual([])
  bench.setOnline(false)
  expect(await tab.chat.search('vault', signal)).toEqual([{ id, excerpt: 'The vault pays four percent.' }])
})

it('marks a message that was sent again, and leaves its answer alone', async () => {
  answering('Hello.')
  const id = tab.chat.start('hi', 1)
  await settled(id)
  const [first] = tab.messages(id)
  tab.chat.send(id, 'hi there', { instead: { messageId: first?.id ?? '', how: 'edited' } })
  await settled(id)
  expect(tab.messages(id).map(({ role, resent }) => [role, resent])).toEqual([
    ['user', 'edited'],
    ['agent', undefined],
    ['user', undefined],
    ['agent', undefined],
  ])
  expect(tab.lines(id)[2]).toBe('user sent: hi there')
  expect(messageOf(agent.askedFor('message/stream')[1]).metadata).toEqual({
    resends: { messageId: first?.id, how: 'edited' },
  })
})

it('shows when each message was said and which was sent again, as the service reports it elsewhere', async () => {
  const said = (second: number) => ({ timestamp: `2026-11-20T10:00:0${second}.000Z` })
  const resends = { messageId: 'm1', how: 'edited' }
  const history = [
    { ...our.userMessage('m1', our.text('hi')), metadata: said(1) },
    { ...our.message('m2', our.text('Hello.')), metadata: said(2) },
    { ...our.userMessage('m3', our.text('hi there')), metadata: { ...said(3), resends } },
    our.message('m4', our.text('Hello again.')),
  ]
  // The first look finds no times.
  const untimed = history.map(({ metadata: _, ...message }: Record<string, unknown>) => message)
  agent.on('tasks/get', ({ result }) => result(our.task('T1', 'input-required', { history: untimed })))
  listing({ id: 'T1' })
  await look()
  tab.chat.open('T1')
  await eventually(() => expect(tab.messages('T1')).toHaveLength(4))
  expect(tab.messages('T1').map(({ undated, resent }) => undated ?? resent)).toEqual([true, true, true, undefined])
  agent.on('tasks/get', ({ result }) => result(our.task('T1', 'input-required', { history })))
  tab.chat.open('T1')
  await eventually(() => expect(tab.messages('T1')[0]?.resent).toBe('edited'))
  await settled('T1')
  expect(tab.messages('T1').map(({ at, undated }) => undated ?? new Date(at).toISOString())).toEqual([
    ...[1, 2, 3].map((second) => said(second).timestamp),
    // The last message takes the time of the task's state.
    '2026-11-21T11:54:49.310Z',
  ])
  const later = openTab()
  await eventually(() => expect(later.chat.getSnapshot().loaded).toBe(true))
  agent.on('message/stream', ({ error }) => error(-32004, 'busy'))
  later.chat.send('T1', 'hi once more', {
    instead: { messageId: later.messages('T1')[2]?.id ?? 'T1/m3', how: 'again' },
  })
  await eventually(() => expect(later.messages('T1').length).toBeGreaterThan(0))
})

it('tells the service how far a conversation was read, and another device shows it as read', async () => {
  agent.on('tasks/get', ({ params, result }) => result(our.task(String(params.id), 'input-required', { history: [] })))
  agent.on('tasks/update', ({ result }) => result(listed({ id: 'T1' })))
  listing({ id: 'T1', updatedAt: 5, readAt: 2 }, { id: 'T2', updatedAt: 5, readAt: 5 }, { id: 'T3', readAt: null })
  await look()
  const unread = (of = tab) =>
    of.chat.getSnapshot().conversations.flatMap((each) => (each.unread ? [each.taskId ?? each.id] : []))
  expect(unread()).toEqual(['T1'])
  tab.chat.open('T1')
  tab.chat.look('T1')
  expect(unread()).toEqual([])
  const told = () => agent.askedFor('tasks/update').map(({ params }) => params)
  await eventually(() => expect(told()).toEqual([{ id: 'T1', metadata: { readAt: 5 } }]))
  // Both get a message; then both are read on another device.
  listing(
    { id: 'T1', updatedAt: 7, readAt: 5, changedAt: minute },
    { id: 'T2', updatedAt: 7, readAt: 5, changedAt: minute },
  )
  await look()
  expect(unread()).toEqual(['T2'])
  await eventually(() => expect(told().at(-1)).toEqual({ id: 'T1', metadata: { readAt: 7 } }))
  listing({ id: 'T2', updatedAt: 7, readAt: 7, changedAt: 2 * minute })
  await look()
  expect(unread()).toEqual([])
  expect(told()).toHaveLength(2)
})

it.each([
  ['reports an answer as read if somebody looked when it came', 1, [{ id: 'T', metadata: { readAt: 5 } }]],
  ['reports nothing without a known read time', null, []],
  ['reports nothing if the service keeps no read times', undefined, []],
])('%s', async (_, readAt, told) => {
  answering('Hello.')
  agent.on('tasks/update', ({ result }) => result(listed({ id: 'T' })))
  const id = tab.chat.start('hi', 1)
  const leave = tab.chat.look(id)
  await settled(id)
  await showing(id, ['user sent: hi', 'agent complete: Hello.'])
  leave()
  listing({ id: 'T', updatedAt: 5, ...(readAt !== undefined && { readAt }) })
  await look()
  await eventually(() => expect(agent.askedFor('tasks/update').map(({ params }) => params)).toEqual(told))
  expect(tab.conversation(id)?.unread).toBeUndefined()
})

it('tells how far a conversation was read once the service is reachable again', async () => {
  listing({ id: 'T1', updatedAt: 5, readAt: 2 })
  await look()
  bench.setOnline(false)
  tab.chat.look('T1')
  bench.setOnline(true)
  agent.on('tasks/update', ({ result }) => result(listed({ id: 'T1' })))
  await look()
  await eventually(() => expect(agent.askedFor('tasks/update')).toHaveLength(1))
  await eventually(() => expect(tab.conversation('T1')?.unsynced).toBeUndefined())
  expect(tab.conversation('T1')?.unread).toBeUndefined()
})

it('shows the end of a long conversation first, and enters its calls once all earlier messages are there', async () => {
  const history = Array.from({ length: 130 }, (_, number) =>
    number % 2 === 0
      ? our.userMessage(`m${number}`, our.text(`Question ${number}`))
      : our.message(`m${number}`, our.text(`Answer ${number}`), ...(number === 129 ? [our.call('c')] : [])),
  )
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  agent.on('tasks/get', ({ params, result }) => {
    const metadata = { agentId: 1, pendingCalls: ['c'] }
    const last = Number(params.historyLength ?? history.length)
    const answer = () => result(our.task('T1', 'input-required', { history: history.slice(-last), metadata }))
    if (params.historyLength === undefined) void released.then(answer)
    else answer()
  })
  listing({ id: 'T1' })
  await look()
  tab.chat.open('T1')
  await eventually(() => expect(tab.messages('T1')).toHaveLength(60))
  expect(tab.lines('T1').at(-1)).toBe('agent complete: Answer 129[call]')
  expect(bench.calls).toEqual([])
  release()
  const whole = history.map((_, number) => `m${number}`)
  const order = (of = tab) => of.messages('T1').map(({ id }) => id.slice('T1/'.length))
  await eventually(() => expect(order()).toEqual(whole))
  expect(bench.calls.map(({ callId }) => callId)).toEqual(['c'])
  // The copy on disk has the same order.
  bench.setOnline(false)
  const later = openTab()
  await eventually(() => expect(later.chat.getSnapshot().loaded).toBe(true))
  later.chat.open('T1')
  await eventually(() => expect(order(later)).toEqual(whole))
})

it('marks an answer as unread if nobody looked at it', async () => {
  const streams = holding('message/stream')
  const id = tab.chat.start('hi', 1)
  const leave = tab.chat.look(id)
  const stream = await nth(streams, 0)
  leave()
  stream.send(our.task('T', 'working'))
  stream.send(our.final('T', our.message('r', our.text('Hello.'))))
  await settled(id)
  expect(tab.conversation(id)?.unread).toBe(true)
})

it('looks a conversation up that no list brought, and opens it', async () => {
  agent.on('tasks/list', ({ error }) => error(-32601, 'Method not found'))
  const history = [
    { ...our.message('m0', our.text('What do I hold?')), role: 'user' },
    our.message('m1', our.text('Nothing yet.')),
  ]
  agent.on('tasks/get', ({ params, result }) => result(our.task(String(params.id), 'input-required', { history })))
  await look()
  expect(await tab.chat.find('T7')).toBe('T7')
  expect(titles()).toEqual(['What do I hold?'])
  tab.chat.open('T7')
  await showing('T7', ['user sent: What do I hold?', 'agent complete: Nothing yet.'])
})

it('finds no conversation that the service does not know, and says if it could not ask', async () => {
  agent.on('tasks/get', ({ error }) => error(-32001, 'Task not found'))
  expect(await tab.chat.find('T8')).toBeNull()
  expect(titles()).toEqual([])
  agent.on('tasks/get', ({ raw }) => raw(503, 'text/plain', 'Away'))
  await expect(tab.chat.find('T8')).rejects.toMatchObject({ rpcCode: null })
})

it('does not list a conversation that may belong to another account', async () => {
  agent.on('tasks/get', ({ params, result }) => result(our.task(String(params.id), 'input-required', { history: [] })))
  bench.session.isOurs = false
  expect(await tab.chat.find('T9')).toBeNull()
  expect(titles()).toEqual([])
  bench.session.isOurs = true
})
