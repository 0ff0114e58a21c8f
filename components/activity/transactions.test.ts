import { encodeFunctionData, erc20Abi, getAddress, pad } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Chains } from '@/lib/chain/chains/chain'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { writeReceipt } from '@/lib/execution/ledger/stored-effects'
import { ledgerEntry, stepRecord } from '@/lib/execution/testing/ledger-entry'
import { counterpartOf } from './counterpart'
import { rowsOf } from './rows'
import { transactionsCsv, transactionsOf } from './transactions'

const { USDC } = devnetAddresses.tokens
const { owner } = ledgerEntry()
const router = getAddress('0x00000000000000000000000000000000c0ffee17')
const [approval, swap, cut] = [pad('0xa'), pad('0xb'), pad('0xc')] as const
const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, 5n] })

const effects = {
  chainId: 31337,
  balances: [
    {
      asset: { kind: 'erc20' as const, chainId: 31337, address: USDC },
      before: 500_000_000n,
      after: 400_000_000n,
      symbol: 'USDC',
      decimals: 6,
      listed: true,
    },
  ],
  allowances: [],
  operators: [],
}
const swapped = ledgerEntry({
  key: 'swap',
  callId: 'swap',
  toolName: 'execute_router_swap',
  parameters: {
    fromChainId: 31337,
    toChainId: 31337,
    fromTokenAddress: USDC,
    toTokenAddress: devnetAddresses.tokens.DAI,
    fromAmount: '100000000',
  },
  state: 'confirmed',
  steps: [
    stepRecord({ id: 'a', title: '=Approve', to: USDC, data: approve, hash: approval, outcome: 'success' }),
    stepRecord({ id: 's', title: 'Swap', to: router, hash: swap, outcome: 'success' }),
  ],
  receipt: writeReceipt({
    method: 'reads',
    effects,
    fee: 42_000n,
    feeByOthers: false,
    others: [],
    fromBlock: 1n,
    toBlock: 2n,
  }),
})

/** A chain on which each of these transactions is in a block of its own, one second apart, from these accounts. */
const chainWith = (mined: Record<string, { from: string; status: string }>): Chains => {
  const client = {
    getTransactionReceipt: async ({ hash }: { hash: string }) => {
      const found = mined[hash]
      if (!found) throw new Error('down')
      return { ...found, blockHash: hash, gasUsed: 21_000n, effectiveGasPrice: 10n ** 9n }
    },
    getBlock: async ({ blockHash }: { blockHash: string }) => ({
      timestamp: 1_790_000_000n + BigInt(Object.keys(mined).indexOf(blockHash)),
    }),
  }
  const tokens = [{ symbol: 'ETH' }]
  const chains: ReadonlyMap<number, object> = new Map([[31337, { id: 31337, client, tokens }]])
  return chains as Chains
}
const cellsOf = (csv: string) =>
  csv
    .trimEnd()
    .split('\r\n')
    .map((line) => line.slice(1, -1).split('","'))

describe('the transactions of proposals', () => {
  it('are one a line, with the amounts at the one that moved them, and date and fee of each from the chain', async () => {
    const chains = chainWith({
      [approval]: { from: owner, status: 'success' },
      [swap]: { from: owner, status: 'success' },
    })
    const names = new Map([[router, '+Router']])
    const made = await transactionsCsv(rowsOf([swapped], [], owner), chains, names)
    expect(made).toMatchObject({ count: 2, unread: 0, areAmountsJoined: true })
    const [, first, second, ...more] = cellsOf(made.csv)
    expect(more).toEqual([])
    expect(first?.slice(0, 11)).toEqual([
      ...['2026-09-21T14:13:20.000Z', "'=Approve", '', '', '0.000021', 'ETH', 'Ethereum (local)', approval],
      ...[router, "'+Router", 'success'],
    ])
    expect(second?.slice(0, 13)).toEqual([
      ...['2026-09-21T14:13:21.000Z', 'Swap', '100 USDC', '', '0.000021', 'ETH', 'Ethereum (local)', swap],
      ...[router, "'+Router", 'success', 'chain', 'this browser'],
    ])
  })

  it('cost nothing if somebody else paid, and say if they were reverted or not read', async () => {
    const steps = [stepRecord({ id: 's', title: 'Swap', to: router, hash: cut, outcome: 'reverted' })]
    const reverted = ledgerEntry({ ...swapped, key: 'cut', callId: 'cut', state: 'reverted', steps, createdAt: 1 })
    const chains = chainWith({ [cut]: { from: router, status: 'reverted' } })
    const alone = await transactionsCsv(rowsOf([reverted], [], owner), chains, new Map())
    expect(alone).toMatchObject({ count: 1, areAmountsJoined: false })
    const made = await transactionsCsv(rowsOf([swapped, reverted], [], owner), chains, new Map())
    expect(made).toMatchObject({ count: 3, unread: 2 })
    const [, first, second] = cellsOf(made.csv)
    expect([first?.[2], first?.[4], first?.[10]]).toEqual(['', '', 'reverted'])
    expect([second?.[0], second?.[10]]).toEqual(['', 'not read'])
  })

  it('leave out those that are not on a chain, and are one where several steps share it', () => {
    const step = (id: string, more: object) => stepRecord({ id, to: router, ...more })
    const pending = ledgerEntry({ key: 'p', callId: 'p', state: 'confirming', steps: [step('s', { hash: cut })] })
    const both = { hash: swap, outcome: 'success' }
    const batch = ledgerEntry({ ...swapped, key: 'b', callId: 'b', steps: [step('a', both), step('s', both)] })
    const found = transactionsOf(rowsOf([pending, batch], [], owner))
    expect(found.map(({ hash, hasAmounts }) => [hash, hasAmounts])).toEqual([[swap, true]])
  })
})

it('names the receiver of a token, the spender of an approval, and else the target', () => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [owner, 1n] })
  const from = encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [USDC, owner, 1n] })
  expect(counterpartOf({ to: USDC, data })).toBe(owner)
  expect(counterpartOf({ to: USDC, data: from })).toBe(owner)
  expect(counterpartOf({ to: USDC, data: approve })).toBe(router)
  expect(counterpartOf({ to: router, data: '0x' })).toBe(router)
  expect(counterpartOf({ to: router, data: '0xdeadbeef' })).toBe(router)
})
