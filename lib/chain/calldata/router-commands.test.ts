import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  numberToHex,
  parseAbi,
  parseAbiParameters,
  zeroAddress,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { decodeCall } from './decode-call'
import { meaningsOf } from './meaning'

const account = getAddress('0xacc0000000000000000000000000000000000acc')
const router = getAddress('0x00000000000000000000000000000000000000f0')
const token = getAddress('0x00000000000000000000000000000000000000aa')
const other = getAddress('0x00000000000000000000000000000000000000bb')
const thief = getAddress('0x7417f000000000000000000000000000000741ef')
const [caller, itself] = [1n, 2n].map((number) => numberToHex(number, { size: 20 })) as [Address, Address]

type Item = readonly [number, Hex]
const of = (number: number, types: string, values: readonly unknown[]): Item => [
  number,
  encodeAbiParameters(parseAbiParameters(types), values as never),
]
const numbers = (items: readonly Item[]): Hex => concatHex(items.map(([number]) => numberToHex(number, { size: 1 })))
const inputs = (items: readonly Item[]): Hex[] => items.map(([, input]) => input)

const read = (signature: string, args: readonly unknown[]) => {
  const data = encodeFunctionData({ abi: parseAbi([`function ${signature}`] as readonly string[]), args } as never)
  const call = decodeCall({ caller: account, to: router, value: 0n, data, delegate: false })
  return { hidden: call.hidden, meanings: meaningsOf(call) }
}
const execute = (...items: Item[]) => read('execute(bytes,bytes[],uint256)', [numbers(items), inputs(items), 1n])
const modify = (...items: Item[]) =>
  read('modifyLiquidities(bytes,uint256)', [
    encodeAbiParameters(parseAbiParameters('bytes, bytes[]'), [numbers(items), inputs(items)]),
    1n,
  ])

const path = concatHex([token, '0x0001f4', other])
const swap = (to: Address): Item => of(0x00, 'address, uint256, uint256, bytes, bool', [to, 1n, 1n, path, true])
const permit = (spender: Address, amount: bigint): Item =>
  of(0x0a, '((address,uint160,uint48,uint48),address,uint256), bytes', [[[token, amount, 99, 1], spender, 9n], '0x'])
const sweep = (to: Address, of_: Address = other): Item => of(0x04, 'address, address, uint256', [of_, to, 1n])

const passedOn = (number: number, signature: string, args: readonly unknown[]): Item => [
  number,
  encodeFunctionData({ abi: parseAbi([`function ${signature}`] as readonly string[]), args } as never),
]
const word = numberToHex(1n, { size: 32 })

describe('calls of the position managers passed on by the Universal Router', () => {
  it('a permit gives somebody a position of a contract that the bytes do not name', () => {
    const item = passedOn(0x11, 'permit(address,uint256,uint256,uint8,bytes32,bytes32)', [
      thief,
      7n,
      9n,
      27,
      word,
      word,
    ])
    expect(execute(item)).toEqual({
      hidden: 'commands',
      meanings: [expect.objectContaining({ kind: 'power', power: 'nft', holder: thief, given: true })],
    })
  })

  it('collected fees go to the named receiver', () => {
    const taken = passedOn(0x12, 'decreaseLiquidity((uint256,uint128,uint256,uint256,uint256))', [[7n, 1n, 0n, 0n, 9n]])
    const item = passedOn(0x12, 'collect((uint256,address,uint128,uint128))', [[7n, thief, 1n, 1n]])
    expect(execute(taken, item).meanings).toEqual([{ kind: 'payout', to: thief, token: null }])
  })

  it('added liquidity and its remainder go to the named receiver', () => {
    const actions = [of(0x14, 'address, address', [token, thief])]
    const unlock = encodeAbiParameters(parseAbiParameters('bytes, bytes[]'), [numbers(actions), inputs(actions)])
    expect(execute(passedOn(0x14, 'modifyLiquidities(bytes,uint256)', [unlock, 9n])).meanings).toEqual([
      { kind: 'payout', to: thief, token },
    ])
  })

  it.each([
    ['another function', passedOn(0x12, 'safeTransferFrom(address,address,uint256)', [account, thief, 7n])],
    ['no function', [0x14, '0x'] as Item],
  ])('%s is not guessed at', (_, item) => {
    const { hidden, meanings } = execute(item)
    expect(hidden).not.toBeNull()
    expect(meanings).toEqual([])
  })
})

describe('commands of the Universal Router', () => {
  it.each<[string, Item, object]>([
    ['a swap through pools', swap(thief), { kind: 'payout', to: thief, token: other }],
    [
      'a swap for an exact output, whose path is reversed',
      of(0x01, 'address, uint256, uint256, bytes, bool', [thief, 1n, 1n, path, true]),
      { kind: 'payout', to: thief, token },
    ],
    [
      'a swap through pairs',
      of(0x08, 'address, uint256, uint256, address[], bool', [thief, 1n, 1n, [token, other], true]),
      { kind: 'payout', to: thief, token: other },
    ],
    ['a sweep', sweep(thief), { kind: 'payout', to: thief, token: other }],
    ['a sweep of coins', sweep(thief, zeroAddress), { kind: 'payout', to: thief, token: null }],
    [
      'a plain transfer',
      of(0x05, 'address, address, uint256', [other, thief, 1n]),
      { kind: 'payout', to: thief, token: other },
    ],
    [
      'a swap through pairs for an exact output',
      of(0x09, 'address, uint256, uint256, address[], bool', [thief, 1n, 1n, [token, other], true]),
      { kind: 'payout', to: thief, token: other },
    ],
    ['coins wrapped', of(0x0b, 'address, uint256', [thief, 1n]), { kind: 'payout', to: thief }],
    ['coins unwrapped', of(0x0c, 'address, uint256', [thief, 1n]), { kind: 'payout', to: thief, token: null }],
    [
      'a part of it',
      of(0x06, 'address, address, uint256', [other, thief, 9_000n]),
      { kind: 'payout', to: thief, token: other },
    ],
    [
      'a transfer by Permit2',
      of(0x02, 'address, address, uint160', [token, thief, 5n]),
      { kind: 'transfer', from: account, to: thief, token, amount: 5n },
    ],
    [
      'several transfers by Permit2',
      of(0x0d, '(address,address,uint160,address)[]', [[[account, thief, 5n, token]]]),
      { kind: 'transfer', from: account, to: thief, token, amount: 5n },
    ],
    [
      'a permit',
      permit(thief, 5n),
      { kind: 'allowance', way: 'permit2', owner: account, spender: thief, token, amount: 5n, until: 99n },
    ],
    [
      'a permit for several tokens',
      of(0x03, '((address,uint160,uint48,uint48)[],address,uint256), bytes', [[[[token, 5n, 99, 1]], thief, 9n], '0x']),
      { kind: 'allowance', way: 'permit2', owner: account, spender: thief, token, amount: 5n },
    ],
    [
      'a swap of V4',
      of(0x10, 'bytes, bytes[]', ['0x0e', [of(0, 'address, address, uint256', [other, thief, 1n])[1]]]),
      { kind: 'payout', to: thief, token: other },
    ],
    [
      'a nested plan',
      of(0x21, 'bytes, bytes[]', ['0x00', [swap(thief)[1]]]),
      { kind: 'payout', to: thief, token: other },
    ],
  ])('%s', (_, item, meaning) => {
    expect(execute(item)).toMatchObject({ hidden: null, meanings: [meaning] })
    // The first bit allows a command to fail.
    expect(execute([item[0] | 0x80, item[1]])).toMatchObject({ hidden: null, meanings: [meaning] })
  })

  it('1 is the caller, and 2 the router', () => {
    expect(execute(swap(caller)).meanings).toMatchObject([{ to: account }])
    expect(execute(swap(itself)).meanings).toMatchObject([{ to: router }])
    // The next command sends what the router keeps where that command says.
    expect(execute(swap(itself), sweep(caller)).meanings).toMatchObject([{ to: account }])
    expect(execute(swap(itself), sweep(thief)).meanings).toMatchObject([{ to: thief }])
  })

  it('an app’s fee is no payout, but many fees are', () => {
    const fee = of(0x06, 'address, address, uint256', [other, thief, 50n])
    const inPlan = of(0x21, 'bytes, bytes[]', ['0x06', [fee[1]]])
    expect(execute(swap(itself), fee, sweep(caller)).meanings).toMatchObject([{ to: account }])
    expect(execute(swap(itself), fee, fee, sweep(caller)).meanings).toMatchObject([{ to: account }])
    expect(execute(swap(itself), fee, fee, inPlan, sweep(caller)).meanings).toMatchObject([
      { to: account },
      { to: thief },
      { to: thief },
      { to: thief },
    ])
  })

  it('an unknown command hides nothing of the others', () => {
    expect(execute([0x3f, '0x'], permit(thief, 5n))).toMatchObject({
      hidden: 'commands',
      meanings: [{ spender: thief }],
    })
    expect(execute(swap(thief), [0x0a, '0x1234'])).toMatchObject({ hidden: 'commands', meanings: [{ to: thief }] })
    expect(read('execute(bytes,bytes[])', ['0x0000', [swap(thief)[1]]])).toMatchObject({
      hidden: 'commands',
      meanings: [{ to: thief }],
    })
  })

  it('nested plans are followed to a limited depth', () => {
    const wrap = (item: Item) => of(0x21, 'bytes, bytes[]', [numbers([item]), inputs([item])])
    const four = wrap(wrap(wrap(wrap(swap(thief)))))
    expect(execute(four)).toMatchObject({ hidden: null, meanings: [{ to: thief }] })
    expect(execute(wrap(four))).toMatchObject({ hidden: 'commands', meanings: [] })
  })
})

describe('actions of Uniswap V4', () => {
  const key = [token, other, 500, 10, zeroAddress]
  it.each<[string, Item, object]>([
    [
      'a new position',
      of(0x02, '(address,address,uint24,int24,address), int24, int24, uint256, uint128, uint128, address, bytes', [
        key,
        0,
        10,
        1n,
        1n,
        1n,
        thief,
        '0x',
      ]),
      { kind: 'payout', to: thief, token: router },
    ],
    [
      'both tokens',
      of(0x11, 'address, address, address', [token, zeroAddress, thief]),
      { kind: 'payout', to: thief, token },
    ],
    ['the remainder', of(0x14, 'address, address', [token, thief]), { kind: 'payout', to: thief, token }],
    [
      'a new position from what is owed',
      of(0x05, '(address,address,uint24,int24,address), int24, int24, uint128, uint128, address, bytes', [
        key,
        0,
        10,
        1n,
        1n,
        thief,
        '0x',
      ]),
      { kind: 'payout', to: thief, token: router },
    ],
    ['some of one', of(0x0e, 'address, address, uint256', [token, thief, 1n]), { kind: 'payout', to: thief, token }],
    ['all to the caller', of(0x0f, 'address, uint256', [token, 1n]), { kind: 'payout', to: account, token }],
  ])('%s', (_, item, meaning) => {
    const found = modify(item)
    expect(found.hidden).toBeNull()
    expect(found.meanings[0]).toMatchObject(meaning)
  })

  it('without receivers have no meaning, and unknown ones are reported as hidden', () => {
    expect(modify([0x01, '0x'])).toEqual({ hidden: null, meanings: [] })
    expect(modify([0x3f, '0x'])).toEqual({ hidden: 'commands', meanings: [] })
    expect(read('modifyLiquidities(bytes,uint256)', ['0x1234', 1n])).toEqual({ hidden: 'commands', meanings: [] })
  })
})
