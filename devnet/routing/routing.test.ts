import {
  createClient,
  getChains,
  getQuote,
  getRoutes,
  getStatus,
  getStepTransaction,
  getToken,
  getTokens,
  getTools,
  type LiFiStep,
  type SDKClient,
} from '@lifi/sdk'
import { type Address, encodeFunctionData, erc20Abi, getAddress, isHex, parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { nativeAddress } from '@/lib/chain/chains/chain'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { mintAbi } from '../abi'
import { deployer, feeCollector, thief } from '../accounts'
import type { DevnetChain } from '../chain'
import { minedReceipt } from '../receipt'
import { createTestUser, deployArtifact, startTestDevnet, type TestDevnet, type TestUser } from '../testing'

const { USDC, DAI, WBTC, WETH } = devnetAddresses.tokens
const usdc = (amount: string) => parseUnits(amount, 6)

let devnet: TestDevnet
let user: TestUser
let client: SDKClient

beforeAll(async () => {
  devnet = await startTestDevnet()
  client = createClient({ integrator: 'countersign', apiUrl: devnet.urls.routing, disableVersionCheck: true })
})
afterAll(() => devnet.stop())
beforeEach(async () => {
  await devnet.ask('POST', '/control', { reset: true, bridgeDelayMs: 0 })
  user = await createTestUser(devnet)
})

async function give(token: Address, amount: bigint, chain = devnet.first) {
  const args = [user.address, amount] as const
  const hash = await chain.client.writeContract({
    address: token,
    abi: mintAbi,
    functionName: 'mint',
    args,
    account: deployer,
    chain: null,
  })
  await minedReceipt(chain.client, hash)
}

function balance(token: Address, owner: Address = user.address, { client }: DevnetChain = devnet.first) {
  return token === nativeAddress
    ? client.getBalance({ address: owner })
    : client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
}

function quote(fromToken: Address, toToken: Address, fromAmount: bigint, { from = 31337, to = 31337 } = {}) {
  return getQuote(client, {
    fromChain: from,
    toChain: to,
    fromToken,
    toToken,
    fromAmount: String(fromAmount),
    fromAddress: user.address,
    slippage: 0.005,
  })
}

/** Approves what the step asks for, sends its transaction and returns the receipt. */
async function execute(step: LiFiStep, chain = devnet.first) {
  const { action, estimate, transactionRequest } = step
  const { to, data, value } = transactionRequest ?? {}
  if (!to || !isHex(data) || !isHex(value)) throw new Error('the step has no transaction')
  if (action.fromToken.address !== nativeAddress) {
    const args = [getAddress(estimate.approvalAddress), BigInt(action.fromAmount)] as const
    const approval = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
    await user.send(chain, { to: getAddress(action.fromToken.address), data: approval })
  }
  return user.send(chain, { to: getAddress(to), data, value: BigInt(value) })
}

const statusOf = (txHash: string, fromChain = 31337) => getStatus(client, { txHash, fromChain })

describe('the offer', () => {
  it('lists both chains as the SDK expects', async () => {
    const chains = await getChains(client)
    expect(chains.map(({ id }) => id)).toEqual([31337, 31338])
    expect(chains[0]?.nativeToken).toMatchObject({ address: nativeAddress, symbol: 'ETH', priceUSD: '3500' })
    expect(chains[0]?.metamask.blockExplorerUrls[0]).toMatch(/\/$/)
  })

  it('lists tokens with prices, for all chains and for one', async () => {
    const { tokens } = await getTokens(client, { chains: [devnet.second.info.id] })
    expect(Object.keys(tokens)).toEqual(['31338'])
    expect(tokens[31338]?.map(({ symbol }) => symbol)).toEqual(['ETH', 'USDC', 'DAI', 'WETH', 'WBTC'])
    expect(await getToken(client, devnet.first.info.id, 'wbtc')).toMatchObject({
      address: WBTC,
      decimals: 8,
      priceUSD: '100000',
    })
    await expect(getToken(client, devnet.first.info.id, 'NOPE')).rejects.toThrow(/not listed/)
  })

  it('names its tools', async () => {
    const { exchanges, bridges } = await getTools(client)
    expect(exchanges.map(({ key }) => key)).toEqual(['uniswap'])
    expect(bridges.map(({ key }) => key)).toEqual(['localbridge'])
  })
})

describe('swaps', () => {
  it('exchanges native coin for a token, with the fee and at least the minimum', async () => {
    const feeBefore = await balance(nativeAddress, feeCollector)
    const step = await quote(nativeAddress, USDC, parseEther('1'))
    expect(step.estimate.feeCosts).toMatchObject([{ amount: String(parseEther('0.0025')), included: true }])
    const toAmount = BigInt(step.estimate.toAmount)
    expect(BigInt(step.estimate.toAmountMin)).toBe((toAmount * 995n) / 1000n)
    const receipt = await execute(step)
    expect(receipt.status).toBe('success')
    expect(await balance(USDC)).toBe(toAmount)
    expect((await balance(nativeAddress, feeCollector)) - feeBefore).toBe(parseEther('0.0025'))
    expect(await statusOf(receipt.transactionHash)).toMatchObject({
      status: 'DONE',
      substatus: 'COMPLETED',
      receiving: { amount: String(toAmount), token: { address: USDC }, txHash: receipt.transactionHash },
    })
  })

  it('exchanges a token for a token, with an approval', async () => {
    await give(USDC, usdc('1000'))
    const step = await quote(USDC, DAI, usdc('1000'))
    expect(step.estimate.approvalAddress).toBe(devnetAddresses.diamond)
    expect((await execute(step)).status).toBe('success')
    expect([await balance(USDC), await balance(DAI)]).toEqual([0n, BigInt(step.estimate.toAmount)])
  })

  it('exchanges a token for native coin', async () => {
    await give(USDC, usdc('3500'))
    const step = await quote(USDC, nativeAddress, usdc('3500'))
    const before = await balance(nativeAddress)
    const receipt = await execute(step)
    expect(receipt.status).toBe('success')
    const gained = (await balance(nativeAddress)) - before
    expect(gained).toBeGreaterThan(parseEther('0.97'))
    expect(await statusOf(receipt.transactionHash)).toMatchObject({
      status: 'DONE',
      receiving: { token: { address: nativeAddress }, amount: step.estimate.toAmount },
    })
  })

  it('goes through WETH if there is no direct pool', async () => {
    await give(USDC, usdc('1000'))
    const step = await quote(USDC, WBTC, usdc('1000'))
    const hops = step.includedSteps.filter(({ type }) => type === 'swap')
    expect(hops.map(({ action }) => action.toToken.address)).toEqual([WETH, WBTC])
    expect((await execute(step)).status).toBe('success')
    expect(await balance(WBTC)).toBe(BigInt(step.estimate.toAmount))
  })

  it('offers every way, best first, and builds the transaction of the chosen one', async () => {
    const { routes } = await getRoutes(client, {
      fromChainId: 31337,
      toChainId: 31337,
      fromTokenAddress: USDC,
      toTokenAddress: DAI,
      fromAmount: String(usdc('1000')),
      fromAddress: user.address,
    })
    const [best, longer] = routes.map(({ steps }) => steps[0])
    if (!best || !longer) throw new Error('two ways lead from USDC to DAI')
    expect(BigInt(best.estimate.toAmount)).toBeGreaterThan(BigInt(longer.estimate.toAmount))
    expect(longer.transactionRequest).toBeUndefined()
    await give(USDC, usdc('1000'))
    const ready = await getStepTransaction(client, longer)
    expect(ready.id).toBe(longer.id)
    expect((await execute(ready)).status).toBe('success')
    expect(await balance(DAI)).toBe(BigInt(longer.estimate.toAmount))
  })

  it('reverts on chain if the pools give less than the minimum', async () => {
    await devnet.ask('POST', '/control', { rateShiftBps: 100 })
    const step = await quote(nativeAddress, USDC, parseEther('1'))
    const receipt = await execute(step)
    expect(receipt.status).toBe('reverted')
    expect(await statusOf(receipt.transactionHash)).toMatchObject({ status: 'FAILED' })
  })

  it('finds no way from a token to itself, to its wrapped twin, or for nothing', async () => {
    await expect(quote(USDC, USDC, 1n)).rejects.toThrow(/same/)
    await expect(quote(nativeAddress, WETH, 1n)).rejects.toThrow(/No available quotes/)
    await expect(quote(nativeAddress, USDC, 0n)).rejects.toThrow(/more than 0/)
  })
})

describe('bridge', () => {
  it.each([
    ['a token', USDC, usdc('100')],
    ['native coin', nativeAddress, parseEther('1')],
  ])('carries %s to the other chain', async (_, token, amount) => {
    if (token !== nativeAddress) await give(token, amount)
    const before = await balance(token, user.address, devnet.second)
    const step = await quote(token, token, amount, { to: 31338 })
    const receipt = await execute(step)
    expect(receipt.status).toBe('success')
    const status = await vi.waitFor(async () => {
      const current = await statusOf(receipt.transactionHash)
      expect(current.status).toBe('DONE')
      return current
    }, 5_000)
    const arrived = (await balance(token, user.address, devnet.second)) - before
    expect(arrived).toBe(amount - (amount * 25n) / 10_000n)
    expect(status).toMatchObject({ substatus: 'COMPLETED', receiving: { chainId: 31338, amount: String(arrived) } })
  })

  it('is pending until the relayer pays', async () => {
    await devnet.ask('POST', '/control', { bridgeDelayMs: 3_600_000 })
    const { transactionHash } = await execute(await quote(nativeAddress, nativeAddress, 10n ** 18n, { to: 31338 }))
    expect(await statusOf(transactionHash)).toMatchObject({ status: 'PENDING', receiving: { chainId: 31338 } })
    await devnet.ask('POST', '/control', { bridgeDelayMs: 0 })
    await vi.waitFor(async () => expect((await statusOf(transactionHash)).status).toBe('DONE'), 5_000)
  })

  it('reports that the receiver refuses the coin, and keeps it', async () => {
    const { address } = await deployArtifact(devnet.second, 'PayableRejecter', [], deployer)
    const step = await getQuote(client, {
      fromChain: 31337,
      toChain: 31338,
      fromToken: nativeAddress,
      toToken: nativeAddress,
      fromAmount: String(parseEther('1')),
      fromAddress: user.address,
      toAddress: address,
    })
    const { transactionHash } = await execute(step)
    await vi.waitFor(
      async () =>
        expect(await statusOf(transactionHash)).toMatchObject({
          status: 'FAILED',
          substatusMessage: expect.stringContaining('stays in the bridge'),
        }),
      5_000,
    )
  })

  it('does not exchange tokens on the way', async () => {
    await expect(quote(USDC, DAI, usdc('1'), { to: 31338 })).rejects.toThrow(/No available quotes/)
    const request = { fromChainId: 31337, toChainId: 31338, fromTokenAddress: WETH, toTokenAddress: WETH }
    expect((await getRoutes(client, { ...request, fromAmount: '1000' })).routes).toEqual([])
  })
})

describe('status', () => {
  it('does not find what was never sent', async () => {
    expect(await statusOf(`0x${'1'.repeat(64)}`)).toMatchObject({ status: 'NOT_FOUND' })
  })

  it('calls an unrelated transaction invalid', async () => {
    const { transactionHash } = await user.send(devnet.first, { to: thief, value: 1n })
    expect(await statusOf(transactionHash)).toMatchObject({ status: 'INVALID' })
  })

  it.each([
    ['not-found', { status: 'NOT_FOUND' }],
    ['pending', { status: 'PENDING' }],
    ['failed', { status: 'FAILED' }],
    ['partial', { status: 'DONE', substatus: 'PARTIAL' }],
    ['refunded', { status: 'DONE', substatus: 'REFUNDED' }],
    ['invalid', { status: 'INVALID' }],
  ])('pretends %s when told to', async (statusMode, expected) => {
    const { transactionHash } = await execute(await quote(nativeAddress, USDC, parseEther('0.1')))
    await devnet.ask('POST', '/control', { statusMode })
    expect(await statusOf(transactionHash)).toMatchObject(expected)
  })
})

describe('tampering', () => {
  const tampered = async (tamper: string) => {
    await devnet.ask('POST', '/control', { tamper })
    return quote(nativeAddress, USDC, parseEther('1'))
  }

  it('sends the money elsewhere', async () => {
    expect((await tampered('target')).transactionRequest?.to).toBe(thief)
  })

  it('names another receiver, who gets the tokens', async () => {
    const step = await tampered('receiver')
    expect(step.action.toAddress).toBe(user.address)
    const before = await balance(USDC, thief)
    await execute(step)
    expect((await balance(USDC, thief)) - before).toBe(BigInt(step.estimate.toAmount))
    expect(await balance(USDC)).toBe(0n)
  })

  it('removes the minimum from the calldata, but not from the estimate', async () => {
    const step = await tampered('min')
    const data = step.transactionRequest?.data
    if (!isHex(data)) throw new Error('no calldata')
    const inCalldata = await extractSwap(data)
    expect(inCalldata[4]).toBe(1n)
    expect(BigInt(step.estimate.toAmountMin)).toBeGreaterThan(usdc('3000'))
  })

  it('takes twice the amount', async () => {
    const step = await tampered('amount')
    expect(step.action.fromAmount).toBe(String(parseEther('1')))
    expect(BigInt(step.transactionRequest?.value ?? 0)).toBe(parseEther('2'))
    expect((await execute(step)).status).toBe('success')
  })

  it('adds native coin', async () => {
    expect(BigInt((await tampered('value')).transactionRequest?.value ?? 0)).toBe(parseEther('2'))
  })

  it('names another spender, in step transactions too', async () => {
    const step = await tampered('approval')
    expect(step.estimate.approvalAddress).toBe(thief)
    expect((await getStepTransaction(client, step)).estimate.approvalAddress).toBe(thief)
  })
})

function extractSwap(data: `0x${string}`) {
  const abi = [
    {
      type: 'function',
      name: 'extractGenericSwapParameters',
      stateMutability: 'pure',
      inputs: [{ type: 'bytes', name: 'data' }],
      outputs: [
        { type: 'address', name: 'sendingAssetId' },
        { type: 'uint256', name: 'amount' },
        { type: 'address', name: 'receiver' },
        { type: 'address', name: 'receivingAssetId' },
        { type: 'uint256', name: 'receivingAmount' },
      ],
    },
  ] as const
  return devnet.first.client.readContract({
    address: devnetAddresses.diamond,
    abi,
    functionName: 'extractGenericSwapParameters',
    args: [data],
  })
}

it('decodes its calldata like the LI.FI diamond', async () => {
  const step = await quote(nativeAddress, USDC, parseEther('1'))
  const data = step.transactionRequest?.data
  if (!isHex(data)) throw new Error('no calldata')
  expect(await extractSwap(data)).toEqual([
    nativeAddress,
    parseEther('1'),
    user.address,
    USDC,
    BigInt(step.estimate.toAmountMin),
  ])
})
