import 'fake-indexeddb/auto'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chatBench } from '@/lib/chat/fixtures/chat-bench'
import { eventually } from '@/lib/chat/fixtures/eventually'
import { createSession } from '@/lib/chat/service/session'
import { readConfig } from '@/lib/config'
import { functionReturnPart } from '@/lib/wire/parts'
import { canonicalToolName } from '@/lib/wire/tool-names'
import { toPublicConfig } from '../public-config'
import { Browser, newAccount } from '../testing/client'
import { dialects, type ForeignService, startForeignService } from '../testing/foreign-service'
import { remoteAgents } from './remote-agents'
import { createRemoteService } from './remote-service'

/** The chat of this app, through its own front end, with a foreign service, all over HTTP. */
const parameters = { to: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', chainId: 31337, value: '1' }
const config = readConfig({ PORT: '22971', AGENT_SERVICE_URL: 'http://localhost:22970', SIWE_LAYOUT: 'eip4361' })
let foreign: ForeignService
let front: Server
let browser: Browser
const account = newAccount()
const session = (from: Browser) =>
  createSession({
    fetch: (input, init) => from.fetch(String(input), init),
    now: Date.now,
    config: toPublicConfig(config).siwe,
    signMessage: (_, message) => account.signMessage({ message }),
  })

beforeAll(async () => {
  foreign = await startForeignService(22970, { name: 'send_native_gas_token', arguments: parameters })
  const service = createRemoteService(config, foreign.origin, Date.now)
  front = createServer((req, res) => void service.node(req, res))
  await new Promise<void>((resolve) => front.listen(22971, 'localhost', resolve))
  browser = new Browser(config.origin)
  await session(browser).signIn(account.address, 31337)
})
afterAll(async () => {
  await foreign.stop()
  front.closeAllConnections()
  await new Promise((resolve) => front.close(resolve))
})

/** Opens a new chat behind this app's front end. */
const benchFor = (name: string) =>
  chatBench({ url: '', name: `foreign-${name}`, fetch: (input, init) => browser.fetch(String(input), init) })

describe('a foreign service', () => {
  it('accepts a sign-in with the message that it expects, and its session survives a reload', async () => {
    const again = session(browser)
    await again.check()
    expect(again.getSnapshot()).toMatchObject({ status: 'signed-in', address: account.address })
    const crossSite = session(new Browser(config.origin))
    await crossSite.check()
    expect(crossSite.getSnapshot()).toMatchObject({ status: 'signed-out', problem: null })
  })

  it('lists its agents on its card', async () => {
    expect(await remoteAgents(foreign.origin, 0)).toEqual([
      { id: 7, name: 'Foreign trader', tags: [], description: 'Speaks in tongues', examples: ['send something'] },
    ])
  })

  it.each(dialects)('is understood when it speaks %s: its text, its call, and the way back', async (dialect) => {
    const bench = benchFor(dialect)
    const tab = bench.tab()
    const id = tab.chat.start(`send in ${dialect}`, 7)
    const settled = () =>
      eventually(() => {
        bench.clock.advance(50)
        expect(tab.thread(id).running).toBe(false)
        expect(bench.calls).toHaveLength(1)
      })
    await settled()
    expect(tab.lines(id).at(-1)).toBe('agent complete: Here you are.[call]')
    const [call] = bench.calls
    expect(call).toMatchObject({ name: 'send_native_gas_token', parameters })
    if (!call) throw new Error('There is no call')
    const before = foreign.returns.length
    const result = { status: 'rejected', error: 'User rejected the action' }
    const { taskId, callId, name } = call
    const response = await browser.post('/api/a2a', {
      jsonrpc: '2.0',
      id: 1,
      method: 'message/send',
      params: { message: { role: 'user', taskId, parts: [functionReturnPart({ id: callId, name, result })] } },
    })
    expect(response.status).toBe(200)
    expect(foreign.returns.slice(before)).toMatchObject([{ id: callId, name, result }])
    tab.close()
  })

  it.each(['execute_lifi_swap', 'aave_supply', 'aave_borrow', 'aave_repay', 'aave_withdraw'])(
    'may call a tool %s, as live services do',
    async (name) => {
      const bench = benchFor(name)
      const tab = bench.tab()
      tab.chat.start(`send in tool-calls-as-object as ${name}`, 7)
      await eventually(() => {
        bench.clock.advance(50)
        expect(bench.calls).toMatchObject([{ name }])
      })
      expect(canonicalToolName(name)).not.toBeNull()
      tab.close()
    },
  )

  it('never has a value guessed into an unreadable call', async () => {
    const bench = benchFor('garbled')
    const tab = bench.tab()
    const id = tab.chat.start('send garbled in tool-calls-as-text', 7)
    await eventually(() => {
      bench.clock.advance(50)
      expect(tab.lines(id).at(-1)).toBe('agent complete: Here you are.[unreadable]')
    })
    expect(bench.calls).toEqual([])
    tab.close()
  })

  it.each(['cancelled', 'canceled'])('may report that a task was %s', async (spelling) => {
    const bench = benchFor(`stop-${spelling}`)
    const tab = bench.tab()
    const id = tab.chat.start(`wait, and be ${spelling}`, 7)
    const shows = (line: string) =>
      eventually(() => {
        bench.clock.advance(50)
        expect(tab.lines(id).at(-1)).toBe(line)
      })
    await shows('agent streaming: Let me')
    tab.chat.stop(id)
    await shows('agent stopped: Let me')
    expect(tab.thread(id).running).toBe(false)
    tab.close()
  })
})
