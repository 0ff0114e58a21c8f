import { describe, expect, it } from 'vitest'
import { chainInfo } from '@/lib/chain/chains/chains'
import type { TokenFacts } from '@/lib/chain/tokens/token-contract'
import { imitationFinding, tokenFindings } from './token-rules'

const ethereum = chainInfo({ id: 1, rpcUrl: 'http://127.0.0.1:1' })
const listed: TokenFacts = {
  chainId: 1,
  address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  symbol: 'USDC',
  name: 'USDCoin',
  decimals: 6,
  listed: true,
  ownSymbol: 'USDC',
}
const unlisted = (symbol: string): TokenFacts => ({
  ...listed,
  address: '0x000000000000000000000000000000000000dEaD',
  symbol,
  ownSymbol: symbol,
  name: null,
  listed: false,
})
const none = { symbol: undefined, decimals: undefined }
const levels = (token: TokenFacts | null, claim: { symbol?: string; decimals?: number } = {}) =>
  tokenFindings(token, { ...none, ...claim }, ethereum).map(({ rule, level }) => `${rule} ${level}`)

describe('rule G9', () => {
  it('passes a listed token that is named correctly, or not at all', () => {
    expect(levels(listed)).toEqual([])
    expect(levels(listed, { symbol: 'usdc', decimals: 6 })).toEqual([])
  })
  it('accepts either name of a bridged twin', () => {
    const twin = { ...listed, symbol: 'USDC.e' }
    expect(levels(twin, { symbol: 'USDC' })).toEqual([])
    expect(levels(twin, { symbol: 'USDC.e' })).toEqual([])
  })
  it('blocks if there is no token', () => expect(levels(null, { symbol: 'USDC' })).toEqual(['G9 BLOCK']))
  it('blocks wrong decimals', () => expect(levels(listed, { decimals: 18 })).toEqual(['G9 BLOCK']))
  it('is a danger if the symbol is a different one', () =>
    expect(levels(listed, { symbol: 'WETH' })).toEqual(['G9 DANGER']))
  it('is not misled by invisible characters in a claim', () => {
    expect(levels(listed, { symbol: 'US\u200BDC' })).toEqual([])
    expect(levels(listed, { symbol: 'UЅDC' })).toEqual(['G9 DANGER'])
  })
  it('warns of an unlisted token', () => expect(levels(unlisted('QWERTYX'))).toEqual(['G9 WARN']))
  it.each(['USDC', 'usdc', 'U5DC', 'US-DC', 'WBTC', 'L1NK', 'LlNK'])('sees through the look-alike %s', (symbol) => {
    expect(levels(unlisted(symbol))).toEqual(['G9 DANGER'])
  })
  it.each(['UЅDС', 'ＵSD₮Q', 'Ωmega'])('is wary of foreign letters in %s', (symbol) => {
    expect(levels(unlisted(symbol))).toEqual(['G9 DANGER'])
  })
  it('says that there is no symbol', () => {
    expect(tokenFindings(unlisted(''), none, ethereum)).toMatchObject([{ level: 'WARN', observed: 'no symbol' }])
  })
  it.each(['Ether', 'USDCoin', 'wei', 'Cents'])('warns of “%s”, the name of a listed token or of money', (symbol) =>
    expect(imitationFinding(unlisted(symbol), ethereum)).toMatchObject({ level: 'WARN', claim: symbol }),
  )
})
