/** What services and people call the chains, letters and digits only. The first is what Yield.xyz calls it. */
const names: ReadonlyMap<number, readonly [string, ...string[]]> = new Map([
  [1, ['ethereum', 'ethereummainnet', 'mainnet', 'eth']],
  [10, ['optimism', 'opmainnet', 'op']],
  [56, ['binance', 'bnbsmartchain', 'bsc', 'bnb', 'bnbchain', 'binancesmartchain']],
  [137, ['polygon', 'matic', 'polygonpos', 'polygonmainnet']],
  [8453, ['base', 'basemainnet']],
  [42161, ['arbitrum', 'arbitrumone', 'arb']],
  [11155111, ['ethereum-sepolia', 'ethereumsepolia', 'sepolia']],
  [31337, ['local', 'ethereumlocal', 'localhost', 'anvil']],
  [31338, ['local-base', 'localbase', 'baselocal']],
])

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** The local chains stand for the real ones in whose name they go. */
const standsFor: ReadonlyMap<number, number> = new Map([
  [31337, 1],
  [31338, 8453],
])

/** The name under which Yield.xyz knows a chain; null for one that it does not serve. */
export const yieldNetwork = (chainId: number): string | null => names.get(chainId)?.[0] ?? null

/** True if a network's name can mean the chain, false if it means another, null for a name that nobody here knows. */
export function meansChain(network: string, chainId: number): boolean | null {
  const sought = plain(network)
  const meant = [...names].filter(([, known]) => known.some((name) => plain(name) === sought)).map(([id]) => id)
  if (meant.length === 0) return null
  return meant.some((id) => id === chainId || id === standsFor.get(chainId))
}
