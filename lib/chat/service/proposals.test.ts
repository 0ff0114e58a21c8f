import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { supersededResult } from '@/lib/wire/result'
import { agent, answering, bench, openTab, settled, setUpChat, showing, tab } from '../fixtures/chat-setup'
import { eventually } from '../fixtures/eventually'
import { our } from '../fixtures/scripted-agent'
import type { Watch } from '../page/watch'
import { createProposalWatch, type Proposal } from './proposals'

setUpChat(21_594)

const asked = () => agent.askedFor('GET /api/proposals').length
const proposal = (taskId: string, more: Partial<Proposal> = {}): Proposal => ({
  taskId,
  contextId: `context of ${taskId}`,
  agentId: 1,
  title: `Title of ${taskId}`,
  createdAt: bench.clock.now(),
  state: 'open',
  ...more,
})
const listing = (...proposals: unknown[]) =>
  agent.on('GET /api/proposals', (request) => request.raw(200, 'application/json', JSON.stringify({ proposals })))
const replying = (status: number, type: string, body: string) =>
  agent.on('GET /api/proposals', (request) => request.raw(status, type, body))
/** Serves a task that the service began: words and one open call. */
const serving = (pendingCalls: readonly string[] = ['call-1'], ...answers: unknown[]) =>
  agent.on('tasks/get', (request) => {
    const id = String(request.params.id)
    const said = our.message(`words of ${id}`, our.text('A better place was found.'), our.call('call-1'))
    request.result(
      our.task(id, 'input-required', { history: [said, ...answers], metadata: { agentId: 1, pendingCalls } }),
    )
  })

let page: { isVisible: boolean; listeners: Set<() => void> }
let watches: Watch[]
beforeEach(() => {
  page = { isVisible: true, listeners: new Set() }
  watches = []
})
afterEach(() => {
  for (const each of watches) each.dispose()
})

function watchFor({ chat } = tab) {
  const network = { isOnline: true }
  const watch = createProposalWatch({
    baseUrl: agent.url(),
    fetch,
    timers: bench.clock.timers,
    online: { isOnline: () => network.isOnline, subscribe: () => () => undefined },
    visible: {
      isVisible: () => page.isVisible,
      subscribe: (listener) => {
        page.listeners.add(listener)
        return () => page.listeners.delete(listener)
      },
    },
    onList: (list) => void chat.takeProposals(list),
  })
  watches.push(watch)
  return watch
}
const show = (isVisible: boolean) => {
  page.isVisible = isVisible
  for (const listener of page.listeners) listener()
}
const titles = (of = tab) => of.chat.getSnapshot().conversations.map(({ title, unread }) => [title, unread === true])
/** Waits until the answer has come and the next look is set. */
const waiting = (looks: number) =>
  eventually(() => {
    expect(asked()).toBe(looks)
    expect(bench.clock.pending()).toEqual([60_000])
  })

describe('looking for conversations that the service has begun', () => {
  it('asks when woken, every minute while the page is visible, and when it becomes visible again', async () => {
    listing()
    const watch = watchFor()
    expect(asked()).toBe(0)
    watch.wake()
    await waiting(1)
    bench.clock.advance(59_999)
    expect(asked()).toBe(1)
    bench.clock.advance(1)
    await waiting(2)
    show(false)
    expect(bench.clock.pending()).toEqual([])
    bench.clock.advance(600_000)
    show(true)
    await waiting(3)
    watch.dispose()
    expect(bench.clock.pending()).toEqual([])
  })

  it.each([
    ['a service without such a list', 404, 'application/json', '{}'],
    ['one that answers with a page', 200, 'text/html', '<!doctype html>'],
  ])('never asks %s again', async (_, status, type, body) => {
    replying(status, type, body)
    const watch = watchFor()
    watch.wake()
    await eventually(() => expect(asked()).toBe(1))
    // An answer leads to another look or to none. A second watch shows when the first has had its answer.
    listing()
    watchFor().wake()
    await waiting(2)
    watch.wake()
    show(false)
    show(true)
    await waiting(3)
    bench.clock.advance(60_000)
    await waiting(4)
  })

  it('waits for the next sign-in if nobody is signed in, and for the next minute after a failure', async () => {
    replying(401, 'application/json', '{}')
    const watch = watchFor()
    watch.wake()
    await eventually(() => expect(asked()).toBe(1))
    replying(503, 'text/plain', 'later')
    // The same holds while the answer is still on its way: it belongs to nobody.
    watch.wake()
    await eventually(() => expect(bench.clock.pending()).toEqual([60_000]))
    const before = asked()
    listing(proposal('t1'))
    bench.clock.advance(60_000)
    await waiting(before + 1)
    await eventually(() => expect(titles()).toEqual([['Title of t1', true]]))
  })

  it('skips what it cannot read', async () => {
    listing(proposal('t1'), proposal('../up'), { taskId: 7 }, null, { ...proposal('t2'), agentId: 'x' })
    watchFor().wake()
    await eventually(() => expect(titles()).toEqual([['Title of t1', true]]))
  })
})

describe('a conversation that the service has begun', () => {
  it('is listed as unread, once for all tabs, and announced', async () => {
    const other = openTab()
    await tab.chat.takeProposals([proposal('t1', { state: 'open' })])
    await tab.chat.takeProposals([proposal('t1')])
    expect(titles()).toEqual([['Title of t1', true]])
    expect(tab.chat.getSnapshot().announcement).toBe('A new conversation for you: Title of t1')
    await eventually(() => expect(titles(other)).toEqual([['Title of t1', true]]))
    await other.chat.takeProposals([proposal('t1')])
    expect(titles(other)).toHaveLength(1)
  })

  it('is read when opened; its call is entered once, exactly as it came, and it counts as read', async () => {
    serving()
    await tab.chat.takeProposals([proposal('t1')])
    expect(agent.asked).toEqual([])
    expect(bench.calls).toEqual([])
    tab.chat.open('t1')
    tab.chat.look('t1')
    await showing('t1', ['agent complete: A better place was found.[call]'])
    const open = { taskId: 't1', callId: 'call-1', name: 'send_native_gas_token', answered: null }
    await eventually(() => expect(bench.calls).toMatchObject([open]))
    expect(tab.messages('t1')[0]).toMatchObject({ taskId: 't1' })
    expect(titles()).toEqual([['Title of t1', false]])
    // The next visit has it on disk, with its message.
    const later = openTab()
    await eventually(() => expect(titles(later)).toEqual([['Title of t1', false]]))
    await later.chat.takeProposals([proposal('t1')])
    expect(titles(later)).toEqual([['Title of t1', false]])
  })

  it('has no live call if another browser has answered it', async () => {
    serving(
      [],
      our.userMessage('u1', {
        type: 'functionReturn',
        id: 'call-1',
        name: 'send_native_gas_token',
        result: { status: 'success', txHash: `0x${'1'.repeat(64)}`, chainId: 1 },
      }),
    )
    await tab.chat.takeProposals([proposal('t1', { state: 'settled' })])
    tab.chat.open('t1')
    await eventually(() => expect(bench.calls).toMatchObject([{ callId: 'call-1', answered: { status: 'success' } }]))
    expect(bench.calls.filter(({ answered }) => answered === null)).toEqual([])
  })

  it('is opened as soon as it is known if the page is already at its address', async () => {
    serving()
    tab.chat.open('t1')
    tab.chat.look('t1')
    await tab.chat.takeProposals([proposal('t1')])
    await showing('t1', ['agent complete: A better place was found.[call]'])
    expect(titles()).toEqual([['Title of t1', false]])
  })

  it('takes the title that the service gives it later', async () => {
    await tab.chat.takeProposals([proposal('t1')])
    await tab.chat.takeProposals([proposal('t1', { title: 'Another title' })])
    expect(titles()).toEqual([['Another title', true]])
    expect(tab.chat.getSnapshot().announcement).toContain('Title of t1')
  })

  it('stays deleted, even after a reload', async () => {
    await tab.chat.takeProposals([proposal('t1')])
    await tab.chat.remove('t1')
    await tab.chat.takeProposals([proposal('t1')])
    expect(titles()).toEqual([])
    const later = openTab()
    await later.chat.takeProposals([proposal('t1'), proposal('t2')])
    expect(titles(later)).toEqual([['Title of t2', true]])
  })

  it('is not unread if it was settled long ago; several are announced by their number', async () => {
    const day = 24 * 60 * 60_000
    const at = (age: number): Partial<Proposal> => ({ state: 'settled', createdAt: bench.clock.now() - age })
    await tab.chat.takeProposals([
      proposal('young', at(day - 1)),
      proposal('old', at(day)),
      proposal('open', { ...at(day), state: 'open' }),
    ])
    expect(Object.fromEntries(titles())).toEqual({
      'Title of young': true,
      'Title of old': false,
      'Title of open': true,
    })
    expect(tab.chat.getSnapshot().announcement).toBe('2 new conversations for you')
  })
})

describe('a proposal that was withdrawn', () => {
  const voided = our.userMessage('u1', {
    type: 'functionReturn',
    id: 'call-1',
    name: 'send_native_gas_token',
    result: supersededResult,
  })
  const reads = () => agent.askedFor('tasks/get').length
  const openCalls = () => bench.calls.filter(({ answered }) => answered === null).length

  /** Shows the conversation with its open card. */
  async function onScreen() {
    serving()
    await tab.chat.takeProposals([proposal('t1'), proposal('t2')])
    tab.chat.open('t1')
    await eventually(() => expect(openCalls()).toBe(1))
    await settled('t1')
    expect(reads()).toBe(1)
  }

  it('closes its card as soon as the list reports it as settled, and is read once for that', async () => {
    await onScreen()
    await tab.chat.takeProposals([proposal('t1'), proposal('t2')])
    expect(reads()).toBe(1)
    serving([], voided, our.message('why', our.text('I have taken it back.')))
    const list = [proposal('t1', { state: 'settled' }), proposal('t2', { state: 'settled' })]
    await tab.chat.takeProposals(list)
    await eventually(() => expect(bench.calls.at(-1)).toMatchObject({ callId: 'call-1', answered: supersededResult }))
    await settled('t1')
    expect(tab.lines('t1').at(-1)).toBe('agent complete: I have taken it back.')
    await tab.chat.takeProposals(list)
    // Once for the one on screen; the other was never opened.
    expect(agent.askedFor('tasks/get').map(({ params }) => params.id)).toEqual(['t1', 't1'])
  })

  const call = { taskId: 't1', callId: 'call-1' }
  const checkClaims = (of = call, signal = new AbortController().signal) => tab.chat.claims.check(of, 'review', signal)
  const atClick = () => tab.chat.claims.check(call, 'click', new AbortController().signal)

  it('is blocked at the click, before the list reports it, and its card closes', async () => {
    await onScreen()
    expect(await checkClaims()).toBeNull()
    const looked = { id: 't1', historyLength: 0, metadata: { watching: 'call-1', browser: expect.any(String) } }
    expect(agent.askedFor('tasks/get').at(-1)?.params).toEqual(looked)
    serving([], voided)
    expect(await checkClaims()).toMatchObject({ rule: 'standing', level: 'BLOCK' })
    await eventually(() => expect(bench.calls.at(-1)).toMatchObject({ answered: supersededResult }))
  })

  it('is reported as about to be signed at the click, and only then', async () => {
    await onScreen()
    await checkClaims()
    expect(agent.askedFor('tasks/get').at(-1)?.params).not.toHaveProperty('metadata.signing')
    expect(await atClick()).toBeNull()
    expect(agent.askedFor('tasks/get').at(-1)?.params).toMatchObject({ id: 't1', metadata: { signing: 'call-1' } })
    serving([], voided)
    expect(await atClick()).toMatchObject({ rule: 'standing', level: 'BLOCK' })
    await eventually(() => expect(bench.calls.at(-1)).toMatchObject({ answered: supersededResult }))
  })

  it('is blocked if another call of the same conversation waits in its place', async () => {
    await onScreen()
    serving(['call-2'])
    expect(await checkClaims()).toMatchObject({ level: 'BLOCK' })
    // The call in its place is read.
    await eventually(() => expect(reads()).toBe(3))
  })

  it('is blocked if the service no longer knows the conversation', async () => {
    await onScreen()
    agent.on('tasks/get', (request) => request.error(-32001, 'Task not found'))
    expect(await checkClaims()).toMatchObject({ level: 'BLOCK' })
  })

  it('is reported as unverified if the service cannot be asked, and the person decides', async () => {
    await onScreen()
    agent.on('tasks/get', (request) => request.raw(503, 'text/plain', 'later'))
    expect(await checkClaims()).toMatchObject({
      rule: 'standing',
      level: 'UNVERIFIED',
      observed: expect.stringContaining('HTTP 503'),
    })
    agent.on('tasks/get', ({ response }) => response.destroy())
    expect(await checkClaims()).toMatchObject({
      level: 'UNVERIFIED',
      observed: expect.stringContaining('did not answer'),
    })
    agent.on('tasks/get', () => undefined)
    const asking = checkClaims()
    await eventually(() => expect(reads()).toBe(4))
    bench.clock.advance(5_000)
    expect(await asking).toMatchObject({ level: 'UNVERIFIED', observed: 'The agent service did not answer in time.' })
  })

  it('asks nothing before the click about a call that the person asked for', async () => {
    answering('Here it is.', our.call('call-9'))
    const id = tab.chat.start('send 1 ETH', 1)
    await settled(id)
    expect(await checkClaims({ taskId: 'T', callId: 'call-9' })).toBeNull()
    expect(await checkClaims({ taskId: 'unheard-of', callId: 'call-9' })).toBeNull()
    expect(reads()).toBe(0)
  })

  it('is not judged once the page has dropped the card', async () => {
    await onScreen()
    agent.on('tasks/get', () => undefined)
    const work = new AbortController()
    const asking = checkClaims(call, work.signal)
    await eventually(() => expect(reads()).toBe(2))
    work.abort(new Error('a newer review'))
    await expect(asking).rejects.toThrow('a newer review')
    expect(bench.clock.pending()).toEqual([])
  })
})

describe('a call shown in two browsers of one person', () => {
  const call = { taskId: 'T', callId: 'call-9' }
  const since = Date.parse('2026-11-21T12:03:00Z')
  const never = new AbortController().signal
  const check = (at: 'review' | 'click' | 'takeover') => tab.chat.claims.check(call, at, never)
  const told = () => agent.askedFor('tasks/get').map(({ params }) => params.metadata)
  /** Makes the service answer with this claim; `undefined` for a service without claims. */
  const claimedBy = (claim: unknown, pendingCalls = ['call-9']) =>
    agent.on('tasks/get', (request) =>
      request.result(our.task('T', 'input-required', { metadata: { agentId: 1, pendingCalls, claim } })),
    )
  const other = (at: number) => ({ callId: 'call-9', holder: 'other', since: at })
  const mine = { callId: 'call-9', holder: 'you' }
  let browser: string

  beforeEach(async () => {
    answering('Here it is.', our.call('call-9'))
    await settled(tab.chat.start('send 1 ETH', 1))
    claimedBy(mine)
    await check('click')
    browser = String(Reflect.get(Object(told()[0]), 'browser'))
    agent.asked.length = 0
  })

  it('is claimed at the click, claimed again while the wallet is open, and released', async () => {
    expect(browser).not.toBe('')
    expect(await check('click')).toBeNull()
    expect(await tab.chat.claims.renew(call, never)).toBe('own')
    await tab.chat.claims.release(call)
    await tab.chat.claims.release(call)
    const signing = { signing: 'call-9', browser }
    expect(told()).toEqual([signing, signing, { released: 'call-9', browser }])
  })

  it('stays claimed by a page that was reloaded, before it has read its conversations', async () => {
    const later = openTab()
    expect(await later.chat.claims.renew(call, never)).toBe('own')
    await later.chat.claims.release(call)
    expect(told()).toEqual([
      { signing: 'call-9', browser },
      { released: 'call-9', browser },
    ])
  })

  it('shows since when another browser signs it, and is taken over from that one only', async () => {
    claimedBy(other(since))
    const found = await check('click')
    expect(found).toMatchObject({ rule: 'elsewhere', level: 'DANGER', covers: [`elsewhere@${since}`] })
    expect(found?.title).toMatch(/^A signature has been pending in another browser since .*\.$/)
    // Every look at the card now asks, so that the danger stays on it as long as it lasts.
    expect(await check('review')).toEqual(found)
    agent.on('tasks/get', (request) => request.raw(503, 'text/plain', 'later'))
    expect(await check('review')).toEqual(found)
    expect(await check('takeover')).toEqual(found)
    claimedBy(other(since + 60_000))
    expect(await check('takeover')).toMatchObject({ covers: [`elsewhere@${since + 60_000}`] })
    claimedBy(mine)
    expect(await check('takeover')).toBeNull()
    expect(await check('review')).toBeNull()
    const over = { signing: 'call-9', browser, over: since }
    const look = { watching: 'call-9', browser }
    const again = { ...over, over: since + 60_000 }
    expect(told()).toEqual([{ signing: 'call-9', browser }, look, look, over, over, again])
    expect(await tab.chat.claims.renew(call, never)).toBe('own')
  })

  it('does not release the claim of another browser', async () => {
    await tab.chat.claims.release(call)
    claimedBy(other(since))
    await check('click')
    expect(await tab.chat.claims.renew(call, never)).toBe('other')
    await tab.chat.claims.release(call)
    expect(told().filter((each) => Object.hasOwn(Object(each), 'released'))).toHaveLength(1)
  })

  it('is blocked if it was answered in another browser, and its card closes', async () => {
    claimedBy({ callId: 'call-9', holder: 'settled' }, [])
    expect(await check('click')).toMatchObject({ rule: 'standing', level: 'BLOCK' })
    await eventually(() => expect(bench.calls.at(-1)).toMatchObject({ callId: 'call-9', answered: null }))
    expect(await tab.chat.claims.renew(call, never)).toBe('settled')
  })

  it('is reported as no longer awaited once the service has dropped it, once', async () => {
    claimedBy(undefined, [])
    expect(await check('click')).toMatchObject({ rule: 'unawaited', level: 'UNVERIFIED' })
    expect(await tab.chat.claims.check({ ...call, unawaited: true }, 'takeover', never), 'the card says so').toBeNull()
  })

  it.each([
    ['knows of no claims', () => claimedBy(undefined)],
    ['speaks of another call', () => claimedBy({ ...other(since), callId: 'call-8' })],
    ['answers something unreadable', () => claimedBy({ callId: 'call-9', holder: 'other' })],
    ['refuses the question', () => agent.on('tasks/get', (request) => request.error(-32602, 'Unknown metadata'))],
    ['has forgotten the task', () => agent.on('tasks/get', (request) => request.error(-32001, 'Task not found'))],
    ['is down', () => agent.on('tasks/get', (request) => request.raw(503, 'text/plain', 'later'))],
    ['has signed the person out', () => agent.on('tasks/get', (request) => request.raw(401, 'text/plain', 'no'))],
  ])('is signed as usual if the service %s', async (_, answer) => {
    answer()
    expect(await check('click')).toBeNull()
    expect(await check('review')).toBeNull()
    expect(['unheard-of', 'unknown']).toContain(await tab.chat.claims.renew(call, never))
  })

  it('waits for a silent service no longer than five seconds', async () => {
    agent.on('tasks/get', () => undefined)
    const asking = check('click')
    await eventually(() => expect(agent.askedFor('tasks/get')).toHaveLength(1))
    bench.clock.advance(5_000)
    expect(await asking).toBeNull()
  })
})
