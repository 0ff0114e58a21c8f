import type { Names } from '../../lib/language/entity'

const token = (symbol: string, name: string) => ({ symbol, name, addresses: {} })

/** Names for reading the labelled lines: tokens, chains and collections that a wallet may well know. */
export const names: Names = {
  tokens: [
    token('ETH', 'Ether'),
    token('WETH', 'Wrapped Ether'),
    token('USDC', 'USD Coin'),
    token('USDT', 'Tether USD'),
    token('DAI', 'Dai Stablecoin'),
    token('WBTC', 'Wrapped BTC'),
    token('stETH', 'Lido Staked Ether'),
    token('wstETH', 'Wrapped liquid staked Ether'),
    token('rETH', 'Rocket Pool ETH'),
    token('ARB', 'Arbitrum'),
    token('OP', 'Optimism'),
    token('LINK', 'ChainLink Token'),
    token('UNI', 'Uniswap'),
  ],
  chains: [
    { id: 1, name: 'Ethereum' },
    { id: 10, name: 'OP Mainnet' },
    { id: 56, name: 'BNB Smart Chain' },
    { id: 137, name: 'Polygon' },
    { id: 8453, name: 'Base' },
    { id: 42161, name: 'Arbitrum One' },
  ],
  protocols: [],
  collections: [
    { id: 'postcards', name: 'Postcard', aliases: ['postcards', 'seal', 'seals'] },
    { id: 'badges', name: 'Badge', aliases: ['badges'] },
  ],
}
