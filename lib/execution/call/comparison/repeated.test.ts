import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  pad,
  parseAbi,
  parseEther,
  parseUnits,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { bytesHash } from '@/lib/review/findings/hash'
import type { Asset, Declared, Plan, Step } from '@/lib/tools/plan'
import type { LedgerEntry, LedgerState, StepRecord } from '../../ledger/entry'
import { writePrediction } from '../../ledger/stored-effects'
import { proposed, untilState } from '../../testing/bench'
import { ledgerEntry, stepRecord } from '../../testing/ledger-entry'
import { late, signs } from '../../testing/scripted-wallet'
import { browser, setUpExecution, tab } from '../../testing/setup'
import { repeatedFinding } from './repeated'

const owner = getAddress('0xacc0000000000000000000000000000000000acc')
const other = getAddress('0xf12e7d0000000000000000000000000000f12e7d')
const hour = 3_600_000
const now = 100 * hour

const sent = { chainId: 1, to: other, data: '0x', value: 7n } as const
const plan: Plan = {
  account: owner,
  steps: [{ id: 'send', purpose: 'action', title: 'Send', ...sent }],
  declares: { out: [], in: [], allowances: [] },
}
const step = (outcome?: StepRecord['outcome'], value = 7n) =>
  stepRecord({
    ...sent,
    value: value.toString(),
    bytesHash: bytesHash({ ...sent, value }),
    ...(outcome ? { outcome } : {}),
  })
const entry = (callId: string, state: LedgerState, more: Partial<LedgerEntry> = {}): LedgerEntry =>
  ledgerEntry({ key: callId, callId, owner, state, createdAt: now, updatedAt: now, ...more })
const proposal = entry('new', 'reviewing')
const nothingSaid = { effects: null, agentSaid: () => [], headlineOf: ({ callId }: LedgerEntry) => callId }
const found = (...others: LedgerEntry[]) =>
  repeatedFinding([proposal, ...others], proposal, { plan, ...nothingSaid }, now)

describe('a call that exactly repeats another', () => {
  const done = { steps: [step('success')] }

  test.each<[string, LedgerEntry[]]>([
    ['there is no other', []],
    [
      'another one asks for something else',
      [entry('a', 'confirmed', { callHash: pad('0x3'), steps: [step('success', 8n)] })],
    ],
    ['another account did it', [entry('a', 'confirmed', { ...done, owner: other })]],
    ['it was proposed in another conversation', [entry('a', 'ready', { taskId: 'another' })]],
    ['it was declined before', [entry('a', 'rejected')]],
    ['it failed before, and nothing moved', [entry('a', 'reverted', { steps: [step('reverted')] })]],
    ['it was done half a day ago', [entry('a', 'confirmed', { ...done, updatedAt: now - 12 * hour })]],
  ])('causes no finding when %s', (_, others) => expect(found(...others)).toBeNull())

  test('done up to half a day ago causes a finding that says when', () => {
    const title = (ago: number) => found(entry('a', 'confirmed', { ...done, updatedAt: now - ago }))?.title
    expect(found(entry('a', 'confirmed', done))).toMatchObject({ rule: 'repeated', level: 'WARN' })
    expect(title(12 * hour - 1)).toBe('You already did exactly this, 11 hours ago.')
    expect(title(hour)).toMatch(/60 minutes ago/)
    expect(title(hour / 60)).toMatch(/a moment ago/)
    // The latest one counts.
    expect(
      found(entry('a', 'confirmed', { ...done, updatedAt: now - 5 * hour }), entry('b', 'confirmed', done))?.title,
    ).toMatch(/a moment/)
  })

  test('is recognised by its request, even at another quote, and by its bytes', () => {
    expect(found(entry('a', 'confirmed', { steps: [step('success', 8n)] }))?.level).toBe('WARN')
    expect(found(entry('a', 'confirmed', { ...done, callHash: pad('0x3') }))?.level).toBe('WARN')
  })

  test.each<[LedgerState, RegExp]>([
    ['signing', /wallet has been asked/],
    ['broadcast', /has been sent/],
    ['confirming', /has been sent/],
  ])('that is %s is a danger of its own', (state, words) => {
    const one = found(entry('a', state, { steps: [step()], updatedAt: now - 50 * hour }))
    expect(one).toMatchObject({ level: 'DANGER', observed: expect.stringMatching(words), fix: { kind: 'refresh' } })
    expect(found(entry('b', state, { steps: [step()] }))?.covers).not.toEqual(one?.covers)
  })

  test('open at the same time causes a finding: if both are countersigned, both are carried out', () => {
    expect(found(entry('a', 'ready'))).toMatchObject({ level: 'WARN', claim: 'a', observed: 'new' })
  })

  const left = (ago: number, more: Partial<StepRecord> = {}) => [
    { steps: [{ ...step(), nonce: 5, ...more }], at: now - ago },
  ]
  test.each<[string, LedgerState, LedgerEntry['left']]>([
    ['rejected in the wallet and declined', 'rejected', left(0)],
    ['rejected in the wallet and replaced by a new message', 'superseded', left(hour / 5)],
    ['given up', 'ready', left(hour / 5)],
    ['requested as a batch hours ago', 'rejected', left(5 * hour, { via: 'batch' })],
    ['requested from a contract account hours ago', 'rejected', left(5 * hour, { via: 'contract' })],
  ])('that was %s may have been sent: a danger', (_, state, requests) =>
    expect(found(entry('a', state, { left: requests ?? [] }))).toMatchObject({
      level: 'DANGER',
      title: 'Your wallet was asked for exactly this before.',
    }),
  )

  test('is no danger once another transaction has used its nonce, or no private sender would still wait', () => {
    expect(found(entry('a', 'rejected', { left: [] }))).toBeNull()
    expect(found(entry('a', 'rejected', { left: left(hour / 4) }))).toBeNull()
  })

  test('counts as carried out once its bridge transfer is on its way', () => {
    expect(found(entry('a', 'confirming', done))?.level).toBe('WARN')
  })
})

describe('a call that nearly repeats another', () => {
  const [mainnetUsdc, baseUsdc, dai] = [
    getAddress('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'),
    getAddress('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'),
    getAddress('0x6B175474E89094C44Da98b954EedeAC495271d0F'),
  ]
  const router = getAddress('0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE')
  const usdc = (amount: string) => parseUnits(amount, 6)
  const plans = (steps: Pick<Step, 'chainId' | 'to' | 'data' | 'value'>[], declares: Partial<Declared> = {}): Plan => {
    const [first, ...rest] = steps.map((each, at): Step => ({ id: `${at}`, purpose: 'action', title: '', ...each }))
    if (!first) throw new Error('a plan has a step')
    return { account: owner, steps: [first, ...rest], declares: { out: [], in: [], allowances: [], ...declares } }
  }
  const token = (chainId: number, address: Address): Asset => ({ kind: 'erc20', chainId, address })
  const sends = (amount: string, { to = other, chainId = 1, address = mainnetUsdc } = {}) =>
    plans([
      {
        chainId,
        to: address,
        value: 0n,
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, usdc(amount)] }),
      },
    ])
  const sendsCoin = (amount: string, { to = other, chainId = 1 } = {}) =>
    plans([{ chainId, to, data: '0x', value: parseEther(amount) }])
  const swaps = (amount: string, data: Hex, { to = dai, contract = router } = {}) =>
    plans([{ chainId: 1, to: contract, data, value: 0n }], {
      out: [{ asset: token(1, mainnetUsdc), amount: usdc(amount) }],
      in: [{ asset: token(1, to), amount: 5n }],
    })
  const fetches = (amount: string) => {
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transferFrom',
      args: [owner, other, usdc(amount)],
    })
    return plans([{ chainId: 1, to: mainnetUsdc, value: 0n, data }], {
      out: [{ asset: token(1, mainnetUsdc), amount: usdc(amount) }],
    })
  }
  const gives = (amount: bigint, id = 7n, to = other) => {
    const asset = { kind: 'erc1155', chainId: 1, address: dai, tokenId: id } as const
    const abi = parseAbi(['function safeTransferFrom(address, address, uint256, uint256, bytes)'])
    const data = encodeFunctionData({ abi, args: [owner, to, id, amount, '0x'] })
    return plans([{ chainId: 1, to: dai, value: 0n, data }], { out: [{ asset, amount }] })
  }
  const supplies = (amount: string, selector: Hex) =>
    plans([{ chainId: 1, to: router, data: selector, value: 0n }], {
      out: [{ asset: token(1, mainnetUsdc), amount: usdc(amount) }],
    })

  /** Enters the first call as carried out, and returns the finding on the second. */
  const judged = (first: Plan, second: Plan, more: Partial<LedgerEntry> = {}, said: string[] = []) => {
    const done = entry('done', 'confirmed', {
      callHash: pad('0x3'),
      steps: first.steps.map(({ id, title, chainId, to, data, value }) => ({
        ...{ id, title, chainId, to, data, value: value.toString(), outcome: 'success' as const },
        bytesHash: bytesHash({ chainId, to, data, value }),
      })),
      predicted: {
        ...writePrediction({ headline: '', block: null, effects: null, declared: first.declares, fee: null }),
        firstStep: 0,
      },
      ...more,
    })
    return repeatedFinding([proposal, done], proposal, { ...nothingSaid, plan: second, agentSaid: () => said }, now)
  }

  test.each<[string, Plan, Plan]>([
    ['half a percent more of a token', sends('10'), sends('10.05')],
    ['a tenth less', sends('10'), sends('9')],
    ['the same on its sibling chain', sends('10'), sends('10', { chainId: 8453, address: baseUsdc })],
    ['slightly more of the coin', sendsCoin('1'), sendsCoin('1.1')],
    ['the coin of another chain', sendsCoin('1'), sendsCoin('1.001', { chainId: 8453 })],
    ['a swap by another quote', swaps('10', '0x11111111'), swaps('10.2', '0x22222222')],
    ['a swap by another router', swaps('10', '0x11111111'), swaps('10', '0x22222222', { contract: other })],
    ['the same, fetched by transferFrom', sends('10'), fetches('10.5')],
    ['a few more NFTs of a kind', gives(10n), gives(11n)],
    ['a slightly larger deposit', supplies('10', '0x11111111aa'), supplies('10.9', '0x11111111bb')],
  ])('%s causes a finding for half a day', (_, first, second) => {
    expect(judged(first, second)).toMatchObject({ rule: 'repeated', level: 'WARN' })
    expect(judged(first, second, { updatedAt: now - 12 * hour })).toBeNull()
  })

  test.each<[string, Plan, Plan]>([
    ['more than a tenth more', sends('10'), sends('11.01')],
    ['a send to another recipient', sends('10'), sends('10', { to: router })],
    ['another token', sends('10'), sends('10', { address: dai })],
    ['the coin instead of a token', sends('10'), sendsCoin('10')],
    ['a swap for another token', swaps('10', '0x11111111'), swaps('10', '0x22222222', { to: baseUsdc })],
    ['another function of the same contract', supplies('10', '0x11111111'), supplies('10', '0x22222222')],
    ['a swap after a send', sends('10'), swaps('10', '0x11111111')],
    ['other NFTs of a collection', gives(10n), gives(10n, 8n)],
    ['NFTs for another recipient', gives(10n), gives(11n, 7n, router)],
  ])('%s is another call', (_, first, second) => expect(judged(first, second)).toBeNull())

  test('is compared with the other in units of the token', () => {
    expect(judged(sends('10'), sends('10.05'))).toMatchObject({
      title: 'You already did nearly this, a moment ago.',
      claim: '10 USDC to 0xF12e…2E7d on Ethereum',
      observed: '10.05 USDC to 0xF12e…2E7d on Ethereum',
    })
  })

  test('is a danger while the first is under way', () => {
    const underWay = { state: 'broadcast' as const, steps: [] }
    const first = sends('10')
    const [{ id, title, chainId, to, data }] = first.steps
    const steps = [{ id, title, chainId, to, data, value: '0', bytesHash: pad('0x9') }]
    expect(judged(first, sends('10.05'), { ...underWay, steps })).toMatchObject({
      level: 'DANGER',
      covers: ['repeated@done'],
      claim: expect.stringMatching(/^10 USDC .*sent/),
    })
  })

  test.each([
    'The transfer failed, so here it is again.',
    'It didn’t go through. Please confirm once more.',
    'Your payment was not received.',
    'The transaction got dropped by the network.',
    'Let us retry with a little more.',
    'Something went wrong on the network, please sign this one.',
    'There was a problem with the first one.',
    'Nothing was sent. Here is a new one.',
    'The first one is still not confirmed, so this replaces it.',
  ])('is a danger if the agent writes “%s” about what succeeded', (words) => {
    expect(judged(sends('10'), sends('10.05'), {}, ['Sure.', words])).toMatchObject({
      level: 'DANGER',
      title: 'You already did nearly this, a moment ago, and it did not fail.',
    })
    expect(judged(sends('10'), sends('10'), {}, [words])?.level).toBe('DANGER')
    expect(judged(sends('10'), sends('20'), {}, [words])).toBeNull()
  })

  test('is no danger if the agent writes something else', () => {
    expect(judged(sends('10'), sends('10.05'), {}, ['Done. Here is the next one.'])?.level).toBe('WARN')
  })

  test.each([
    ['10000000', 'WARN'],
    ['10050000', 'WARN'],
    ['12000000', undefined],
  ])('next to one in the same message, 10 USDC and %s base units: %s', (amount, level) => {
    const asks = (callId: string, value: string, createdAt = now) =>
      entry(callId, 'ready', {
        createdAt,
        callHash: bytesHash({ ...sent, value: BigInt(value) }),
        toolName: 'call_smart_contract_function',
        parameters: { to: mainnetUsdc, functionName: 'transfer', args: [other, value], chainId: 1 },
      })
    const here = asks('here', '10000000')
    const finding = repeatedFinding(
      [asks('there', amount, now - 1), here],
      here,
      { ...nothingSaid, plan: sends('10') },
      now,
    )
    expect(finding?.level).toBe(level)
  })
})

describe('a repeated call on its card', () => {
  setUpExecution()

  test('needs an acknowledgement while the wallet is asked for the same, and shows a warning afterwards', async () => {
    const delayed = late(signs)
    browser.state.script.push(delayed.answer)
    const first = await proposed(tab, browser.propose('a'))
    const asked = first.call.approve()
    await untilState(tab, first.key, 'signing')

    const again = await proposed(tab, browser.propose('b'))
    expect(again.call.getSnapshot().review).toMatchObject({ verdict: 'acknowledge', findings: [{ level: 'DANGER' }] })
    await again.call.approve()
    expect(browser.state.asked).toHaveLength(1)

    delayed.letGo()
    await asked
    await untilState(tab, first.key, 'confirmed')
    // The person acknowledged a different finding, and must look again.
    again.call.acknowledge(true)
    await again.call.approve()
    expect(browser.state.asked).toHaveLength(1)
    expect(again.call.getSnapshot().review?.findings[0]).toMatchObject({ rule: 'repeated', level: 'WARN' })
    await again.call.approve()
    await untilState(tab, again.key, 'confirmed')
    expect(browser.state.asked).toHaveLength(2)
  })
})
