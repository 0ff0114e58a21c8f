import { isAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { findToken, tokenBySymbol, tokensBySymbol } from '../tokens/tokens'
import { nativeAddress } from './chain'
import { chainFacts } from './chain-facts'
import { buildChains, chainEntries, UnknownChainError } from './chains'

const none: ReadonlyMap<number, string> = new Map()
const chainOf = (id: number) => {
  const chain = buildChains([{ id, rpcUrl: 'http://127.0.0.1:1' }]).get(id)
  if (!chain) throw new Error(`chain ${id} is missing`)
  return chain
}

describe('chainEntries', () => {
  it('finds the devnet at its ports', () => {
    expect(chainEntries({ CHAINS: 'devnet', rpcUrls: none, DEVNET_PORT: 9000 })).toEqual([
      { id: 31337, rpcUrl: 'http://127.0.0.1:9000' },
      { id: 31338, rpcUrl: 'http://127.0.0.1:9001' },
    ])
  })

  it('uses a configured URL, else the public one', () => {
    const rpcUrls = new Map([[8453, 'https://base.example']])
    const [ethereum, base] = chainEntries({ CHAINS: [1, 8453], rpcUrls, DEVNET_PORT: 9000 })
    expect(ethereum?.rpcUrl).toMatch(/^https:/)
    expect(base).toEqual({ id: 8453, rpcUrl: 'https://base.example' })
  })

  it('names the known chains when asked for another', () => {
    const ask = () => chainEntries({ CHAINS: [1, 4242], rpcUrls: none, DEVNET_PORT: 9000 })
    expect(ask).toThrow(UnknownChainError)
    expect(ask).toThrow(/4242.*1 \(Ethereum\).*8453 \(Base\)/)
  })

  it('does not guess the URL of a local chain', () => {
    expect(() => chainEntries({ CHAINS: [31337], rpcUrls: none, DEVNET_PORT: 9000 })).toThrow(UnknownChainError)
  })
})

describe('buildChains', () => {
  it('names the local chains and marks them', () => {
    const chains = buildChains(chainEntries({ CHAINS: 'devnet', rpcUrls: none, DEVNET_PORT: 9000 }))
    expect([...chains.values()].map(({ id, name, isLocal }) => [id, name, isLocal])).toEqual([
      [31337, 'Ethereum (local)', true],
      [31338, 'Base (local)', true],
    ])
  })

  it.each([...chainFacts.keys()])('has consistent facts about chain %s', (id) => {
    const chain = chainOf(id)
    const facts = chainFacts.get(id)
    expect(chain.tokens[0]?.address).toBe(nativeAddress)
    expect(findToken(chain, chain.wrappedNative)?.priceFeed).toBe(chain.tokens[0]?.priceFeed)
    expect(chain.viemChain.contracts?.multicall3).toBeDefined()
    const addresses = chain.tokens.map((token) => token.address)
    expect(new Set(addresses).size).toBe(addresses.length)
    // A feed for an unlisted token would be a mistake.
    for (const token of Object.keys(facts?.feeds ?? {})) expect(addresses).toContain(token)
    for (const token of chain.tokens) {
      expect(isAddress(token.address)).toBe(true)
      expect(token.priceFeed === undefined || isAddress(token.priceFeed)).toBe(true)
    }
  })
})

describe('tokens', () => {
  const ethereum = chainOf(1)
  it('are found by address in any spelling of the native coin', () => {
    expect(findToken(ethereum, '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE')?.symbol).toBe('ETH')
    expect(findToken(ethereum, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48')?.decimals).toBe(6)
    expect(findToken(ethereum, '0x000000000000000000000000000000000000dEaD')).toBeNull()
  })
  it('are found by symbol in any case', () => expect(tokenBySymbol(ethereum, ' usdc ')?.symbol).toBe('USDC'))
  it('are not guessed', () => {
    expect(tokenBySymbol(ethereum, 'NOSUCHTOKEN')).toBeNull()
    expect(tokensBySymbol(ethereum, 'USDC').length).toBe(1)
  })
})
