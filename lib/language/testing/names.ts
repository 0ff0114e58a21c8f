import type { Names } from '../entity'

const on = (...chains: number[]) =>
  Object.fromEntries(chains.map((chain) => [chain, '0x1111111111111111111111111111111111111111' as const]))

/** The names of a wallet for tests: the most common tokens, chains and protocols. */
export const testNames: Names = {
  tokens: [
    { symbol: 'ETH', name: 'Ether', addresses: on(1, 10, 8453, 42161) },
    { symbol: 'WETH', name: 'Wrapped Ether', addresses: on(1, 10, 8453, 42161) },
    { symbol: 'USDC', name: 'USD Coin', addresses: on(1, 10, 8453, 42161) },
    { symbol: 'USDC.e', name: 'Bridged USDC', addresses: on(10, 42161) },
    { symbol: 'USDT', name: 'Tether USD', addresses: on(1, 10, 42161) },
    { symbol: 'DAI', name: 'Dai Stablecoin', addresses: on(1, 10, 8453) },
    { symbol: 'WBTC', name: 'Wrapped BTC', addresses: on(1, 42161) },
    { symbol: 'stETH', name: 'Liquid staked Ether', addresses: on(1) },
    { symbol: 'ARB', name: 'Arbitrum', addresses: on(42161) },
    { symbol: 'OP', name: 'Optimism', addresses: on(10) },
    { symbol: 'LINK', name: 'ChainLink Token', addresses: on(1) },
    { symbol: 'UNI', name: 'Uniswap', addresses: on(1) },
    { symbol: 'AAVE', name: 'Aave', addresses: on(1) },
    { symbol: 'KEEP', name: 'Keep Network', addresses: on(1) },
    { symbol: 'SAFE', name: 'Safe', addresses: on(1) },
  ],
  chains: [
    { id: 1, name: 'Ethereum' },
    { id: 10, name: 'OP Mainnet' },
    { id: 137, name: 'Polygon' },
    { id: 8453, name: 'Base' },
    { id: 42161, name: 'Arbitrum One' },
  ],
  protocols: [
    { id: 'aave', name: 'Aave' },
    { id: 'lido', name: 'Lido' },
  ],
  collections: [
    { id: 'cryptopunks', name: 'CryptoPunks', aliases: ['punk'] },
    { id: 'azuki', name: 'Azuki' },
    { id: 'bayc', name: 'Bored Ape Yacht Club', aliases: ['bored ape', 'ape'] },
    { id: 'pudgypenguins', name: 'Pudgy Penguins', aliases: ['pudgy', 'penguin'] },
    { id: 'moonbirds', name: 'Moonbirds' },
    { id: 'doodles', name: 'Doodles' },
    { id: 'mooncats', name: 'Moon Cat', aliases: ['mooncat'] },
    { id: 'coolcats', name: 'Cool Cats' },
    { id: 'nouns', name: 'Nouns' },
    { id: 'lazylions', name: 'Lazy Lions' },
    { id: 'cryptokitties', name: 'CryptoKitties', aliases: ['CryptoKitty'] },
  ],
  contacts: [{ name: 'Mara', address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }],
}
