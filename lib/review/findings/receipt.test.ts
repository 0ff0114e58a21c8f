import { type Address, encodeAbiParameters, getAddress, type Hex, numberToHex, pad } from 'viem'
import { describe, expect, it } from 'vitest'
import { nativeAddress } from '@/lib/chain/chains/chain'
import { chainInfo } from '@/lib/chain/chains/chains'
import type { Asset } from '@/lib/tools/plan'
import type { Effects } from '../review'
import type { Log } from '../simulation/possible-effects'
import { compareReceipt, effectsOfLogs, logsAbout, possibleEffectsOfReceipt } from './receipt'

const chain = chainInfo({ id: 31337, rpcUrl: '' })
const token: Address = '0x00000000000000000000000000000000000000A1'
const spender: Address = '0x00000000000000000000000000000000000000b2'
const account: Address = '0x00000000000000000000000000000000000000C3'
const none: Effects = { chainId: 31337, balances: [], allowances: [], operators: [] }
const moves = (change: bigint): Effects => ({
  ...none,
  balances: [
    {
      asset: { kind: 'erc20', chainId: 31337, address: token },
      before: 1_000_000n,
      after: 1_000_000n + change,
      symbol: 'T',
      decimals: 6,
      listed: true,
    },
  ],
})
const allows = (amount: bigint, before = 0n): Effects => ({
  ...none,
  allowances: [{ token, spender, amount, before, symbol: 'T', decimals: 6 }],
})
const compared = (predicted: Effects, actual: Effects) =>
  compareReceipt(predicted, actual).map((line) => line.comparison)

describe('a receipt compared with its prediction', () => {
  it.each([
    [10_000n, 10_000n, 'same'],
    [10_000n, 9_900n, 'close'],
    [10_000n, 9_899n, 'differs'],
    [10_000n, 10_100n, 'close'],
    [10_000n, 10_101n, 'differs'],
    [-10_000n, -10_101n, 'differs'],
    [10_000n, -10_000n, 'differs'],
  ] as const)('predicted %d, actual %d: %s', (was, is, word) => {
    expect(compared(moves(was), moves(is))).toEqual([word])
  })

  it('marks unpredicted changes and missing ones', () => {
    expect(compared(none, moves(-1n))).toEqual(['unpredicted'])
    expect(compared(moves(5n), none)).toEqual(['missing'])
    expect(compared(moves(5n), moves(0n))).toEqual(['missing'])
  })

  it('compares the allowances that remain', () => {
    expect(compared(none, allows(1n))).toEqual(['unpredicted'])
    expect(compared(allows(100n), allows(2n ** 256n - 1n))).toEqual(['differs'])
    expect(compared(allows(7n, 7n), allows(7n, 7n)), 'nothing changed').toEqual([])
  })

  it('distinguishes operators by what they may move', () => {
    const given: Effects = { ...none, operators: [{ collection: token, operator: spender, approved: true }] }
    const one: Effects = { ...none, operators: [{ collection: token, operator: spender, approved: true, tokenId: 3n }] }
    expect(compared(given, given)).toEqual(['same'])
    expect(compared(one, given)).toEqual(['missing', 'unpredicted'])
  })
})

describe('effects derived from logs', () => {
  const word = (address: Address): Hex => pad(address, { size: 32 })
  const transfer: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
  const amount = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value])

  it('sums transfers in both directions and adds the native value sent', () => {
    const logs = [
      { address: token, topics: [transfer, word(account), word(spender)], data: amount(50n) },
      { address: token, topics: [transfer, word(spender), word(account)], data: amount(20n) },
      { address: token, topics: [transfer, word(spender), word(token)], data: amount(999n) },
    ]
    const { balances } = effectsOfLogs(account, chain, logs, 9n, new Map())
    expect(balances.map(({ before, after }) => after - before)).toEqual([-9n, -30n])
  })

  it('does not count incoming coins or a used-up allowance as differences', () => {
    const coin: Asset = { kind: 'native', chainId: 31337 }
    const words = { symbol: 'ETH', decimals: 18, listed: true }
    const predicted: Effects = {
      ...moves(-50n),
      balances: [...moves(-50n).balances, { asset: coin, before: 0n, after: 7n, ...words }],
    }
    const approval: Hex = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
    const approve = { address: token, topics: [approval, word(account), word(spender)], data: amount(50n) }
    const send = { address: token, topics: [transfer, word(account), word(spender)], data: amount(50n) }
    const found = (logs: readonly Log[], byLogs = true) =>
      compareReceipt(predicted, effectsOfLogs(account, chain, logs, 0n, new Map()), byLogs).map(
        (line) => line.comparison,
      )
    expect(found([approve, send])).toEqual(['same', 'unlogged', 'unlogged'])
    expect(found([approve, send], false)).toEqual(['same', 'missing', 'unpredicted'])
    // An approval without an outflow, and tokens that did not leave, still count.
    expect(found([approve])).toEqual(['missing', 'unlogged', 'unpredicted'])
  })

  it('counts deposits of the wrapped coin, which emit no Transfer', () => {
    const deposit: Hex = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'
    const wrap = (address: Address) => ({ address, topics: [deposit, word(account)], data: amount(9n) })
    const logs = [wrap(chain.wrappedNative), wrap(token)]
    const { balances } = effectsOfLogs(account, chain, logs, 9n, new Map())
    expect(balances.map(({ before, after }) => after - before)).toEqual([-9n, 9n])
  })

  it('ignores logs whose data does not fit their topic', () => {
    const logs = [{ address: token, topics: [transfer, word(account), word(spender)], data: '0x' as const }]
    expect(effectsOfLogs(account, chain, logs, 0n, new Map()).balances).toEqual([])
  })
})

describe('reads after a flood of logs', () => {
  const word = (address: Address): Hex => pad(address, { size: 32 })
  const transfer: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
  const log = (address: Address, from: Address, to: Address): Log => ({
    address,
    topics: [transfer, word(from), word(to)],
    data: encodeAbiParameters([{ type: 'uint256' }], [1n]),
  })
  const flood = Array.from({ length: 3_000 }, (_, index) =>
    log(numberToHex(0x1d1e00 + index, { size: 20 }), spender, account),
  )
  const listed = chain.tokens.find(({ address }) => address !== nativeAddress)?.address ?? token
  const read = (logs: readonly Log[]) => possibleEffectsOfReceipt(account, chain, moves(-50n), logs, [spender])

  it('cover everything predicted, what was called, and 48 more, listed tokens first', () => {
    const calm = read([])
    expect(calm.unread).toBe(0)
    const { possibleEffects, unread } = read([...flood, log(listed, account, spender)])
    expect(possibleEffects.size).toBe(calm.possibleEffects.size + 48)
    expect([...possibleEffects.keys()]).toEqual(expect.arrayContaining([...calm.possibleEffects.keys()]))
    expect(possibleEffects.has(`erc20:${chain.id}:${getAddress(listed)}`)).toBe(true)
    expect(unread).toBe(3_001 - 48)
  })

  it('limit the effects derived from logs to the same assets', () => {
    const { possibleEffects } = read(flood)
    const told = logsAbout(possibleEffects, flood, account, chain)
    expect(effectsOfLogs(account, chain, told, 0n, new Map()).balances).toHaveLength(48)
  })
})
