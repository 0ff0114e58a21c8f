import { parseEther, toHex } from 'viem'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Review } from '@/lib/review/review'
import { reviewPlan } from '@/lib/review/review-plan'
import type { Finding } from '@/lib/tools/finding'
import { tools } from '@/lib/tools/registry'
import { takenBackResult } from '@/lib/wire/result'
import type { Renewal } from '../claims/call-claims'
import { plainTool, proposed, recipient, type Tab, untilState } from '../testing/bench'
import { fails, late, neverAnswers, signs } from '../testing/scripted-wallet'
import { anvil, browser, openTab, revertsCode, setUpExecution, tab } from '../testing/setup'
import type { ReviewRequest } from './call-deps'

const danger: Finding = { rule: 'X1', level: 'DANGER', title: 'Dangerous' }
const leaving = (amount: bigint): Review['effects'] => ({
  chainId: 31337,
  balances: [
    { asset: { kind: 'native', chainId: 31337 }, before: amount, after: 0n, symbol: 'ETH', decimals: 18, listed: true },
  ],
  allowances: [],
  operators: [],
})
const block: Finding = { rule: 'X2', level: 'BLOCK', title: 'It would fail' }

describe('the controller of a call', () => {
  setUpExecution()

  const finds = (...findings: Finding[]) => {
    const plain = plainTool()
    browser.world.tool = {
      ...plain,
      prepare: async (...request) => ({ ...(await plain.prepare(...request)), findings }),
    }
  }
  const reviewsForReal = () => {
    browser.world.tool = tools.send_native_gas_token
    browser.world.review = ({ taskId: _, ...request }) =>
      reviewPlan({ ...request, chains: anvil.chains, knownAddresses: [], reader: null, now: () => browser.world.now })
  }
  const idle = (call: ReturnType<Tab['call']>) => vi.waitFor(() => expect(call.getSnapshot().busy).toBeNull())

  it('gives stable snapshots that change only when what they show changes', async () => {
    const { call } = await proposed(tab, browser.propose('a'))
    const snapshot = call.getSnapshot()
    expect(call.getSnapshot()).toBe(snapshot)
    call.acknowledge(true)
    expect(call.getSnapshot()).not.toBe(snapshot)
    expect(snapshot).toMatchObject({ acknowledged: false, problem: null, elsewhere: false, transfer: null })
  })

  it.each([
    ['an unknown tool', 'unheard_of', {}, 'unknown-tool', /no tool named/],
    ['bad parameters', 'send_native_gas_token', { value: '1e18' }, 'invalid-parameters', /value/],
  ])('lets the person only decline %s', async (_, name, change, code, words) => {
    const { key, call } = await proposed(tab, browser.propose('a', change, name))
    expect(call.getSnapshot()).toMatchObject({ prepared: null, review: null, entry: { state: 'blocked' } })
    expect(call.getSnapshot().problem).toMatch(words)
    await call.approve()
    expect(browser.state.asked).toHaveLength(0)
    await call.decline()
    expect(tab.ledger.get(key)).toMatchObject({ state: 'rejected', outcome: { status: 'rejected', code } })
  })

  it('lets the person only decline a call whose id came twice with different parameters', async () => {
    const { key, call } = await proposed(tab, browser.propose('a'))
    await tab.ledger.propose(browser.propose('a', { value: '7' }))
    expect(call.getSnapshot().problem).toMatch(/twice with different parameters/)
    await call.approve()
    expect(browser.state.asked).toHaveLength(0)
    await call.decline()
    expect(tab.ledger.get(key)?.outcome).toMatchObject({ code: 'conflicting-call' })
  })

  it('executes neither a replaced call nor one for another account', async () => {
    const a = await proposed(tab, browser.propose('a'))
    await tab.ledger.apply(a.key, { type: 'replaced', by: 'newer' })
    await a.call.approve()
    const b = await proposed(tab, browser.propose('b'))
    browser.use(anvil.signer(2).account.address)
    await idle(b.call)
    expect(b.call.getSnapshot().problem).toMatch(/your wallet uses/)
    await b.call.approve()
    browser.use(null)
    await idle(b.call)
    await b.call.approve()
    expect(browser.state.asked).toHaveLength(0)
    browser.use(browser.owner)
    await idle(b.call)
    await b.call.approve()
    await untilState(tab, b.key, 'confirmed')
  })

  it('lets an in-flight call run to its end when the agent replaces it', async () => {
    const { key, call } = await proposed(tab, browser.propose('a'))
    browser.state.script.push(async (request, send) => {
      await tab.ledger.propose({ ...browser.propose('newer', { value: '7' }), replaces: 'a' })
      return send(request)
    })
    await call.approve()
    expect(await untilState(tab, key, 'confirmed')).not.toHaveProperty('replacedBy')
  })

  it('requires an acknowledgement of danger, bound to these findings', async () => {
    finds(danger)
    const { key, call } = await proposed(tab, browser.propose('a'))
    await call.approve()
    expect(tab.ledger.get(key)?.state).toBe('ready')
    call.acknowledge(true)
    finds(danger, { ...danger, rule: 'X9' })
    call.refresh()
    await vi.waitFor(() => expect(call.getSnapshot().review?.findings).toHaveLength(2))
    await idle(call)
    expect(call.getSnapshot().acknowledged).toBe(false)
    await call.approve()
    expect(browser.state.asked).toHaveLength(0)
    call.acknowledge(true)
    await call.approve()
    await untilState(tab, key, 'confirmed')
  })

  it('requires it again if its own re-check finds that more would leave, though no finding changed', async () => {
    finds(danger)
    let amount = 1000n
    const plain = browser.world.review
    browser.world.review = async (request) => ({ ...(await plain(request)), effects: leaving(amount) })
    const { call } = await proposed(tab, browser.propose('a'))
    for (const [now, isKept] of [
      [1050n, true],
      [2000n, false],
    ] as const) {
      call.acknowledge(true)
      amount = now
      call.refresh()
      await vi.waitFor(() => expect(call.getSnapshot().review?.effects).toEqual(leaving(now)))
      await idle(call)
      expect(call.getSnapshot().acknowledged).toBe(isKept)
    }
  })

  it('is blocked by a BLOCK finding, and tells the agent the rule when it is declined', async () => {
    finds(block)
    const { key, call } = await proposed(tab, browser.propose('a'))
    expect(call.getSnapshot().entry.state).toBe('blocked')
    call.acknowledge(true)
    await call.approve()
    expect(browser.state.asked).toHaveLength(0)
    await call.decline()
    expect(tab.ledger.get(key)?.outcome).toEqual({ status: 'rejected', error: 'It would fail', code: 'X2' })
  })

  it('declines in the person’s name what could have been approved', async () => {
    const { key, call } = await proposed(tab, browser.propose('a'))
    await call.decline()
    expect(tab.ledger.get(key)?.outcome).toEqual({ status: 'rejected', error: 'User rejected the action' })
  })

  it('prepares an expired plan again at the click, and continues only if it is the same', async () => {
    const plain = plainTool()
    let value = 5n
    browser.world.tool = {
      ...plain,
      prepare: async (_, ...rest) => ({
        ...(await plain.prepare({ to: recipient, data: '0x', value: `${value}`, steps: 1 }, ...rest)),
        expiresAt: browser.world.now + 30,
      }),
    }
    const { key, call } = await proposed(tab, browser.propose('a'))
    browser.world.now += 30
    value = 6n
    await call.approve()
    expect(tab.ledger.get(key)).toMatchObject({ state: 'ready', note: expect.stringMatching(/quote had expired/) })
    expect(call.getSnapshot().prepared?.plan?.steps[0].value).toBe(6n)
    expect(browser.state.asked).toHaveLength(0)

    browser.world.now += 30
    await call.approve()
    await untilState(tab, key, 'confirmed')
    expect(browser.state.asked.map((request) => request.value)).toEqual([6n])
  })

  it('goes back to review with the new finding when something changed between review and click', async () => {
    const { key, call } = await proposed(tab, browser.propose('a'))
    const { review } = browser.world
    browser.world.review = (request) => review({ ...request, preparedFindings: [danger] })
    await call.approve()
    expect(tab.ledger.get(key)).toMatchObject({ state: 'ready', note: expect.stringMatching(/has changed/) })
    expect(call.getSnapshot()).toMatchObject({ review: { verdict: 'acknowledge', findings: [danger] } })
    await call.approve()
    expect(browser.state.asked).toHaveLength(0)
    call.acknowledge(true)
    await call.approve()
    await untilState(tab, key, 'confirmed')
  })

  it('does not ask the wallet if the click finds that the proposal no longer stands', async () => {
    const { key, call } = await proposed(tab, browser.propose('a'))
    browser.world.claims.check = async () => block
    await call.approve()
    expect(tab.ledger.get(key)?.state).toBe('blocked')
    // This is the conversation's answer, once it is read.
    await tab.ledger.propose(browser.propose('a'), takenBackResult)
    expect(call.getSnapshot().entry.state).toBe('superseded')
    await call.approve()
    expect(browser.state.asked).toHaveLength(0)
  })

  it('tells the service whether it is a look at the card or a click that leads to the wallet', async () => {
    const asked: string[] = []
    browser.world.claims.check = async (_, at) => {
      asked.push(`${at}, wallet asked ${browser.state.asked.length} times`)
      return null
    }
    const { key, call } = await proposed(tab, browser.propose('a'))
    await call.approve()
    await untilState(tab, key, 'confirmed')
    expect(asked).toEqual(['review, wallet asked 0 times', 'click, wallet asked 0 times'])
  })

  it('lets the person decide if the service could not be asked, and asks it again at each click', async () => {
    const { key, call } = await proposed(tab, browser.propose('a'))
    const asked: string[] = []
    const unknown: Finding = { rule: 'standing', level: 'UNVERIFIED', title: 'Not checked' }
    browser.world.claims.check = async ({ taskId, callId }, at) => {
      expect([taskId, callId]).toEqual(['task', 'a'])
      asked.push(at)
      return unknown
    }
    await call.approve()
    expect(call.getSnapshot()).toMatchObject({ acknowledged: false, review: { verdict: 'acknowledge' } })
    expect(browser.state.asked).toHaveLength(0)
    call.acknowledge(true)
    await call.approve()
    await untilState(tab, key, 'confirmed')
    expect(asked).toEqual(['click', 'takeover'])
  })

  describe('and another browser of the same person', () => {
    const elsewhere: Finding = { rule: 'elsewhere', level: 'DANGER', title: 'Being signed in another browser.' }
    let said: string[]
    let renewal: Renewal

    beforeEach(async () => {
      said = []
      renewal = 'own'
      tab.close()
      browser.world.claimEvery = 20
      await openTab()
      browser.world.claims = {
        check: async ({ callId }, at) => {
          said.push(`${at} ${callId}`)
          return null
        },
        renew: async ({ callId }) => {
          said.push(`renew ${callId}`)
          return renewal
        },
        release: async ({ callId }) => {
          said.push(`release ${callId}`)
        },
      }
    })
    const reviews = (change: (request: ReviewRequest) => ReviewRequest) => {
      const { review } = browser.world
      browser.world.review = async (request) => review(change(request))
    }
    const count = (word: string) => said.filter((each) => each === `${word} a`).length

    it('do not both ask their wallets, unless the person accepts that danger', async () => {
      const { key, call } = await proposed(tab, browser.propose('a'))
      browser.world.claims.check = async (_, at) => (at === 'takeover' ? null : elsewhere)
      await call.approve()
      expect(browser.state.asked).toHaveLength(0)
      expect(call.getSnapshot()).toMatchObject({ entry: { state: 'ready' }, review: { verdict: 'acknowledge' } })
      await call.approve()
      expect(browser.state.asked).toHaveLength(0)
      call.acknowledge(true)
      await call.approve()
      await untilState(tab, key, 'confirmed')
    })

    it('are told repeatedly that the wallet is open, until the outcome', async () => {
      const delayed = late(signs)
      browser.state.script.push(delayed.answer)
      const { key, call } = await proposed(tab, browser.propose('a'))
      void call.approve()
      await vi.waitFor(() => expect(count('renew')).toBeGreaterThan(2))
      expect(call.getSnapshot().otherBrowser).toBeNull()
      delayed.letGo()
      await untilState(tab, key, 'confirmed')
      await vi.waitFor(() => expect(call.getSnapshot().entry.state).toBe('confirmed'))
      expect(count('release')).toBe(0)
    })

    it('are told as soon as the wallet is asked, even if the check at the click got no answer', async () => {
      tab.close()
      browser.world.claimEvery = 60_000
      await openTab()
      browser.state.script.push(neverAnswers)
      const { key, call } = await proposed(tab, browser.propose('a'))
      void call.approve()
      await untilState(tab, key, 'signing')
      await vi.waitFor(() => expect(count('renew')).toBe(1))
    })

    it('are told again sooner than usual if the service did not answer', async () => {
      tab.close()
      browser.world.claimEvery = 16_000
      await openTab()
      renewal = 'unknown'
      const delayed = late(signs)
      browser.state.script.push(delayed.answer)
      const { key, call } = await proposed(tab, browser.propose('a'))
      void call.approve()
      await vi.waitFor(() => expect(count('renew')).toBe(2), { timeout: 12_000 })
      delayed.letGo()
      await untilState(tab, key, 'confirmed')
    })

    it('are told at once after a reload, and no further if the service keeps no such record', async () => {
      browser.state.script.push(neverAnswers)
      const { key, call } = await proposed(tab, browser.propose('a'))
      void call.approve()
      await untilState(tab, key, 'signing')
      tab.close()
      said.length = 0
      browser.world.claimEvery = 60_000
      await openTab()
      await vi.waitFor(() => expect(count('renew')).toBe(1))
      tab.close()
      browser.world.claimEvery = 1
      renewal = 'unheard-of'
      await openTab()
      await vi.waitFor(() => expect(count('renew')).toBe(2))
      await tab.call(key).resolveInterrupted('not-sent')
      await untilState(tab, key, 'ready')
      expect(count('renew')).toBe(2)
    })

    it.each([
      ['other', /took this over in another browser\. Reject/],
      ['settled', /no longer waiting for this.*Reject/],
    ] as const)('say on the card that the request is to be rejected here: %s', async (what, words) => {
      const delayed = late(signs)
      browser.state.script.push(delayed.answer)
      const { key, call } = await proposed(tab, browser.propose('a'))
      void call.approve()
      await vi.waitFor(() => expect(count('renew')).toBeGreaterThan(0))
      renewal = what
      await vi.waitFor(() => expect(call.getSnapshot().otherBrowser).toMatch(words))
      delayed.letGo()
      await untilState(tab, key, 'confirmed')
      await vi.waitFor(() => expect(call.getSnapshot().otherBrowser).toBeNull())
    })

    it.each([
      ['the wallet rejects', () => browser.state.script.push(fails(4001))],
      ['the wallet cannot', () => browser.state.script.push(fails(4902))],
      [
        'the check at the click finds something new',
        () => reviews((request) => ({ ...request, preparedFindings: [danger] })),
      ],
      [
        'the check at the click fails',
        () =>
          reviews(() => {
            throw new Error('The node is down')
          }),
      ],
    ])('get the call back when %s', async (_, cause) => {
      const { call } = await proposed(tab, browser.propose('a'))
      cause()
      await call.approve()
      expect(call.getSnapshot().entry.steps.every(({ hash }) => !hash)).toBe(true)
      expect(count('release')).toBe(1)
    })
  })

  it('goes back to review for a new warning too, although it needs no acknowledgement', async () => {
    const { key, call } = await proposed(tab, browser.propose('a'))
    const { review } = browser.world
    const warning: Finding = { rule: 'X3', level: 'WARN', title: 'New' }
    browser.world.review = (request) => review({ ...request, preparedFindings: [warning] })
    await call.approve()
    expect(browser.state.asked).toHaveLength(0)
    expect(call.getSnapshot()).toMatchObject({ entry: { state: 'ready' }, review: { findings: [warning] } })
    await call.approve()
    await untilState(tab, key, 'confirmed')
  })

  it('does not ask the wallet for a plan that was changed after its review', async () => {
    const { key, call } = await proposed(tab, browser.propose('a'))
    const { review } = browser.world
    browser.world.review = async (request) => {
      const result = await review(request)
      Object.assign(request.plan.steps[0], { value: 9n })
      return result
    }
    await call.approve()
    expect(browser.state.asked).toHaveLength(0)
    expect(tab.ledger.get(key)).toMatchObject({ note: expect.stringMatching(/not what was reviewed/) })
  })

  it('says why there is no plan, and tries again on request', async () => {
    const { tool } = browser.world
    browser.world.tool = { ...tool, prepare: () => Promise.reject(new Error('No route was found.')) }
    const { call } = await proposed(tab, browser.propose('a'))
    expect(call.getSnapshot()).toMatchObject({ problem: 'No route was found.', entry: { state: 'blocked' } })
    browser.world.tool = tool
    call.refresh()
    await vi.waitFor(() =>
      expect(call.getSnapshot()).toMatchObject({ busy: null, problem: null, entry: { state: 'ready' } }),
    )
  })

  it('passes all the person’s changes to the tool', async () => {
    const given: unknown[] = []
    const plain = plainTool()
    browser.world.tool = {
      ...plain,
      prepare: (parameters, context, adjustments) => {
        given.push(adjustments)
        return plain.prepare(parameters, context)
      },
    }
    const { call } = await proposed(tab, browser.propose('a'))
    call.adjust({ slippage: 0.01 })
    call.adjust({ speed: 'fast' })
    await vi.waitFor(() => expect(given.at(-1)).toEqual({ slippage: 0.01, speed: 'fast' }))
    await idle(call)
    expect(call.getSnapshot().entry.state).toBe('ready')
  })

  it('asks no wallet about what the person changes during the re-check, and shows the change instead', async () => {
    const given: unknown[] = []
    const plain = plainTool()
    browser.world.tool = {
      ...plain,
      prepare: (parameters, context, adjustments) => {
        given.push(adjustments)
        return plain.prepare(parameters, context)
      },
    }
    const { key, call } = await proposed(tab, browser.propose('a'))
    const { review } = browser.world
    browser.world.review = async (request) => {
      if (call.getSnapshot().busy === 'rechecking') call.adjust({ slippage: 0.01 })
      return review(request)
    }
    await call.approve()
    expect(browser.state.asked).toHaveLength(0)
    await idle(call)
    expect(given.at(-1)).toEqual({ slippage: 0.01 })
    expect(tab.ledger.get(key)).toMatchObject({ state: 'ready', note: expect.stringMatching(/You changed/) })
    browser.world.review = review
    await call.approve()
    await untilState(tab, key, 'confirmed')
  })

  it('reports a display once it is shown, and never asks the wallet for it', async () => {
    browser.world.tool = plainTool({
      kind: 'display',
      prepare: async () => ({ plan: null, details: null, findings: [] }),
    })
    const { key, call } = await proposed(tab, browser.propose('a'))
    await call.approve()
    expect(tab.ledger.get(key)?.state).toBe('ready')
    await call.displayed()
    await call.displayed()
    expect(tab.ledger.get(key)).toMatchObject({ state: 'confirmed', outcome: { status: 'success', displayed: true } })
    browser.world.tool = plainTool()
    const other = await proposed(tab, browser.propose('b'))
    await other.call.displayed()
    expect(tab.ledger.get(other.key)?.state).toBe('ready')
  })

  it('reads a display again after a reload, and settles nothing twice', async () => {
    let reads = 0
    browser.world.tool = plainTool({
      kind: 'display',
      prepare: async () => ({ plan: null, details: { reads: ++reads }, findings: [] }),
    })
    const { key, call } = await proposed(tab, browser.propose('a'))
    await call.displayed()
    const settled = tab.ledger.get(key)
    tab.close()
    await openTab()
    const again = tab.call(key)
    again.subscribe(() => undefined)
    await vi.waitFor(() => expect(again.getSnapshot().prepared?.details).toEqual({ reads: 2 }))
    expect(tab.ledger.get(key)).toEqual(settled)
  })

  it('executes nothing, and says so, when the call cannot be recorded', async () => {
    tab.close()
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    await openTab()
    const { call } = await proposed(tab, browser.propose('a'))
    vi.restoreAllMocks()
    expect(call.getSnapshot().entry.state).toBe('ready')
    expect(call.getSnapshot().problem).toMatch(/cannot safely record/)
    await call.approve()
    expect(browser.state.asked).toHaveLength(0)
  })

  describe('with a real tool and the real review', () => {
    beforeEach(reviewsForReal)

    it('sends what was reviewed', async () => {
      const { key, call } = await proposed(tab, browser.propose('a', { chainId: 31337 }))
      expect(call.getSnapshot().review?.method).toBe('eth_simulateV1')
      call.acknowledge(true)
      await call.approve()
      await untilState(tab, key, 'confirmed')
    })

    it('goes back to review when the chain changed between review and click', async () => {
      const { key, call } = await proposed(tab, browser.propose('a', { chainId: 31337 }))
      expect(call.getSnapshot().entry.state).toBe('ready')
      call.acknowledge(true)
      await anvil.test.setCode({ address: recipient, bytecode: revertsCode })
      await call.approve()
      expect(tab.ledger.get(key)).toMatchObject({ state: 'blocked', note: expect.stringMatching(/has changed/) })
      expect(call.getSnapshot().review?.findings[0]).toMatchObject({ level: 'BLOCK' })
      expect(browser.state.asked).toHaveLength(0)
    })

    it('blocks what the account cannot pay for, and sends it once it can', async () => {
      const value = parseEther('20000')
      const { key, call } = await proposed(tab, browser.propose('a', { chainId: 31337, value: value.toString() }))
      expect(call.getSnapshot().entry.state).toBe('blocked')
      await anvil.test.request({
        method: 'anvil_setBalance' as never,
        params: [browser.owner, toHex(value * 4n)] as never,
      })
      call.refresh()
      await vi.waitFor(() => expect(call.getSnapshot()).toMatchObject({ busy: null, entry: { state: 'ready' } }))
      call.acknowledge(true)
      await call.approve()
      await untilState(tab, key, 'confirmed')
    })

    it('does not continue when the node is down at the click', async () => {
      const { key, call } = await proposed(tab, browser.propose('a', { chainId: 31337 }))
      call.acknowledge(true)
      anvil.node.down = true
      await call.approve()
      expect(browser.state.asked).toHaveLength(0)
      expect(tab.ledger.get(key)?.state).not.toBe('signing')
    })
  })
})
