import { type Address, concat, encodeFunctionData, getAddress, type Hex, pad, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { compareReviews } from '../../findings/compare'
import { friend, nobody } from '../../fixtures/local-chain'
import { approve, levels, of, planOf, reviewOn, sendNative, sendToken, step, tokenCall } from '../../fixtures/plans'
import { reviewBench } from '../../testing/bench'

const bench = reviewBench()

const batchAbi = parseAbi(['function aggregate3((address target, bool allowFailure, bytes callData)[] calls) payable'])
/** Nests calls in a call of Multicall3. */
const batched = (...calls: [Address, Hex][]): Hex =>
  encodeFunctionData({
    abi: batchAbi,
    args: [calls.map(([target, callData]) => ({ target, allowFailure: false, callData }))],
  })
/** The precompile that returns its input. */
const identity: Address = '0x0000000000000000000000000000000000000004'

describe('G15: calls to addresses without code', () => {
  test('data to an address without code blocks', async () => {
    expect(levels(await reviewOn(bench.local, planOf([step(nobody, '0x12345678')])), 'G15')).toEqual(['BLOCK'])
  })

  test('a call without data, or to a contract, passes', async () => {
    expect(levels(await reviewOn(bench.local, sendNative(nobody, 1n)), 'G15')).toEqual([])
    expect(levels(await reviewOn(bench.local, sendToken(bench.local.usdc, friend, 1n)), 'G15')).toEqual([])
  })

  test('detects a token that does not exist on this chain', async () => {
    const plan = planOf([step(nobody, tokenCall('transfer', [friend, 1n]))])
    expect(levels(await reviewOn(bench.local, plan), 'G15')).toEqual(['BLOCK'])
  })

  test('checks nested calls at any depth', async () => {
    const data = tokenCall('transfer', [friend, 1n])
    const [toNobody, toToken] = [batched([nobody, data]), batched([bench.local.toll, data])]
    expect(of(await reviewOn(bench.local, planOf([step(odd, toNobody)])), 'G15')).toMatchObject([
      // The called contract has no code here either.
      { level: 'BLOCK', observed: odd },
      { level: 'BLOCK', observed: nobody },
    ])
    await setCode(odd, mute)
    const found = async (inner: Hex) => of(await reviewOn(bench.local, planOf([step(odd, inner)])), 'G15')
    expect(await found(toNobody)).toMatchObject([{ level: 'BLOCK', observed: nobody }])
    expect(await found(batched([odd, toNobody]))).toMatchObject([{ level: 'BLOCK', observed: nobody }])
    expect(await found(toToken)).toEqual([])
    // A plain transfer of coins runs nothing, and precompiles have no code.
    expect(await found(batched([nobody, '0x'], [identity, '0x1234']))).toEqual([])
  })

  test('unread code is unverified', async () => {
    const nested = planOf([step(bench.local.toll, batched([nobody, '0x12345678']))])
    expect(levels(await reviewOn(bench.local, nested, bench.broken('eth_getCode')), 'G15')).toEqual(['UNVERIFIED'])
    expect(
      levels(await reviewOn(bench.local, sendToken(bench.local.usdc, friend, 1n), bench.broken('eth_getCode')), 'G15'),
    ).toEqual(['UNVERIFIED'])
  })
})

// EIP-1967: bytes32(uint256(keccak256('eip1967.proxy.implementation')) - 1), and likewise for the others.
const slots = {
  implementation: '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
  beacon: '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50',
  admin: '0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103',
  // OpenZeppelin before EIP-1967, and EIP-1822.
  openZeppelin: '0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3',
  proxiable: '0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7',
} as const

const odd = getAddress('0x0ddc0de000000000000000000000000000000ddc')
const beacon = getAddress('0xbeac0000000000000000000000000000000beac0')
const setCode = (address: Address, bytecode: Hex) => bench.local.anvil.setCode({ address, bytecode })
const put = (address: Address, slot: keyof typeof slots, value: Address | null) =>
  bench.local.anvil.setStorageAt({ address, index: slots[slot], value: value ? pad(value) : pad('0x0') })
/** STOP: accepts every call and has no function. */
const mute = '0x00'
const cloneOf = (address: Address): Hex =>
  concat(['0x363d3d373d3d3d363d73', address, '0x5af43d82803e903d91602b57fd5bf3'])
/** Answers every call with an address: PUSH20, MSTORE at 0, RETURN of 32 bytes. */
const answering = (address: Address): Hex => concat(['0x73', address, '0x60005260206000f3'])
/** Answers facetAddress(bytes4) with an address and accepts every other call. */
const diamond = (facet: Address): Hex => concat(['0x60003560e01c63cdffacc614601057005b73', facet, '0x60005260206000f3'])
const zero: Address = '0x0000000000000000000000000000000000000000'

const send = (token: Address) => sendToken(token, friend, 0n)
const found = async (token: Address, rule: string) => of(await reviewOn(bench.local, send(token)), rule)

describe('G16: whose code a contract runs', () => {
  test('a contract with only its own code passes', async () => {
    expect(await found(bench.local.toll, 'G16')).toEqual([])
  })

  test.each([
    ['implementation', 'EIP-1967'],
    ['openZeppelin', 'OpenZeppelin'],
    ['proxiable', 'EIP-1822'],
  ] as const)('reads the slot of the %s', async (slot, kind) => {
    await put(bench.local.toll, slot, bench.local.usdc)
    expect(await found(bench.local.toll, 'G16')).toMatchObject([
      {
        level: 'INFO',
        title: 'The contract runs code that can be replaced.',
        observed: expect.stringContaining(kind),
      },
    ])
    expect((await found(bench.local.toll, 'G16'))[0]?.observed).toContain(bench.local.usdc)
  })

  test('recognises a minimal proxy by its code, which cannot be replaced', async () => {
    await setCode(odd, cloneOf(bench.local.toll))
    expect(await found(odd, 'G16')).toMatchObject([
      {
        level: 'INFO',
        title: 'The contract runs another contract’s code.',
        observed: expect.stringContaining(bench.local.toll),
      },
    ])
    // Differs from the standard's code in one byte.
    await setCode(odd, cloneOf(bench.local.toll).replace('0x363d3d37', '0x363d3d38') as Hex)
    expect(await found(odd, 'G16')).toEqual([])
  })

  test('reads the implementation of a beacon', async () => {
    await setCode(odd, mute)
    await setCode(beacon, answering(bench.local.toll))
    await put(odd, 'beacon', beacon)
    expect(await found(odd, 'G16')).toMatchObject([
      { level: 'INFO', observed: expect.stringContaining(bench.local.toll) },
    ])
  })

  test('is unverified if a beacon names no implementation', async () => {
    await setCode(odd, mute)
    await setCode(beacon, mute)
    await put(odd, 'beacon', beacon)
    expect(await found(odd, 'G16')).toMatchObject([{ level: 'UNVERIFIED' }])
  })

  test('reads a diamond’s facet for the called function', async () => {
    await setCode(odd, diamond(bench.local.toll))
    expect(await found(odd, 'G16')).toMatchObject([{ level: 'INFO', observed: expect.stringContaining('EIP-2535') }])
    await setCode(odd, diamond(zero))
    expect(await found(odd, 'G16')).toEqual([])
  })

  test('names the delegate of a delegated account', async () => {
    await setCode(odd, concat(['0xef0100', bench.local.toll]))
    expect(await found(odd, 'G16')).toMatchObject([{ observed: expect.stringContaining('EIP-7702') }])
  })

  test('warns if a personal account can replace the code, but not if a contract can', async () => {
    await put(bench.local.toll, 'admin', friend)
    expect(await found(bench.local.toll, 'G16')).toMatchObject([
      { level: 'WARN', observed: expect.stringContaining(friend) },
    ])
    await put(bench.local.toll, 'admin', bench.local.vault)
    expect(await found(bench.local.toll, 'G16')).toEqual([])
  })

  test('also checks a contract that gets a permission, but not one that loses it', async () => {
    await put(bench.local.vault, 'implementation', bench.local.toll)
    const grant = await reviewOn(bench.local, planOf([approve(bench.local.usdc, bench.local.vault, 1n)]))
    expect(levels(grant, 'G16')).toEqual(['INFO'])
    const revoke = await reviewOn(bench.local, planOf([approve(bench.local.usdc, bench.local.vault, 0n)]))
    expect(levels(revoke, 'G16')).toEqual([])
  })

  test('does not read contracts that are pinned or not called', async () => {
    await put(bench.local.usdc, 'implementation', friend)
    expect(await found(bench.local.usdc, 'G16')).toEqual([])
    await reviewOn(bench.local, sendNative(bench.local.toll, 1n), bench.throughProxy())
    expect(bench.proxy.seen.roundTrips.flat()).not.toContain('eth_getStorageAt')
  })

  test.each([
    ['an error', { error: { code: -32000, message: 'no storage here' } }],
    ['more than an address', { result: `0x${'f'.repeat(64)}` }],
  ])('%s leaves it unverified, which counts as new at the click', async (_, answer) => {
    const before = await reviewOn(bench.local, send(bench.local.toll), bench.throughProxy())
    const faulty = bench.throughProxy(({ method }) => (method === 'eth_getStorageAt' ? answer : undefined))
    const after = await reviewOn(bench.local, send(bench.local.toll), faulty)
    expect(levels(after, 'G16')).toEqual(['UNVERIFIED'])
    expect(compareReviews(before, after)?.map(({ rule, level }) => [rule, level])).toContainEqual(['G16', 'UNVERIFIED'])
    expect(compareReviews(after, before)).toBeNull()
  })

  test.each(['0x', '0x0'])('an empty word encoded as %s is no implementation', async (result) => {
    const shortened = bench.throughProxy(({ method }) => (method === 'eth_getStorageAt' ? { result } : undefined))
    expect(levels(await reviewOn(bench.local, sendToken(bench.local.toll, nobody, 0n), shortened), 'G16')).toEqual([])
  })

  test('a proxy takes two round trips, the second together with the second simulation', async () => {
    // The bait's permission shows only in logs, so the effects need a second simulation.
    await put(bench.local.bait, 'implementation', bench.local.toll)
    await reviewOn(bench.local, sendToken(bench.local.bait, friend, 1n), bench.throughProxy())
    expect(bench.proxy.seen.roundTrips).toHaveLength(2)
    // The plan, plus separate reads and steps in another block, with real gas now, and with real gas later.
    expect(bench.proxy.seen.roundTrips[1]?.toSorted()).toEqual(['eth_getCode', ...Array(7).fill('eth_simulateV1')])
  })
})

describe('G16 at the click: code replaced meanwhile blocks', () => {
  const blocked = { rule: 'G16', level: 'BLOCK' }

  test('another implementation, in either direction', async () => {
    const plan = send(bench.local.toll)
    const plain = await reviewOn(bench.local, plan)
    await put(bench.local.toll, 'implementation', bench.local.usdc)
    const one = await reviewOn(bench.local, plan)
    await put(bench.local.toll, 'implementation', bench.local.weth)
    const other = await reviewOn(bench.local, plan)
    expect(compareReviews(one, one)).toBeNull()
    expect(compareReviews(one, other)).toMatchObject([
      {
        ...blocked,
        claim: expect.stringContaining(bench.local.usdc),
        observed: expect.stringContaining(bench.local.weth),
      },
    ])
    expect(compareReviews(plain, one)).toMatchObject([blocked])
    expect(compareReviews(one, plain)).toMatchObject([blocked])
  })

  test('the same implementation with other code', async () => {
    const implementation = await bench.local.deploy({ abi: [], bytecode: '0x60016000f3' })
    await put(bench.local.toll, 'implementation', implementation)
    const before = await reviewOn(bench.local, send(bench.local.toll))
    await setCode(implementation, '0x6001')
    expect(compareReviews(before, await reviewOn(bench.local, send(bench.local.toll)))).toMatchObject([blocked])
  })

  test('other code of the contract itself, even if pinned', async () => {
    const before = await reviewOn(bench.local, send(bench.local.usdc))
    const code = (await bench.local.anvil.getCode({ address: bench.local.usdc })) ?? '0x'
    await setCode(bench.local.usdc, concat([code, '0x00']))
    expect(compareReviews(before, await reviewOn(bench.local, send(bench.local.usdc)))).toMatchObject([blocked])
  })

  test('code that is unreadable at the click is unverified, not different', async () => {
    const before = await reviewOn(bench.local, send(bench.local.usdc))
    const after = await reviewOn(bench.local, send(bench.local.usdc), bench.broken('eth_getCode'))
    expect(compareReviews(before, after)?.every(({ level }) => level === 'UNVERIFIED')).toBe(true)
  })
})

describe('G17: new contracts', () => {
  /** One block per day: three days are three blocks. */
  const slow = (url?: string) => bench.slow(86_400_000, url)
  const fresh = () => bench.local.deploy({ abi: [], bytecode: '0x6001600c60003960016000f300' })

  test('warns about a contract that did not exist three days ago, exact to the block', async () => {
    const contract = await fresh()
    const plan = planOf([step(contract, '0x12345678')])
    await bench.local.anvil.mine({ blocks: 2 })
    expect(of(await reviewOn(bench.local, plan, slow()), 'G17')).toMatchObject([
      { level: 'WARN', observed: expect.stringContaining(contract) },
    ])
    await bench.local.anvil.mine({ blocks: 1 })
    expect(levels(await reviewOn(bench.local, plan, slow()), 'G17')).toEqual([])
  })

  test('also warns about a contract that gets a permission', async () => {
    const contract = await fresh()
    const review = await reviewOn(bench.local, planOf([approve(bench.local.usdc, contract, 1n)]), slow())
    expect(levels(review, 'G17')).toEqual(['WARN'])
  })

  test('reports a chain younger than three days once', async () => {
    const plan = planOf([step(await fresh(), '0x12345678'), step(await fresh(), '0x12345678')])
    expect(levels(await reviewOn(bench.local, plan), 'G17')).toEqual(['INFO'])
  })

  test('ignores pinned contracts', async () => {
    expect(levels(await reviewOn(bench.local, send(bench.local.usdc), slow()), 'G17')).toEqual([])
  })

  test('is unverified if the node keeps no old state, with its message', async () => {
    bench.throughProxy((request) =>
      request.method === 'eth_getCode' && !JSON.stringify(request).includes('latest')
        ? { error: { code: -32000, message: 'missing trie node' } }
        : undefined,
    )
    const review = await reviewOn(bench.local, send(bench.local.toll), slow(bench.proxy.url))
    expect(of(review, 'G17')).toMatchObject([
      { level: 'UNVERIFIED', observed: expect.stringContaining('missing trie node') },
    ])
  })
})

describe('G22: a function that the contract lacks', () => {
  test('a function in the contract’s own code passes', async () => {
    expect(await found(bench.local.toll, 'G22')).toEqual([])
  })

  test('a missing function is DANGER', async () => {
    await setCode(odd, mute)
    expect(await found(odd, 'G22')).toMatchObject([
      { level: 'DANGER', observed: expect.stringContaining('0xa9059cbb') },
    ])
  })

  test('the selector inside another constant does not count', async () => {
    // PUSH32 with the selector after a byte that reads like PUSH4, POP, STOP.
    await setCode(odd, concat(['0x7f', pad('0x63a9059cbb'), '0x5000']))
    expect((await found(odd, 'G22')).map(({ level }) => level)).toEqual(['DANGER'])
    await setCode(odd, '0x63a9059cbb5000')
    expect(await found(odd, 'G22')).toEqual([])
  })

  test('a selector with leading zeros is compared without them', async () => {
    await setCode(odd, '0x621234565000')
    expect(levels(await reviewOn(bench.local, planOf([step(odd, '0x00123456')])), 'G22')).toEqual([])
    expect(levels(await reviewOn(bench.local, planOf([step(odd, '0x12345600')])), 'G22')).toEqual(['DANGER'])
  })

  test.each([
    ['a minimal proxy', () => setCode(odd, cloneOf(bench.local.toll))],
    ['a delegated account', () => setCode(odd, concat(['0xef0100', bench.local.toll]))],
    ['a diamond', () => setCode(odd, diamond(bench.local.toll))],
    [
      'a proxy',
      async () => {
        await setCode(odd, mute)
        await put(odd, 'implementation', bench.local.toll)
      },
    ],
    [
      'a beacon proxy',
      async () => {
        await setCode(odd, mute)
        await setCode(beacon, answering(bench.local.toll))
        await put(odd, 'beacon', beacon)
      },
    ],
  ])('%s has exactly the functions of the code it runs', async (_, prepare) => {
    await prepare()
    expect(await found(odd, 'G22')).toEqual([])
    expect(levels(await reviewOn(bench.local, planOf([step(odd, '0x12345678')])), 'G22')).toEqual(['DANGER'])
  })

  test('a diamond without a facet for the function is DANGER', async () => {
    await setCode(odd, diamond(zero))
    expect((await found(odd, 'G22')).map(({ level }) => level)).toEqual(['DANGER'])
  })

  test('data too short for a function runs the fallback', async () => {
    expect(levels(await reviewOn(bench.local, planOf([step(odd, '0x12')])), 'G22')).toEqual([])
    await setCode(odd, mute)
    expect(levels(await reviewOn(bench.local, planOf([step(odd, '0x12')])), 'G22')).toEqual(['DANGER'])
  })

  test('checks nested calls of unpinned contracts', async () => {
    const data = tokenCall('transfer', [friend, 0n])
    await setCode(odd, '0x6382ad56cb5000')
    const found = async (...inner: Parameters<typeof batched>) =>
      of(await reviewOn(bench.local, planOf([step(odd, batched(...inner))])), 'G22')
    expect(await found([bench.local.toll, data], [bench.local.usdc, '0x12345678'])).toEqual([])
    expect(await found([bench.local.toll, '0x12345678'])).toMatchObject([
      { level: 'DANGER', observed: expect.stringMatching(new RegExp(`0x12345678 of ${bench.local.toll}`)) },
    ])
    await put(bench.local.toll, 'implementation', bench.local.vault)
    const deposit = batched([bench.local.toll, '0x6e553f65'])
    const review = await reviewOn(bench.local, planOf([step(odd, deposit)]))
    expect([levels(review, 'G22'), levels(review, 'G16')]).toEqual([[], ['INFO']])
    expect(
      levels(await reviewOn(bench.local, planOf([step(odd, deposit)]), bench.broken('eth_getStorageAt')), 'G22'),
    ).toEqual(['UNVERIFIED'])
  })

  test('ignores pinned contracts, and is unverified if code cannot be read', async () => {
    const pinned = { knownAddresses: [{ address: odd, source: 'pinned', label: 'a vault' } as const] }
    await setCode(odd, mute)
    expect(levels(await reviewOn(bench.local, send(odd), pinned), 'G22')).toEqual([])
    expect(levels(await reviewOn(bench.local, send(odd), bench.broken('eth_getCode')), 'G22')).toEqual(['UNVERIFIED'])
  })
})
