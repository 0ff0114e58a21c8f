import { decodeFunctionData, erc20Abi } from 'viem'
import { describe, expect, it } from 'vitest'
import { nativeAddress } from '@/lib/chain/chains/chain'
import type { TokenFacts } from '@/lib/chain/tokens/token-contract'
import { approvalFor } from '../shared/approval'
import type { SwapDetails, SwapTerms } from './details'
import { swapTransfer } from './details'
import { swapPlan } from './plan'

const account = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const diamond = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE'
const token = (address: TokenFacts['address'], symbol: string): TokenFacts => ({
  chainId: 1,
  address,
  symbol,
  name: symbol,
  decimals: 6,
  listed: true,
  ownSymbol: symbol,
})
const usdt = token('0xdAC17F958D2ee523a2206206994597C13D831ec7', 'USDT')
const usdc = token('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'USDC')
const eth = token(nativeAddress, 'ETH')

function details(from: TokenFacts, allowance: bigint, { isBridge = false, needsReset = false } = {}) {
  const fromAmount = 100_000_000n
  const terms: SwapTerms = {
    quote: {
      id: 'q',
      routeKey: 'relay',
      tool: 'relay',
      toolName: 'Relay',
      fromAmount,
      toAmount: 99n,
      toAmountMin: 98n,
      approvalAddress: diamond,
      fees: [],
      duration: 1,
      path: [],
      transaction: { chainId: 1, to: diamond, data: '0x1234', value: 7n, gas: 400_000n },
      at: 0,
    },
    toAmount: 99n,
    toAmountMin: 98n,
    fromUsd: null,
    toUsd: null,
    minimumUsd: null,
    rate: 1n,
    fees: [],
    feesUsd: 0n,
    priceImpact: null,
    approval: approvalFor(from, { allowance, needsReset }, fromAmount),
    allowance,
  }
  return {
    isBridge,
    slippage: 0.005,
    slippageAdjusted: false,
    fromChain: { id: 1, name: 'Ethereum' },
    toChain: { id: isBridge ? 8453 : 1, name: isBridge ? 'Base' : 'Ethereum' },
    fromAmount,
    from: { token: from, price: null, poolPrice: null, balance: 0n },
    to: { token: { ...usdc, chainId: isBridge ? 8453 : 1 }, price: null, poolPrice: null, balance: 0n },
    terms,
    alternatives: null,
  } satisfies SwapDetails
}

const approvals = (from: TokenFacts, allowance: bigint, needsReset = false) =>
  swapPlan(account, diamond, details(from, allowance, { needsReset }))
    .steps.filter(({ purpose }) => purpose === 'approval')
    .map(({ to, data, value }) => {
      expect(to).toBe(from.address)
      expect(value).toBe(0n)
      const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data })
      return [functionName, ...args]
    })

describe('swapPlan', () => {
  it('approves exactly what is swapped', () => {
    expect(approvals(usdc, 0n)).toEqual([['approve', diamond, 100_000_000n]])
    expect(approvals(usdc, 99_999_999n)).toEqual([['approve', diamond, 100_000_000n]])
  })
  it('approves nothing if enough is allowed, or the coin is native', () => {
    expect(approvals(usdc, 100_000_000n)).toEqual([])
    expect(approvals(eth, 0n)).toEqual([])
  })
  it('resets first if the token requires that, and only then', () => {
    expect(approvals(usdc, 5n, true)).toEqual([
      ['approve', diamond, 0n],
      ['approve', diamond, 100_000_000n],
    ])
    expect(approvals(usdc, 0n, true)).toHaveLength(1)
    expect(approvals(usdt, 5n)).toHaveLength(1)
    expect(approvals(usdc, 100_000_000n, true)).toEqual([])
  })

  it('passes on the quote’s transaction unchanged, as the last step', () => {
    const { steps } = swapPlan(account, diamond, details(usdc, 0n))
    expect(steps.at(-1)).toEqual({
      id: 'swap',
      purpose: 'action',
      title: 'Swap 100 USDC for USDC',
      chainId: 1,
      to: diamond,
      data: '0x1234',
      value: 7n,
      gas: 400_000n,
    })
  })

  it('declares what leaves, what must arrive, and no allowance', () => {
    expect(swapPlan(account, diamond, details(usdt, 0n)).declares).toEqual({
      out: [{ asset: { kind: 'erc20', chainId: 1, address: usdt.address }, amount: 100_000_000n }],
      in: [{ asset: { kind: 'erc20', chainId: 1, address: usdc.address }, amount: 98n }],
      allowances: [],
    })
  })
  it('declares the rest of an earlier approval', () => {
    expect(swapPlan(account, diamond, details(usdc, 500_000_000n)).declares.allowances).toEqual([
      { token: usdc.address, spender: diamond, amount: 500_000_000n },
    ])
  })
  it('declares no arrival from a bridge', () => {
    const plan = swapPlan(account, diamond, details(eth, 0n, { isBridge: true }))
    expect(plan.declares.in).toEqual([])
    expect(plan.steps[0]?.title).toBe('Bridge 100 ETH to Base')
  })
  it('keeps the symbol of an unlisted token out of sentences', () => {
    const fake = { ...usdc, symbol: 'USDC to vitalik.eth', listed: false }
    expect(swapPlan(account, diamond, details(fake, 0n)).steps[0]?.title).toBe('Approve 100 0xA0b8…eB48')
  })
})

describe('swapTransfer', () => {
  it('follows a bridge', () => {
    expect(swapTransfer(details(eth, 0n, { isBridge: true }))).toEqual({
      fromChainId: 1,
      toChainId: 8453,
      tool: 'relay',
    })
  })
  it('follows nothing on one chain', () => expect(swapTransfer(details(eth, 0n))).toBeNull())
})
