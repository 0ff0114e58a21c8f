import type { Chains } from '@/lib/chain/chains/chain'

/** The names that mean something here: those of the served chains and of their listed tokens. All in lower case. */
export type Lexicon = {
  /** Spelling of a token -> its symbol as listed. */
  tokens: ReadonlyMap<string, string>
  /** Spelling of a network -> its id, or null for one that exists but is not served here. May be a token's too. */
  chains: ReadonlyMap<string, number | null>
  /** The network that the person signed in on. */
  here?: number
}

/** Common names of networks; the first is the name without "(local)", "Mainnet" or "One". */
const networks: readonly (readonly string[])[] = [
  [
    'ethereum',
    'mainnet',
    'main network',
    'main chain',
    'main net',
    'ethereum mainnet',
    'eth mainnet',
    'ethereum network',
    'ethereum chain',
    'l1',
  ],
  ['base', 'base mainnet', 'base network', 'base chain'],
  ['optimism', 'op', 'op mainnet', 'op chain'],
  ['arbitrum', 'arbitrum one', 'arb'],
  ['polygon', 'matic', 'polygon pos'],
  ['bnb smart chain', 'bnb chain', 'bsc', 'binance', 'binance smart chain'],
  ['avalanche', 'avax'],
  ['gnosis', 'gnosis chain'],
  ['linea', 'linea mainnet'],
  ['scroll'],
  ['zksync', 'zksync era'],
  ['blast'],
  ['mantle'],
  ['celo'],
  ['fantom', 'sonic'],
  ['unichain'],
  ['solana'],
  ['tron'],
  ['sepolia'],
]

/** Everyday names of tokens. They count only where a token of that symbol is listed. */
const nicknames: readonly (readonly [string, string])[] = [
  ['ether', 'ETH'],
  ['ethers', 'ETH'],
  ['ethereum', 'ETH'],
  ['wrapped eth', 'WETH'],
  ['wrapped ether', 'WETH'],
  ['wrapped bitcoin', 'WBTC'],
  ['bitcoin', 'WBTC'],
  ['btc', 'WBTC'],
  ['usd coin', 'USDC'],
  ['circle usd', 'USDC'],
  ['tether', 'USDT'],
]

/** Nicknames that must mean nothing at all where the token they stand for is not listed. */
const reserved: ReadonlySet<string> = new Set(['ether', 'ethereum', 'bitcoin', 'btc', 'tether'])

/** A network's or token's name as people say it: "Base (local)" is "base". */
const spoken = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\(.*?\)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Collects the names of everything that is served and listed. */
export function buildLexicon(chains: Chains): Lexicon {
  const tokens = new Map<string, string>()
  const listed = [...chains.values()].flatMap((chain) => chain.tokens)
  for (const token of listed) tokens.set(spoken(token.name), token.symbol)
  // No token's name may take another token's symbol; and no token may call itself "bitcoin" and be bought as such.
  for (const token of listed) tokens.set(token.symbol.toLowerCase(), token.symbol)
  for (const [name, symbol] of nicknames)
    if (listed.some((token) => token.symbol === symbol)) tokens.set(name, symbol)
    else if (reserved.has(name)) tokens.delete(name)
  const places = new Map<string, number | null>()
  for (const names of networks) for (const name of names) places.set(name, null)
  for (const chain of chains.values()) {
    const name = spoken(chain.name)
    const names = networks.find((all) => all.includes(name)) ?? [name]
    for (const each of names) places.set(each, chain.id)
  }
  return { tokens, chains: places }
}

const lexicons = new WeakMap<Chains, Lexicon>()

/** The lexicon of these chains, which is always the same: what was read by it is kept beside it. */
export function lexiconOf(chains: Chains): Lexicon {
  const lexicon = lexicons.get(chains) ?? buildLexicon(chains)
  lexicons.set(chains, lexicon)
  return lexicon
}
