import { createRequire } from 'node:module'
import {
  type Abi,
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  isHex,
  maxUint256,
  namehash,
  parseEther,
  parseUnits,
} from 'viem'
import { z } from 'zod'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { feedAbi, lendingAbi, mintAbi, namesAbi, registryAbi, routerAbi, vaultAbi, wrappedAbi } from './abi'
import { deployer, feeCollector, friend, relayer } from './accounts'
import { readArtifact } from './contracts/artifact'

const require = createRequire(import.meta.url)
const { tokens, feeds, vaults, nfts } = devnetAddresses

/** One transaction of the deployer. `creates` is the expected address of the new contract. */
export type DeploymentStep = { label: string; to?: Address; data: Hex; value?: bigint; creates?: Address }

type Creation = { abi: Abi; bytecode: Hex }

const packagedSchema = z.object({
  abi: z.custom<Abi>((value) => Array.isArray(value)),
  evm: z.object({
    bytecode: z.object({
      object: z
        .string()
        .transform((code) => `0x${code}`)
        .pipe(z.custom<Hex>((value) => isHex(value))),
    }),
  }),
})

/**
 * Reads Uniswap V2 and WETH9, compiled, from their own packages: their license (GPL) does not allow copying them here.
 */
function readPackaged(path: string): Creation {
  const { abi, evm } = packagedSchema.parse(require(path))
  return { abi, bytecode: evm.bytecode.object }
}

function create(label: string, creates: Address, creation: Creation, args: readonly unknown[] = []): DeploymentStep {
  const signature = creation.abi.find((item) => item.type === 'constructor')
  const data = concatHex([creation.bytecode, encodeAbiParameters(signature?.inputs ?? [], args)])
  return { label, creates, data }
}

const usdc = (amount: string) => parseUnits(amount, 6)
const wbtc = (amount: string) => parseUnits(amount, 8)
/** USD per token, in the feeds' 8 decimals. */
const usd = (price: string) => parseUnits(price, 8)
/** A yearly rate, in 27 decimals. */
const ray = (rate: string) => parseUnits(rate, 27)
const week = 604_800n

/** The order of these determines the addresses in `lib/chain/chains/devnet-addresses.ts`. */
function contracts(): DeploymentStep[] {
  const token = readArtifact('DemoToken')
  const feed = readArtifact('PriceFeed')
  const vault = readArtifact('YieldVault')
  const { router, factory } = devnetAddresses
  return [
    create('WETH', tokens.WETH, readPackaged('@uniswap/v2-periphery/build/WETH9.json')),
    create('factory', factory, readPackaged('@uniswap/v2-core/build/UniswapV2Factory.json'), [deployer]),
    create('router', router, readPackaged('@uniswap/v2-periphery/build/UniswapV2Router02.json'), [
      factory,
      tokens.WETH,
    ]),
    create('USDC', tokens.USDC, token, ['USD Coin', 'USDC', 6]),
    create('DAI', tokens.DAI, token, ['Dai', 'DAI', 18]),
    create('WBTC', tokens.WBTC, token, ['Wrapped Bitcoin', 'WBTC', 8]),
    create('ETH feed', feeds.ETH, feed, ['ETH / USD', usd('3500')]),
    create('USDC feed', feeds.USDC, feed, ['USDC / USD', usd('1')]),
    create('DAI feed', feeds.DAI, feed, ['DAI / USD', usd('1')]),
    create('WBTC feed', feeds.WBTC, feed, ['BTC / USD', usd('100000')]),
    create('diamond', devnetAddresses.diamond, readArtifact('Diamond'), [router, feeCollector, relayer]),
    create('flexible vault', vaults.flexibleUsdc, vault, [tokens.USDC, 'Flexible USDC', 'fvUSDC', 480n, 0n]),
    create('locked vault', vaults.lockedUsdc, vault, [tokens.USDC, 'Locked USDC', 'lvUSDC', 1150n, week]),
    create('WETH vault', vaults.flexibleWeth, vault, [tokens.WETH, 'Flexible WETH', 'fvWETH', 320n, 0n]),
    create('lending market', devnetAddresses.lending, readArtifact('LendingMarket')),
    create('postcards', nfts.postcards, readArtifact('Postcards')),
    create('badges', nfts.badges, readArtifact('Badges')),
    create('agent registry', devnetAddresses.registry, readArtifact('AgentRegistry')),
    create('names', devnetAddresses.names, readArtifact('Names')),
  ]
}

function mint(token: Address, to: Address, amount: bigint): DeploymentStep {
  return {
    label: `mint to ${to}`,
    to: token,
    data: encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [to, amount] }),
  }
}

function approve(token: Address, spender: Address): DeploymentStep {
  return {
    label: `approval for ${spender}`,
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, maxUint256] }),
  }
}

/** Four deep pools at 3,500 USD for ETH and 100,000 USD for BTC. */
function pools(): DeploymentStep[] {
  const pool = (a: Address, amountA: bigint, b: Address, amountB: bigint): DeploymentStep => ({
    label: `pool of ${a} and ${b}`,
    to: devnetAddresses.router,
    data: encodeFunctionData({
      abi: routerAbi,
      functionName: 'addLiquidity',
      args: [a, b, amountA, amountB, 0n, 0n, deployer, maxUint256],
    }),
  })
  return [
    pool(tokens.WETH, parseEther('10000'), tokens.USDC, usdc('35000000')),
    pool(tokens.USDC, usdc('20000000'), tokens.DAI, parseEther('20000000')),
    pool(tokens.WETH, parseEther('5000'), tokens.DAI, parseEther('17500000')),
    pool(tokens.WETH, parseEther('5000'), tokens.WBTC, wbtc('175')),
  ]
}

function lendingReserves(): DeploymentStep[] {
  const reserves: [Address, Address, number, string, bigint][] = [
    [tokens.WETH, feeds.ETH, 8_000, '0.02', parseEther('1000')],
    [tokens.USDC, feeds.USDC, 7_700, '0.05', usdc('2000000')],
    [tokens.DAI, feeds.DAI, 7_500, '0.05', parseEther('2000000')],
    [tokens.WBTC, feeds.WBTC, 7_000, '0.015', wbtc('20')],
  ]
  return reserves.flatMap(([token, feed, collateralFactorBps, rate, supplied], id) => [
    {
      label: `reserve ${id}`,
      to: devnetAddresses.lending,
      data: encodeFunctionData({
        abi: lendingAbi,
        functionName: 'addReserve',
        args: [token, feed, collateralFactorBps, ray(rate)],
      }),
    },
    {
      label: `supply to reserve ${id}`,
      to: devnetAddresses.lending,
      data: encodeFunctionData({ abi: lendingAbi, functionName: 'supply', args: [BigInt(id), supplied, deployer] }),
    },
  ])
}

/** Rounds of the feeds for the week by which the clock is moved after the deployment, up to the price of now. */
function pastPrices(): DeploymentStep[] {
  const rounds: [Address, bigint, number][] = [
    [feeds.ETH, usd('3500'), 0.04],
    [feeds.USDC, usd('1'), 0.0004],
    [feeds.DAI, usd('1'), 0.0008],
    [feeds.WBTC, usd('100000'), 0.03],
  ]
  return rounds.map(([feed, price, sway], seed) => ({
    label: `past prices of ${feed}`,
    to: feed,
    data: encodeFunctionData({
      abi: feedAbi,
      functionName: 'setAnswers',
      args: [pastAnswers(price, sway, seed), secondsPerRound],
    }),
  }))
}

/** Money from which the vaults pay interest and the bridge pays out. */
function funding(): DeploymentStep[] {
  return [
    mint(tokens.USDC, vaults.flexibleUsdc, usdc('1000000')),
    mint(tokens.USDC, vaults.lockedUsdc, usdc('1000000')),
    {
      label: 'interest of the WETH vault',
      to: tokens.WETH,
      data: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'transfer',
        args: [vaults.flexibleWeth, parseEther('100')],
      }),
    },
    mint(tokens.USDC, devnetAddresses.diamond, usdc('5000000')),
    mint(tokens.DAI, devnetAddresses.diamond, parseEther('5000000')),
    mint(tokens.WBTC, devnetAddresses.diamond, wbtc('100')),
    { label: 'native coin of the bridge', to: devnetAddresses.diamond, data: '0x', value: parseEther('5000') },
  ]
}

/** Initial deposits in the vaults: shares have a worth and a history from the start. */
function deposits(): DeploymentStep[] {
  const deposit = (vault: Address, amount: bigint): DeploymentStep => ({
    label: `deposit in ${vault}`,
    to: vault,
    data: encodeFunctionData({ abi: vaultAbi, functionName: 'deposit', args: [amount, deployer] }),
  })
  return [
    approve(tokens.USDC, vaults.flexibleUsdc),
    deposit(vaults.flexibleUsdc, usdc('500000')),
    approve(tokens.USDC, vaults.lockedUsdc),
    deposit(vaults.lockedUsdc, usdc('500000')),
    approve(tokens.WETH, vaults.flexibleWeth),
    deposit(vaults.flexibleWeth, parseEther('200')),
  ]
}

/** One name to try (ENS), with an owner. */
function names(): DeploymentStep[] {
  return [
    {
      label: 'the name of a friend',
      to: devnetAddresses.names,
      data: encodeFunctionData({
        abi: namesAbi,
        functionName: 'setRecord',
        args: [namehash('friend.countersign.eth'), 60n, friend],
      }),
    },
    { label: 'coins of the friend', to: friend, data: '0x', value: parseEther('1') },
  ]
}

/**
 * Everything that the deployer does, in order. `appOrigin` is where the app's agent publishes its identity (ERC-8004).
 */
export function deploymentSteps(appOrigin: string): DeploymentStep[] {
  const held = [tokens.WETH, tokens.USDC, tokens.DAI, tokens.WBTC]
  return [
    ...contracts(),
    ...pastPrices(),
    {
      label: 'wrapped coins',
      to: tokens.WETH,
      data: encodeFunctionData({ abi: wrappedAbi, functionName: 'deposit' }),
      value: parseEther('30000'),
    },
    mint(tokens.USDC, deployer, usdc('100000000')),
    mint(tokens.DAI, deployer, parseEther('100000000')),
    mint(tokens.WBTC, deployer, wbtc('1000')),
    ...held.flatMap((token) => [approve(token, devnetAddresses.router), approve(token, devnetAddresses.lending)]),
    ...pools(),
    ...lendingReserves(),
    ...funding(),
    ...deposits(),
    ...names(),
    {
      label: 'the agent',
      to: devnetAddresses.registry,
      data: encodeFunctionData({
        abi: registryAbi,
        functionName: 'register',
        args: [`${appOrigin}/.well-known/agent-registration.json`],
      }),
    },
  ]
}

/** Six rounds a day. */
const secondsPerRound = 4n * 3_600n
const rounds = 42

/**
 * Makes up a week of prices that ends at `price`, oldest first: two waves and a drift, each at most about `sway` of the
 * price. The same at every start.
 */
const pastAnswers = (price: bigint, sway: number, seed: number): bigint[] =>
  Array.from({ length: rounds }, (_, index) => {
    const left = rounds - 1 - index
    const wave = Math.sin(left / 5 + seed) - Math.sin(seed)
    const ripple = Math.sin(left * 1.7 + 3 * seed) - Math.sin(3 * seed)
    const share = (sway / 2) * (0.6 * wave + 0.25 * ripple - left / rounds)
    return price + (price * BigInt(Math.round(share * 1e8))) / 100_000_000n
  })
