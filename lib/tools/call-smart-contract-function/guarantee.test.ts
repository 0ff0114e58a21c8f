import { type Address, getAddress, type Hex, maxUint256, parseEther } from 'viem'
import { describe, expect, it } from 'vitest'
import { decodeCall } from '@/lib/chain/calldata/decode-call'
import { chainInfo } from '@/lib/chain/chains/chains'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { guaranteeFindings, guaranteeOf } from './guarantee'
import { call, createCallBench } from './testing/call-bench'

const { tokens, router } = devnetAddresses
const friend = getAddress('0xf12e7d0000000000000000000000000000f12e7d')
const bench = createCallBench()

const found = ({ findings }: { findings: readonly { rule: string; level: string }[] }) =>
  findings.filter(({ rule }) => rule === 'call.guarantee').map(({ level }) => level)

describe('a swap through a directly called router', () => {
  const one = parseEther('1')
  const review = (min: bigint) =>
    bench.review({
      to: router,
      functionName: 'swapExactETHForTokens',
      value: one.toString(),
      args: [min.toString(), JSON.stringify([tokens.WETH, tokens.USDC]), bench.user.address, maxUint256.toString()],
    })
  const arrives = async () => {
    const { review: made } = await review(1n)
    const usdc = made.effects?.balances.find(({ asset }) => asset.kind === 'erc20')
    return (usdc?.after ?? 0n) - (usdc?.before ?? 0n)
  }

  it('without a minimum is DANGER, although everything arrives in the simulation', async () => {
    const made = await review(0n)
    expect(found(made.review)).toEqual(['DANGER'])
    expect(made.review.verdict).toBe('acknowledge')
  })

  it('is judged by how much of what arrives it guarantees', async () => {
    const all = await arrives()
    expect(found((await review(1n)).review)).toEqual(['DANGER'])
    expect(found((await review((all * 96n) / 100n)).review)).toEqual(['WARN'])
    expect(found((await review((all * 995n) / 1000n)).review)).toEqual([])
  })

  it('is judged by its return against on-chain prices, like a swap by the router tool', async () => {
    const worth = async (value: bigint, path: readonly Address[] = [tokens.WETH, tokens.USDC]) => {
      const made = await bench.review({
        to: router,
        functionName: 'swapExactETHForTokens',
        value: value.toString(),
        args: ['1', JSON.stringify(path), bench.user.address, maxUint256.toString()],
      })
      return made.review.findings.filter(({ rule }) => rule === 'G29').map(({ level }) => level)
    }
    expect(await worth(one / 100n)).toEqual(['OK'])
    const { client } = bench.devnet.first
    const { address } = bench.user
    const held = await client.getBalance({ address })
    await client.setBalance({ address, value: parseEther('1000000') })
    expect(await worth(parseEther('100000'))).toEqual(['BLOCK'])
    await client.setBalance({ address, value: held })
  })

  it('for an exact amount is judged by the most that it may take', async () => {
    const exact = (value: bigint) =>
      bench.review({
        to: router,
        functionName: 'swapETHForExactTokens',
        value: value.toString(),
        args: ['100000000', JSON.stringify([tokens.WETH, tokens.USDC]), bench.user.address, maxUint256.toString()],
      })
    const { effects } = (await exact(one)).review
    const coin = effects?.balances.find(({ asset }) => asset.kind === 'native')
    const cost = (coin?.before ?? 0n) - (coin?.after ?? 0n)
    expect(cost).toBeLessThan(one / 10n)
    expect(found((await exact(one)).review)).toEqual(['DANGER'])
    expect(found((await exact((cost * 101n) / 100n)).review)).toEqual([])
  })
})

describe('the guaranteed share', () => {
  it.each([
    [9_700n, []],
    [9_699n, ['WARN']],
    [9_500n, ['WARN']],
    [9_499n, ['DANGER']],
    [10_001n, []],
  ])('%s of 10,000 guaranteed: %j', (guaranteed, expected) => {
    expect(found({ findings: guaranteeFindings(guaranteed, 10_000n) })).toEqual(expected)
  })
})

describe('calldata of Uniswap V3', () => {
  const chain = chainInfo({ id: 31337, rpcUrl: 'http://127.0.0.1:1' })
  const facts = {
    tokens: new Map(),
    collections: new Set<Address>(),
    interfaces: new Map(),
    debts: new Map(),
    assets: new Map(),
    reserves: new Map(),
    aTokens: new Map(),
    allowances: new Map(),
    previews: new Map(),
    ownName: null,
    refusesApproval: false,
  }
  const of = (data: Hex) =>
    guaranteeOf(decodeCall({ caller: friend, to: router, value: 0n, data, delegate: false }), {
      chain,
      account: friend,
      facts,
    })
  const path = `${tokens.USDC}0001f4${tokens.DAI.slice(2)}` as Hex
  const swap = (recipient: Address, min: bigint) =>
    call('exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum))', [
      { path, recipient, amountIn: 5n, amountOutMinimum: min },
    ])

  it('names what arrives at the end of its path', () => {
    expect(of(swap(friend, 4n))).toMatchObject({
      id: 'call.guarantee',
      reads: [{ to: tokens.USDC }, { to: tokens.DAI }],
    })
    expect(of(swap(friend, 0n))).toMatchObject({ level: 'DANGER' })
  })

  it('is reported as unchecked if it hides its minimum in another call', () => {
    const unwrap = call('unwrapWETH9(uint256,address)', [0n, friend])
    expect(of(call('multicall(bytes[])', [[swap(router, 0n), unwrap]]))).toMatchObject({ level: 'UNVERIFIED' })
  })

  it('without a swap gives no finding', () => {
    expect(of(call('transfer(address,uint256)', [friend, 1n]))).toBeNull()
  })
})
