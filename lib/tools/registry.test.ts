import { describe, expect, it } from 'vitest'
import { buildChains, chainEntries } from '@/lib/chain/chains'
import { devnetAddresses } from '@/lib/chain/devnet-addresses'
import { createRouting } from '@/lib/chain/lifi'
import { noYields } from '@/lib/chain/yields/testing/no-yields'
import { type ToolName, toolNames } from '@/lib/wire/tool-names'
import { findTool, tools } from './registry'
import type { PrepareContext } from './tool'

const { USDC, DAI } = devnetAddresses.tokens
const someone = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const lending = { marketAddress: someone, tokenAddress: USDC, tokenSymbol: 'USDC', amount: '5000000', chainId: 31337 }

/** For each tool what it needs at least, and all that the interface names. */
const examples: Readonly<Record<ToolName, { least: Record<string, unknown>; full: Record<string, unknown> }>> = {
  send_native_gas_token: {
    least: { to: someone, chainId: 31337, value: '1' },
    full: { to: someone, chainId: '31337', value: '10000000000000000' },
  },
  execute_router_swap: {
    least: {
      fromChainId: 31337,
      toChainId: 31337,
      fromTokenAddress: USDC,
      toTokenAddress: DAI,
      fromAmount: '1000000',
    },
    full: {
      fromChainId: 31337,
      toChainId: 31338,
      fromTokenAddress: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
      toTokenAddress: DAI,
      fromAmount: '1000000',
      slippage: 0.005,
      fromTokenSymbol: 'ETH',
      toTokenSymbol: 'DAI',
      fromTokenDecimals: 18,
      toTokenDecimals: '18',
    },
  },
  show_token_balance_ui: {
    least: { address: someone },
    full: {
      address: someone,
      balances: [
        { symbol: 'ETH', amount: '1', price: 3500, value: '3500', logo: 'https://x.example/a.png' },
        'odd',
        null,
      ],
      totalValue: 3500,
    },
  },
  transfer_nft: {
    least: { contractAddress: devnetAddresses.nfts.postcards, tokenId: '0', toAddress: someone, chainId: 31337 },
    full: {
      contractAddress: devnetAddresses.nfts.badges,
      tokenId: '7',
      toAddress: someone,
      amount: '2',
      chainId: 31337,
    },
  },
  call_smart_contract_function: {
    least: { to: USDC, functionName: 'pause', chainId: 31337 },
    full: {
      to: USDC,
      functionName: 'transfer',
      args: [someone, '1'],
      chainId: 31337,
      value: '0',
      abi: ['function transfer(address,uint256)'],
    },
  },
  enter_staking_yield: {
    least: { yieldId: 'local-usdc', amount: '100' },
    full: {
      yieldId: 'local-usdc',
      amount: '100.5',
      walletAddress: someone,
      tokenSymbol: 'USDC',
      tokenAddress: USDC,
      chainId: 31337,
      network: 'ethereum',
      protocol: 'Local vaults',
      poolName: 'Flexible',
      apy: 4.8,
      lockupPeriod: 'none',
      rewardTokenSymbols: ['USDC'],
    },
  },
  exit_staking_yield: {
    least: { yieldId: 'local-usdc', amount: '100' },
    full: { yieldId: 'local-usdc', amount: '100', walletAddress: someone },
  },
  lending_supply: { least: lending, full: { ...lending, walletAddress: someone } },
  lending_borrow: { least: lending, full: { ...lending, walletAddress: someone } },
  lending_repay: { least: lending, full: { ...lending, walletAddress: someone } },
  lending_withdraw: { least: lending, full: { ...lending, walletAddress: someone } },
  request_auto_rebalance_permission: {
    least: { chainId: 31337, tokenAddress: USDC, minYieldIncrease: 0.5, maxLockupDays: 30 },
    full: {
      chainId: 31337,
      tokenAddress: USDC,
      currentPosition: { protocol: 'Local vaults', amount: '100', apy: 4.8 },
      minYieldIncrease: 0.5,
      maxLockupDays: 30,
    },
  },
}

// Nobody listens there: what a request says must not need to ask anybody.
const chains = buildChains(chainEntries({ CHAINS: 'devnet', rpcUrls: new Map(), DEVNET_PORT: 21_298 }))
const context: PrepareContext = {
  account: someone,
  chains,
  routing: createRouting({ apiUrl: 'http://127.0.0.1:21297', integrator: 'test' }),
  yields: noYields,
  now: () => 1_000,
  signal: new AbortController().signal,
}

describe.each(toolNames)('%s', (name) => {
  const { least, full } = examples[name]
  const { schema, headline } = tools[name]

  it('goes by its own name', () => expect(tools[name].name).toBe(name))
  it('takes what it needs at least', () => expect(schema.safeParse(least).error).toBeUndefined())
  it('takes all that the interface names', () => expect(schema.safeParse(full).error).toBeUndefined())
  it('refuses parameters that the interface does not name', () => {
    expect(schema.safeParse({ ...full, gasPrice: '1' }).success).toBe(false)
  })
  it.each(Object.keys(least))('does not do without %s', (field) => {
    const { [field]: _, ...rest } = least
    // All tools can do without what only describes.
    expect(schema.safeParse(rest).success).toBe(field === 'tokenSymbol')
  })
  it.each(Object.keys(full))('refuses a nonsense %s', (field) => {
    expect(schema.safeParse({ ...full, [field]: { nonsense: true } }).success).toBe(false)
  })
  it('says in one line what is asked', () => {
    const line = headline(schema.parse(full))
    expect(line.length).toBeGreaterThan(10)
    expect(line.length).toBeLessThan(160)
    expect(line).not.toMatch(/undefined|\[object|\n/)
  })
})

describe('the words of a request', () => {
  it('give amounts by our own list', () => {
    const { schema, headline } = tools.lending_supply
    const parameters = schema.parse({ ...lending, tokenSymbol: 'DAI' })
    expect(headline(parameters)).toBe('Supply 5 USDC to a lending market on Ethereum (local)')
  })

  it('do not take the agent’s word for a token', () => {
    const { schema, headline } = tools.lending_supply
    const parameters = schema.parse({ ...lending, tokenAddress: someone, tokenSymbol: 'USDC' })
    expect(headline(parameters)).toBe('Supply 5,000,000 base units of “USDC” to a lending market on Ethereum (local)')
  })

  it('write out what hides', async () => {
    const { schema, prepare } = tools.call_smart_contract_function
    const { details } = await prepare(schema.parse({ to: USDC, functionName: 'pay\u202Eme', chainId: 31337 }), context)
    expect(details).toMatchObject({ asked: { functionName: 'pay␣U+202Eme' }, call: null })
  })
})

describe('findTool', () => {
  it('knows every name', () => {
    for (const name of toolNames) expect(findTool(name)).toBe(tools[name])
  })
  it('knows the names that live services use', () => {
    expect(findTool('execute_lifi_swap')).toBe(tools.execute_router_swap)
    expect(findTool('aave_supply')).toBe(tools.lending_supply)
  })
  it.each(['', 'toString', '__proto__', 'constructor', 'sign_message', 'Execute_router_swap'])('knows no %s', (name) =>
    expect(findTool(name)).toBeNull(),
  )
})
