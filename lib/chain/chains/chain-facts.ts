import { type Address, type Chain, defineChain } from 'viem'
import { arbitrum, base, bsc, mainnet, optimism, polygon, sepolia } from 'viem/chains'
import { devnetAddresses } from './devnet-addresses'

/** Facts pinned for one chain: contracts that no API may change, and which feeds price which tokens. */
export type ChainFacts = {
  chain: Chain
  isLocal: boolean
  wrappedNative: Address
  /** The LI.FI diamond. Absent if none is known: swaps are refused there. */
  diamond?: Address
  /** Chainlink AggregatorV3 feeds with an answer in USD. The wrapped native coin uses the native coin's feed. */
  nativeFeed?: Address
  /** Feeds by token address. A token missing here has no price, and rules that need one say UNVERIFIED. */
  feeds: Readonly<Record<Address, Address>>
}

/** The same address on every chain with LI.FI's main deployment (LI.FI contracts, deployments/*.json). */
const lifiDiamond: Address = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE'

const multicall3 = { address: devnetAddresses.multicall } as const

const localChain = (id: number, name: string): ChainFacts => ({
  chain: defineChain({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
    contracts: { multicall3, ensUniversalResolver: { address: devnetAddresses.names } },
    testnet: true,
  }),
  isLocal: true,
  wrappedNative: devnetAddresses.tokens.WETH,
  diamond: devnetAddresses.diamond,
  nativeFeed: devnetAddresses.feeds.ETH,
  feeds: {
    [devnetAddresses.tokens.USDC]: devnetAddresses.feeds.USDC,
    [devnetAddresses.tokens.DAI]: devnetAddresses.feeds.DAI,
    [devnetAddresses.tokens.WBTC]: devnetAddresses.feeds.WBTC,
  },
})

const ethereumFacts: ChainFacts = {
  chain: mainnet,
  isLocal: false,
  wrappedNative: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  diamond: lifiDiamond,
  nativeFeed: '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419',
  feeds: {
    // USDC, USDT, DAI, WBTC (by BTC / USD, since it has no feed of its own; the price's source says so), LINK
    '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48': '0x8fFfFfd4AfB6115b954Bd326cbe7B4BA576818f6',
    '0xdAC17F958D2ee523a2206206994597C13D831ec7': '0x3E7d1eAB13ad0104d2750B8863b489D65364e32D',
    '0x6B175474E89094C44Da98b954EedeAC495271d0F': '0xAed0c38402a5d19df6E4c03F4E2DceD6e29c1ee9',
    '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599': '0xF4030086522a5bEEa4988F8cA5B36dbC97BeE88c',
    '0x514910771AF9Ca656af840dff83E8264EcF986CA': '0x2c1d072e956AFFC0D435Cb7AC38EF18d24d9127c',
  },
}

const baseFacts: ChainFacts = {
  chain: base,
  isLocal: false,
  wrappedNative: '0x4200000000000000000000000000000000000006',
  diamond: lifiDiamond,
  nativeFeed: '0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70',
  feeds: {
    // USDC, DAI, cbBTC
    '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913': '0x7e860098F58bBFC8648a4311b374B1D669a2bc6B',
    '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb': '0x591e79239a7d679378eC8c847e5038150364C78F',
    '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf': '0x07DA0E54543a844a80ABE69c8A12F22B3aA59f9D',
  },
}

const arbitrumFacts: ChainFacts = {
  chain: arbitrum,
  isLocal: false,
  wrappedNative: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
  diamond: lifiDiamond,
  nativeFeed: '0x639Fe6ab55C921f74e7fac1ee960C0B6293ba612',
  feeds: {
    // USDC, USDC.e, DAI, WBTC, ARB, LINK
    '0xaf88d065e77c8cC2239327C5EDb3A432268e5831': '0x50834F3163758fcC1Df9973b6e91f0F0F0434aD3',
    '0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8': '0x50834F3163758fcC1Df9973b6e91f0F0F0434aD3',
    '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1': '0xc5C8E77B397E531B8EC06BFb0048328B30E9eCfB',
    '0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f': '0xd0C7101eACbB49F3deCcCc166d238410D6D46d57',
    '0x912CE59144191C1204E64559FE8253a0e49E6548': '0xb2A824043730FE05F3DA2efaFa1CBbe83fa548D6',
    '0xf97f4df75117a78c1A5a0DBb814Af92458539FB4': '0x86E53CF1B870786351Da77A57575e79CB55812CB',
  },
}

const optimismFacts: ChainFacts = {
  chain: optimism,
  isLocal: false,
  wrappedNative: '0x4200000000000000000000000000000000000006',
  diamond: lifiDiamond,
  nativeFeed: '0x13e3Ee699D1909E989722E753853AE30b17e08c5',
  feeds: {
    // USDC, USDC.e, USDT, DAI, WBTC, OP, LINK
    '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85': '0x16a9FA2FDa030272Ce99B29CF780dFA30361E0f3',
    '0x7F5c764cBc14f9669B88837ca1490cCa17c31607': '0x16a9FA2FDa030272Ce99B29CF780dFA30361E0f3',
    '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58': '0xECef79E109e997bCA29c1c0897ec9d7b03647F5E',
    '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1': '0x8dBa75e83DA73cc766A7e5a0ee71F656BAb470d6',
    '0x68f180fcCe6836688e9084f035309E29Bf0A2095': '0x718A5788b89454aAE3A028AE9c111A29Be6c2a6F',
    '0x4200000000000000000000000000000000000042': '0x0D276FC14719f9292D5C1eA2198673d1f4269246',
    '0x350a791Bfc2C21F9Ed5d10980Dad2e2638ffa7f6': '0xCc232dcFAAE6354cE191Bd574108c1aD03f86450',
  },
}

const polygonFacts: ChainFacts = {
  chain: polygon,
  isLocal: false,
  wrappedNative: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270',
  diamond: lifiDiamond,
  nativeFeed: '0xAB594600376Ec9fD91F8e885dADF0CE036862dE0',
  feeds: {
    // USDC, USDC.e, USDT, DAI, WETH, WBTC, LINK
    '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359': '0xfE4A8cc5b5B2366C1B58Bea3858e81843581b2F7',
    '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174': '0xfE4A8cc5b5B2366C1B58Bea3858e81843581b2F7',
    '0xc2132D05D31c914a87C6611C10748AEb04B58e8F': '0x0A6513e40db6EB1b165753AD52E80663aeA50545',
    '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063': '0x4746DeC9e833A82EC7C2C1356372CcF2cfcD2F3D',
    '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619': '0xF9680D99D6C9589e2a93a78A04A279e509205945',
    '0x1BFD67037B42Cf73acF2047067bd4F2C47D9BfD6': '0xDE31F8bFBD8c84b5360CFACCa3539B938dd78ae6',
    '0x53E0bca35eC356BD5ddDFebbD1Fc0fD03FaBad39': '0xd9FFdb71EbE7496cC440152d43986Aae0AB76665',
  },
}

const bscFacts: ChainFacts = {
  chain: bsc,
  isLocal: false,
  wrappedNative: '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
  diamond: lifiDiamond,
  nativeFeed: '0x0567F2323251f0Aab15c8dFb1967E4e8A7D42aeE',
  feeds: {
    // USDC, USDT, DAI, ETH
    '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d': '0x51597f405303C4377E36123cBc172b13269EA163',
    '0x55d398326f99059fF775485246999027B3197955': '0xB97Ad0E74fa7d920791E90258A6E2085088b4320',
    '0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3': '0x132d3C0B1D2cEa0BC552588063bdBb210FDeecfA',
    '0x2170Ed0880ac9A755fd29B2688956BD959F933F8': '0x9ef1B8c0E4F7dc8bF5719Ea496883DC6401d5b2e',
  },
}

const sepoliaFacts: ChainFacts = {
  chain: { ...sepolia, blockTime: mainnet.blockTime },
  isLocal: false,
  wrappedNative: '0xfFf9976782d46CC05630D1f6eBAb18b2324d6B14',
  nativeFeed: '0x694AA1769357215DE4FAC081bf1f309aDC325306',
  feeds: {},
}

export const localChainIds = [31337, 31338] as const

/** All chains known to the app, by id. */
export const chainFacts: ReadonlyMap<number, ChainFacts> = new Map(
  [
    ethereumFacts,
    optimismFacts,
    bscFacts,
    polygonFacts,
    baseFacts,
    arbitrumFacts,
    sepoliaFacts,
    localChain(31337, 'Ethereum (local)'),
    localChain(31338, 'Base (local)'),
  ].map((facts) => [facts.chain.id, facts]),
)
