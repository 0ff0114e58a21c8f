import { encodeFunctionData, parseAbi, parseEther, zeroHash } from 'viem'
import { expect, test } from 'vitest'
import { readArtifact } from '@/devnet/contracts/artifact'
import { nativeAddress } from '@/lib/chain/chains/chain'
import type { PlanTerms } from '@/lib/wire/plan'
import { account, friend, thief } from '../../fixtures/local-chain'
import { deposit, levels, of, planOf, reviewOn, sendNative, sendToken, step, vaultIsPinned } from '../../fixtures/plans'
import { reviewBench } from '../../testing/bench'
import type { Basis } from '../../words/basis'

const bench = reviewBench()

const schedule = { start: '2025-01-10', hour: 12, every: { unit: 'day', count: 7 }, times: null } as const
const sends = (amount: string, more: Partial<PlanTerms> = {}): PlanTerms =>
  ({
    ...{ chainId: 31337, sells: 'ETH', to: friend, amount: { kind: 'exact', value: amount }, schedule },
    ...more,
  }) as PlanTerms
const by = (terms: PlanTerms, dates = 1, done = 0): { basis: Basis } => ({ basis: { is: 'plan', terms, dates, done } })
const send = async (amount: string, basis: { basis: Basis | null }, more: object = {}) =>
  reviewOn(bench.local, sendNative(friend, parseEther(amount)), { ...basis, ...more })

test('a request of the person is not checked against a plan', async () => {
  expect(of(await send('1', { basis: null }), 'G34')).toEqual([])
})

test('a proposal never confirmed in this browser is UNVERIFIED, with the reason', async () => {
  for (const [is, words] of [
    ['plan', 'you did not confirm this plan in this browser'],
    ['permission', 'you did not sign this permission in this browser'],
    [null, 'does not say by which plan or permission'],
  ] as const)
    expect(of(await send('1', { basis: { is: 'unknown', by: is } }), 'G34')).toMatchObject([
      { level: 'UNVERIFIED', observed: expect.stringContaining(words) },
    ])
})

test('the plan’s amount passes, more is DANGER, and less is a WARN', async () => {
  expect(levels(await send('1', by(sends('1'))), 'G34')).toEqual([])
  expect(of(await send('1.000001', by(sends('1'))), 'G34')).toMatchObject([
    { level: 'DANGER', title: 'More leaves than your plan says.', claim: '1 ETH' },
  ])
  expect(levels(await send('0.9', by(sends('1'))), 'G34')).toEqual(['WARN'])
})

test('another amount is only a WARN if the person’s answer asks for just that', async () => {
  const found = async (text: string, amount = '2') =>
    levels(await send(amount, by(sends('1')), { conversation: { userMessages: [text] }, prompt: 'reply' }), 'G34')
  expect(await found('make it 2 instead')).toEqual(['WARN'])
  expect(await found(`send 2 ETH to ${friend}`)).toEqual(['WARN'])
  for (const text of ['thanks, lovely', 'nice one', 'what is a plan?', 'swap 2 ETH for USDC', 'do not send 2 ETH'])
    expect(await found(text), text).toEqual(['DANGER'])
  expect(await found('make it 2 instead', '3')).toEqual(['DANGER'])
})

test('words that came before a proposal of the service soften nothing', async () => {
  const conversation = { userMessages: [`send 2 ETH to ${friend}`] }
  const review = await send('2', by(sends('1')), { conversation, prompt: 'none' })
  expect(levels(review, 'G34')).toEqual(['DANGER'])
  expect(of(review, 'G35')).toEqual([])
})

test('words that only the service reports soften nothing', async () => {
  const conversation = { userMessages: [`send 2 ETH to ${friend}`], ownWords: [], reported: [true] }
  expect(levels(await send('2', by(sends('1')), { conversation, prompt: 'reply' }), 'G34')).toEqual(['DANGER'])
})

test('a plan covers only its own action', async () => {
  const { usdc, vault } = bench.local
  const stakes = await reviewOn(bench.local, deposit(bench.local, 1_000_000n), {
    ...by(sends('1', { sells: 'USDC', to: friend } as never)),
    ...{ actions: ['stake', 'supply'], ...vaultIsPinned(bench.local) },
  })
  expect(of(stakes, 'G34').map(({ title }) => title)).toEqual([
    'Your plan does something else.',
    'It does not go to the receiver of your plan.',
  ])
  const later = { kind: 'erc20', chainId: 1, address: usdc } as const
  const bridged = { ...deposit(bench.local, 1_000_000n), declares: { out: [], in: [], allowances: [], later } }
  const review = await reviewOn(bench.local, bridged, by(sends('1', { sells: 'USDC', to: vault } as never)))
  expect(of(review, 'G34')).toMatchObject([{ level: 'DANGER', claim: expect.any(String), observed: 'Ethereum' }])
})

test('another token, receiver or network is DANGER', async () => {
  const { usdc } = bench.local
  const token = sendToken(usdc, friend, 5_000_000n)
  expect(of(await reviewOn(bench.local, token, by(sends('1'))), 'G34').map(({ title }) => title)).toContain(
    'Something leaves that is not in your plan.',
  )
  expect(of(await send('1', by(sends('1', { to: thief } as never))), 'G34')).toMatchObject([
    { level: 'DANGER', title: 'It goes to someone who is not in your plan.', claim: thief, observed: friend },
  ])
  expect(of(await send('1', by(sends('1', { chainId: 1 }))), 'G34')).toMatchObject([
    { level: 'DANGER', claim: 'Ethereum' },
  ])
})

test('each date allows one proposal: none before the first date, and no second one', async () => {
  expect(of(await send('1', by(sends('1'), 0)), 'G34')).toMatchObject([
    { level: 'DANGER', claim: '0 dates so far', observed: 'transfer 1' },
  ])
  expect(levels(await send('1', by(sends('1'), 2, 1)), 'G34')).toEqual([])
  expect(of(await send('1', by(sends('1'), 2, 2)), 'G34')).toMatchObject([{ level: 'DANGER', observed: 'transfer 3' }])
})

test('the receiver of a confirmed plan counts as asked for', async () => {
  expect(levels(await send('1', by(sends('1'))), 'G10')).toEqual([])
  expect(levels(await send('1', { basis: null }), 'G10')).not.toEqual([])
})

const buys: PlanTerms = {
  ...{ chainId: 31337, sells: 'ETH', buys: 'WETH', amount: { kind: 'exact', value: '1' } },
  schedule,
}
const wrap = (amount: string, to = bench.local.weth) =>
  planOf([step(to, encodeFunctionData({ abi: parseAbi(['function deposit() payable']) }), parseEther(amount))])

test('a purchase must bring what the plan buys, to the account', async () => {
  expect(levels(await reviewOn(bench.local, wrap('1'), by(buys)), 'G34')).toEqual([])
  expect(of(await send('1', by(buys)), 'G34').map(({ title }) => title)).toEqual(
    expect.arrayContaining(['What arrives is not what your plan buys.', 'It goes to someone who is not in your plan.']),
  )
})

test('dollar amounts use the current price, and are UNVERIFIED without one', async () => {
  const dollars = (value: string) => by(sends('1', { amount: { kind: 'usd', value } }))
  expect(levels(await send('1', dollars('2000')), 'G34')).toEqual(['UNVERIFIED'])
  const feed = await bench.local.deploy(readArtifact('PriceFeed'), ['ETH / USD', 2_000n * 10n ** 8n])
  const handle = bench.local.handle(bench.local.url)
  const tokens = handle.tokens.map((token) => (token.address === nativeAddress ? { ...token, priceFeed: feed } : token))
  const { timestamp } = await bench.local.anvil.getBlock()
  const priced = { chains: new Map([[31337, { ...handle, tokens }]]), now: () => Number(timestamp) * 1000 }
  expect(levels(await send('1', dollars('2000'), priced), 'G34')).toEqual([])
  expect(levels(await send('1', dollars('1950'), priced), 'G34'), 'prices move a little').toEqual([])
  expect(levels(await send('1', dollars('1000'), priced), 'G34')).toEqual(['DANGER'])
})

const permission = (more: object = {}, hasEnded = false): { basis: Basis } => ({
  basis: {
    is: 'permission',
    hasEnded,
    permission: {
      ...{ chainId: 31337, owner: account, agentId: 1, token: bench.local.usdc, protocol: '' },
      ...{ maxAmountPerMove: '100000000', minYieldIncreaseBps: 50, maxLockupDays: 0 },
      ...{ validAfter: 0, validUntil: 9_999_999_999, nonce: zeroHash, ...more },
    },
  },
})

test('a move must keep to the signed permission', async () => {
  const move = (amount: bigint, basis: { basis: Basis }) =>
    reviewOn(bench.local, deposit(bench.local, amount), { ...basis, ...vaultIsPinned(bench.local) })
  expect(levels(await move(100_000_000n, permission()), 'G34')).toEqual([])
  expect(of(await move(200_000_000n, permission()), 'G34')).toMatchObject([
    { level: 'DANGER', title: 'It moves more than your permission allows.' },
  ])
  expect(of(await move(100_000_000n, permission({}, true)), 'G34')).toMatchObject([{ level: 'DANGER' }])
  expect(of(await move(100_000_000n, permission({ token: bench.local.weth })), 'G34')).toMatchObject([
    { level: 'DANGER', title: 'It moves a token that your permission does not cover.' },
  ])
  const sent = await reviewOn(bench.local, sendToken(bench.local.usdc, friend, 5_000_000n), permission())
  expect(of(sent, 'G34')).toMatchObject([
    { title: 'It goes to someone else.', observed: friend },
    { title: 'This is not a move between places that earn.', observed: expect.stringContaining('5 USDC leaves') },
  ])
  const unknown = await reviewOn(bench.local, deposit(bench.local, 5_000_000n), permission())
  expect(levels(unknown, 'G34'), 'the vault is not known').toEqual(['DANGER'])
})
