import { type Address, encodePacked, getAddress, getContractAddress, isAddressEqual, keccak256 } from 'viem'
import { localChainIds } from '../chains/chain-facts'
import { devnetAddresses } from '../chains/devnet-addresses'

type Deployment = { router: Address; factory: Address }

/** Uniswap V2 Router02 and its factory, by chain (docs.uniswap.org, "V2 Deployment Addresses"). */
export const uniswapV2: ReadonlyMap<number, Deployment> = new Map<number, Deployment>([
  [
    1,
    {
      router: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
      factory: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f',
    },
  ],
  [
    8453,
    {
      router: getAddress('0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24'),
      factory: '0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6',
    },
  ],
  [
    42161,
    {
      router: getAddress('0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24'),
      factory: '0xf1D7CC64Fb4452F05c498126312eBE29f30Fbcf9',
    },
  ],
  [
    10,
    {
      router: '0x4A7b5Da61326A6379179b40d00F57E5bbDC962c2',
      factory: '0x0c3c1c532F1e39EdF36BE9Fe0bE1410313E074Bf',
    },
  ],
  ...localChainIds.map((id): [number, Deployment] => [
    id,
    { router: devnetAddresses.router, factory: devnetAddresses.factory },
  ]),
])

/** keccak256 of a pair's creation code, as in the router itself (v2-periphery, UniswapV2Library.pairFor). */
const pairCodeHash = '0x96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f'

/**
 * Returns the pool of two tokens, whose address is also that of its share token; null if the router is unknown.
 * Computed as in the router, without asking anyone.
 */
export function uniswapV2Pair(chainId: number, router: Address, tokenA: Address, tokenB: Address): Address | null {
  const known = uniswapV2.get(chainId)
  if (!known || !isAddressEqual(known.router, router)) return null
  const [first, second] = BigInt(tokenA) < BigInt(tokenB) ? [tokenA, tokenB] : [tokenB, tokenA]
  const salt = keccak256(encodePacked(['address', 'address'], [first, second]))
  return getContractAddress({ opcode: 'CREATE2', from: known.factory, salt, bytecodeHash: pairCodeHash })
}
