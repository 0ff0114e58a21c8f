import { type Abi, type Address, encodeFunctionData, erc20Abi, getAddress, type Hex, RpcRequestError } from 'viem'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { readArtifact } from '@/devnet/contracts/artifact'
import type { AllowanceEffect } from '@/lib/review/review'
import type { Finding } from '@/lib/tools/finding'
import type { Step } from '@/lib/tools/plan'
import { plainReview, plainTool, proposed, recipient, untilState } from '../testing/bench'
import { fails } from '../testing/scripted-wallet'
import { anvil, browser, setUpExecution, tab } from '../testing/setup'

setUpExecution((browser) => {
  browser.world.nodePatience = 1
})

const wouldFail: Finding = { rule: 'G5', level: 'BLOCK', title: 'It would fail.' }
const spender = getAddress('0x5bEd00000000000000000000000000000005bEd0')
let token: Address

const approve = (amount: bigint, to: Address = spender): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [to, amount] })
const step = (id: string, data: Hex): Step => ({
  id,
  purpose: 'approval',
  title: id,
  chainId: 31337,
  to: token,
  data,
  value: 0n,
})
/** Sends a transaction of the account outside the app: from the wallet's own page or another app. */
const elsewhere = async (data: Hex): Promise<void> => {
  const hash = await anvil.signer(1).sendTransaction({ to: token, data })
  await anvil.test.waitForTransactionReceipt({ hash })
}
const allowed = () =>
  anvil.test.readContract({
    address: token,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [browser.owner, spender],
  })
/** Returns what the wallet was asked for: the calldata of each approval, or `action`. */
const asked = () => browser.state.asked.map(({ to, data }) => (to === token ? data : 'action'))

/** Sets a tool whose plan is these approvals and a send; it ignores existing allowances. */
function plan(...approvals: Step[]) {
  browser.world.tool = plainTool({
    prepare: async (_, { account }) => {
      const action: Step = { ...step('action', '0x'), purpose: 'action', to: recipient, value: 1n }
      const [first = action, ...rest] = [...approvals, action]
      return {
        plan: { account, steps: [first, ...rest], declares: { out: [], in: [], allowances: [] } },
        details: null,
        findings: [],
      }
    },
  })
}

/** Returns the review's effects: the allowance before the plan and after it. */
function effects(before: bigint, amount: bigint) {
  const allowance: AllowanceEffect = { token, spender, amount, before, symbol: 'T', decimals: 6 }
  return { chainId: 31337, balances: [], allowances: [allowance], operators: [] }
}

const newToken = async (): Promise<Address> => {
  const { abi, bytecode } = readArtifact('GuardedToken')
  const signer = anvil.signer(1)
  const args = ['Token', 'T', 6]
  const hash = await signer.deployContract({ abi: abi as Abi, bytecode, args })
  const { contractAddress } = await anvil.test.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error('there is no token')
  return getAddress(contractAddress)
}
beforeEach(async () => {
  token = await newToken()
})

describe('an approval that was granted elsewhere since the card was made', () => {
  test('is not asked for again', async () => {
    plan(step('approve', approve(100n)))
    const { key, call } = await proposed(tab, browser.propose('a'))
    await elsewhere(approve(100n))
    await call.approve()
    const { steps, note } = await untilState(tab, key, 'confirmed')
    expect(asked()).toEqual(['action'])
    expect(steps.map(({ id }) => id)).toEqual(['action'])
    expect(note).toBeUndefined()
  })

  test('takes its reset along', async () => {
    await elsewhere(approve(5n))
    plan(step('reset', approve(0n)), step('approve', approve(100n)))
    const { key, call } = await proposed(tab, browser.propose('a'))
    await elsewhere(approve(0n))
    await elsewhere(approve(100n))
    await call.approve()
    await untilState(tab, key, 'confirmed')
    expect(asked()).toEqual(['action'])
  })

  test('counts for its own spender only', async () => {
    const other = getAddress('0x00000000000000000000000000000000000b0b00')
    plan(step('approve', approve(100n)), step('second', approve(100n, other)))
    const { key, call } = await proposed(tab, browser.propose('a'))
    await elsewhere(approve(100n, other))
    await call.approve()
    await untilState(tab, key, 'confirmed')
    expect(asked()).toEqual([approve(100n), 'action'])
  })

  test('is used as it is if it exceeds the amount, once the person has seen what remains', async () => {
    plan(step('approve', approve(100n)))
    browser.world.review = async (request) => ({
      ...(await plainReview(request)),
      effects: request.plan.steps.length > 1 ? effects(0n, 0n) : effects(500n, 400n),
    })
    const { key, call } = await proposed(tab, browser.propose('a'))
    await elsewhere(approve(500n))
    await call.approve()
    expect(asked()).toEqual([])
    expect(call.getSnapshot().review?.findings[0]?.title).toMatch(/More would stay allowed/)
    await call.approve()
    await untilState(tab, key, 'confirmed')
    expect(asked()).toEqual(['action'])
  })

  test('is replaced if more was allowed before and the person wants less', async () => {
    await elsewhere(approve(500n))
    plan(step('reset', approve(0n)), step('approve', approve(100n)))
    browser.world.review = async (request) => ({ ...(await plainReview(request)), effects: effects(500n, 0n) })
    const { key, call } = await proposed(tab, browser.propose('a'))
    await call.approve()
    await untilState(tab, key, 'confirmed')
    expect(asked()).toEqual([approve(0n), approve(100n), 'action'])
  })

  test('is not asked for again if the wallet refused it before: it counts as that request, sent late', async () => {
    plan(step('approve', approve(100n)))
    browser.state.script.push(fails(4001))
    const { key, call } = await proposed(tab, browser.propose('a'))
    const untilReady = () =>
      vi.waitFor(() => expect(call.getSnapshot()).toMatchObject({ busy: null, entry: { state: 'ready' } }), 5_000)
    await call.approve()
    await untilReady()
    await elsewhere(approve(100n))
    await call.approve()
    await untilReady()
    await call.approve()
    const { note } = await untilState(tab, key, 'confirmed')
    expect(asked()).toEqual([approve(100n), 'action'])
    expect(note).toBeUndefined()
  })

  test('is asked for again if it was revoked since', async () => {
    await elsewhere(approve(100n))
    plan(step('approve', approve(100n)))
    const { key, call } = await proposed(tab, browser.propose('a'))
    await elsewhere(approve(0n))
    await call.approve()
    await untilState(tab, key, 'confirmed')
    expect(asked()).toEqual([approve(100n), 'action'])
  })

  test('of one token of two leaves out only that one', async () => {
    const first = token
    token = await newToken()
    const second = token
    plan({ ...step('approve', approve(100n)), to: first }, { ...step('second', approve(100n)), to: second })
    const { key, call } = await proposed(tab, browser.propose('a'))
    await elsewhere(approve(100n))
    await call.approve()
    await untilState(tab, key, 'confirmed')
    expect(browser.state.asked.map(({ to }) => to)).toEqual([first, recipient])
  })

  test('leaves out a reset that is no longer needed', async () => {
    await elsewhere(approve(5n))
    plan(step('reset', approve(0n)), step('approve', approve(100n)))
    const { key, call } = await proposed(tab, browser.propose('a'))
    await elsewhere(approve(0n))
    await call.approve()
    await untilState(tab, key, 'confirmed')
    expect(asked()).toEqual([approve(100n), 'action'])
  })
})

describe('a node that lags after the approval', () => {
  /** Makes the node answer this many reads of the allowance from an older state; the action fails there meanwhile. */
  function lagging(reads: number) {
    let left = reads
    const isBehind = async () => (await allowed()) > 0n && left > 0
    anvil.node.instead = async (method) => {
      if (method !== 'eth_call' || !(await isBehind())) return undefined
      left -= 1
      return `0x${'0'.repeat(64)}`
    }
    browser.world.review = async (request) => {
      const isRest = request.plan.steps.length === 1
      const fails = isRest && (await isBehind())
      return plainReview(fails ? { ...request, preparedFindings: [wouldFail] } : request)
    }
  }

  test.each([1, 4, 9])('is waited for: the approval is sent once, and the action follows (%i reads)', async (reads) => {
    lagging(reads)
    plan(step('approve', approve(100n)))
    const { key, call } = await proposed(tab, browser.propose('a'))
    await call.approve()
    const { note } = await untilState(tab, key, 'confirmed')
    expect(asked()).toEqual([approve(100n), 'action'])
    expect(note).toBeUndefined()
  })

  test('gets no second approval if it lagged too long but has caught up at the click', async () => {
    lagging(11)
    plan(step('approve', approve(100n)))
    const { key, call } = await proposed(tab, browser.propose('a'))
    await call.approve()
    expect(tab.ledger.get(key)?.note).toMatch(/rest was not signed/)
    await call.approve()
    const { note } = await untilState(tab, key, 'confirmed')
    expect(asked()).toEqual([approve(100n), 'action'])
    expect(note).toBeUndefined()
  })

  /** Approves, and stops because the node lags for longer than the app waits. */
  async function stopped() {
    lagging(1_000)
    plan(step('approve', approve(100n)))
    const { key, call } = await proposed(tab, browser.propose('a'))
    await call.approve()
    expect(tab.ledger.get(key)?.note).toMatch(/rest was not signed/)
    return { key, call }
  }
  /** Lets the node catch up: the rest follows, and the approval was asked for only once. */
  async function goesOn({ key, call }: Awaited<ReturnType<typeof proposed>>) {
    anvil.mend()
    browser.world.review = plainReview
    call.refresh()
    await vi.waitFor(() => expect(call.getSnapshot()).toMatchObject({ busy: null, entry: { state: 'ready' } }))
    await call.approve()
    await untilState(tab, key, 'confirmed')
    expect(asked()).toEqual([approve(100n), 'action'])
  }

  test.each(['receipts and allowances', 'allowances alone'])(
    'for longer than the app waits, in %s, and still at the click: asks the wallet for nothing, and the card says why',
    async (what) => {
      const { key, call } = await stopped()
      const stale = anvil.node.instead
      const isLost = (method: string) => what.startsWith('receipts') && method === 'eth_getTransactionReceipt'
      anvil.node.instead = async (method, params) => (isLost(method) ? null : stale(method, params))
      for (let clicks = 0; clicks < 2; clicks += 1) {
        await call.approve()
        expect(asked()).toEqual([approve(100n)])
        expect(tab.ledger.get(key)).toMatchObject({
          state: 'ready',
          note: expect.stringMatching(/on the chain.*does not show its effects yet.*nothing more was sent/),
        })
      }
      await goesOn({ key, call })
    },
  )

  test('in the latest state but not in that of a named block: does not cause a second approval', async () => {
    const { key, call } = await stopped()
    const stale = anvil.node.instead
    anvil.node.instead = async (method, params) =>
      Array.isArray(params) && params[1] === 'latest' ? stale(method, params) : undefined
    await call.approve()
    expect(asked()).toEqual([approve(100n)])
    await goesOn({ key, call })
  })

  test('in a block whose state it does not have yet: the wallet is asked for nothing', async () => {
    const { key, call } = await stopped()
    anvil.node.instead = async (method, params) => {
      if (method !== 'eth_call' || !Array.isArray(params) || params[1] === 'latest') return undefined
      throw new RpcRequestError({ body: {}, url: '', error: { code: -32000, message: 'header not found' } })
    }
    await call.approve()
    expect(asked()).toEqual([approve(100n)])
    expect(tab.ledger.get(key)?.note).toMatch(/does not show its effects yet/)
    await goesOn({ key, call })
  })

  test('is told apart from an allowance that was revoked since: that one is asked for again', async () => {
    const { key, call } = await stopped()
    anvil.mend()
    browser.world.review = plainReview
    await elsewhere(approve(0n))
    await call.approve()
    await untilState(tab, key, 'confirmed')
    expect(asked()).toEqual([approve(100n), approve(100n), 'action'])
  })
})

test('an approval needed twice is two requests with one answer each, with no warning of two answers', async () => {
  plan(step('approve', approve(100n)))
  const { key, call } = await proposed(tab, browser.propose('a'))
  browser.world.review = (request) =>
    plainReview(request.plan.steps.length === 1 ? { ...request, preparedFindings: [wouldFail] } : request)
  await call.approve()
  expect(tab.ledger.get(key)?.note).toMatch(/rest was not signed/)

  await elsewhere(approve(0n))
  browser.world.review = plainReview
  await call.approve()
  const { steps, note } = await untilState(tab, key, 'confirmed')
  expect(asked()).toEqual([approve(100n), approve(100n), 'action'])
  expect(steps.map(({ request }) => request)).toEqual([
    { nth: 1, after: 0 },
    { nth: 2, after: 1 },
    { nth: 3, after: 2 },
  ])
  expect(note).toBeUndefined()
})
