/** Names of the chains in services and in speech, letters and digits only. The first is that of Yield.xyz. */
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

/** The local chains stand in for the real ones whose names they bear. */
const standsFor: ReadonlyMap<number, number> = new Map([
  [31337, 1],
  [31338, 8453],
])

/** Returns the name of a chain at Yield.xyz; null if it is not served there. */
export const yieldNetwork = (chainId: number): string | null => names.get(chainId)?.[0] ?? null

/** True if a network's name can mean the chain, false if it means another, null for an unknown name. */
export function meansChain(network: string, chainId: number): boolean | null {
  const sought = plain(network)
  const meant = [...names].filter(([, known]) => known.some((name) => plain(name) === sought)).map(([id]) => id)
  if (meant.length === 0) return null
  return meant.some((id) => id === chainId || id === standsFor.get(chainId))
}
