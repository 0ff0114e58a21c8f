import { HttpRequestError, RpcRequestError } from 'viem'
import { describe, expect, it, vi } from 'vitest'
import { ChainReadError } from '@/lib/chain/chains/read-error'
import { QuoteError } from '@/lib/chain/routing/routing'
import { YieldError } from '@/lib/chain/yields/yields'
import type { Finding } from '@/lib/tools/finding'
import { plainTool, proposed } from '../testing/bench'
import { browser, setUpExecution, tab } from '../testing/setup'

const chain = { name: 'Ethereum' }
const url = 'http://localhost'
const silence = new ChainReadError(chain, { cause: new HttpRequestError({ url }) })

/** Creates a browser network that comes and goes, as reported by the browser. */
function network() {
  const listeners = new Set<() => void>()
  let isOnline = true
  return {
    isOnline: () => isOnline,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    turn: (on: boolean) => {
      isOnline = on
      for (const listener of [...listeners]) listener()
    },
  }
}

describe('a call that cannot be reviewed because nobody answers', () => {
  const net = network()
  setUpExecution((each) => {
    each.world.network = net
  })

  /** Makes each preparation fail with this error; with null it succeeds. */
  const failing = (error: { is: Error | null }) => {
    const plain = plainTool()
    const prepare = vi.fn<typeof plain.prepare>(async (...request) => {
      if (error.is) throw error.is
      return plain.prepare(...request)
    })
    browser.world.tool = { ...plain, prepare }
    return prepare
  }
  const waits = (call: Awaited<ReturnType<typeof proposed>>['call']) =>
    vi.waitFor(() => expect(call.getSnapshot()).toMatchObject({ busy: null, waiting: expect.any(String) }))

  /** Proposes and subscribes; the test waits for the result. */
  const watched = async (proposal: ReturnType<typeof browser.propose>) => {
    const { key } = await tab.ledger.propose(proposal)
    const call = tab.call(key)
    call.subscribe(() => undefined)
    return { key, call }
  }

  it.each([
    ['a chain', silence],
    ['a router', new QuoteError('unreachable', 'The router is not responding.')],
    ['a yield service', new YieldError('unreachable', 'The yield service is not responding.')],
  ])('waits for %s, is not blocked, and cannot be approved', async (_, error) => {
    failing({ is: error })
    const { key, call } = await watched(browser.propose('a'))
    await waits(call)
    expect(call.getSnapshot()).toMatchObject({
      ...{ problem: null, waiting: error.happened, entry: { state: 'reviewing' } },
    })
    await call.approve()
    expect(browser.state.asked).toHaveLength(0)
    await call.decline()
    expect(tab.ledger.get(key)?.state).toBe('rejected')
  })

  it.each([
    [
      'a node that answers with an error',
      new ChainReadError(chain, { cause: new RpcRequestError({ body: {}, url, error: { code: 1, message: 'no' } }) }),
    ],
    ['a router without a route', new QuoteError('no-route', 'There is no way.')],
    ['a fault of the app', new Error('odd')],
  ])('is blocked as before by %s', async (_, error) => {
    failing({ is: error })
    const { call } = await watched(browser.propose('a'))
    await vi.waitFor(() => expect(call.getSnapshot()).toMatchObject({ waiting: null, entry: { state: 'blocked' } }))
    expect(call.getSnapshot().problem).not.toBeNull()
  })

  it('is reviewed as soon as the network is back, even if it had been ready', async () => {
    const error: { is: Error | null } = { is: null }
    failing(error)
    const { key, call } = await proposed(tab, browser.propose('a'))
    net.turn(false)
    error.is = silence
    call.refresh()
    await waits(call)
    expect(tab.ledger.get(key)?.state).toBe('reviewing')
    error.is = null
    net.turn(true)
    await vi.waitFor(() => expect(call.getSnapshot()).toMatchObject({ waiting: null, entry: { state: 'ready' } }))
  })

  it('is reviewed repeatedly by itself if the browser knows of no fault', async () => {
    browser.world.lookAgainAfter.splice(0, 1, 1)
    const error: { is: Error | null } = { is: silence }
    const prepare = failing(error)
    const { call } = await watched(browser.propose('a'))
    await vi.waitFor(() => expect(prepare.mock.calls.length).toBeGreaterThan(3))
    error.is = null
    await vi.waitFor(() => expect(call.getSnapshot()).toMatchObject({ waiting: null, entry: { state: 'ready' } }))
    const looks = prepare.mock.calls.length
    net.turn(false)
    net.turn(true)
    expect(prepare.mock.calls.length, 'nothing is waited for').toBe(looks)
  })

  it('waits if the node goes silent between preparation and review, and at the click', async () => {
    const plain = browser.world.review
    const down: Finding = {
      rule: 'rpc',
      level: 'UNVERIFIED',
      title: 'The chain could not be reached.',
      observed: 'the node is not responding',
    }
    const isDown = { is: true }
    browser.world.review = async (request) => {
      const review = await plain(request)
      return isDown.is ? { ...review, verdict: 'acknowledge', findings: [down] } : review
    }
    const { key, call } = await watched(browser.propose('a'))
    await waits(call)
    expect(call.getSnapshot()).toMatchObject({ review: null, entry: { state: 'reviewing' } })
    const online = async () => {
      isDown.is = false
      net.turn(false)
      net.turn(true)
      await vi.waitFor(() => expect(call.getSnapshot()).toMatchObject({ waiting: null, entry: { state: 'ready' } }))
    }
    await online()
    isDown.is = true
    await call.approve()
    await waits(call)
    expect(browser.state.asked).toHaveLength(0)
    await online()
    await call.approve()
    expect(tab.ledger.get(key)?.state).toBe('confirmed')
  })

  it('is reviewed again if only its simulation was not answered', async () => {
    const plain = browser.world.review
    const unasked = { rule: 'rpc', level: 'UNVERIFIED', title: 'The chain could not be reached.' } as const
    browser.world.review = async (request) => ({ ...(await plain(request)), findings: [unasked] })
    const { call } = await proposed(tab, browser.propose('a'))
    expect(call.getSnapshot().review?.findings).toEqual([unasked])
    browser.world.review = plain
    net.turn(false)
    net.turn(true)
    await vi.waitFor(() => expect(call.getSnapshot().review?.findings).toEqual([]))
  })
})
