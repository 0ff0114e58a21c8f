import { type Address, createTestClient, encodeFunctionData, getAddress, type Hex, http, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '@/devnet/anvil'
import { minedReceipt } from '@/devnet/receipt'
import type { ChainHandle } from '@/lib/chain/chains/chain'
import type { Plan } from '@/lib/tools/plan'
import { account, friend, nobody, thief } from '../../fixtures/local-chain'
import { levels, of, planOf, reviewOn, sendNative, sendToken, step, tokenCall } from '../../fixtures/plans'
import type { Review } from '../../review'
import type { ReviewRequest } from '../../review-plan'
import { reviewBench, typed, used } from '../../testing/bench'

const bench = reviewBench()

describe('G12: unused recipients', () => {
  test('warns if there is no transaction, no balance and no code', async () => {
    expect(of(await reviewOn(bench.local, sendNative(nobody, 1n)), 'G12')).toMatchObject([{ level: 'WARN' }])
  })

  test('a recipient you have sent to before passes, written or not', async () => {
    expect(levels(await reviewOn(bench.local, sendNative(nobody, 1n), used(nobody)), 'G12')).toEqual([])
    const both = { ...used(nobody), ...typed(`pay ${nobody}`) }
    expect(levels(await reviewOn(bench.local, sendNative(nobody, 1n), both), 'G12')).toEqual([])
    expect(levels(await reviewOn(bench.local, sendNative(nobody, 1n), used(friend)), 'G12')).toEqual(['WARN'])
  })

  test('an earlier tiny send is reported, but does not cover a large one or another asset', async () => {
    const told = async (plan: Plan) =>
      of(await reviewOn(bench.local, plan, used(friend)), 'G12').filter(({ level }) => level === 'WARN')
    expect(await told(sendNative(friend, 2n))).toEqual([])
    const title = 'You have not sent anything like this to this address before.'
    expect(await told(sendNative(friend, 3n))).toMatchObject([
      { title, observed: expect.stringContaining('no more than 0.000000000000000001 ETH') },
    ])
    expect(await told(sendToken(bench.local.usdc, friend, 1n))).toMatchObject([
      { title, observed: expect.stringContaining('another send, 0.000000000000000001 ETH, to') },
    ])
  })

  test('one wei, one transaction or code counts as used', async () => {
    const title = async () => of(await reviewOn(bench.local, sendNative(nobody, 1n)), 'G12')[0]?.title
    expect(await title()).toContain('never been used')
    await bench.local.anvil.setBalance({ address: nobody, value: 1n })
    expect(await title()).toContain('First send to this address')
    await bench.local.anvil.setBalance({ address: nobody, value: 0n })
    await bench.local.anvil.setNonce({ address: nobody, nonce: 1 })
    expect(await title()).toContain('First send to this address')
    await bench.local.anvil.setNonce({ address: nobody, nonce: 0 })
    await bench.local.anvil.setCode({ address: nobody, bytecode: '0x00' })
    expect(await title()).toContain('First send to this address')
  })

  test('a first send gives one finding, with the transactions of a personal recipient', async () => {
    const told = async (plan: Plan) => of(await reviewOn(bench.local, plan, used(thief)), 'G12')
    await bench.local.anvil.setNonce({ address: friend, nonce: 4 })
    const [first, ...more] = await told(sendNative(friend, 1n))
    expect(more).toEqual([])
    expect(first).toMatchObject({
      level: 'WARN',
      observed: expect.stringContaining('It has sent 4 transactions'),
    })
    expect(first?.observed, 'the card has written it out').not.toContain(friend)
    const [contract] = await told(sendToken(bench.local.usdc, bench.local.rejecter, 1n))
    expect(contract).toMatchObject({ level: 'WARN', observed: expect.not.stringContaining('has sent') })
  })

  test('names each of several recipients', async () => {
    const both = planOf([...sendNative(friend, 1n).steps, ...sendNative(thief, 1n).steps])
    const findings = of(await reviewOn(bench.local, both), 'G12')
    expect(findings.map(({ observed }) => /0x\w{40}/.exec(observed ?? '')?.[0])).toEqual([friend, thief])
  })

  test('reports fewer than five transactions of a pinned recipient', async () => {
    const pinned = { knownAddresses: [{ address: friend, source: 'pinned', label: 'a friend' } as const] }
    const told = async () => levels(await reviewOn(bench.local, sendNative(friend, 1n), pinned), 'G12')
    await bench.local.anvil.setNonce({ address: friend, nonce: 4 })
    expect(await told()).toEqual(['INFO'])
    await bench.local.anvil.setNonce({ address: friend, nonce: 5 })
    expect(await told()).toEqual([])
  })

  test('a pinned recipient, or one you have sent to, is not a first time', async () => {
    await bench.local.anvil.setNonce({ address: friend, nonce: 5 })
    const pinned = { knownAddresses: [{ address: friend, source: 'pinned', label: 'a vault' } as const] }
    expect(levels(await reviewOn(bench.local, sendNative(friend, 1n), pinned), 'G12')).toEqual([])
    expect(levels(await reviewOn(bench.local, sendNative(friend, 1n), used(friend)), 'G12')).toEqual([])
  })

  test('a recipient in the address book is not a first time, and is not asked for by being there', async () => {
    const saved = {
      knownAddresses: [{ address: friend, source: 'saved', label: '“Ana” in your address book' } as const],
    }
    const review = await reviewOn(bench.local, sendNative(friend, 1n), saved)
    expect(levels(review, 'G12')).not.toContain('WARN')
    expect(levels(review, 'G10')).toEqual(levels(await reviewOn(bench.local, sendNative(friend, 1n)), 'G10'))
  })

  test('is unverified if the node cannot tell', async () => {
    expect(
      levels(await reviewOn(bench.local, sendNative(nobody, 1n), bench.broken('eth_getTransactionCount')), 'G12'),
    ).toEqual(['UNVERIFIED'])
  })
})

describe('G12: earlier sends in the chain’s logs', () => {
  const erc20 = parseAbi(['function transfer(address to, uint256 amount)'])
  const send = async (token: Address, to: Address, amount: bigint) => {
    const data = encodeFunctionData({ abi: erc20, args: [to, amount] })
    const hash = await bench.local.anvil.sendTransaction({ account, to: token, data, gas: 200_000n })
    await minedReceipt(bench.local.anvil, hash)
  }
  const firstTime = (review: Review) => of(review, 'G12').filter(({ level }) => level === 'WARN')

  test('searches a chain it has asked before for earlier sends of the same token', async () => {
    const chains = { chains: new Map([[31337, bench.local.handle(bench.local.url)]]) }
    const plan = sendToken(bench.local.usdc, friend, 1n)
    await send(bench.local.usdc, friend, 5n)
    // The chain's height is known from the second review on.
    expect(firstTime(await reviewOn(bench.local, plan, chains))).toMatchObject([
      { observed: expect.not.stringContaining('blocks') },
    ])
    expect(firstTime(await reviewOn(bench.local, plan, chains))).toEqual([])
    // A different token, and a different recipient.
    await bench.local.anvil.setBalance({ address: thief, value: 1n })
    expect(firstTime(await reviewOn(bench.local, sendToken(bench.local.toll, friend, 1n), chains))).toHaveLength(1)
    expect(firstTime(await reviewOn(bench.local, sendToken(bench.local.usdc, thief, 1n), chains))).toMatchObject([
      { observed: expect.stringContaining('the last 10,000 blocks show none') },
    ])
  })

  test('a send of less than half the amount does not count', async () => {
    const chains = { chains: new Map([[31337, bench.local.handle(bench.local.url)]]) }
    await send(bench.local.usdc, friend, 5n)
    await reviewOn(bench.local, sendToken(bench.local.usdc, friend, 11n), chains)
    expect(firstTime(await reviewOn(bench.local, sendToken(bench.local.usdc, friend, 11n), chains))).toHaveLength(1)
    expect(firstTime(await reviewOn(bench.local, sendToken(bench.local.usdc, friend, 10n), chains))).toEqual([])
  })

  test('a zero transfer, which anybody can log, does not count', async () => {
    const chains = { chains: new Map([[31337, bench.local.handle(bench.local.url)]]) }
    await send(bench.local.usdc, friend, 0n)
    await reviewOn(bench.local, sendToken(bench.local.usdc, friend, 1n), chains)
    expect(firstTime(await reviewOn(bench.local, sendToken(bench.local.usdc, friend, 1n), chains))).toHaveLength(1)
  })

  test('searches for both kinds of NFTs', async () => {
    const chains = { chains: new Map([[31337, bench.local.handle(bench.local.url)]]) }
    const { postcards, badges } = bench.local
    const card = () => step(postcards, tokenCall('safeTransferFrom', [account, friend, 1n]))
    const badge = () => step(badges, tokenCall('safeTransferFrom', [account, friend, 7n, 1n, '0x']))
    await reviewOn(bench.local, planOf([card()]), chains)
    for (const each of [card, badge]) {
      expect(firstTime(await reviewOn(bench.local, planOf([each()]), chains))).toHaveLength(1)
      const { to, data } = each()
      const hash = await bench.local.anvil.sendTransaction({ account, to, data, gas: 200_000n })
      await minedReceipt(bench.local.anvil, hash)
    }
    const again = planOf([step(postcards, tokenCall('safeTransferFrom', [account, friend, 2n]))])
    expect(firstTime(await reviewOn(bench.local, again, chains))).toEqual([])
    expect(firstTime(await reviewOn(bench.local, planOf([badge()]), chains))).toEqual([])
  })

  test('the search runs in parallel with the simulation', async () => {
    const chains = bench.throughProxy()
    const plan = sendToken(bench.local.usdc, friend, 1n)
    await reviewOn(bench.local, plan, chains)
    const seen = { eth_getLogs: () => {}, eth_simulateV1: () => {} }
    const logs = new Promise<void>((resolve) => (seen.eth_getLogs = resolve))
    const simulation = new Promise<void>((resolve) => (seen.eth_simulateV1 = resolve))
    // Each is answered only after the other was asked, so in sequence they would wait forever.
    bench.proxy.reset(({ method }) => {
      if (method === 'eth_getLogs') {
        seen.eth_getLogs()
        return simulation.then(() => undefined)
      }
      if (method !== 'eth_simulateV1') return undefined
      seen.eth_simulateV1()
      return logs.then(() => undefined)
    })
    const review = await reviewOn(bench.local, plan, chains)
    expect(review.method).toBe('eth_simulateV1')
    expect(bench.proxy.seen.roundTrips.flat()).toContain('eth_getLogs')
  })

  test.each([
    ['an error', { error: { code: -32005, message: 'block range too large' } }],
    ['an answer of another shape', { result: 'none' }],
    ['silence', 'hang'],
  ] as const)('%s leaves only the record of this browser', async (_, answer) => {
    const chains = bench.throughProxy(({ method }) => (method === 'eth_getLogs' ? answer : undefined))
    await reviewOn(bench.local, sendToken(bench.local.usdc, friend, 1n), chains)
    const review = await reviewOn(bench.local, sendToken(bench.local.usdc, friend, 1n), chains)
    expect(firstTime(review)).toMatchObject([{ observed: expect.not.stringContaining('blocks') }])
    expect(review.findings.filter(({ level }) => level === 'UNVERIFIED')).toEqual([])
  })

  test('does not search for sends of native coins, which leave no logs', async () => {
    const chains = bench.throughProxy()
    await reviewOn(bench.local, sendNative(friend, 1n), chains)
    await reviewOn(bench.local, sendNative(friend, 1n), chains)
    expect(bench.proxy.seen.roundTrips.flat()).not.toContain('eth_getLogs')
  })
})

describe('G13: recipients where assets are lost', () => {
  const cases: [string, Address, string[]][] = [
    ['the zero address', '0x0000000000000000000000000000000000000000', ['BLOCK']],
    ['the first precompile', '0x0000000000000000000000000000000000000001', ['BLOCK']],
    ['the last system address', '0x00000000000000000000000000000000000001fF', ['BLOCK']],
    ['the address after it', '0x0000000000000000000000000000000000000200', []],
    ['the burn address', '0x000000000000000000000000000000000000dEaD', ['BLOCK']],
    ['another burn address', '0xdEAD000000000000000042069420694206942069', ['BLOCK']],
    ['the highest address', '0xFFfFfFffFFfffFFfFFfFFFFFffFFFffffFfFFFfF', ['BLOCK']],
    ['the placeholder of the native coin', '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', ['BLOCK']],
    ['a repeated word', getAddress(`0x${'dead'.repeat(10)}`), ['BLOCK']],
    ['a repeated word except for one character', getAddress(`0x${'dead'.repeat(9)}deae`), []],
    ['a person', friend, []],
    ['oneself', account, ['WARN']],
  ]
  test.each(cases)('%s', async (_, address, expected) => {
    expect(levels(await reviewOn(bench.local, sendNative(address, 1n)), 'G13')).toEqual(expected)
  })

  test('a protocol’s contract blocks unless it is called too; another contract is unknown', async () => {
    const { usdc, badges } = bench.local
    const found = async (more: Partial<ReviewRequest> = {}, plan = sendToken(usdc, badges, 1n)) =>
      levels(await reviewOn(bench.local, plan, more), 'G13')
    const pinned = { knownAddresses: [{ address: badges, source: 'pinned', label: 'the market' } as const] }
    expect(await found(pinned)).toEqual(['BLOCK'])
    expect(await found()).toEqual([])
    // A contract that the same plan calls can pay out again.
    const call = step(badges, encodeFunctionData({ abi: parseAbi(['function uri(uint256)']), args: [7n] }))
    const [send] = sendToken(usdc, badges, 1n).steps
    expect(await found(pinned, planOf([send, call]))).toEqual([])
  })

  test('a listed token, an unlisted one, and the token that is sent', async () => {
    expect(levels(await reviewOn(bench.local, sendToken(bench.local.toll, bench.local.usdc, 1n)), 'G13')).toEqual([
      'BLOCK',
    ])
    expect(levels(await reviewOn(bench.local, sendToken(bench.local.usdc, bench.local.toll, 1n)), 'G13')).toEqual([
      'BLOCK',
    ])
    expect(of(await reviewOn(bench.local, sendToken(bench.local.usdc, bench.local.usdc, 1n)), 'G13')).toMatchObject([
      { level: 'BLOCK', title: 'The recipient is the contract of what is sent.' },
    ])
  })

  test('a contract that is not a token passes', async () => {
    expect(levels(await reviewOn(bench.local, sendToken(bench.local.usdc, bench.local.rejecter, 1n)), 'G13')).toEqual(
      [],
    )
  })

  test('is unverified if code cannot be read, but the zero address still blocks', async () => {
    expect(levels(await reviewOn(bench.local, sendNative(friend, 1n), bench.broken('eth_getCode')), 'G13')).toEqual([
      'UNVERIFIED',
    ])
    const zero = sendNative('0x0000000000000000000000000000000000000000', 1n)
    expect(levels(await reviewOn(bench.local, zero, bench.broken('eth_getCode')), 'G13')).toEqual(['BLOCK'])
  })
})

describe('G14: recipients with code', () => {
  test('a personal account without code passes', async () => {
    expect(levels(await reviewOn(bench.local, sendNative(friend, 1n)), 'G14')).toEqual([])
  })

  test('a delegated account is named as such', async () => {
    await bench.local.anvil.setCode({ address: friend, bytecode: `0xef0100${thief.slice(2).toLowerCase()}` as Address })
    expect(of(await reviewOn(bench.local, sendToken(bench.local.usdc, friend, 1n)), 'G14')).toMatchObject([
      { level: 'INFO', observed: expect.stringContaining(thief) },
    ])
  })

  test('any other contract warns', async () => {
    expect(levels(await reviewOn(bench.local, sendToken(bench.local.usdc, bench.local.rejecter, 1n)), 'G14')).toEqual([
      'WARN',
    ])
  })

  test('unread code is unverified', async () => {
    expect(levels(await reviewOn(bench.local, sendNative(friend, 1n), bench.broken('eth_getCode')), 'G14')).toEqual([
      'UNVERIFIED',
    ])
  })
})

describe('G14: recipients that are contracts on another chain', () => {
  let other: Anvil
  beforeAll(async () => {
    other = await startAnvil({ chainId: 31338, allowOrigin: 'http://localhost' })
  })
  afterAll(() => other?.stop())

  const there = (url = other.url): ChainHandle => ({ ...bench.local.handle(url), id: 31338, name: 'Elsewhere' })
  const both = (elsewhere = there()) => ({
    chains: new Map([
      [31337, bench.local.handle(bench.local.url)],
      [31338, elsewhere],
    ]),
  })
  const setThere = (bytecode: Hex) =>
    createTestClient({ mode: 'anvil', transport: http(other.url) }).setCode({ address: nobody, bytecode })
  const plan = sendNative(nobody, 1n)

  test('no code on either chain passes', async () => {
    await setThere('0x')
    expect(levels(await reviewOn(bench.local, plan, both()), 'G14')).toEqual([])
  })

  test('code only on the other chain is DANGER, with the name of the chain', async () => {
    await setThere('0x6001')
    expect(of(await reviewOn(bench.local, plan, both()), 'G14')).toMatchObject([
      { level: 'DANGER', observed: expect.stringContaining('Elsewhere') },
    ])
  })

  test('code on both chains counts as a contract here', async () => {
    await setThere('0x6001')
    await bench.local.anvil.setCode({ address: nobody, bytecode: '0x6001' })
    expect(levels(await reviewOn(bench.local, plan, both()), 'G14')).toEqual(['WARN'])
  })

  test('a delegated account on the other chain is a personal account here', async () => {
    await setThere(`0xef0100${thief.slice(2).toLowerCase()}`)
    expect(levels(await reviewOn(bench.local, plan, both()), 'G14')).toEqual([])
  })

  test('an address that has sent a transaction here has a key, whatever code is there', async () => {
    await setThere('0x6001')
    await bench.local.anvil.setNonce({ address: nobody, nonce: 1 })
    expect(levels(await reviewOn(bench.local, plan, both()), 'G14')).toEqual([])
  })

  test('is unverified if the other chain does not answer and it matters', async () => {
    const silent = both(there('http://127.0.0.1:22109'))
    expect(of(await reviewOn(bench.local, plan, silent), 'G14')).toMatchObject([
      { level: 'UNVERIFIED', observed: expect.stringContaining('Elsewhere') },
    ])
    expect(levels(await reviewOn(bench.local, sendNative(friend, 1n), silent), 'G14')).toEqual([])
  })
})
