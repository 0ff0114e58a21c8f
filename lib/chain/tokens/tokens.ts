import { type Address, getAddress, isAddressEqual } from 'viem'
import { type ChainInfo, isNative, nativeAddress, type Token } from '../chains/chain'
import { type ChainFacts, chainFacts } from '../chains/chain-facts'
import { devnetAddresses } from '../chains/devnet-addresses'
import bundled from './tokens.generated.json'

/** Returns the listed token at an address of a chain; null if it is unlisted. */
export function findToken(chain: Pick<ChainInfo, 'tokens'>, address: Address): Token | null {
  const sought = isNative(address) ? nativeAddress : address
  return chain.tokens.find((token) => isAddressEqual(token.address, sought)) ?? null
}

/** Returns the chain's own coin. */
export const nativeToken = (chain: ChainInfo): Token =>
  findToken(chain, nativeAddress) ?? { chainId: chain.id, address: nativeAddress, ...chain.viemChain.nativeCurrency }

/**
 * Returns the listed tokens with this symbol, in any case. Usually one; bridged twins share a symbol on some chains.
 */
export function tokensBySymbol(chain: ChainInfo, symbol: string): readonly Token[] {
  const sought = symbol.trim().toLowerCase()
  return chain.tokens.filter((token) => token.symbol.toLowerCase() === sought)
}

/** Returns the listed token with this symbol if there is exactly one; null otherwise. */
export function tokenBySymbol(chain: ChainInfo, symbol: string): Token | null {
  const [first, ...rest] = tokensBySymbol(chain, symbol)
  return first && rest.length === 0 ? first : null
}

/** Returns a listed token of any known chain, served or not, for text written without asking a chain. */
export function knownToken(chainId: number, address: Address): Token | null {
  const facts = chainFacts.get(chainId)
  return facts ? findToken({ tokens: listedTokens(facts) }, address) : null
}

/** Returns a chain's name, or its number if the app does not know it. */
export const chainName = (chainId: number): string => chainFacts.get(chainId)?.chain.name ?? `chain ${chainId}`

const listed = new Map<number, readonly Token[]>()

/** Returns the tokens of a chain: the native coin first, then ERC-20 tokens. */
export function listedTokens(facts: ChainFacts): readonly Token[] {
  const known = listed.get(facts.chain.id) ?? withFeeds(facts)
  listed.set(facts.chain.id, known)
  return known
}

function withFeeds(facts: ChainFacts): readonly Token[] {
  const { chain, nativeFeed } = facts
  const native: Token = {
    chainId: chain.id,
    address: nativeAddress,
    ...chain.nativeCurrency,
    ...feed(nativeFeed),
    icon: nativeIcons[chain.id] ?? 'ETH',
  }
  const erc20 = facts.isLocal ? localTokens : bundledTokens(chain.id)
  const feedOf = new Map(Object.entries(facts.feeds).map(([token, source]) => [token.toLowerCase(), source]))
  if (nativeFeed) feedOf.set(facts.wrappedNative.toLowerCase(), nativeFeed)
  const priced = erc20.map((token) => ({
    ...token,
    chainId: chain.id,
    ...feed(feedOf.get(token.address.toLowerCase())),
  }))
  return [native, ...priced]
}

const feed = (priceFeed: Address | undefined): { priceFeed?: Address } => (priceFeed ? { priceFeed } : {})

type Erc20 = Pick<Token, 'address' | 'symbol' | 'name' | 'decimals' | 'icon'>

/** The pictures of native coins other than Ether. */
const nativeIcons: Readonly<Record<number, string>> = { 56: 'BNB', 137: 'POL' }

/** Returns the bundled tokens of a chain. Only of one that is asked for: to write an address as one does takes time. */
function bundledTokens(chainId: number): readonly Erc20[] {
  const list = bundled.find((each) => each.chainId === chainId)
  return (list?.addresses ?? []).flatMap((written, index): readonly Erc20[] => {
    const [symbol, name, decimals] = [list?.symbols[index], list?.names[index], list?.decimals[index]]
    if (symbol === undefined || name === undefined || decimals === undefined) return []
    const icon = list?.icons[index]
    return [{ address: getAddress(written), symbol, name, decimals, ...(icon ? { icon } : {}) }]
  })
}

const localTokens: readonly Erc20[] = [
  { address: devnetAddresses.tokens.USDC, symbol: 'USDC', name: 'USD Coin', decimals: 6, icon: 'USDC' },
  { address: devnetAddresses.tokens.DAI, symbol: 'DAI', name: 'Dai', decimals: 18, icon: 'DAI' },
  { address: devnetAddresses.tokens.WETH, symbol: 'WETH', name: 'Wrapped Ether', decimals: 18, icon: 'ETH' },
  { address: devnetAddresses.tokens.WBTC, symbol: 'WBTC', name: 'Wrapped Bitcoin', decimals: 8, icon: 'WBTC' },
]

/** Normalises a symbol: bridged twins (USDC.e, USDT0), wrapped coins (WETH), and POL's former name. */
export function kindOf(symbol: string): string {
  const name = symbol.toLowerCase().replace(/\.e$|(?<=usdt)0$/, '')
  const plain = /^w(?:eth|bnb|pol|matic|btc)$/.test(name) ? name.slice(1) : name
  return plain === 'matic' ? 'pol' : plain
}
