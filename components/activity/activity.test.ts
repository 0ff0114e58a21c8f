import { getAddress, pad, parseEther, zeroAddress } from 'viem'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { readBy } from '@/lib/chat/page/reading'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import { writeReceipt } from '@/lib/execution/ledger/stored-effects'
import { ledgerEntry, stepRecord } from '@/lib/execution/testing/ledger-entry'
import type { ListedCall } from '@/lib/wire/conversations'
import { cellOf, csvOf, jsonOf } from './export'
import { choicesOf, everything, filterRows } from './filter'
import { rowsOf } from './rows'
import { totalsOf } from './totals'

const { USDC, DAI } = devnetAddresses.tokens
const { owner } = ledgerEntry()
const hash = pad('0xabc')
const to = getAddress('0x00000000000000000000000000000000c0ffee17')
const day = 86_400_000

afterEach(() => {
  vi.unstubAllEnvs()
  readBy({ read: () => ({ figures: 'browser', zone: 'local' }) })
})

const swapped = (change: Partial<LedgerEntry> = {}): LedgerEntry =>
  ledgerEntry({
    key: 'swap',
    callId: 'swap',
    toolName: 'execute_router_swap',
    parameters: {
      fromChainId: 31337,
      toChainId: 31337,
      fromTokenAddress: USDC,
      toTokenAddress: DAI,
      fromAmount: '100000000',
    },
    state: 'confirmed',
    outcome: { status: 'success', txHash: hash, chainId: 31337 },
    steps: [stepRecord({ id: 'swap', title: 'Swap', to, hash, outcome: 'success' })],
    receipt: writeReceipt({
      method: 'reads',
      effects: {
        chainId: 31337,
        balances: [
          {
            asset: { kind: 'erc20', chainId: 31337, address: USDC },
            before: 500_000_000n,
            after: 400_000_000n,
            symbol: 'USDC',
            decimals: 6,
            listed: true,
          },
          {
            asset: { kind: 'erc20', chainId: 31337, address: DAI },
            before: 0n,
            after: parseEther('99.5'),
            symbol: 'DAI',
            decimals: 18,
            listed: true,
          },
        ],
        allowances: [],
        operators: [],
      },
      fee: 21_000n,
      feeByOthers: false,
      others: [],
      fromBlock: 1n,
      toBlock: 2n,
    }),
    createdAt: 2 * day,
    ...change,
  })

const blocked = ledgerEntry({
  key: 'send',
  callId: 'send',
  taskId: 'other task',
  parameters: { to, chainId: 31337, value: parseEther('0.1').toString() },
  state: 'superseded',
  outcome: { status: 'rejected', error: 'taken back by the agent', code: 'taken-back' },
  worst: { level: 'BLOCK', rule: 'G11', title: 'This address only looks like one you know.' },
  words: [{ text: 'pay my friend', own: true }],
  createdAt: day,
})

const told = (change: Partial<ListedCall> = {}): ListedCall => ({
  taskId: 'T',
  callId: 'C',
  name: 'send_native_gas_token',
  parameters: { to, chainId: 31337, value: '1' },
  agentId: 1,
  at: 3 * day,
  state: 'answered',
  result: { status: 'success', txHash: pad('0xdef'), chainId: 31337 },
  changedAt: 3 * day,
  ...change,
})

describe('activity rows', () => {
  it('cover one account across all conversations and browsers, newest first', () => {
    const stranger = ledgerEntry({ key: 'x', owner: zeroAddress, createdAt: 9 * day })
    const rows = rowsOf([blocked, stranger, swapped()], [told()], owner)
    expect(rows.map(({ entry }) => entry.callId)).toEqual(['C', 'swap', 'send'])
  })

  it('give each proposal’s headline, moves, status and worst finding', () => {
    const [swap, send] = rowsOf([blocked, swapped()], [], owner)
    expect(swap).toMatchObject({
      headline: 'Swap 100 USDC for DAI on Ethereum (local)',
      kind: 'Swap',
      status: 'done',
      statusLabel: { word: 'Confirmed' },
      movesBy: 'chain',
      moves: [
        { way: 'out', symbol: 'USDC', amount: 100_000_000n },
        { way: 'in', symbol: 'DAI' },
      ],
      hashes: [{ hash, chainId: 31337, title: 'Swap' }],
      isServiceReported: false,
      worst: null,
    })
    expect(send).toMatchObject({
      status: 'blocked',
      worst: { rule: 'G11' },
      movesBy: 'request',
      moves: [{ way: 'out', symbol: 'ETH', amount: parseEther('0.1') }],
      chainIds: [31337],
    })
  })

  it('mark what only the service reports, and prefer this browser’s own record', () => {
    const [other] = rowsOf([], [told()], owner)
    expect(other).toMatchObject({ isServiceReported: true, status: 'done', statusLabel: { word: 'Reported done' } })
    expect(other?.hashes).toEqual([{ hash: pad('0xdef'), chainId: 31337, title: 'Transaction' }])
    const [open] = rowsOf([], [told({ state: 'pending', result: null })], owner)
    expect(open).toMatchObject({ status: 'open', isServiceReported: true, statusLabel: { word: 'Reported open' } })
    const [voided] = rowsOf([], [told({ state: 'void', result: null })], owner)
    expect(voided).toMatchObject({ status: 'closed', isServiceReported: true })
    const known = rowsOf([swapped()], [told({ taskId: 'task', callId: 'swap', result: { status: 'rejected' } })], owner)
    expect(known).toHaveLength(1)
    expect(known[0]).toMatchObject({ isServiceReported: false, status: 'done' })
  })

  it('quote the name of an unknown tool as the agent’s words', () => {
    const [row] = rowsOf([], [told({ name: 'tip_the_waiter', parameters: null })], owner)
    expect(row).toMatchObject({ headline: 'Call “tip_the_waiter”', kind: 'Unknown request', moves: [] })
  })
})

describe('the filter', () => {
  const rows = rowsOf([blocked, swapped()], [told()], owner)
  const found = (filter: Partial<typeof everything>) =>
    filterRows(rows, { ...everything, ...filter }).map(({ entry }) => entry.callId)

  it('finds by state, action, network and token', () => {
    expect(found({})).toEqual(['C', 'swap', 'send'])
    expect(found({ status: 'blocked' })).toEqual(['send'])
    expect(found({ kind: 'Swap' })).toEqual(['swap'])
    expect(found({ chainId: '31337' })).toHaveLength(3)
    expect(found({ chainId: '1' })).toEqual([])
    expect(found({ token: 'DAI' })).toEqual(['swap'])
  })
  it('finds by words of the proposal or the request, and by hash', () => {
    expect(found({ text: 'dai SWAP' })).toEqual(['swap'])
    expect(found({ text: 'my friend' })).toEqual(['send'])
    expect(found({ text: hash })).toEqual(['swap'])
    expect(found({ text: 'swáp DÄI' })).toEqual(['swap'])
  })
  it.each([
    ['local', '2026-03-29T14:59Z'],
    ['utc', '2026-03-29T23:59Z'],
  ] as const)('takes whole days in the time zone that dates are written in (%s), both ends included', (zone, last) => {
    vi.stubEnv('TZ', 'Asia/Tokyo')
    readBy({ read: () => ({ figures: 'point', zone }) })
    const at = Date.parse(last)
    const rows = rowsOf([swapped({ createdAt: at })], [], owner)
    const within = (from: string, to: string) => filterRows(rows, { ...everything, from, to }).length
    expect(within('2026-03-29', '2026-03-29')).toBe(1)
    expect(within('2026-03-30', '')).toBe(0)
    expect(within('', '2026-03-28')).toBe(0)
  })
  it('offers only choices that occur in the rows', () =>
    expect(choicesOf(rows)).toMatchObject({
      statuses: ['done', 'blocked'],
      kinds: ['Send', 'Swap'],
      chains: [{ id: '31337', name: 'Ethereum (local)' }],
      tokens: ['DAI', 'ETH', 'USDC'],
    }))
})

describe('the totals', () => {
  it('add up only what the chain shows of calls made here', () => {
    const second = swapped({ key: 'again', callId: 'again' })
    expect(totalsOf(rowsOf([swapped(), second, blocked], [told()], owner))).toEqual({
      proposals: 4,
      done: 2,
      tokens: [
        { chainId: 31337, symbol: 'DAI', decimals: 18, left: 0n, arrived: parseEther('199') },
        { chainId: 31337, symbol: 'USDC', decimals: 6, left: 200_000_000n, arrived: 0n },
      ],
      fees: [{ chainId: 31337, fee: 42_000n }],
      uncounted: 0,
    })
  })
  it('count the calls that are done but whose moves are unknown', () =>
    expect(totalsOf(rowsOf([swapped({ receipt: undefined })], [], owner))).toMatchObject({ done: 1, uncounted: 1 }))
})

describe('an exported list', () => {
  it.each([
    ['=1+1', `"'=1+1"`],
    ['+1', `"'+1"`],
    ['-1', `"'-1"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['\t=1', `"'\t=1"`],
    ['\r=1', `"'\r=1"`],
    ['  =1', `"'  =1"`],
    ['＝1', `"'＝1"`],
    ['say "hi"', '"say ""hi"""'],
    ['","=1', '""",""=1"'],
    ['100 USDC', '"100 USDC"'],
  ])('contains no formula: %j', (text, cell) => expect(cellOf(text)).toBe(cell))

  it('has one CSV line per proposal, with exact amounts', () => {
    const csv = csvOf(rowsOf([swapped(), blocked], [told()], owner))
    expect(csv.startsWith('\uFEFF"Date (UTC)","Kind","What"')).toBe(true)
    const lines = csv.trimEnd().split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines[1]).toContain('"the service"')
    expect(lines[2]).toContain(
      '"Swap 100 USDC for DAI on Ethereum (local)","Confirmed","this browser","100 USDC","99.5 DAI","chain","","21000"',
    )
    expect(lines[3]).toContain('"BLOCK","This address only looks like one you know."')
  })

  it('parses as JSON, with figures as strings', () => {
    const [swap] = JSON.parse(jsonOf(rowsOf([swapped()], [], owner)))
    expect(swap).toMatchObject({
      callId: 'swap',
      state: 'confirmed',
      knownFrom: 'browser',
      moves: [{ way: 'out', amount: '100000000' }, { way: 'in' }],
      networkFee: '21000',
      transactions: [{ hash }],
    })
  })

  it('makes each row only once, even for thousands', () => {
    const many = Array.from({ length: 5_000 }, (_, at) => swapped({ key: `k${at}`, callId: `c${at}` }))
    const began = performance.now()
    const rows = rowsOf(many, [], owner)
    const first = performance.now() - began
    const again = performance.now()
    rowsOf(many, [], owner)
    filterRows(rows, { ...everything, text: 'dai' })
    expect(performance.now() - again, 'rows are made once').toBeLessThan(first)
    expect(rows).toHaveLength(5_000)
  })
})
