import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  getAddress,
  type Hex,
  numberToHex,
  parseAbi,
  parseAbiParameters,
  size,
  zeroAddress,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { allCalls, decodeCall } from './decode-call'
import { knownByName } from './known/known-functions'
import { meaningsOf } from './meaning'

const account = getAddress('0xacc0000000000000000000000000000000000acc')
const token = getAddress('0x00000000000000000000000000000000000000aa')
const safe = getAddress('0x5afe00000000000000000000000000000000005a')
const thief = getAddress('0x7417f000000000000000000000000000000741ef')
/** Nobody's address: a system contract of the chain, unless a function gives it another meaning. */
const one = numberToHex(1n, { size: 20 })

const call = (signature: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: parseAbi([`function ${signature}`] as readonly string[]), args } as never)
const decode = (data: Hex, to: Address = token) => decodeCall({ caller: account, to, value: 0n, data, delegate: false })
const meanings = (data: Hex, to: Address = token) => allCalls(decode(data, to)).flatMap(meaningsOf)

const approve = call('approve(address,uint256)', [thief, 5n])
const approval = { kind: 'allowance', spender: thief, amount: 5n }

describe('a call', () => {
  it('of a known function encodes back to the same bytes', () => {
    expect(decode(approve)).toMatchObject({ args: [thief, 5n], exact: true, hidden: null, inner: [] })
  })
  it('of an unknown function reveals nothing', () => {
    expect(decode('0x1234567800')).toMatchObject({ selector: '0x12345678', known: null, args: null, exact: false })
    expect(decode('0x')).toMatchObject({ selector: null, known: null })
    expect(decode('0x12')).toMatchObject({ selector: null, known: null })
  })
  it('with extra bytes, dirty bytes or too few is not exact', () => {
    expect(decode(concatHex([approve, '0x00']))).toMatchObject({ exact: false, suffix: '0x00' })
    expect(decode(approve).suffix).toBe('0x')
    expect(decode(`${approve.slice(0, 10)}ff${approve.slice(12)}` as Hex).exact).toBe(false)
    expect(decode(approve.slice(0, 80) as Hex)).toMatchObject({ args: null, exact: false })
    // A number beyond its type, here 160 bits, both alone and inside another call.
    const dirty = call('approve(address,address,uint160,uint48)', [token, thief, 5n, 99]).replace(
      /0{40}5/,
      `${'1'.repeat(40)}5`,
    ) as Hex
    expect(decode(dirty).exact).toBe(false)
    expect(decode(call('multicall(bytes[])', [[dirty]])).inner).toMatchObject([{ exact: false }])
    expect(decode(concatHex([call('pause()', []), '0x00'])).exact).toBe(false)
  })
})

/** ERC-7710: the last delegation of a chain is the original one. */
const delegated = (by: Address): Hex =>
  encodeAbiParameters(parseAbiParameters('(address,address,bytes32,(address,bytes,bytes)[],uint256,bytes)[]'), [
    [thief, by].map((delegator) => [account, delegator, `0x${'00'.repeat(32)}`, [], 0n, '0x'] as const),
  ])

describe('inner calls are found', () => {
  const inOne = [
    ['multicall(bytes[])', [[approve]], token, account],
    ['multicall(uint256,bytes[])', [1n, [approve]], token, account],
    ['multicall(bytes32,bytes[])', [`0x${'00'.repeat(32)}`, [approve]], token, account],
    ['aggregate((address,bytes)[])', [[[token, approve]]], safe, safe],
    ['tryAggregate(bool,(address,bytes)[])', [false, [[token, approve]]], safe, safe],
    ['aggregate3((address,bool,bytes)[])', [[[token, true, approve]]], safe, safe],
    ['aggregate3Value((address,bool,uint256,bytes)[])', [[[token, true, 0n, approve]]], safe, safe],
    ['execute(address,uint256,bytes)', [token, 0n, approve], safe, safe],
    ['execute(address,uint256,bytes,uint8)', [token, 0n, approve, 0], safe, safe],
    ['execute((address,uint256,bytes)[])', [[[token, 0n, approve]]], safe, safe],
    ['executeBatch(address[],bytes[])', [[token], [approve]], safe, safe],
    ['executeBatch(address[],uint256[],bytes[])', [[token], [0n], [approve]], safe, safe],
    ['executeBatch((address,uint256,bytes)[])', [[[token, 0n, approve]]], safe, safe],
    [
      'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
      [token, 0n, approve, 0, 0n, 0n, 0n, token, token, '0x'],
      safe,
      safe,
    ],
    ['execTransactionFromModule(address,uint256,bytes,uint8)', [token, 0n, approve, 0], safe, safe],
    ['execTransactionFromModuleReturnData(address,uint256,bytes,uint8)', [token, 0n, approve, 0], safe, safe],
    [
      'multiSend(bytes)',
      [
        encodePacked(
          ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
          [0, token, 0n, BigInt(size(approve)), approve],
        ),
      ],
      safe,
      safe,
    ],
    [
      'execute(bytes32,bytes)',
      [
        `0x01${'00'.repeat(31)}`,
        encodeAbiParameters(parseAbiParameters('(address,uint256,bytes)[]'), [[[token, 0n, approve]]]),
      ],
      safe,
      safe,
    ],
    [
      'redeemDelegations(bytes[],bytes32[],bytes[])',
      [
        [delegated(safe)],
        [`0x${'00'.repeat(32)}`],
        [encodePacked(['address', 'uint256', 'bytes'], [token, 0n, approve])],
      ],
      thief,
      safe,
    ],
    [
      'redeemDelegations(bytes[],bytes32[],bytes[])',
      [['0x'], [`0x${'00'.repeat(32)}`], [encodePacked(['address', 'uint256', 'bytes'], [token, 0n, approve])]],
      thief,
      account,
    ],
    [
      'execute(bytes32,bytes)',
      [`0x${'00'.repeat(32)}`, encodePacked(['address', 'uint256', 'bytes'], [token, 0n, approve])],
      safe,
      safe,
    ],
  ] as const
  it.each(inOne)('in %s', (signature, args, to, caller) => {
    const outer = decode(call(signature, args), to)
    expect(outer).toMatchObject({ exact: true, hidden: null })
    expect(outer.inner).toMatchObject([{ to: token, caller, data: approve, delegate: false }])
    expect(outer.inner.flatMap(meaningsOf)).toMatchObject([{ ...approval, token, owner: caller }])
  })

  it('in every function of the table that takes calls', () => {
    const covered = new Set<string>(inOne.map(([signature]) => signature))
    const containers = ['multicall', 'aggregate', 'aggregate3', 'aggregate3Value', 'executeBatch', 'execTransaction']
    for (const { signature } of containers.flatMap(knownByName)) expect(covered).toContain(signature)
  })

  it('to a depth of four; deeper ones are reported as hidden', () => {
    const wrap = (data: Hex) => call('multicall(bytes[])', [[data]])
    const four = wrap(wrap(wrap(wrap(approve))))
    expect(meanings(four)).toMatchObject([approval])
    expect(allCalls(decode(four)).some(({ hidden }) => hidden)).toBe(false)
    const five = wrap(four)
    expect(meanings(five)).toEqual([])
    expect(allCalls(decode(five)).at(-1)).toMatchObject({ hidden: 'depth' })
  })

  it('up to a limited number', () => {
    const many = call('multicall(bytes[])', [Array(100).fill(approve)])
    expect(decode(many)).toMatchObject({ inner: [], hidden: 'depth' })
  })

  it('or reported as unreadable', () => {
    expect(decode(call('executeBatch(address[],bytes[])', [[token, token], [approve]])).hidden).toBe('unreadable')
    expect(decode(call('multiSend(bytes)', ['0x00'])).hidden).toBe('unreadable')
    expect(decode(call('execute(bytes32,bytes)', [`0x${'00'.repeat(32)}`, '0x'])).hidden).toBe('unreadable')
    expect(decode(call('execute(bytes,bytes[],uint256)', ['0x00', [approve], 1n])).hidden).toBe('commands')
    const redeem = 'redeemDelegations(bytes[],bytes32[],bytes[])'
    const mode = `0x${'00'.repeat(32)}`
    expect(decode(call(redeem, [['0x'], [mode], []])).hidden).toBe('unreadable')
    expect(decode(call(redeem, [['0x11'], [mode], ['0x']])).hidden).toBe('unreadable')
  })
})

describe('foreign code in place of a contract', () => {
  const exec = 'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)'
  it('is distinguished from a call', () => {
    const data = call(exec, [thief, 0n, '0x', 1, 0n, 0n, 0n, token, token, '0x'])
    expect(meanings(data, safe)).toMatchObject([{ kind: 'power', power: 'delegatecall', over: safe, holder: thief }])
  })
  it('makes its calls in the name of the contract that runs it', () => {
    const packed = encodePacked(
      ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
      [0, token, 0n, BigInt(size(approve)), approve],
    )
    const data = call(exec, [thief, 0n, call('multiSend(bytes)', [packed]), 1, 0n, 0n, 0n, token, token, '0x'])
    expect(meanings(data, safe)).toMatchObject([{ power: 'delegatecall' }, { ...approval, owner: safe }])
  })
})

describe('the meaning of a call', () => {
  const permitSingle = 'permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)'
  it.each([
    ['increaseAllowance(address,uint256)', [thief, 5n], { ...approval, way: 'increase' }],
    ['lockdown((address,address)[])', [[[token, thief]]], { ...approval, way: 'permit2', token, amount: 0n }],
    [
      'permitTransferFrom(((address,uint256)[],uint256,uint256),(address,uint256)[],address,bytes)',
      [[[[token, 9n]], 1n, 9n], [[thief, 5n]], account, '0x'],
      { kind: 'transfer', token, from: account, to: thief, amount: 5n },
    ],
    [
      'permitWitnessTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes32,string,bytes)',
      [[[token, 9n], 1n, 9n], [thief, 5n], account, `0x${'22'.repeat(32)}`, '', '0x'],
      { kind: 'transfer', token, from: account, to: thief, amount: 5n },
    ],
    [
      'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)',
      [account, thief, 5n, 0n, 9n, `0x${'22'.repeat(32)}`, '0x'],
      { kind: 'transfer', token, from: account, to: thief, amount: 5n },
    ],
    [
      'swapExactTokensForTokens(uint256,uint256,address[],address)',
      [1n, 1n, [token, safe], one],
      { kind: 'payout', to: account, token: safe },
    ],
    [
      'exactOutput((bytes,address,uint256,uint256))',
      [[concatHex([safe, '0x0001f4', token]), thief, 1n, 1n]],
      { kind: 'payout', to: thief, token: safe },
    ],
    [
      'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
      [account, thief, 5n, 9n, 27, `0x${'11'.repeat(32)}`, `0x${'11'.repeat(32)}`],
      { ...approval, way: 'permit', owner: account, signed: true },
    ],
    [
      'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
      [account, thief, 1n, 9n, true, 27, `0x${'11'.repeat(32)}`, `0x${'11'.repeat(32)}`],
      { kind: 'allowance', way: 'permit', amount: 2n ** 256n - 1n },
    ],
    [
      'approve(address,address,uint160,uint48)',
      [token, thief, 5n, 99],
      { ...approval, way: 'permit2', token, until: 99n },
    ],
    [
      permitSingle,
      [account, [[token, 5n, 99, 1], thief, 9n], '0x'],
      { ...approval, way: 'permit2', token, until: 99n, signed: true },
    ],
    ['setApprovalForAll(address,bool)', [thief, true], { kind: 'operator', operator: thief, approved: true }],
    ['transferOwnership(address)', [thief], { kind: 'power', power: 'owner', holder: thief }],
    ['renounceOwnership()', [], { kind: 'power', power: 'owner', holder: null }],
    ['grantRole(bytes32,address)', [`0x${'22'.repeat(32)}`, thief], { power: 'role', holder: thief, given: true }],
    ['upgradeTo(address)', [thief], { power: 'upgrade', holder: thief }],
    ['upgradeToAndCall(address,bytes)', [thief, '0x'], { power: 'upgrade', holder: thief }],
    ['enableModule(address)', [thief], { power: 'module', holder: thief, given: true }],
    ['setUserPositionManager(address,bool)', [thief, true], { power: 'manager', given: true }],
    ['setUserPositionManager(address,bool)', [thief, false], { power: 'manager', given: false }],
    ['approveDelegation(address,uint256)', [thief, 5n], { power: 'delegation', given: true, amount: 5n }],
    ['approveDelegation(address,uint256)', [thief, 0n], { power: 'delegation', given: false }],
    [
      'swapExactTokensForTokens(uint256,uint256,address[],address,uint256)',
      [1n, 1n, [token, safe], thief, 1n],
      { kind: 'payout', to: thief, token: safe },
    ],
    [
      'swapTokensForExactTokens(uint256,uint256,address[],address)',
      [1n, 1n, [token, safe], numberToHex(2n, { size: 20 })],
      { kind: 'payout', to: token, token: safe },
    ],
    [
      'exactOutputSingle((address,address,uint24,address,uint256,uint256,uint160))',
      [[token, safe, 500, one, 1n, 1n, 0n]],
      { kind: 'payout', to: account, token: safe },
    ],
    ['deposit(uint256,address)', [1n, thief], { kind: 'payout', to: thief, token }],
    ['collect((uint256,address,uint128,uint128))', [[7n, thief, 1n, 1n]], { kind: 'payout', to: thief, token: null }],
    ['collect((uint256,address,uint128,uint128))', [[7n, one, 1n, 1n]], { kind: 'payout', to: one, token: null }],
    ['sweepToken(address,uint256,address)', [token, 1n, one], { kind: 'payout', to: one, token }],
    ['unwrapWETH9(uint256,address)', [1n, zeroAddress], { kind: 'payout', to: zeroAddress, token: null }],
    [
      'exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))',
      [[token, safe, 500, one, 1n, 1n, 0n]],
      { kind: 'payout', to: account, token: safe },
    ],
  ])('%s', (signature, args, meaning) => {
    expect(meanings(call(signature, args))).toMatchObject([meaning])
  })
  it('a Safe that refunds its gas pays somebody', () => {
    const pay = (price: bigint, to: Address, currency = token) =>
      meanings(
        call('execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)', [
          safe,
          0n,
          '0x',
          0,
          0n,
          10n ** 24n,
          price,
          currency,
          to,
          '0x',
        ]),
        safe,
      )
    expect(pay(1n, thief)).toEqual([{ kind: 'payout', to: thief, token }])
    expect(pay(1n, thief, zeroAddress)).toEqual([{ kind: 'payout', to: thief, token: null }])
    expect(pay(0n, thief)).toEqual([])
    expect(pay(1n, zeroAddress)).toEqual([])
  })
  it('an empty swap path names no token', () => {
    expect(
      meanings(call('swapExactTokensForTokens(uint256,uint256,address[],address,uint256)', [1n, 1n, [], thief, 1n])),
    ).toMatchObject([{ kind: 'payout', token: null }])
  })
})
