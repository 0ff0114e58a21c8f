import { describe, expect, it } from 'vitest'
import { createRouting } from '@/lib/chain/routing/lifi'
import { devnetChains } from '@/lib/chain/testing/chains'
import { noYields } from '@/lib/chain/yields/testing/no-yields'
import { toolNames } from '@/lib/wire/tool-names'
import { findTool, tools } from './registry'
import { someone } from './shared/examples'
import type { PrepareContext } from './tool'

// Nothing listens on this port: the wording of a request must not depend on the network.
const chains = devnetChains(21_298)
const context: PrepareContext = {
  account: someone,
  chains,
  routing: createRouting({ apiUrl: 'http://127.0.0.1:21297', integrator: 'test' }),
  yields: noYields,
  now: () => 1_000,
  signal: new AbortController().signal,
}

describe.each(toolNames)('%s', (name) => {
  const { schema, headline, done, moves, examples } = tools[name]
  const { least, full } = examples

  it('has its own name', () => expect(tools[name].name).toBe(name))
  it('accepts the parameters it needs at least', () => expect(schema.safeParse(least).error).toBeUndefined())
  it('accepts all parameters that the interface names', () => expect(schema.safeParse(full).error).toBeUndefined())
  it('refuses parameters that the interface does not name', () => {
    expect(schema.safeParse({ ...full, gasPrice: '1' }).success).toBe(false)
  })
  it.each(Object.keys(least))('requires %s', (field) => {
    const { [field]: _, ...rest } = least
    // Every tool works without a field that is only descriptive.
    expect(schema.safeParse(rest).success).toBe(field === 'tokenSymbol')
  })
  it.each(Object.keys(full))('refuses an invalid %s', (field) => {
    expect(schema.safeParse({ ...full, [field]: { nonsense: true } }).success).toBe(false)
  })
  it('says in one line what is asked', () => {
    const line = headline(schema.parse(full))
    expect(line.length).toBeGreaterThan(10)
    expect(line.length).toBeLessThan(160)
    expect(line).not.toMatch(/undefined|\[object|\n/)
  })
  it('says in one line what was done, and names what it moves', () => {
    for (const example of [least, full]) {
      const parameters = schema.parse(example)
      expect(done(parameters) ?? 'That is done').toMatch(/^[A-Z](?!.*(undefined|\[object|\n)).{9,159}$/)
      const move = moves(parameters)
      if (move) expect(Object.keys(example)).toContain(move.field)
    }
  })
})

const lending = tools.lending_supply.examples.least

describe('the wording of a request', () => {
  it('formats amounts by our own list', () => {
    const { schema, headline } = tools.lending_supply
    const parameters = schema.parse({ ...lending, tokenSymbol: 'DAI' })
    expect(headline(parameters)).toBe('Supply 5 USDC to a lending market on Ethereum (local)')
  })

  it('does not take the agent’s word for a token', () => {
    const { schema, headline } = tools.lending_supply
    const parameters = schema.parse({ ...lending, tokenAddress: someone, tokenSymbol: 'USDC' })
    expect(headline(parameters)).toBe('Supply 5,000,000 base units of “USDC” to a lending market on Ethereum (local)')
  })

  it('names what is staked as an amount if the token is known', () => {
    const { schema, headline } = tools.enter_staking_yield
    const asked = { yieldId: 'local-usdc-flexible-vault', amount: '100', chainId: 31337, tokenSymbol: 'USDC' }
    const known = schema.parse({ ...asked, tokenAddress: lending.tokenAddress, protocol: 'countersign' })
    expect(headline(known)).toBe('Deposit 100 USDC with “countersign”')
    expect(headline(schema.parse({ ...asked, tokenAddress: someone }))).toBe('Deposit 100 of “USDC”')
  })

  it('makes invisible characters visible', async () => {
    const { schema, prepare } = tools.call_smart_contract_function
    const { details } = await prepare(
      schema.parse({ to: lending.tokenAddress, functionName: 'pay\u202Eme', chainId: 31337 }),
      context,
    )
    expect(details).toMatchObject({ asked: { functionName: 'pay␣U+202Eme' }, call: null })
  })
})

describe('findTool', () => {
  it('finds every name of the interface', () => {
    for (const name of toolNames) expect(findTool(name)).toBe(tools[name])
  })
  it('finds the names that live services use', () => {
    expect(findTool('execute_lifi_swap')).toBe(tools.execute_router_swap)
    expect(findTool('aave_supply')).toBe(tools.lending_supply)
  })
  it.each(['', 'toString', '__proto__', 'constructor', 'sign_message', 'Execute_router_swap'])(
    'finds nothing for %s',
    (name) => expect(findTool(name)).toBeNull(),
  )
})
