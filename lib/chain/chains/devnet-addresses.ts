import type { Address } from 'viem'

/**
 * Contract addresses on the local chains: the same on 31337 and 31338, and the same at every start, because they follow
 * from the deployer and the order in `devnet/deploy.ts`. A devnet test checks them.
 */
export const devnetAddresses = {
  tokens: {
    USDC: '0xF18aAAFd261CD95BA0CE660911F1D26934b28b9e',
    DAI: '0x9a9c6Ff6D63e6964fA6b32A9d290788b150FA9c4',
    WETH: '0x3Faf968d15C8f2dF1629256787efA5A0379a5F54',
    WBTC: '0xe0Ea52EfEDa2b9011D7FACa29559eff4ED142861',
  },
  /** Chainlink AggregatorV3 feeds, USD in 8 decimals. */
  feeds: {
    ETH: '0xeC514eDb76093ff1BF1b67FeFc2EEa90f80DD61f',
    USDC: '0xE4f9996139C0aaE2BD01dD55668d1E8E405b5718',
    DAI: '0x38fa24b440b8C30ae2a21fe3dbc790F42893766D',
    WBTC: '0x531728Ad6F0Ee8114e783d57FFE60a726c17Bd2E',
  },
  /** Swaps and both ends of the bridge. */
  diamond: '0xa338EcBBF0379fa88B68D79417C6b4942Bc19192',
  /** Uniswap V2. */
  router: '0xdb7eB6a4Ee8FD53b53BEbDf7Ee6d2d5e4e3D7476',
  factory: '0x90BeDd8dFF04244bC21fA4F10556A4a11650156A',
  /** ERC-4626. */
  vaults: {
    flexibleUsdc: '0x54bccf28B9CBAb45dcdbf527B5d8B342Ea4FcDd2',
    lockedUsdc: '0x00A6522A06D5AF012E8f6A7e7b144B2867BcD34c',
    flexibleWeth: '0x133491c2a053e78bfc9b186028D2fe664B65184b',
  },
  /** A lending market with the interface of an Aave V4 Spoke. */
  lending: '0xb545e10Ae2Ffb97E1E6D0373B917c911415074d6',
  nfts: {
    /** ERC-721. */
    postcards: '0x446044b82C1A2e9DaD5602352096f15960F14Ed0',
    /** ERC-1155. */
    badges: '0xABF1AFFd17B9cDc310553E25FB9c949B503e783a',
  },
  /** ERC-8004 identity registry. */
  registry: '0xbb16aaBc30604DA5602eb6f2089336f72f36E832',
  /** Names, with the interface of ENS's Universal Resolver. */
  names: '0x3cFE56dA454393b606012835468c0A83F02BE3bB',
  /** Multicall3, at its address on real chains. */
  multicall: '0xcA11bde05977b3631167028862bE2a173976CA11',
} as const satisfies Record<string, Address | Record<string, Address>>
